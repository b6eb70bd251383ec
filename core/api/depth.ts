/** Most levels of lists and objects in an answer. Records have about six; recursion over much deeper ones overflows the stack. */
export const MAX_DEPTH = 64;

/** Whether a JSON value has more than `levels` levels. */
export function isTooDeep(value: unknown, levels = MAX_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isTooDeep(part, levels - 1));
}
