import { cp, readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { runnerEnvironment } from "./comment-world.ts";
import { event, HEAD, pullEvent, PUSH } from "./events.ts";
import { startGitHub } from "./github-stand-in.ts";
import type { StandInPull } from "./github-records.ts";
import { ROOT, runAction, type ActionResult } from "./run-action.ts";
import { checkOut } from "./service.ts";
import { workflowSchema } from "./workflow-schema.ts";

const FOLDER = path.join(ROOT, "examples/workflows");
const names = (await readdir(FOLDER)).toSorted();

const actionSchema = z.object({ inputs: z.record(z.string(), z.unknown()) });

const read = (name: string): Promise<string> => readFile(path.join(FOLDER, name), "utf8");

/** The steps of a workflow that use the Action, by job: the second one of `detach` is `detach 2`. Expressions are replaced by `values`. */
async function stepsOf(name: string, values: Readonly<Record<string, string>>) {
  const text = (await read(name)).replaceAll(
    /\$\{\{ ([^}]+) \}\}/g,
    (_whole, expression: string) => values[expression] ?? "",
  );
  const workflow = workflowSchema.parse(parse(text));
  return Object.fromEntries(
    Object.entries(workflow.jobs).flatMap(([job, { steps }]) =>
      steps
        .filter(({ uses }) => uses?.includes("/projectsync@") === true)
        .map((step, index) => [
          index === 0 ? job : `${job} ${index + 1}`,
          { inputs: step.with ?? {}, environment: { ...workflow.env, ...step.env } },
        ]),
    ),
  );
}

async function startService() {
  const stack = new AsyncDisposableStack();
  const emulator = await openEmulator({ habits: { domains: { dnsMs: 0, sslMs: 0 } } });
  stack.defer(() => emulator.close());
  // This repository may be a worktree, which is not applied.
  const { folder } = stack.use(await checkOut({}));
  await cp(path.join(ROOT, "examples"), path.join(folder, "examples"), { recursive: true });
  const values = {
    "vars.PROJECTSYNC_BASE_URL": emulator.url,
    "secrets.PROJECTSYNC_TOKEN": emulator.token,
    "secrets.META_ACCESS_TOKEN": "meta-secret-1234",
    "github.event.number": "7",
  };
  const run = async (
    name: string,
    job: string,
    on: Parameters<typeof runAction>[0]["event"],
    more: { readonly inputs?: object; readonly environment?: object } = {},
  ): Promise<ActionResult> => {
    const step = (await stepsOf(name, values))[job];
    if (step === undefined) throw new Error(`${name} has no job ${job}`);
    return runAction({
      folder,
      inputs: { ...step.inputs, ...more.inputs },
      environment: { ...step.environment, ...more.environment },
      event: on,
    });
  };
  const writes = () =>
    emulator.requests().flatMap(({ method, path: at }) => (method === "GET" ? [] : [`${method} ${at}`]));
  return { emulator, run, writes, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const SCHEDULE = event("schedule");
const PULL = pullEvent();

describe("each example workflow", () => {
  it.each(names)("%s uses only inputs that action.yml has, and only this repository's own files", async (name) => {
    const action = actionSchema.parse(parse(await readFile(path.join(ROOT, "action.yml"), "utf8")));
    for (const { inputs } of Object.values(await stepsOf(name, {}))) {
      expect(Object.keys(action.inputs)).toEqual(expect.arrayContaining(Object.keys(inputs)));
      expect(inputs["files"]).toMatch(/^examples\//);
    }
  });

  it.each(names)("%s lets only one run at a time", async (name) => {
    expect(await read(name)).toMatch(/^concurrency:|^ {4}concurrency:/m);
  });
});

describe("run against the emulator", () => {
  it("plan-and-apply plans on a pull request and applies on a push; drift fails if the service differs from the files", async () => {
    await using service = await startService();
    const plan = await service.run("plan-and-apply.yml", "plan", PULL);
    expect(plan).toMatchObject({ code: 0, outputs: { mode: "plan", result: "changes" } });
    const missing = await service.run("drift.yml", "drift", SCHEDULE);
    expect(missing).toMatchObject({ code: 1, outputs: { result: "drift" } });
    expect(service.writes()).toEqual([]);
    const apply = await service.run("plan-and-apply.yml", "apply", PUSH);
    expect(apply).toMatchObject({ code: 0, outputs: { mode: "apply", result: "applied" } });
    const same = await service.run("drift.yml", "drift", SCHEDULE);
    expect(same).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
  });

  it("drift opens an issue, and closes it", async () => {
    await using service = await startService();
    await using github = await startGitHub();
    const drift = (run: number): Promise<ActionResult> => {
      const environment = runnerEnvironment(github.url, SCHEDULE, { run });
      return service.run("drift.yml", "drift", SCHEDULE, { inputs: { "github-token": "canary" }, environment });
    };
    await drift(1);
    expect(github.repo.issues).toMatchObject([{ state: "open", body: expect.stringContaining("create project") }]);
    await service.run("plan-and-apply.yml", "apply", PUSH);
    await drift(2);
    expect(github.repo.issues).toMatchObject([{ state: "closed" }]);
  });

  it("preview attaches a domain, makes its URL from it, and detaches only that one", async () => {
    await using service = await startService();
    await service.run("plan-and-apply.yml", "apply", PUSH);
    service.emulator.reset();
    const attach = await service.run("preview.yml", "attach", PULL);
    expect(attach).toMatchObject({ code: 0, outputs: { result: "applied", create: "1" } });
    const name = "pr-7.preview.example.com";
    expect(JSON.parse(attach.outputs["domains"] ?? "")).toEqual([
      { key: `org_1/marketing-site/${name}`, name, dns: "ready", ssl: "ready" },
    ]);
    const again = await service.run("preview.yml", "attach", PULL);
    expect(again).toMatchObject({ code: 0, outputs: { changed: "false" } });
    const detach = await service.run("preview.yml", "detach", PULL);
    expect(detach).toMatchObject({ code: 0, outputs: { result: "applied", delete: "1" } });
    expect(service.writes()).toEqual([
      "POST /v1/projects/prj_1/domains",
      "DELETE /v1/projects/prj_1/domains/pr-7.preview.example.com",
    ]);
    // The URL of the deployment is made from the output `domains`.
    const { jobs } = workflowSchema.parse(parse(await read("preview.yml")));
    const { environment, steps = [] } = jobs["attach"] ?? {};
    const id = steps.find(({ with: inputs }) => inputs?.["files"] === "examples/preview/attach.yaml")?.id;
    expect(environment).toEqual({
      name: "preview",
      url:
        `\${{ steps.${id}.outcome == 'success' && steps.${id}.outputs.mode == 'apply' && ` +
        `format('https://{0}', fromJSON(steps.${id}.outputs.domains)[0].name) || '' }}`,
    });
  });

  it("preview has one comment, which ends with the pull request", async () => {
    await using service = await startService();
    const pulls: StandInPull[] = [{ number: 7, head: HEAD }];
    await using github = await startGitHub({ pulls });
    await service.run("plan-and-apply.yml", "apply", PUSH);
    const at = (job: string, action: string, run: number): Promise<ActionResult> => {
      const event = pullEvent(action);
      const inputs = { "github-token": "canary-github-token" };
      const environment = runnerEnvironment(github.url, event, { run });
      return service.run("preview.yml", job, event, { inputs, environment });
    };
    expect(await at("attach", "opened", 1)).toMatchObject({ code: 0 });
    expect(github.comments).toMatchObject([{ body: expect.stringContaining("✅ applied") }]);
    pulls.splice(0, 1, { number: 7, head: HEAD, state: "closed" });
    expect(await at("detach", "closed", 2)).toMatchObject({ code: 0, outputs: { result: "applied", delete: "1" } });
    service.emulator.reset();
    expect(await at("detach 2", "closed", 2)).toMatchObject({ code: 0, outputs: { mode: "validate" } });
    expect(service.emulator.requests()).toEqual([]);
    expect(github.comments).toMatchObject([{ body: expect.stringContaining("> **Closed without merging.") }]);
  });

  it("preview sweeps what was left of closed pull requests", async () => {
    await using service = await startService();
    await using github = await startGitHub({
      pulls: [{ number: 7, head: "a", state: "closed", closedAt: "2026-01-01T00:00:00Z" }],
    });
    await service.run("plan-and-apply.yml", "apply", PUSH);
    await service.run("preview.yml", "attach", PULL);
    service.emulator.reset();
    const sweep = (): Promise<ActionResult> =>
      service.run("preview.yml", "sweep", SCHEDULE, {
        inputs: { "github-token": "canary-github-token" },
        environment: { GITHUB_API_URL: github.url },
      });
    expect(await sweep()).toMatchObject({ code: 0, outputs: { mode: "sweep", result: "applied", delete: "1" } });
    expect(await sweep()).toMatchObject({ code: 0, outputs: { result: "no-changes", changed: "false" } });
    expect(service.writes()).toEqual(["DELETE /v1/projects/prj_1/domains/pr-7.preview.example.com"]);
  });
});
