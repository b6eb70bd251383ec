import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { ROOT, type ActionRun } from "./run-action.ts";
import { checkOut, projectFile, PUSH, startService, TOKEN } from "./service.ts";

const { outputs: NAMED } = z
  .object({ outputs: z.record(z.string(), z.unknown()) })
  .parse(parse(await readFile(path.join(ROOT, "action.yml"), "utf8")));

const pullRequest = (from: string, action = "opened", user = {}): NonNullable<ActionRun["event"]> => ({
  name: "pull_request",
  ref: "refs/pull/1/merge",
  payload: {
    action,
    repository: { full_name: "acme/sites", default_branch: "main" },
    pull_request: { number: 1, user: { login: "octocat", type: "User", ...user }, head: { repo: { full_name: from } } },
  },
});

describe("the Action, as GitHub runs it", () => {
  it("plans, applies, and then has no changes", async () => {
    await using service = await startService();
    const plan = await service.run({ mode: "plan" });
    expect(plan).toMatchObject({ code: 0, stderr: "" });
    expect(plan.outputs).toMatchObject({ mode: "plan", result: "changes", "has-changes": "true", changed: "false" });
    expect(service.writes()).toEqual([]);

    const apply = await service.run({ event: PUSH });
    expect(apply).toMatchObject({ code: 0, stderr: "" });
    expect(apply.outputs).toMatchObject({ mode: "apply", result: "applied", changed: "true", "failure-reason": "" });
    expect(apply.outputs["create"]).toBe(plan.outputs["create"]);
    expect(apply.outputs["digest"]).toBe(plan.outputs["digest"]);
    expect(service.writes().length).toBeGreaterThan(4);

    const again = await service.run({ event: PUSH });
    expect(again.outputs).toMatchObject({ result: "no-changes", changed: "false", create: "0", update: "0" });
    expect(service.writes()).toEqual([]);
  });

  it("masks the token first, and shows no secret", async () => {
    await using service = await startService();
    for (const mode of ["plan", "apply", "drift"]) {
      const result = await service.run({ mode });
      const [first, ...others] = result.everything.split("\n");
      expect(first).toBe(`::add-mask::${TOKEN}`);
      expect(others.join("\n").replaceAll(/^::add-mask::.*$/gm, "")).not.toMatch(/canary-/);
    }
  });

  it("reports drift in outputs and summary, and fails", async () => {
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
    expect(drift.outputs).toMatchObject({ mode: "drift", result: "drift", "failure-reason": "drift", create: "1" });
    expect(drift.summary).toContain("drift");
    // The comment keeps GitHub from making a link.
    expect(drift.summary).toContain("www<!-- -->.example.com");
    const reported = await service.run({ event, inputs: { "fail-on-drift": "false" } });
    expect(reported).toMatchObject({ code: 0, outputs: { result: "drift", "failure-reason": "" } });
    expect(service.writes()).toEqual([]);
  });

  it("fails with annotations and outputs if a file is invalid, and writes nothing", async () => {
    await using service = await startService();
    await using checkout = await checkOut({
      "a.yaml": projectFile("a"),
      "wrong.yaml": projectFile("w", "  force_htps: true\n"),
    });
    const result = await service.run({ mode: "apply", folder: checkout.folder, inputs: { files: "*.yaml" } });
    expect(result).toMatchObject({
      code: 1,
      outputs: { result: "invalid", "failure-reason": "invalid-files", create: "", "has-changes": "" },
    });
    expect(result.stdout).toMatch(/^::error title=projectsync,file=wrong\.yaml,line=5,col=3::.*force_https/m);
    expect(result.summary).toContain("did you mean force&#95;https?");
    expect(service.writes()).toEqual([]);
  });

  it.each([
    ["a wrong token", { token: "wrong-token" }, "unauthenticated", /401.*Check the access token/],
    ["no token", { token: "" }, "bad-input", /Input token is not set/],
    ["a base URL without https", { "base-url": "http://example.com" }, "bad-input", /must use https/],
    ["no base URL", { "base-url": "" }, "bad-input", /Input base-url is not set/],
    ["an unknown mode", { mode: "aply" }, "bad-input", /Input mode must be one of auto, .*, not "aply"/],
    ["an unknown prune kind", { prune: "everything" }, "bad-input", /Input prune must be one of .*, not "everything"/],
    ["a missing file", { files: "nowhere.yaml" }, "invalid-files", /nowhere\.yaml/],
  ])("fails with one message and all outputs: %s", async (_case, inputs, reason, message) => {
    await using service = await startService();
    const result = await service.run({ mode: "apply", inputs });
    expect(result).toMatchObject({ code: 1, stderr: "" });
    expect(result.stdout).toMatch(message);
    expect(result.stdout).not.toMatch(/^\s+at /m);
    expect(Object.keys(result.outputs).toSorted()).toEqual(Object.keys(NAMED).toSorted());
    expect(result.outputs["result"]).toBe(reason === "invalid-files" ? "invalid" : "failed");
    expect(result.outputs).toMatchObject({ "failure-reason": reason, "has-changes": "" });
    expect(service.writes()).toEqual([]);
  });

  it("sets has-changes to false if everything is blocked", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "a.yaml": projectFile("a", "  must_exist: true\n") });
    const { outputs } = await service.run({ mode: "plan", folder: checkout.folder, inputs: { files: "a.yaml" } });
    expect(outputs).toMatchObject({ result: "blocked", blocked: "1", "has-changes": "false" });
  });

  it("does not claim that nothing was applied if a write has an unknown outcome", async () => {
    const lost = { method: "POST", times: "always", fault: { kind: "reset", when: "before" } } as const;
    // After the plan and before the create. A refused read is not waited for.
    const refused = {
      kind: "answer",
      status: 403,
      body: { error: { type: "forbidden_error", message: "no" } },
    } as const;
    const blind = { method: "GET", path: "/v1/projects", nth: 4, times: "always", fault: refused } as const;
    await using service = await startService({ faults: { faults: [lost, blind] } });
    await using checkout = await checkOut({ "a.yaml": projectFile("a") });
    const inputs = { files: "a.yaml" };
    const result = await service.run({ mode: "apply", folder: checkout.folder, inputs });
    expect(result).toMatchObject({ code: 1, outputs: { changed: "true" } });
    expect(result.stdout).toContain("Partly applied: 1 unknown");
    expect(result.stdout).not.toContain("Nothing was");
  });

  it("keeps its result if summary and report cannot be written, and warns of each", async () => {
    await using service = await startService();
    const environment = { GITHUB_STEP_SUMMARY: "", RUNNER_TEMP: "/nowhere/at/all" };
    const result = await service.run({ event: PUSH, environment, isSpawned: true });
    expect(result).toMatchObject({
      code: 0,
      outputs: { mode: "apply", result: "applied", "failure-reason": "", changed: "true", "report-path": "" },
    });
    expect(result.stdout).toMatch(/^::warning::The report could not be written: .*\/nowhere\/at\/all/m);
    expect(result.stdout).toMatch(/^::warning::The summary could not be written: .*GITHUB_STEP_SUMMARY/m);
  });

  it.each(["INPUT_TOKEN", "PROJECTSYNC_TOKEN", "GITHUB_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN"])(
    "refuses a project file that refers to %s",
    async (variable) => {
      await using service = await startService();
      const component = `components:\n  edgee/ga4:\n    settings: { measurement_id: { env: ${variable} } }\n`;
      await using checkout = await checkOut({ "a.yaml": projectFile("a", component) });
      const environment = { [variable]: "canary-own-4711" };
      const result = await service.run({
        mode: "apply",
        folder: checkout.folder,
        environment,
        inputs: { files: "a.yaml" },
      });
      expect(result.outputs["result"]).toBe("invalid");
      expect(result.stdout).toContain(`project files cannot read ${variable}`);
      expect(service.writes()).toEqual([]);
    },
  );
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
    [
      "a bot's pull request that a person reopened",
      pullRequest("acme/sites", "reopened", { login: "renovate", type: "Bot" }),
      "validate",
    ],
    [
      "a pull request by a bot that only its name shows",
      pullRequest("acme/sites", "reopened", { login: "renovate[bot]", type: undefined }),
      "validate",
    ],
    ["a pull request with an unreadable payload", { ...pullRequest("acme/sites"), payload: "{" }, "validate"],
    ["a schedule", { name: "schedule" }, "drift"],
    ["a dispatch", { name: "workflow_dispatch" }, "plan"],
    ["a merge group", { name: "merge_group" }, "plan"],
  ])("%s", async (_case, event, mode) => {
    await using service = await startService();
    const { outputs } = await service.run({ event });
    expect(outputs["mode"]).toBe(mode);
    expect(service.writes().length > 0).toBe(mode === "apply");
  });

  it.each(["{", { repository: "acme/sites" }, {}])(
    "plans on a push with payload %j, and logs the reason",
    async (payload) => {
      await using service = await startService();
      const { outputs, stdout, stderr } = await service.run({ event: { ...PUSH, payload } });
      expect({ mode: outputs["mode"], stderr }).toEqual({ mode: "plan", stderr: "" });
      expect(stdout).toContain("Mode: plan (push, payload unreadable)");
    },
  );

  it("validates a pull request without a token", async () => {
    await using service = await startService();
    const { outputs, code } = await service.run({ event: pullRequest("acme/sites"), inputs: { token: "" } });
    expect({ mode: outputs["mode"], code }).toEqual({ mode: "validate", code: 0 });
    expect(service.emulator.requests()).toEqual([]);
  });

  it.each(["auto", "plan", "apply"])("refuses pull_request_target with mode %s", async (mode) => {
    await using service = await startService();
    const result = await service.run({
      mode,
      event: { ...pullRequest("stranger/sites"), name: "pull_request_target" },
    });
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("Event pull_request_target is refused");
    expect(service.emulator.requests()).toEqual([]);
  });
});
