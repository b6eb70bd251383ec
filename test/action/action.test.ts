import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ROOT, runAction, type ActionRun } from "./run-action.ts";

const SECRET = "canary-meta-5c1d";
const TOKEN = "canary-token-77aa";
const FILES = "examples/projects/*.yaml";
const PUSH = {
  name: "push",
  ref: "refs/heads/main",
  payload: { repository: { full_name: "acme/sites", default_branch: "main" } },
};

const pullRequest = (from: string, action = "opened"): NonNullable<ActionRun["event"]> => ({
  name: "pull_request",
  ref: "refs/pull/1/merge",
  payload: {
    action,
    repository: { full_name: "acme/sites", default_branch: "main" },
    pull_request: { number: 1, head: { repo: { full_name: from } } },
  },
});

async function startService() {
  const emulator = await startEmulator({ token: TOKEN });
  const inputs = { "base-url": emulator.url, token: TOKEN, files: FILES };
  const writes = (): string[] => {
    const seen = emulator.requests().filter(({ method }) => method !== "GET");
    emulator.reset();
    return seen.map(({ method, path: at }) => `${method} ${at}`);
  };
  const run = (options: Partial<ActionRun> & { mode?: string } = {}) => {
    const { mode = "auto", inputs: more = {}, ...rest } = options;
    return runAction({ environment: { META_ACCESS_TOKEN: SECRET }, ...rest, inputs: { ...inputs, mode, ...more } });
  };
  return { emulator, writes, run, [Symbol.asyncDispose]: () => emulator.close() };
}

describe("the Action, as GitHub runs it", () => {
  it("plans, applies and then finds nothing to do", async () => {
    await using service = await startService();
    const plan = await service.run({ mode: "plan" });
    expect(plan).toMatchObject({ code: 0, stderr: "" });
    expect(plan.outputs).toMatchObject({ mode: "plan", ending: "changes", "has-changes": "true", changed: "false" });
    expect(service.writes()).toEqual([]);

    const apply = await service.run({ event: PUSH });
    expect(apply).toMatchObject({ code: 0, stderr: "" });
    expect(apply.outputs).toMatchObject({ mode: "apply", ending: "done", changed: "true", "failure-reason": "" });
    expect(apply.outputs["create"]).toBe(plan.outputs["create"]);
    expect(apply.outputs["digest"]).toBe(plan.outputs["digest"]);
    expect(service.writes().length).toBeGreaterThan(4);

    const again = await service.run({ event: PUSH });
    expect(again.outputs).toMatchObject({ ending: "done", changed: "false", create: "0", update: "0" });
    expect(service.writes()).toEqual([]);
  });

  it("masks the token before anything else, and shows no secret anywhere", async () => {
    await using service = await startService();
    for (const mode of ["plan", "apply", "drift"]) {
      const result = await service.run({ mode });
      const [first, ...others] = result.everything.split("\n");
      expect(first).toBe(`::add-mask::${TOKEN}`);
      expect(others.join("\n").replaceAll(/^::add-mask::.*$/gm, "")).not.toMatch(/canary-/);
    }
  });

  it("reports drift in its outputs, on the lines of the files and in the summary, and fails", async () => {
    await using service = await startService();
    await service.run({ mode: "apply" });
    await fetch(`${service.emulator.url}/v1/projects/prj_1/domains/www.example.com`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    service.writes();
    const event = { name: "schedule", payload: {} };
    const drift = await service.run({ event });
    expect(drift).toMatchObject({ code: 1 });
    expect(drift.outputs).toMatchObject({ mode: "drift", ending: "drift", "failure-reason": "drift", create: "1" });
    expect(drift.summary).toContain("drift");
    expect(drift.summary).toContain("www.example.com");
    const reported = await service.run({ event, inputs: { "fail-on-drift": "false" } });
    expect(reported).toMatchObject({ code: 0, outputs: { ending: "drift", "failure-reason": "" } });
    expect(service.writes()).toEqual([]);
  });

  it("fails with annotations and outputs when a file is wrong, and writes nothing", async () => {
    await using service = await startService();
    const folder = await mkdtemp(path.join(tmpdir(), "projectsync-files-"));
    try {
      await cp(path.join(ROOT, "examples/projects"), folder, { recursive: true });
      await writeFile(
        path.join(folder, "wrong.yaml"),
        "version: 1\nproject:\n  organization_id: org_1\n  slug: w\n  force_htps: true\n",
      );
      const result = await service.run({ mode: "apply", folder, inputs: { files: "*.yaml" } });
      expect(result).toMatchObject({
        code: 1,
        outputs: { ending: "invalid", "failure-reason": "invalid", create: "" },
      });
      expect(result.stdout).toMatch(/^::error title=projectsync,file=wrong\.yaml,line=5,col=3::.*force_https/m);
      expect(result.summary).toContain("did you mean force&#95;https?");
      expect(service.writes()).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it.each([
    ["a wrong token", { token: "wrong" }, /401.*Check the access token/],
    ["no token", { token: "" }, /The input token is not set/],
    ["an address without https", { "base-url": "http://example.com" }, /must be https/],
    ["no address", { "base-url": "" }, /The input base-url is not set/],
    ["an unknown mode", { mode: "aply" }, /The input mode must be one of auto/],
    ["an unknown kind to prune", { prune: "everything" }, /The input prune must be one of/],
    ["a file that is not there", { files: "nowhere.yaml" }, /nowhere\.yaml/],
  ])("fails with one clear message and its outputs: %s", async (_case, inputs, message) => {
    await using service = await startService();
    const result = await service.run({ mode: "apply", inputs });
    expect(result).toMatchObject({ code: 1, stderr: "" });
    expect(result.stdout).toMatch(message);
    expect(result.stdout).not.toMatch(/^\s+at /m);
    expect(result.outputs["failure-reason"]).not.toBe("");
    expect(service.writes()).toEqual([]);
  });

  it("keeps text of the service from becoming a workflow command", async () => {
    await using service = await startService();
    await service.run({ mode: "apply" });
    const result = await service.run({ mode: "plan", inputs: { files: "examples/projects/*.yaml\n::error::x.yaml" } });
    expect(result.stdout).not.toMatch(/^::error::x/m);
  });
});

describe("mode auto", () => {
  it.each([
    ["a push to the default branch", PUSH, "apply"],
    ["a push to another branch", { ...PUSH, ref: "refs/heads/topic" }, "plan"],
    ["a tag", { ...PUSH, ref: "refs/tags/main" }, "plan"],
    ["a deleted branch", { ...PUSH, payload: { ...PUSH.payload, deleted: true } }, "plan"],
    ["a pull request", pullRequest("acme/sites"), "plan"],
    ["a closed pull request", pullRequest("acme/sites", "closed"), "plan"],
    ["a pull request from a fork", pullRequest("stranger/sites"), "validate"],
    ["a pull request by a bot", { ...pullRequest("acme/sites"), actor: "dependabot[bot]" }, "validate"],
    ["a schedule", { name: "schedule" }, "drift"],
    ["a dispatch", { name: "workflow_dispatch" }, "plan"],
    ["a merge group", { name: "merge_group" }, "plan"],
  ])("%s", async (_case, event, mode) => {
    await using service = await startService();
    const { outputs } = await service.run({ event });
    expect(outputs["mode"]).toBe(mode);
    expect(service.writes().length > 0).toBe(mode === "apply");
  });

  it("validates a pull request without a token", async () => {
    await using service = await startService();
    const { outputs, code } = await service.run({ event: pullRequest("acme/sites"), inputs: { token: "" } });
    expect({ mode: outputs["mode"], code }).toEqual({ mode: "validate", code: 0 });
    expect(service.emulator.requests()).toEqual([]);
  });

  it.each(["auto", "plan", "apply"])("refuses pull_request_target, also with mode %s", async (mode) => {
    await using service = await startService();
    const result = await service.run({
      mode,
      event: { ...pullRequest("stranger/sites"), name: "pull_request_target" },
    });
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("pull_request_target gives a stranger");
    expect(service.emulator.requests()).toEqual([]);
  });
});
