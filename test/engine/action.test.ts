import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Emulator } from "../../emulator/start.ts";
import { ask } from "../ask.ts";
import type { ActionResult } from "../action/run-action.ts";
import { openEngineScene, type EngineScene, type Inputs } from "./harness/engine-run.ts";
import { SECRET, TOKEN, useInstallation } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

const installation = useInstallation();

const SITE = `version: 1
project:
  organization_id: org_1
  slug: site
  description: Shop
  force_https: false
  forwarded_headers:
    - { name: authorization, value: { secret: META_TOKEN } }
components:
  edgee/meta-capi:
    version: latest
    settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } }
  edgee/ga4:
    version: "1.0.0"
    settings: { measurement_id: G-1 }
domains: [www.example.com, shop.example.com]
`;
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

describe("the Action with engine pulumi", () => {
  let direct: EngineScene;
  let pulumi: EngineScene;

  beforeAll(async () => {
    direct = await openEngineScene(installation(), {});
    pulumi = await openEngineScene(installation(), { engine: "pulumi", stack: "dev" });
  });
  afterAll(async () => {
    await direct?.[Symbol.asyncDispose]();
    await pulumi?.[Symbol.asyncDispose]();
  });

  /** Runs the same on both services, and expects the same. Returns what the one with the engine gave. */
  async function same(mode: string, inputs: Inputs = {}): Promise<ActionResult> {
    const [plain, engine] = await Promise.all([direct.run(mode, inputs), pulumi.run(mode, inputs)]);
    expect(outputsOf(engine), engine.everything).toEqual(outputsOf(plain));
    expect(engine.code).toBe(plain.code);
    expectNoSecrets(engine);
    return engine;
  }

  async function onBoth(change: (scene: EngineScene) => Promise<unknown>): Promise<void> {
    await Promise.all([change(direct), change(pulumi)]);
  }

  it("plans what a first apply creates, and says that there is no stack yet", async () => {
    await onBoth(({ write }) => write({ "site.yaml": SITE, "blog.yaml": BLOG }));
    const { outputs, stdout } = await same("plan");
    expect(outputs).toMatchObject({ result: "changes", create: "7" });
    expect(stdout).toContain("Stack dev is new: its first apply creates it, and adopts what exists.");
    expect(writes(pulumi.emulator)).toEqual([]);
  });

  it("applies", async () => {
    const { outputs, summary } = await same("apply");
    expect(outputs).toMatchObject({ result: "applied", create: "7", changed: "true" });
    expect(summary).toContain("7 done");
  });

  it("applies nothing a second time, and neither does an apply without the engine", async () => {
    await onBoth(async ({ emulator }) => emulator.reset());
    expect((await same("apply")).outputs).toMatchObject({ result: "no-changes", "has-changes": "false" });
    expect(writes(pulumi.emulator)).toEqual([]);
    expect((await pulumi.run("plan", { engine: "direct", stack: "" })).outputs).toMatchObject({ result: "no-changes" });
    expect((await same("drift")).outputs).toMatchObject({ result: "no-changes" });
  });

  it("finds drift, shows it as without the engine, and repairs it", async () => {
    await onBoth(async ({ emulator }) => {
      const id = await projectId(emulator, "site");
      await ask(emulator, `POST /v1/projects/${id}`, { description: "by hand" });
      await ask(emulator, `DELETE /v1/projects/${id}/domains/shop.example.com`);
    });
    const drift = await same("drift");
    expect(drift.outputs).toMatchObject({ result: "drift", update: "1", create: "1", "failure-reason": "drift" });
    const plain = await direct.run("plan");
    const plan = await same("plan");
    expect(tablesOf(plan)).toBe(tablesOf(plain));
    expect((await same("apply")).outputs).toMatchObject({ result: "applied", update: "1", create: "1" });
    expect((await same("drift")).outputs).toMatchObject({ result: "no-changes" });
  });

  it("finds drift beside what the service refuses to show, and names the refusal", async () => {
    await onBoth(async ({ emulator }) => {
      await ask(emulator, `POST /v1/projects/${await projectId(emulator, "site")}`, { description: "by hand" });
      const path = `/v1/projects/${await projectId(emulator, "blog")}/domains`;
      emulator.setFaults({
        faults: [{ method: "GET", path, times: "always", fault: { kind: "answer", status: 403 } }],
      });
    });
    const { outputs, summary } = await same("drift");
    expect(outputs).toMatchObject({ result: "drift", update: "1", blocked: "2", unchanged: "4" });
    expect(summary).toMatch(/org&#95;1\/blog.*blocked: GET .*: 403/);
    await onBoth(async ({ emulator }) => emulator.setFaults({}));
    expect((await same("apply")).outputs).toMatchObject({ result: "applied", update: "1" });
  });

  it("plans, and then makes, a change of the files, which is no drift", async () => {
    await onBoth(({ write }) =>
      write({ "site.yaml": SITE.replace("G-1", "G-2").replace("force_https: false", "force_https: true") }),
    );
    expect((await pulumi.run("drift")).outputs).toMatchObject({ result: "no-changes", update: "0" });
    const plan = await same("plan");
    expect(plan.outputs).toMatchObject({ result: "changes", update: "2" });
    expect((await same("apply")).outputs).toMatchObject({ result: "applied", update: "2" });
  });

  it("reports a change that the service refuses, and makes the others", async () => {
    await onBoth(async ({ emulator, write }) => {
      await ask(emulator, "POST /v1/projects", { organization_id: "org_2", slug: "other", type: "proxy" });
      await ask(emulator, `POST /v1/projects/${await projectId(emulator, "other")}/domains`, {
        name: "taken.example.com",
      });
      await write({ "blog.yaml": BLOG.replace("[blog", "[taken.example.com, news.example.com, blog") });
    });
    const { outputs, summary } = await same("apply");
    expect(outputs).toMatchObject({ result: "partial", create: "2", "failure-reason": "partial" });
    // Pulumi does not tell a refusal from a lost answer.
    expect(summary).toMatch(/taken\.example\.com.*unknown: .*409/);
    await onBoth(({ write }) => write({ "blog.yaml": BLOG.replace("[blog", "[news.example.com, blog") }));
    expect((await same("apply")).outputs).toMatchObject({ result: "no-changes" });
  });
});
