import { InvalidRequestError } from "../../core/api/errors.ts";
import { canonicalHostName } from "../../core/resources/host-name.ts";
import { quoted } from "../../core/text/quoted.ts";

/** The number in a host name of a pattern, given in its canonical form. `undefined` if the host name is not exactly the pattern. */
export type NumberIn = (hostName: string) => number | undefined;

const PLACE = "{number}";
/** No leading zero, and no more digits than the number of a pull request has: a date is not one. */
const NUMBER = /^[1-9]\d{0,8}$/;

/** Reads a pattern such as `pr-{number}.preview.example.com`. Throws InvalidRequestError with `name` if it is none. */
export function parseHostPattern(name: string, text: string): NumberIn {
  const [before = "", after, ...others] = text.trim().split(PLACE);
  // International names have their letters moved, so a pattern is compared with the number in it.
  const hostNameWith = (digits: string): string | undefined => canonicalHostName(`${before}${digits}${after}`);
  const isPattern = after !== undefined && others.length === 0 && !/\d$/.test(before) && !/^\d/.test(after);
  if (!isPattern || hostNameWith("1") === undefined) {
    throw new InvalidRequestError(
      `${name} must be a host name with ${PLACE} once and no other digit beside it, such as ` +
        `pr-${PLACE}.preview.example.com, not ${quoted(text)}.`,
    );
  }
  return (hostName) => {
    const found = hostName.match(/\d+/g)?.find((digits) => NUMBER.test(digits) && hostNameWith(digits) === hostName);
    return found === undefined ? undefined : Number(found);
  };
}
