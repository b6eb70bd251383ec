import { hideUserInfo } from "./user-info.ts";

/** Longest value that a message repeats in quotes, and without them. */
const MAX_QUOTED = 80;
const MAX_UNQUOTED = 1000;

/** A value in a message: all of it or none, because half a secret would not be found any more. */
export function quote(value: string, most = MAX_QUOTED): string {
  return canBeShown(value, most) ? JSON.stringify(value) : lengthOf(value);
}

/** Like {@link quote}, without the quotes. */
export function unquoted(value: string, most = MAX_UNQUOTED): string {
  return canBeShown(value, most) ? value : lengthOf(value);
}

/**
 * Messages lose the user info of URLs last: before, a secret that is such a URL would not be found any more. In a message, it is harder to
 * find than in the value alone, such as after a space. Then nothing of the value is shown.
 */
function canBeShown(value: string, most: number): boolean {
  if (value.length > most) return false;
  const hidden = hideUserInfo(value);
  return (
    hideUserInfo(JSON.stringify(value)) === JSON.stringify(hidden) && hideUserInfo(`is ${value}.`) === `is ${hidden}.`
  );
}

function lengthOf(value: string): string {
  return `a text of ${value.length} characters`;
}
