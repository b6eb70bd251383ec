import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { spawnCli } from "../cli/run-cli.ts";
import { openEngineScene, type EngineScene } from "./harness/engine-run.ts";
import { repository } from "./harness/repository.ts";
import { SECRET, TOKEN } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

const site = (rest: string): string => `version: 1\nproject: { organization_id: org_1, slug: site }\n${rest}`;
const DOMAINS = "domains: [www.example.com, shop.example.com]\n";
const META = `components:\n  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }\n`;

it("what a run needs before it begins is named, and nothing is written", async () => {
  await using scene = await openEngineScene();
  await scene.write({ "site.yaml": site(DOMAINS) });
  const without = await scene.run("plan", {}, { PATH: path.join(repository, "node_modules/.bin") });
  expect(without.code).toBe(1);
  expect(without.outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input", changed: "false" });
  expect(without.stdout).toContain("::error::Engine pulumi needs the program pulumi on PATH");

  const drift = await scene.run("drift");
  expect(drift.outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input" });
  expect(drift.stdout).toContain("Stack dev does not exist, so nothing can have drifted. Apply it first.");

  const backend = "postgres://sync:canary-backend%40-0123456789@127.0.0.1:1/state?sslmode=disable";
  const { outputs, everything } = await scene.run("apply", {}, { PULUMI_BACKEND_URL: backend });
  expect(outputs).toMatchObject({ result: "failed", "failure-reason": "engine-failed" });
  // Pulumi quotes the address, and the password in it is hidden.
  expect(everything).toMatch(/unable to open state database \\*"postgres:.*127\.0\.0\.1:1\/state/);
  expect(everything.replaceAll(/^::add-mask::.*$/gm, "")).not.toContain("canary-backend");
  expect(writes(scene.emulator)).toEqual([]);
});

describe("one stack", () => {
  let scene: EngineScene;
  beforeAll(async () => {
    scene = await openEngineScene();
  });
  afterAll(() => scene?.[Symbol.asyncDispose]());

  const WWW = "domains: [www.example.com]\n";
  const ga = (rest: string) => `${META}  edgee/ga4: { ${rest} }\n`;
  const fewer = ga("settings: { measurement_id: G-1 }");

  it("that is locked, and a wrong passphrase, are named, and nothing is written", async () => {
    const all = ga("version: latest, settings: { measurement_id: G-1, anonymize_ip: true }");
    const file = site(all + DOMAINS).replace("slug: site", "slug: site, force_https: true");
    await scene.write({ "site.yaml": file });
    expect((await scene.run("apply")).outputs).toMatchObject({ result: "applied", create: "5" });
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
    await rm(locks, { recursive: true });
  });

  it("forgets a line that is removed without prune: what it declared stays", async () => {
    scene.emulator.reset();
    await scene.write({ "site.yaml": site(fewer + WWW) });
    const forgotten = await scene.run("apply");
    expect(forgotten.outputs).toMatchObject({ result: "no-changes", update: "0", delete: "0", unmanaged: "1" });
    expect(forgotten.summary).toContain("Stack dev forgets it.");
    expect(writes(scene.emulator)).toEqual([]);
  });

  const blog = "version: 1\nproject: { organization_id: org_1, slug: blog, protect: true }\n";
  const shop = (rest: string): string => site(rest).replace("slug: site", "slug: shop, previous_slug: site");

  it("keeps a renamed project and what is in it", async () => {
    scene.emulator.reset();
    await scene.write({ "site.yaml": shop(fewer + DOMAINS), "blog.yaml": blog });
    const renamed = await scene.run("apply", { prune: "all" });
    expect(renamed.outputs).toMatchObject({ result: "applied", create: "1", update: "1", unmanaged: "0" });
    // The engine sends both at once: their order is not known.
    expect(writes(scene.emulator).toSorted()).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1"]);
  });

  it("deletes with prune what it has, within max-deletes, and nothing else", async () => {
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "by-hand.example.com" });
    await scene.write({ "site.yaml": shop(fewer + WWW) });
    scene.emulator.reset();
    const refused = await scene.run("apply", { prune: "all", "max-deletes": "0" });
    expect(refused.outputs).toMatchObject({ result: "refused", "failure-reason": "guard-max-deletes", delete: "1" });
    expect(writes(scene.emulator)).toEqual([]);
    const pruned = await scene.run("apply", { prune: "all" });
    expect(pruned.outputs).toMatchObject({ result: "applied", delete: "1", unmanaged: "1" });
    expect(writes(scene.emulator)).toEqual(["DELETE /v1/projects/prj_1/domains/shop.example.com"]);
  });

  it("counts a file that is gone as deletions, and protect refuses them", async () => {
    scene.emulator.reset();
    const kept = await scene.run("apply", { prune: "all", files: "site.yaml" });
    expect(kept.outputs).toMatchObject({ result: "blocked", "failure-reason": "blocked", blocked: "1" });
    expect(kept.summary).toMatch(/org&#95;1\/blog.*protect/);
    const both = await scene.run("plan", { prune: "all", files: "blog.yaml", "max-deletes": "2" });
    // The project holds a domain that the stack does not have, and would not be deleted.
    expect(both.outputs).toMatchObject({
      result: "refused",
      delete: "3",
      blocked: "1",
      unmanaged: "1",
      unchanged: "1",
    });
    expect(writes(scene.emulator)).toEqual([]);
  });

  it("shows drift of a project that is gone with all others of its organization, and what to do", async () => {
    for (const id of ["prj_1", "prj_2"]) await ask(scene.emulator, `DELETE /v1/projects/${id}`);
    const { outputs, summary } = await scene.run("drift");
    expect(outputs).toMatchObject({ result: "blocked", "failure-reason": "blocked", create: "0", blocked: "5" });
    expect(summary).toMatch(/project <code>org&#95;1\/shop<.*If the project was deleted, run .*pulumi refresh/);
  });
});

it("what a stack cannot do is blocked with the reason, and nothing is applied", async () => {
  await using scene = await openEngineScene();
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

it("the command line plans, saves, refuses another plan, and applies the saved one", async () => {
  await using scene = await openEngineScene();
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
  expect(`${plan.stdout}${apply.stdout}${apply.stderr}`).not.toContain(SECRET);
});
