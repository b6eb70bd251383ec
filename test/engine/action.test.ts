import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Emulator } from "../../emulator/start.ts";
import { COMMENT_INPUTS, MERGED, OPEN, runnerEnvironment } from "../action/comment-world.ts";
import { pullEvent, PUSH } from "../action/events.ts";
import { startGitHub } from "../action/github-stand-in.ts";
import type { ActionResult, ActionRun } from "../action/run-action.ts";
import { ask } from "../ask.ts";
import { openEngineScene, type EngineScene, type Inputs } from "./harness/engine-run.ts";
import { SECRET, TOKEN } from "./harness/scene.ts";
import { COMPONENTS, PROJECT } from "./harness/site-file.ts";
import { writes } from "./harness/writes.ts";

const SITE = `${PROJECT}${COMPONENTS}domains: [www.example.com, shop.example.com]\n`;
const BLOG = "version: 1\nproject: { organization_id: org_1, slug: blog }\ndomains: [blog.example.com]\n";

/** What a workflow reads. A digest holds the address of the service, and the path is random. */
function outputsOf({ outputs }: ActionResult): Inputs {
  const { digest: _digest, "report-path": _path, ...rest } = outputs;
  return rest;
}

const listSchema = z.object({ data: z.array(z.object({ id: z.string(), slug: z.string() })) });

async function projectId(emulator: Emulator, wanted: string): Promise<string> {
  const { data } = listSchema.parse(await ask(emulator, "GET /v1/projects"));
  const found = data.find(({ slug }) => slug === wanted);
  if (found === undefined) throw new Error(`There is no project ${wanted}.`);
  return found.id;
}

/** The table of changes and outcomes, without the lines that only an engine adds. */
function tablesOf({ summary }: ActionResult): string {
  return summary.split("\n### Notes")[0] ?? "";
}

/** The lines that ask the runner to mask a value hold it. */
function expectNoSecrets({ everything }: ActionResult): void {
  const shown = everything.replaceAll(/^::add-mask::.*$/gm, "");
  expect(shown).not.toContain(SECRET);
  expect(shown).not.toContain(TOKEN);
}

/** A service with the Action on it, in a repository whose pull request 7 is commented. */
async function openScene(engine: Inputs) {
  const pulls = [OPEN];
  const github = await startGitHub({ pulls });
  const scene = await openEngineScene(engine);
  return {
    ...scene,
    comments: () => github.comments.map(({ body }) => body),
    merge: () => void pulls.splice(0, pulls.length, MERGED),
    commented: (event: NonNullable<ActionRun["event"]>, run: number) =>
      scene.run("auto", COMMENT_INPUTS, runnerEnvironment(github.url, event, { run }), event),
    [Symbol.asyncDispose]: async () => {
      await scene[Symbol.asyncDispose]();
      await github[Symbol.asyncDispose]();
    },
  };
}

/** Without what a machine reads, as its digests depend on the address of the service, and without warnings: of a new stack, and of a service without a project. */
const shown = (bodies: readonly string[]): string[] =>
  bodies.map((body) => body.replaceAll(/<!--.*?-->/gs, "").replace(/### Warnings \([12]\)\n.*?(?=### Files)/s, ""));

const NEW_STACK = "Stack dev is new: its first apply creates it, and adopts what exists.";

describe("the Action with engine pulumi", () => {
  let direct: Awaited<ReturnType<typeof openScene>>;
  let pulumi: Awaited<ReturnType<typeof openScene>>;

  beforeAll(async () => {
    direct = await openScene({});
    pulumi = await openScene({ engine: "pulumi", stack: "dev" });
  });
  afterAll(async () => {
    await direct?.[Symbol.asyncDispose]();
    await pulumi?.[Symbol.asyncDispose]();
  });

  /** Runs the same on both services, and expects the same. Returns what the one with the engine gave. */
  async function same(run: (scene: typeof direct) => Promise<ActionResult>): Promise<ActionResult> {
    const [plain, engine] = await Promise.all([run(direct), run(pulumi)]);
    expect(outputsOf(engine), engine.everything).toEqual(outputsOf(plain));
    expect(engine.code).toBe(plain.code);
    expectNoSecrets(engine);
    return engine;
  }

  async function onBoth(change: (scene: EngineScene) => Promise<unknown>): Promise<void> {
    await Promise.all([change(direct), change(pulumi)]);
  }

  it("plans what a first apply creates, and says that there is no stack yet, also in the comment", async () => {
    await onBoth(({ write }) => write({ "site.yaml": SITE, "blog.yaml": BLOG }));
    const { outputs, stdout } = await same(({ commented }) => commented(pullEvent(), 100));
    expect(outputs).toMatchObject({ mode: "plan", result: "changes", create: "7" });
    expect(stdout).toContain(NEW_STACK);
    expect(writes(pulumi.emulator)).toEqual([]);
    expect(pulumi.comments()).toEqual([expect.stringContaining("Plan: **7 to create")]);
    expect(shown(pulumi.comments())).toEqual(shown(direct.comments()));
  });

  it("applies after the merge, with the comment of a run without the engine", async () => {
    for (const { merge } of [direct, pulumi]) merge();
    const { outputs, summary } = await same(({ commented }) => commented(PUSH, 101));
    expect(outputs).toMatchObject({ mode: "apply", result: "applied", create: "7", changed: "true" });
    expect(summary).toContain("7 done");
    expect(pulumi.comments()).toEqual([expect.stringContaining(NEW_STACK)]);
    expect(shown(pulumi.comments())).toEqual(shown(direct.comments()));
    for (const secret of [SECRET, TOKEN]) expect(JSON.stringify(pulumi.comments())).not.toContain(secret);
  });

  it("applies nothing a second time, and neither does an apply without the engine", async () => {
    await onBoth(async ({ emulator }) => emulator.reset());
    const again = await same(({ run }) => run("apply"));
    expect(again.outputs).toMatchObject({ result: "no-changes", "has-changes": "false" });
    expect(writes(pulumi.emulator)).toEqual([]);
    expect((await pulumi.run("plan", { engine: "direct", stack: "" })).outputs).toMatchObject({ result: "no-changes" });
  });

  it("finds drift beside what the service refuses to show, and names the refusal", async () => {
    await onBoth(async ({ emulator }) => {
      const id = await projectId(emulator, "site");
      await ask(emulator, `POST /v1/projects/${id}`, { description: "by hand" });
      await ask(emulator, `DELETE /v1/projects/${id}/domains/shop.example.com`);
      const path = `/v1/projects/${await projectId(emulator, "blog")}/domains`;
      emulator.setFaults({
        faults: [{ method: "GET", path, times: "always", fault: { kind: "answer", status: 403 } }],
      });
    });
    const { outputs, summary } = await same(({ run }) => run("drift"));
    expect(outputs).toMatchObject({ result: "drift", update: "1", create: "1", blocked: "2", unchanged: "3" });
    expect(summary).toMatch(/org&#95;1\/blog.*blocked: GET .*: 403/);
    await onBoth(async ({ emulator }) => emulator.setFaults({}));
  });

  it("shows drift as without the engine, and repairs it", async () => {
    const plain = await direct.run("plan");
    expect(tablesOf(await same(({ run }) => run("plan")))).toBe(tablesOf(plain));
    const repaired = await same(({ run }) => run("apply"));
    expect(repaired.outputs).toMatchObject({ result: "applied", update: "1", create: "1" });
  });

  it("plans, and then makes, a change of the files, which is no drift, without what the service refuses", async () => {
    const changed = SITE.replace("G-1", "G-2").replace("force_https: false", "force_https: true");
    const taken = BLOG.replace("[blog", "[taken.example.com, news.example.com, blog");
    await onBoth(async ({ emulator, write }) => {
      await ask(emulator, "POST /v1/projects", { organization_id: "org_2", slug: "other", type: "proxy" });
      const path = `/v1/projects/${await projectId(emulator, "other")}/domains`;
      await ask(emulator, `POST ${path}`, { name: "taken.example.com" });
      await write({ "site.yaml": changed, "blog.yaml": taken });
    });
    expect((await pulumi.run("drift")).outputs).toMatchObject({ result: "no-changes", update: "0" });
    const { outputs, summary } = await same(({ run }) => run("apply"));
    expect(outputs).toMatchObject({ result: "partial", update: "2", create: "2", "failure-reason": "partial" });
    // Pulumi does not tell a refusal from a lost answer.
    expect(summary).toMatch(/taken\.example\.com.*unknown: .*409/);
    await onBoth(({ write }) => write({ "blog.yaml": taken.replace("taken.example.com, ", "") }));
    expect((await same(({ run }) => run("apply"))).outputs).toMatchObject({ result: "no-changes" });
  });
});
