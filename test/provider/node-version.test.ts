import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { MIN_NODE_VERSION, unsupportedNodeMessage } from "../../core/required-node.ts";

it("the oldest version is that of package.json", () => {
  expect(manifest.engines.node).toBe(`>=${MIN_NODE_VERSION}`);
});

it.each(["22.19.0", "22.20.1", "23.0.0", "24.1.0", "100.0.0"])("Node.js %s is new enough", (version) => {
  expect(unsupportedNodeMessage(version)).toBeUndefined();
});

it.each(["9.9.9", "18.20.8", "20.19.5", "22.18.9", "22.9.0"])("Node.js %s is refused", (version) => {
  expect(unsupportedNodeMessage(version)).toBe(`projectsync needs Node.js 22.19 or newer. This is Node.js ${version}.`);
});

it.each(["index.ts", "runtime.ts"])("%s checks the version before it loads anything else", (file) => {
  const text = readFileSync(new URL(`../../provider/${file}`, import.meta.url), "utf8");
  expect(text.match(/^(?:import|export) .*$/m)?.[0]).toMatch(/^import ".*\/node-version\.ts";$/);
});
