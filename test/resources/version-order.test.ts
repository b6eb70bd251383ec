import fc from "fast-check";
import { expect, it } from "vitest";
import { compareVersions, newestFirst } from "../../core/resources/catalogue.ts";

it.each([
  ["numbers as numbers", ["1.9.0", "1.10.0", "2.0.0", "10.0.0"]],
  ["a release after its pre-releases", ["1.9.0", "2.0.0-beta", "2.0.0-rc.1", "2.0.0-rc.10", "2.0.0", "2.0.1-rc.1"]],
  ["also where it begins with v", ["v1.0.0-rc.1", "v1.0.0", "v1.0.1"]],
  ["fewer numbers first", ["1", "1.0", "1.0.0"]],
  ["dates", ["2024-01-15", "2024-02-01", "2025-01-01"]],
  ["anything else as text", ["edge", "main", "stable-1"]],
])("versions are sorted: %s", (_what, versions) => {
  expect(versions.toReversed().toSorted(compareVersions)).toEqual(versions);
  const record = Object.fromEntries(versions.map((version) => [version, null]));
  expect(newestFirst(record)).toEqual(versions.toReversed());
});

it("versions have one order, whatever order they are given in", () => {
  const version = fc.stringMatching(/^v?[0-2](\.[0-2])?(-|-[a0-1](\.[0-1])?|x|\+b)?$/);
  fc.assert(
    fc.property(fc.array(version, { maxLength: 6 }), (versions) => {
      const sorted = versions.toSorted(compareVersions);
      expect(versions.toReversed().toSorted(compareVersions)).toEqual(sorted);
      for (const [at, one] of sorted.entries())
        for (const later of sorted.slice(at)) expect(compareVersions(one, later)).toBeLessThanOrEqual(0);
    }),
  );
});
