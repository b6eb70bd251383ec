import { expect, it } from "vitest";
import { problemsByClosedSchema, problemsByPublishedSchema } from "../schema-problems.ts";
import { play, projectFile } from "./service.ts";

it.each(["validate", "plan", "apply", "drift"])("the report of %s fits the published schema", async (mode) => {
  const { everything } = await play({ "a.yaml": projectFile("a", "domains: [a.example.com]\n") }, { mode });
  // The report is the last part of what a run wrote.
  const report: unknown = JSON.parse(everything.slice(everything.lastIndexOf('\n{\n  "mode"')));
  expect(report).toMatchObject({ mode, files: ["a.yaml"] });
  expect(await problemsByPublishedSchema(report, "report")).toEqual([]);
  expect(problemsByClosedSchema(report, "report")).toEqual([]);
});
