import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { refuseOldNode } from "../../provider/node-version.ts";

test.each(["22.19.0", "22.20.1", "23.0.0", "24.1.0", "100.0.0"])("Node.js %s is new enough", (version) => {
  expect(() => refuseOldNode(version)).not.toThrow();
});

test.each(["18.20.8", "20.19.5", "22.18.9", "22.9.0"])("Node.js %s is refused", (version) => {
  expect(() => refuseOldNode(version)).toThrow(`projectsync needs Node.js 22.19 or newer. This is Node.js ${version}.`);
});

test.each(["index.ts", "pulumi/runtime.ts"])("%s checks the version before it loads anything else", (file) => {
  const text = readFileSync(new URL(`../../provider/${file}`, import.meta.url), "utf8");
  expect(text.match(/^(?:import|export) .*$/m)?.[0]).toMatch(/^import ".*\/node-version\.ts";$/);
});
