import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { ROOT, runCli } from "./run-cli.ts";

it("projectsync schema prints the schema that is published, without a service", async () => {
  const published = await readFile(path.join(ROOT, "schema/projectsync.schema.json"), "utf8");
  expect(await runCli(["schema"])).toEqual({ code: 0, stdout: published, stderr: "" });
});
