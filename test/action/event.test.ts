import { expect, it } from "vitest";
import { readEvent } from "../../action/event-rules.ts";

it.each([
  [".github/workflows/sites.yml", "refs/heads/main"],
  [".github/workflows/deploy@prod.yml", "refs/heads/x@y"],
  [".github/workflows/deploy@refs.yml", "a".repeat(40)],
])("the path of the workflow file is %s at %s", async (file, ref) => {
  const { workflow } = await readEvent({ GITHUB_WORKFLOW_REF: `acme/sites/${file}@${ref}` });
  expect(workflow).toBe(file);
});
