/**
 * A pseudo-random number from 0 (included) to 1 (excluded). The same three whole numbers always give the same result. It
 * keeps no state, so other rules and requests do not change the draws of a rule.
 */
export function draw(seed: number, rule: number, request: number): number {
  return [rule, request].reduce((state, part) => mix(state + Math.imul(part + 1, 0x9e3779b9)), mix(seed)) / 2 ** 32;
}

/** The finalizer of MurmurHash3. */
function mix(number: number): number {
  const first = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  const second = Math.imul(first ^ (first >>> 13), 0xc2b2ae35);
  return (second ^ (second >>> 16)) >>> 0;
}
