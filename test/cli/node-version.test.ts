import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { MIN_NODE_VERSION, unsupportedNodeMessage } from "../../cli/node-version.ts";

it("requires the same version of Node as package.json", () => {
  expect(manifest.engines.node).toBe(`>=${MIN_NODE_VERSION}`);
});

it.each(["22.19.0", "22.20.1", "24.0.0", "100.0.0"])("accepts %s", (version) => {
  expect(unsupportedNodeMessage(version)).toBeUndefined();
});

it.each(["20.20.2", "22.18.9", "9.9.9"])("refuses %s with one message", (version) => {
  expect(unsupportedNodeMessage(version)).toBe(`Node ${version} is too old: projectsync needs Node 22.19 or later.`);
});
