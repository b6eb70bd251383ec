import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { NEEDED, refusal } from "../../cli/node-version.ts";

it("asks for the Node that package.json asks for", () => {
  expect(manifest.engines.node).toBe(`>=${NEEDED}`);
});

it.each(["22.19.0", "22.20.1", "24.0.0", "100.0.0"])("takes %s", (version) => {
  expect(refusal(version)).toBeUndefined();
});

it.each(["20.20.2", "22.18.9", "9.9.9"])("refuses %s in one sentence", (version) => {
  expect(refusal(version)).toBe(`projectsync needs Node 22.19 or newer, and this is ${version}.`);
});
