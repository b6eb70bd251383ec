import { expect, it } from "vitest";
import { mayHoldSecret } from "../../sync/pull/live-secrets.ts";

it.each<[boolean, string, unknown]>([
  [true, "a text of eight characters", "new-secret"],
  [true, "one deep inside", [{ a: ["new-secret"] }]],
  [true, "a name in a map", { labels: { "new-secret": 1 } }],
  [false, "a flag, a number and a short text", [true, 7, "short"]],
  [false, "an address and a network", ["192.0.2.123", "2001:db8::/32"]],
  [false, "short names", { rank: 1, limit: 5 }],
])("may a value hold a secret? %s: %s", (is, _what, value) => {
  expect(mayHoldSecret(value)).toBe(is);
});
