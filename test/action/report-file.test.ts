import { expect, it } from "vitest";
import { problemsByClosedSchema, problemsByPublishedSchema } from "../schema-problems.ts";
import { runAction } from "./run-action.ts";
import { checkOut, projectFile, startService, TOKEN } from "./service.ts";

it.each(["validate", "plan", "apply", "drift"])("the report of %s fits the published schema", async (mode) => {
  await using service = await startService();
  await using checkout = await checkOut({ "a.yaml": projectFile("a", "domains: [a.example.com]\n") });
  const report = await reportOf(mode, service.emulator.url, checkout.folder);
  expect(report).toMatchObject({ mode, files: ["a.yaml"] });
  expect(await problemsByPublishedSchema(report, "report")).toEqual([]);
  expect(problemsByClosedSchema(report, "report")).toEqual([]);
});

/** The report is the last part of what a run wrote. */
async function reportOf(mode: string, url: string, folder: string): Promise<unknown> {
  const inputs = { mode, files: "a.yaml", "base-url": url, token: TOKEN, "allow-outdated": "true" };
  const { everything } = await runAction({ inputs, folder });
  const start = everything.lastIndexOf('\n{\n  "mode"');
  return JSON.parse(everything.slice(start));
}
