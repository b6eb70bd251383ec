import { ProtocolError } from "../api/errors.ts";

/** Several live objects have one natural key. Which one is meant is not known, so none is touched. */
export class AmbiguousError extends Error {
  override readonly name = "AmbiguousError";
  readonly ids: readonly string[];

  /** `shown`: the other name of the only one. */
  constructor(subject: string, ids: readonly string[], shown?: string) {
    super(
      shown === undefined
        ? `${subject} exists ${ids.length} times: ${ids.join(", ")}. ` +
            `Remove the ones that you do not want, or pin one with its \`id\` (Pulumi: \`adoptId\`).`
        : `${ids.join(", ")} is ${shown}, and may be ${subject}. If it is, pin it with its \`id\` (Pulumi: \`adoptId\`).`,
    );
    this.ids = ids;
  }
}

/** A write got no answer, and reading back did not show whether it took place. */
export class OutcomeUnknownError extends Error {
  override readonly name = "OutcomeUnknownError";

  constructor(subject: string, cause: Error) {
    super(
      `The outcome of ${subject} is unknown: ${cause.message} Run plan or pulumi refresh: it reads the service and shows what remains.`,
      { cause },
    );
  }
}

/** True if a write was answered with the record of another object: somebody else may have what was to be written. */
export function isOtherRecord(error: Error | undefined): boolean {
  return error instanceof OutcomeUnknownError && error.cause instanceof ProtocolError;
}

/** A live host name may be the declared one in another form. */
export class OtherFormError extends Error {
  override readonly name = "OtherFormError";

  constructor(live: string, declared: string) {
    super(
      `The service shows the host name ${live}, which may be ${declared}. Correct it at the service, or do not declare ` +
        `${declared}.`,
    );
  }
}

/** Why settings are not updated without the secrets that they may have. */
export function explainRisk(settings: readonly string[]): string {
  const names = settings.join(", ");
  return (
    `an update of the settings could lose ${names}, which is or may be a secret: what the service shows of a secret is never ` +
    `sent back. Declare ${names} too: its value, or null if it has none.`
  );
}

/** An update of settings could lose a secret that is not declared. */
export class SecretAtRiskError extends Error {
  override readonly name = "SecretAtRiskError";

  constructor(subject: string, settings: readonly string[]) {
    super(`The settings of ${subject} were not updated: ${explainRisk(settings)}`);
  }
}
