import { expect, it } from "vitest";
import { readinessOf, whatIsMissing } from "../../provider/resources/domain-status.ts";

it("another number than 0 and 1 is no status, and is named", () => {
  expect(readinessOf(2)).toBe("not-known");
  expect(whatIsMissing({ dns_status: 2 }, "dns")).toBe(
    "the service shows dns_status 2, which is neither true nor false",
  );
});
