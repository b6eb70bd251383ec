import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { spawnCli } from "../cli/run-cli.ts";
import { openEngineScene } from "./harness/engine-run.ts";
import { repository } from "./harness/repository.ts";
import { SECRET, TOKEN, useInstallation } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

const installation = useInstallation();

const site = (rest: string): string => `version: 1\nproject: { organization_id: org_1, slug: site }\n${rest}`;
const DOMAINS = "domains: [www.example.com, shop.example.com]\n";
const META = `components:\n  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }\n`;

it("without pulumi on PATH, the run says what to install, and sends nothing", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site(DOMAINS) });
  const { code, outputs, stdout } = await scene.run("plan", {}, { PATH: path.join(repository, "node_modules/.bin") });
  expect(code).toBe(1);
  expect(outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input", changed: "false" });
  expect(stdout).toContain("::error::Engine pulumi needs the program pulumi on PATH");
});

it("drift of a stack that does not exist is an error of the input", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site(DOMAINS) });
  const { outputs, stdout } = await scene.run("drift");
  expect(outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input" });
  expect(stdout).toContain("Stack dev does not exist, so nothing can have drifted. Apply it first.");
});

it("drift of a project that is gone with all others of its organization says what to do", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site(DOMAINS) });
  await scene.run("apply");
  await ask(scene.emulator, "DELETE /v1/projects/prj_1");
  const { outputs, summary } = await scene.run("drift");
  expect(outputs).toMatchObject({ result: "blocked", "failure-reason": "blocked", create: "0", blocked: "3" });
  expect(summary).toMatch(/project <code>org&#95;1\/site<.*If the project was deleted, run .*pulumi refresh/);
});

it("a locked stack and a wrong passphrase are named, and nothing is written", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site(META) });
  expect((await scene.run("apply")).outputs).toMatchObject({ result: "applied" });
  await scene.write({ "site.yaml": site(META + DOMAINS) });
  scene.emulator.reset();

  const wrong = await scene.run("apply", {}, { PULUMI_CONFIG_PASSPHRASE: "wrong" });
  expect(wrong.outputs).toMatchObject({ result: "failed", "failure-reason": "engine-failed", changed: "false" });
  expect(wrong.stdout).toContain("::error::Pulumi failed on stack dev: failed to decrypt: incorrect passphrase");

  const locks = path.join(scene.backend, ".pulumi/locks/organization/projectsync/dev");
  await mkdir(locks, { recursive: true });
  const owner = { pid: 1, username: "octocat", hostname: "runner", timestamp: "2026-01-01T00:00:00Z" };
  await writeFile(path.join(locks, "7e0d1a0e-0000-4000-8000-000000000000.json"), JSON.stringify(owner));
  const locked = await scene.run("apply");
  expect(locked.outputs).toMatchObject({ result: "failed", "failure-reason": "stack-locked", changed: "false" });
  expect(locked.stdout).toContain("pulumi cancel --stack organization/projectsync/dev (");
  expect(writes(scene.emulator)).toEqual([]);
});

it("the password in the address of a backend is hidden where the backend's failure quotes it", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site(DOMAINS) });
  const backend = "postgres://sync:canary-backend%40-0123456789@127.0.0.1:1/state?sslmode=disable";
  for (const mode of ["plan", "apply", "drift"]) {
    const { outputs, everything } = await scene.run(mode, {}, { PULUMI_BACKEND_URL: backend });
    expect(outputs).toMatchObject({ result: "failed", "failure-reason": "engine-failed" });
    // Pulumi quotes the address.
    expect(everything).toMatch(/unable to open bucket postgres:.*127\.0\.0\.1:1\/state/);
    expect(everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("canary-backend");
  }
  expect(writes(scene.emulator)).toEqual([]);
});

it("a removed line is forgotten; with prune it is deleted, within max-deletes", async () => {
  await using scene = await openEngineScene(installation());
  const [shop, www] = ["shop.example.com", "www.example.com"];
  await scene.write({ "site.yaml": site(DOMAINS) });
  await scene.run("apply");
  scene.emulator.reset();

  await scene.write({ "site.yaml": site(`domains: [${www}]\n`) });
  const forgotten = await scene.run("apply");
  expect(forgotten.outputs).toMatchObject({ result: "no-changes", delete: "0", unmanaged: "1" });
  expect(forgotten.summary).toContain("Stack dev forgets it.");
  expect(writes(scene.emulator)).toEqual([]);

  // What is live and not in the stack is not pruned either.
  await scene.write({ "site.yaml": site(DOMAINS) });
  await scene.run("apply", { prune: "domains" });
  await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "by-hand.example.com" });
  scene.emulator.reset();
  await scene.write({ "site.yaml": site(`domains: [${www}]\n`) });
  const refused = await scene.run("apply", { prune: "domains", "max-deletes": "0" });
  expect(refused.outputs).toMatchObject({ result: "refused", "failure-reason": "guard-max-deletes", delete: "1" });
  expect(writes(scene.emulator)).toEqual([]);
  const pruned = await scene.run("apply", { prune: "domains" });
  expect(pruned.outputs).toMatchObject({ result: "applied", delete: "1", unmanaged: "1" });
  expect(writes(scene.emulator)).toEqual([`DELETE /v1/projects/prj_1/domains/${shop}`]);
});

it("a file that is gone counts as deletions, and protect refuses them", async () => {
  await using scene = await openEngineScene(installation());
  const blog = "version: 1\nproject: { organization_id: org_1, slug: blog, protect: true }\n";
  await scene.write({ "site.yaml": site(DOMAINS), "blog.yaml": blog });
  await scene.run("apply", { prune: "all" });
  scene.emulator.reset();
  const kept = await scene.run("apply", { prune: "all", files: "site.yaml" });
  expect(kept.outputs).toMatchObject({ result: "blocked", "failure-reason": "blocked", blocked: "1" });
  expect(kept.summary).toMatch(/org&#95;1\/blog.*protect/);
  const both = await scene.run("plan", { prune: "all", files: "blog.yaml", "max-deletes": "2" });
  expect(both.outputs).toMatchObject({ result: "refused", delete: "3", unchanged: "1" });
  expect(writes(scene.emulator)).toEqual([]);
});

it("what a stack cannot do is blocked with the reason, and nothing is applied", async () => {
  await using scene = await openEngineScene(installation());
  await ask(scene.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "site", type: "proxy" });
  await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "old.example.com" });
  await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "moved.example.com" });
  scene.emulator.reset();
  const absent = ["old", "moved"].map((name) => `  - { name: ${name}.example.com, absent: true }\n`).join("");
  const target = "version: 1\nproject: { organization_id: org_1, slug: blog }\ndomains: [moved.example.com]\n";
  await scene.write({ "site.yaml": site(`domains:\n${absent}`), "blog.yaml": target });
  const { outputs, summary } = await scene.run("apply");
  expect(outputs).toMatchObject({ result: "blocked", blocked: "2", changed: "false" });
  expect(summary).toContain("It is not in stack dev, which deletes only its own objects.");
  expect(summary).toContain("A stack cannot move a domain between projects.");
  expect(writes(scene.emulator)).toEqual([]);
});

it("a rotated secret is a change, although the service hides it", async () => {
  await using scene = await openEngineScene(installation(), undefined, { profile: "masking" });
  await scene.write({ "site.yaml": site(META) });
  expect((await scene.run("apply")).outputs).toMatchObject({ result: "applied", create: "2" });
  scene.emulator.reset();
  const rotated = { META_TOKEN: "canary-rotated-0123456789" };
  const plan = await scene.run("plan", {}, rotated);
  expect(plan.outputs).toMatchObject({ result: "changes", update: "1" });
  expect(plan.summary).toContain("settings.access&#95;token</code>: <em>secret</em> → <em>secret</em>");
  expect(writes(scene.emulator)).toEqual([]);
  expect((await scene.run("apply", {}, rotated)).outputs).toMatchObject({ result: "applied", update: "1" });
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
  expect(plan.everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("canary-rotated");
});

it("a rename keeps the project and what is in it", async () => {
  await using scene = await openEngineScene(installation());
  await scene.write({ "site.yaml": site(META) });
  expect((await scene.run("apply")).outputs).toMatchObject({ result: "applied", create: "2" });
  await scene.write({ "site.yaml": site(META).replace("slug: site", "slug: shop, previous_slug: site") });
  scene.emulator.reset();
  const renamed = await scene.run("apply");
  expect(renamed.outputs).toMatchObject({ result: "applied", create: "0", update: "1", unmanaged: "0" });
  expect(writes(scene.emulator)).toEqual(["POST /v1/projects/prj_1"]);
});

it("a line that is removed without prune is no change: what it declared stays", async () => {
  await using scene = await openEngineScene(installation());
  const ga = (rest: string) => `components:\n  edgee/ga4: { ${rest} }\n`;
  const all = ga("version: latest, settings: { measurement_id: G-1, anonymize_ip: true }");
  await scene.write({ "site.yaml": site(all).replace("slug: site", "slug: site, force_https: true") });
  await scene.run("apply");
  await scene.write({ "site.yaml": site(ga("settings: { measurement_id: G-1 }")) });
  for (const mode of ["plan", "apply"]) {
    expect((await scene.run(mode)).outputs).toMatchObject({ result: "no-changes", update: "0" });
  }
});

it("the command line plans, saves, refuses another plan, and applies the saved one", async () => {
  await using scene = await openEngineScene(installation());
  const engine = ["--engine", "pulumi", "--stack", "organization/sites/dev"];
  const environment = {
    ...scene.variables,
    META_TOKEN: SECRET,
    PROJECTSYNC_BASE_URL: scene.emulator.url,
    PROJECTSYNC_TOKEN: TOKEN,
  };
  const cli = (...words: string[]) => spawnCli([...words, "site.yaml", ...engine], environment, scene.folder);
  await scene.write({ "site.yaml": site(META) });
  const plan = await cli("plan", "--out", "plan.json");
  expect(plan, plan.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Plan: 2 to create") });
  await scene.write({ "site.yaml": site(META + DOMAINS) });
  expect(await cli("apply", "--plan", "plan.json")).toMatchObject({ code: 1 });
  expect(writes(scene.emulator)).toEqual([]);
  await scene.write({ "site.yaml": site(META) });
  const apply = await cli("apply", "--plan", "plan.json");
  expect(apply, apply.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("Apply: 2 done") });
  expect(await cli("plan", "--detailed-exitcode")).toMatchObject({ code: 0 });
  await ask(scene.emulator, "POST /v1/projects/prj_1", { description: "by hand" });
  expect(await cli("drift")).toMatchObject({ code: 0 });
  expect(`${plan.stdout}${apply.stdout}${apply.stderr}`).not.toContain(SECRET);
});
