/** The object was made, not all of it took place: Pulumi keeps the id and these properties, and the next update goes on. */
export class PartlyDoneError extends Error {
  override readonly name = "PartlyDoneError";
  readonly id: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly reasons: readonly string[];

  constructor(id: string, properties: Readonly<Record<string, unknown>>, cause: Error) {
    super(cause.message);
    this.id = id;
    this.properties = properties;
    this.reasons = [cause.message];
  }
}

/** Shorter texts are found by chance in other words. */
const LEAST_SECRET = 8;

/**
 * An error as Pulumi should show it: without `secrets`, which a service might quote in a refusal. Pulumi prints the
 * message, and for some calls the stack, which tells a user nothing; an integer `code` would be taken for one of gRPC's.
 */
export function plain(error: unknown, secrets: readonly string[] = []): Error {
  let message = error instanceof Error ? error.message : String(error);
  for (const secret of secrets) if (secret.length >= LEAST_SECRET) message = message.replaceAll(secret, "***");
  const failure =
    error instanceof PartlyDoneError
      ? new PartlyDoneError(error.id, error.properties, new Error(message))
      : new Error(message);
  failure.stack = "";
  return failure;
}
