import { ProtocolError } from "../api/errors.ts";
import type { Change } from "./kind.ts";

/** Several live objects have one natural key. Which one is meant is not known, so none is touched. */
export class AmbiguousError extends Error {
  override readonly name = "AmbiguousError";
  readonly ids: readonly string[];

  /** `shown`: the other name of the only one. */
  constructor(subject: string, ids: readonly string[], shown?: string) {
    super(
      shown === undefined
        ? `${subject} exists ${ids.length} times: ${ids.join(", ")}. ` +
            `Remove the ones that you do not want, or pin one with \`id\`.`
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

/** Whether a write was answered with the record of another object: somebody else may have what was to be written. */
export function isOtherRecord(error: Error | undefined): boolean {
  return error instanceof OutcomeUnknownError && error.cause instanceof ProtocolError;
}

/** The project was created, and the update with its settings failed. */
export class SettingsNotAppliedError extends Error {
  override readonly name = "SettingsNotAppliedError";

  constructor(id: string, cause: Error) {
    // If the service does not accept a value, the next run will not help.
    const outlook = cause instanceof NotAcceptedError ? "" : " The next run applies them.";
    super(`Project ${id} was created, but its settings were not applied: ${cause.message}${outlook}`, { cause });
  }
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

/** The component was integrated, and is not as declared. */
export class NotAsDeclaredError extends Error {
  override readonly name = "NotAsDeclaredError";

  constructor(subject: string, id: string, cause: Error) {
    super(`The ${subject} was integrated as ${id}, but is not as declared: ${cause.message}`, { cause });
  }
}

/** After a write, fields that are not declared have no value any more. */
export class ValueLostError extends Error {
  override readonly name = "ValueLostError";
  readonly fields: readonly string[];

  constructor(subject: string, fields: readonly string[]) {
    super(
      `The update of ${subject} also removed ${fields.join(", ")}, which is not declared. Check the live value, and declare ` +
        `what it should be.`,
    );
    this.fields = fields;
  }
}

/** After a write, declared fields have other values than the declared ones. */
export class NotAcceptedError extends Error {
  override readonly name = "NotAcceptedError";
  readonly fields: readonly string[];
  /** What the service stored (`from`). Holds real values: redact them before you show them. */
  readonly left: readonly Change[];

  /** `masked`: paths of fields that the service may show in a form of its own. */
  constructor(subject: string, left: readonly Change[], masked: readonly string[] = []) {
    const fields = left.map(({ path }) => path);
    const stored = fields.filter((path) => !masked.includes(path));
    super([explainStored(subject, stored), explainMasked(subject, masked)].filter((text) => text !== "").join(" "));
    this.fields = fields;
    this.left = left;
  }
}

function explainStored(subject: string, fields: readonly string[]): string {
  if (fields.length === 0) return "";
  return (
    `The service did not store ${fields.join(", ")} of ${subject} as declared. Declare the value that it stored, or ask ` +
    `the service's owner.`
  );
}

/** To declare what is shown would replace the value. */
function explainMasked(subject: string, fields: readonly string[]): string {
  if (fields.length === 0) return "";
  return (
    `The service shows ${fields.join(", ")} of ${subject} in a form of its own, so it is not known whether it stored the declared ` +
    `value. Each apply sends it again. Never declare what the service shows: that would replace the value.`
  );
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
  readonly settings: readonly string[];

  constructor(subject: string, settings: readonly string[]) {
    super(`The settings of ${subject} were not updated: ${explainRisk(settings)}`);
    this.settings = settings;
  }
}
