import type { Fields } from "../../core/resources/json.ts";
import { messageOf } from "../../core/api/errors.ts";
import { printable } from "../../core/text/printable.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";

/** The object was written, but is not as declared. Pulumi keeps the id and these properties, and the next update continues. */
export class PartlyDoneError extends Error {
  override readonly name = "PartlyDoneError";
  readonly id: string;
  properties: Fields;
  readonly reasons: readonly string[];

  constructor(id: string, properties: Fields, cause: Error) {
    super(cause.message);
    this.id = id;
    this.properties = properties;
    this.reasons = [cause.message];
  }
}

/**
 * The error of a diff, a read or a deletion. Pulumi prints `${error}: ${error.stack}` and shows the message besides (observed),
 * so these two name only the call.
 */
export class PrintedError extends Error {
  override readonly name = "PrintedError";

  constructor(message: string, call: string) {
    super(message);
    this.stack = `${printable(call)} failed`;
  }

  override toString(): string {
    return "projectsync";
  }
}

/**
 * An error as Pulumi should show it: on one line, because a line of a service could begin with `error:`; without secrets,
 * which a service might quote in a refusal; without a stack, which Pulumi prints for some calls; and without a `code`, which
 * Pulumi would take for one of gRPC's (observed). `advice`: after its message.
 */
export function presentable(error: unknown, redact: (text: string) => string, advice = ""): Error {
  const told = new Error(printable(`${hideUserInfo(redact(messageOf(error)))}${advice}`));
  const failure = error instanceof PartlyDoneError ? new PartlyDoneError(error.id, error.properties, told) : told;
  failure.stack = "";
  return failure;
}
