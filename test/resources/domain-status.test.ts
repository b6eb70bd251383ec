import { expect, it } from "vitest";
import { readinessOf, whatIsMissing } from "../../core/resources/domain-status.ts";
import { type WaitFor } from "../../core/resources/wait-for.ts";

it("another number than 0 and 1 is no status, and is named", () => {
  expect(readinessOf(2)).toBe("not-known");
  expect(whatIsMissing({ dns_status: 2 }, "dns")).toBe(
    "the service shows dns_status 2, which is neither true nor false",
  );
});

const DNS = "its DNS does not point at the service yet";
const CERTIFICATE = "its certificate has not been issued yet";

it.each<[waitFor: WaitFor, dns: unknown, ssl: unknown, missing: string | undefined]>([
  ["dns", true, false, undefined],
  ["ssl", true, true, undefined],
  ["ssl", true, false, CERTIFICATE],
  ["ssl", false, true, DNS],
  ["ssl", undefined, true, undefined],
  ["dns", "true", undefined, undefined],
  ["dns", "false", undefined, DNS],
  ["ssl", 1, 0, CERTIFICATE],
])("a wait for %s, dns %j, ssl %j: %s", (waitFor, dns_status, ssl_status, missing) => {
  expect(whatIsMissing({ dns_status, ssl_status }, waitFor)).toBe(missing);
});
