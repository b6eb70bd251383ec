import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import type { ActionResult } from "../action/run-action.ts";
import { ask } from "../ask.ts";
import { ANOTHER_VALUE, EVERY_FIELD } from "../every-field.ts";
import { openEngineScene } from "./harness/engine-run.ts";
import { meanwhile } from "./harness/meanwhile.ts";
import { writes } from "./harness/writes.ts";

/*
 * The service or the stack changes between the preview and the update. The engine reads both again, and would write what no
 * plan showed.
 */

const site = (fields: string, rest = ""): string =>
  `version: 1\nproject: { organization_id: org_1, slug: site, ${fields} }\n${rest}`;
const GA = (id: string): string =>
  `components:\n  edgee/ga4: { version: "1.0.0", settings: { measurement_id: ${id} } }\n`;

const report = z.object({
  items: z.array(z.object({ kind: z.string(), key: z.string(), action: z.string(), status: z.string().optional() })),
});

/** What the report says became of the objects that have an outcome. */
function outcomesIn({ everything }: ActionResult): Record<string, string> {
  const { items } = report.parse(JSON.parse(everything.slice(everything.lastIndexOf("\n{\n"))));
  const told = items.filter(({ status }) => status !== undefined);
  return Object.fromEntries(told.map(({ kind, key, action, status }) => [`${action} ${kind} ${key}`, `${status}`]));
}

it("what somebody else did meanwhile is done, and what another update of the stack created is not deleted", async () => {
  await using scene = await openEngineScene({ engine: "pulumi", stack: "dev", prune: "domains" });
  const { emulator, write, run } = scene;
  await write({ "site.yaml": site("description: A", "domains: [www.example.com, old.example.com]\n") });
  expect((await run("apply")).outputs).toMatchObject({ result: "applied" });
  await write({ "site.yaml": site("description: B", "domains: [www.example.com, new.example.com]\n") });
  await using between = await meanwhile(scene, async () => {
    await write({
      "other.yml": site("description: A", "domains: [www.example.com, old.example.com, shop.example.com]\n"),
    });
    const other = await run("apply", { files: "other.yml" });
    expect(other.outputs).toMatchObject({ result: "applied", create: "1" });
    await ask(emulator, "POST /v1/projects/prj_1", { description: "B" });
    await ask(emulator, "DELETE /v1/projects/prj_1/domains/old.example.com");
    await ask(emulator, "POST /v1/projects/prj_1/domains", { name: "new.example.com" });
    emulator.reset();
  });
  const result = await run("apply", {}, between.environment);
  const { code, outputs, stdout, summary } = result;
  expect(code).toBe(1);
  expect(outputs, summary).toMatchObject({ result: "partial", "failure-reason": "plan-changed" });
  expect(stdout).toContain(
    "The service or the stack has changed since the plan was made: 1 write that it does not show",
  );
  expect(summary).toContain("was refused. Run plan again.");
  expect(summary).toContain("would be deleted, and the plan does not show that: nothing was sent.");
  expect(writes(emulator)).toEqual([]);
  expect(outcomesIn(result)).toEqual({
    "update project org_1/site": "done",
    "delete domain org_1/site/old.example.com": "done",
    "create domain org_1/site/new.example.com": "done",
    "delete domain org_1/site/shop.example.com": "failed",
  });
});

it("a stack that another run creates meanwhile is used, and nothing is created twice", async () => {
  await using scene = await openEngineScene();
  await scene.write({ "site.yaml": site("description: A", GA("G-1")) });
  const other = () => scene.run("apply");
  await using between = await meanwhile(scene, other, "stack init");
  const result = await scene.run("apply", {}, between.environment);
  expect(result.outputs, result.everything).toMatchObject({ result: "applied", create: "2" });
  expect(writes(scene.emulator).filter((write) => write === "POST /v1/projects")).toHaveLength(1);
});

it("an update that does not begin reports the plan, and no file of the run is left", async () => {
  await using scene = await openEngineScene();
  await scene.write({ "site.yaml": site("description: A", GA("G-1")) });
  // Other tests run beside this one.
  const own = await mkdtemp(path.join(tmpdir(), "projectsync-own-"));
  await using between = await meanwhile(scene, async () => {
    await scene.write({ "site.yaml": "version: 1\n" });
  });
  const result = await scene.run("apply", {}, { ...between.environment, TMPDIR: own });
  expect(result.outputs, result.everything).toMatchObject({
    result: "failed",
    "failure-reason": "engine-failed",
    create: "2",
  });
  expect(outcomesIn(result)).toEqual({
    "create project org_1/site": "not-started",
    "create component org_1/site/edgee/ga4": "not-started",
  });
  expect(result.summary).toContain("### Changes (2)");
  expect(writes(scene.emulator)).toEqual([]);
  expect((await readdir(own)).filter((name) => name.startsWith("projectsync-stack-"))).toEqual([]);
  await rm(own, { recursive: true });
});

/** A project file with every field, in JSON, which is YAML. */
const whole = (fields: object, part: { readonly measurement_id: string; readonly sample_rate: number }): string =>
  JSON.stringify({
    version: 1,
    project: { organization_id: "org_1", slug: "site", ...fields },
    components: {
      "edgee/ga4": { version: "latest", active: null, settings: { ...part, anonymize_ip: true } },
      "edgee/meta-capi": { settings: { pixel_id: "px-1", access_token: { secret: "META_TOKEN" } } },
    },
    domains: ["WWW.example.com.", "bücher.example"],
  });

it("whatever a file declares may be written as planned, first and in an update", async () => {
  await using scene = await openEngineScene();
  const secret = { secret: "META_TOKEN" };
  const every = {
    ...EVERY_FIELD,
    edgee_behind_proxy_cache: null,
    cookie_name: secret,
    forwarded_headers: [{ name: "authorization", value: secret }],
  };
  await scene.write({ "site.yaml": whole(every, { measurement_id: "G-1", sample_rate: 0.5 }) });
  const first = await scene.run("apply");
  expect(first.outputs, first.everything).toMatchObject({ result: "applied", create: "5" });
  await scene.write({ "site.yaml": whole(ANOTHER_VALUE, { measurement_id: "G-2", sample_rate: 0.7 }) });
  const second = await scene.run("apply");
  expect(second.outputs, second.everything).toMatchObject({ result: "applied", update: "2" });
});
