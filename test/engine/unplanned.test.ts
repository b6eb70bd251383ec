import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { z } from "zod";
import type { ActionResult } from "../action/run-action.ts";
import { ask } from "../ask.ts";
import { openEngineScene, type EngineScene } from "./harness/engine-run.ts";
import { meanwhile } from "./harness/meanwhile.ts";
import { SECRET, useInstallation } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

/*
 * The service or the stack changes between the preview and the update. The engine reads both again, and would write what no
 * plan showed.
 */

const installation = useInstallation();

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

interface Play {
  /** Applied before. */
  readonly before: string;
  /** Applied, and the engine with it changes `before`. */
  readonly after: string;
  readonly meanwhile: (scene: EngineScene) => Promise<unknown>;
  readonly inputs?: Readonly<Record<string, string>>;
}

/** What an apply wrote after something happened between its preview and its update. */
async function play({ before, after, meanwhile: act, inputs = {} }: Play) {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": before });
  expect((await scene.run("apply", inputs)).outputs).toMatchObject({ result: "applied" });
  await scene.write({ "site.yaml": after });
  await using between = await meanwhile(scene, async () => {
    await act(scene);
    scene.emulator.reset();
  });
  const result = await scene.run("apply", inputs, between.environment);
  const sent = writes(scene.emulator);
  return { result, sent, outcomes: outcomesIn(result), next: await scene.run("plan", inputs) };
}

function expectRefused({ code, outputs, stdout, summary }: ActionResult, how: string, what: string): void {
  expect(code).toBe(1);
  expect(outputs, summary).toMatchObject({ result: how, "failure-reason": "plan-changed" });
  expect(stdout).toContain(
    "The service or the stack has changed since the plan was made: 1 write that it does not show",
  );
  expect(summary).toContain("was refused. Run plan again.");
  expect(summary).toContain(`would be ${what}, and the plan does not show that: nothing was sent.`);
}

test("an object that is deleted by hand is not created again, and the planned change is made", async () => {
  const domains = "domains: [www.example.com]\n";
  const { result, sent, outcomes, next } = await play({
    before: site("description: A", GA("G-1") + domains),
    after: site("description: A", GA("G-2") + domains),
    meanwhile: ({ emulator }) => ask(emulator, "DELETE /v1/projects/prj_1/domains/www.example.com"),
  });
  expectRefused(result, "partial", "created");
  expect(sent).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
  expect(outcomes).toEqual({
    "update component org_1/site/edgee/ga4": "done",
    "unchanged domain org_1/site/www.example.com": "failed",
  });
  expect(next.outputs).toMatchObject({ result: "changes", create: "1", update: "0" });
});

test("a field that is changed by hand is not changed back, whatever else of the object was planned", async () => {
  const { result, sent, outcomes, next } = await play({
    before: site("description: A, force_https: true", GA("G-1")),
    after: site("description: A, force_https: false", GA("G-2")),
    inputs: { prune: "components" },
    meanwhile: ({ emulator }) => ask(emulator, "POST /v1/projects/prj_1", { description: "by hand" }),
  });
  expectRefused(result, "failed", "updated (description)");
  // Pulumi takes what is in a project that failed for removed: it is not deleted.
  expect(sent).toEqual([]);
  expect(outcomes).toEqual({
    "update project org_1/site": "failed",
    "update component org_1/site/edgee/ga4": "not-started",
  });
  expect(next.outputs).toMatchObject({ result: "changes", update: "2" });
});

test("an object that is created by hand is not changed", async () => {
  const { result, sent, outcomes, next } = await play({
    before: site("description: A"),
    after: site("description: A", GA("G-2")),
    meanwhile: ({ emulator }) =>
      ask(emulator, "POST /v1/projects/prj_1/components", {
        component_slug: "edgee/ga4",
        component_version: "1.0.0",
        settings: { measurement_id: "G-hand" },
      }),
  });
  expectRefused(result, "failed", "updated (settings.measurement&#95;id)");
  expect(sent).toEqual([]);
  expect(outcomes).toEqual({ "create component org_1/site/edgee/ga4": "failed" });
  expect(next.outputs).toMatchObject({ result: "changes", create: "0", update: "1" });
});

test("what somebody else did meanwhile is done", async () => {
  const { result, sent, outcomes, next } = await play({
    before: site("description: A", "domains: [www.example.com, old.example.com]\n"),
    after: site("description: B", "domains: [www.example.com, new.example.com]\n"),
    inputs: { prune: "domains" },
    meanwhile: async ({ emulator }) => {
      await ask(emulator, "POST /v1/projects/prj_1", { description: "B" });
      await ask(emulator, "DELETE /v1/projects/prj_1/domains/old.example.com");
      await ask(emulator, "POST /v1/projects/prj_1/domains", { name: "new.example.com" });
    },
  });
  expect(result.outputs, result.everything).toMatchObject({ result: "applied" });
  expect(sent).toEqual([]);
  expect(outcomes).toEqual({
    "update project org_1/site": "done",
    "delete domain org_1/site/old.example.com": "done",
    "create domain org_1/site/new.example.com": "done",
  });
  expect(next.outputs).toMatchObject({ result: "no-changes" });
});

test("what another update of the stack created is not deleted", async () => {
  const first = site("description: A", "domains: [www.example.com]\n");
  const { result, sent, outcomes } = await play({
    before: first,
    after: site("description: B", "domains: [www.example.com]\n"),
    inputs: { prune: "domains" },
    meanwhile: async (scene) => {
      await scene.write({ "other.yml": site("description: A", "domains: [www.example.com, shop.example.com]\n") });
      const other = await scene.run("apply", { prune: "domains", files: "other.yml" });
      expect(other.outputs).toMatchObject({ result: "applied", create: "1" });
    },
  });
  expectRefused(result, "partial", "deleted");
  expect(sent).toEqual(["POST /v1/projects/prj_1"]);
  expect(outcomes).toEqual({
    "update project org_1/site": "done",
    "delete domain org_1/site/shop.example.com": "failed",
  });
});

test("a project is not deleted with what is added to it meanwhile, nor one whose content the stack does not have", async () => {
  await using scene = await openEngineScene(installation());
  const inputs = { prune: "all", "max-deletes": "10" };
  await scene.write({ "site.yaml": site("description: A", "domains: [www.example.com]\n") });
  await scene.run("apply", inputs);
  await scene.write({ "site.yaml": site("absent: true") });
  await using between = await meanwhile(scene, async () => {
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "added.example.com" });
    scene.emulator.reset();
  });
  const added = await scene.run("apply", inputs, between.environment);
  expectRefused(added, "partial", "deleted with added.example.com in it");
  expect(writes(scene.emulator)).toEqual(["DELETE /v1/projects/prj_1/domains/www.example.com"]);
  const plan = await scene.run("plan", inputs);
  expect(plan.outputs, plan.everything).toMatchObject({ result: "blocked", delete: "0", blocked: "1" });
  expect(plan.summary).toContain("It holds added.example.com, which the stack does not delete.");
});

test("a component that was to be adopted unchanged is not changed, and neither is one that is gone created", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({
    "site.yaml": site("description: A", GA("G-1")),
    "blog.yaml": site("description: A").replace("slug: site", "slug: blog"),
  });
  expect((await scene.run("apply", { engine: "direct", stack: "" })).outputs).toMatchObject({ result: "applied" });
  const id = async (slug: string): Promise<string> => {
    const list = z.object({ data: z.array(z.object({ id: z.string(), slug: z.string() })) });
    const { data } = list.parse(await ask(scene.emulator, "GET /v1/projects"));
    return data.find((project) => project.slug === slug)?.id ?? "";
  };
  await using between = await meanwhile(scene, async () => {
    const components = z.object({ data: z.array(z.object({ id: z.string() })) });
    const { data } = components.parse(await ask(scene.emulator, `GET /v1/projects/${await id("site")}/components`));
    await ask(scene.emulator, `POST /v1/projects/${await id("site")}/components/${data[0]?.id}`, {
      settings: { measurement_id: "G-hand" },
    });
    await ask(scene.emulator, `DELETE /v1/projects/${await id("blog")}`);
    scene.emulator.reset();
  });
  const result = await scene.run("apply", {}, between.environment);
  expect(result.outputs).toMatchObject({ result: "failed", "failure-reason": "plan-changed", changed: "false" });
  expect(result.stdout).toContain("2 writes that it does not show were refused");
  expect(writes(scene.emulator)).toEqual([]);
  expect(outcomesIn(result)).toEqual({
    "unchanged project org_1/blog": "failed",
    "unchanged component org_1/site/edgee/ga4": "failed",
  });
});

test("the adoption of a component whose secrets the service hides is a change, in the plan and in the apply", async () => {
  await using scene = await openEngineScene(installation(), undefined, { profile: "masking" });
  const meta =
    "components:\n  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }\n";
  await scene.write({ "site.yaml": site("description: A", meta) });
  await scene.run("apply", { engine: "direct", stack: "" });
  expect((await scene.run("plan", { engine: "direct", stack: "" })).outputs).toMatchObject({ result: "no-changes" });
  scene.emulator.reset();
  const plan = await scene.run("plan");
  expect(plan.outputs).toMatchObject({ result: "changes", update: "1", unchanged: "1" });
  expect(plan.summary).toContain("settings.access&#95;token</code>: <em>secret</em> → <em>secret</em>");
  expect(plan.summary).toContain("sends the secrets that the service hides");
  expect(plan.summary).not.toContain("rewrite-secrets");
  const apply = await scene.run("apply");
  expect(apply.outputs).toMatchObject({ result: "applied", update: "1", digest: plan.outputs["digest"] });
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
  // Another setting: the secret goes with it, as without an engine, and nothing refuses that.
  await scene.write({ "site.yaml": site("description: A", meta.replace("px-1", "px-2")) });
  expect((await scene.run("apply")).outputs).toMatchObject({ result: "applied", update: "1" });
  expect((await scene.run("plan")).outputs).toMatchObject({ result: "no-changes" });
  expect(plan.everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain(SECRET);
});

test("a stack that another run creates meanwhile is used, and nothing is created twice", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site("description: A", GA("G-1")) });
  const other = () => scene.run("apply");
  await using between = await meanwhile(scene, other, "stack init");
  const result = await scene.run("apply", {}, between.environment);
  expect(result.outputs, result.everything).toMatchObject({ result: "applied", create: "2" });
  expect(writes(scene.emulator).filter((write) => write === "POST /v1/projects")).toHaveLength(1);
  expect((await scene.run("plan")).outputs).toMatchObject({ result: "no-changes", unchanged: "2" });
});

test("a secret that the service hides is not sent with another value, although the plan sends the settings", async () => {
  await using scene = await openEngineScene(installation(), undefined, { profile: "masking" });
  const meta = (pixel: string, secret: string) =>
    site(
      "description: A",
      `components:\n  edgee/meta-capi: { settings: { pixel_id: ${pixel}, access_token: ${secret} } }\n`,
    );
  const secret = "{ secret: META_TOKEN }";
  await scene.write({ "site.yaml": meta("px-1", secret) });
  await scene.run("apply");
  await scene.write({ "site.yaml": meta("px-2", secret) });
  await using between = await meanwhile(scene, async () => {
    await scene.write({ "site.yaml": meta("px-2", "another-secret-0123") });
    scene.emulator.reset();
  });
  expectRefused(await scene.run("apply", {}, between.environment), "failed", "updated (settings.access&#95;token)");
  expect(writes(scene.emulator)).toEqual([]);
  await scene.write({ "site.yaml": meta("px-2", secret) });
  expect((await scene.run("apply")).outputs).toMatchObject({ result: "applied", update: "1" });
  expect((await scene.run("plan")).outputs).toMatchObject({ result: "no-changes" });
});

test("an update that does not begin reports the plan, and no file of the run is left", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site("description: A", GA("G-1")) });
  const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith("projectsync-stack-"));
  const before = await folders();
  await using between = await meanwhile(scene, async () => {
    await scene.write({ "site.yaml": "version: 1\n" });
  });
  const result = await scene.run("apply", {}, between.environment);
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
  expect(await folders()).toEqual(before);
});

const FULL = `version: 1
project:
  organization_id: org_1
  slug: site
  type: proxy
  description: >-
    folded
    text
  log_severity: DEBUG
  edgee_behind_proxy_cache: null
  force_https: false
  cache: true
  override_cache:
    - path: "^/a(b|c)+"
      regex: true
      ttl: 15
      swr: 10
      pass: false
      rank: 1
      conditions:
        request_cookies: { present: [a_b], absent: [b], values: { c_d: x, some_key: y } }
        request_headers: { present: [] }
        request_methods: [GET, POST]
        response_status: [200, 404]
    - { rank: 2, path: /b }
  override_cache_enabled: true
  cookie_name: { secret: META_TOKEN }
  cookie_domain: example.com
  proxy_only_path_regex: "(?i)^/(x|y)"
  inject_sdk_position: prepend
  autocapture: { pageview: true, spa_pageview: false, engagement: true }
  trusted_ips: []
  blocked_ips: ["203.0.113.7", "2001:DB8::/32"]
  cookie_whitelist: [b, a]
  forwarded_headers: [{ name: X-A, value: b }, { name: authorization, value: { secret: META_TOKEN } }]
  rate_limiting:
    - rank: 1
      limit: 10
      window: 1s
      block_duration: 5
      key: [ip, ua]
      conditions: { path: /a, regex: false, method: [GET], continent: [EU], country: [FR, DE] }
  rate_limiting_enabled: true
components:
  edgee/ga4: { version: latest, active: null, settings: { measurement_id: G-1, sample_rate: 0.5, anonymize_ip: true } }
  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }
domains: [WWW.example.com., bücher.example]
`;

test("whatever a file declares may be written as planned, first and in an update", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": FULL });
  const first = await scene.run("apply");
  expect(first.outputs, first.everything).toMatchObject({ result: "applied", create: "5" });
  const changed = FULL.replace("ttl: 15", "ttl: 16")
    .replace("folded", "other")
    .replace("2001:DB8::/32", "2001:db8::1")
    .replace("value: b", "value: c")
    .replace("limit: 10", "limit: 11")
    .replace("pageview: true", "pageview: false")
    .replace("[b, a]", "null")
    .replace("{ secret: META_TOKEN }", "plain")
    .replace("sample_rate: 0.5", "sample_rate: 0.7")
    .replace("G-1", "G-2");
  await scene.write({ "site.yaml": changed });
  const second = await scene.run("apply");
  expect(second.outputs, second.everything).toMatchObject({ result: "applied", update: "2" });
  expect((await scene.run("plan")).outputs).toMatchObject({ result: "no-changes" });
});
