import { SettingError } from "./errors.ts";
import { canBeRedacted, MIN_SECRET } from "../text/redaction.ts";

/** Throws {@link SettingError} if the token cannot be sent or hidden. `name`: what the user calls it. Never shows it. */
export function checkToken(token: string, name: string): void {
  const problem = problemOf(token);
  if (problem !== undefined) {
    throw new SettingError(`${name} ${problem}.`, "Set it to an access token of the service.");
  }
}

function problemOf(token: string): string | undefined {
  if (token === "") return "is empty";
  if (!/^[\x21-\x7e]+$/.test(token)) {
    return "contains a character that is not printable ASCII, such as a space or a line break";
  }
  return canBeRedacted(token) ? undefined : `has fewer than ${MIN_SECRET} characters, so messages could not hide it`;
}
