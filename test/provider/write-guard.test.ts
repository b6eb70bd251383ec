import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createWriteGuard, type WriteGuard, type WriteTarget } from "../../provider/write-guard.ts";
import { valueDigest, type PlannedWrites } from "../../core/resources/planned-writes.ts";

import { code, open, writes } from "../provider/provider.ts";

const SALT = "salt";
const MARK = "[mark]";
const digests = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueDigest(SALT, value)]));

const NEW_COMPONENT = { component: "a/b", version: "1.0" };
const PLAN: PlannedWrites = {
  format: 1,
  mark: MARK,
  salt: SALT,
  projects: { prj_1: ["org_1/shop", "org_1/site"] },
  writes: [
    { kind: "project", key: "org_1/new", action: "create", values: digests({ organization_id: "org_1", slug: "new" }) },
    { kind: "project", key: "org_1/shop", action: "update", id: "prj_1", values: digests({ slug: "shop" }) },
    {
      kind: "component",
      key: "org_1/shop/a/b",
      action: "update",
      id: "pc_1",
      values: digests({ "settings.x": { b: 1, a: [2] }, "settings.secret": "s" }),
    },
    { kind: "component", key: "org_1/new/a/b", action: "create", values: digests(NEW_COMPONENT) },
    { kind: "component", key: "org_1/shop/a/c", action: "delete", id: "pc_2", values: {} },
    { kind: "domain", key: "org_1/site/old.example.com", action: "delete", values: {} },
  ],
};

let folder: string;
let guard: WriteGuard;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "projectsync-guard-"));
  await writeFile(path.join(folder, "plan.json"), JSON.stringify(PLAN));
  guard = createWriteGuard(path.join(folder, "plan.json"));
});
afterAll(() => rm(folder, { recursive: true }));

const target = (rest: Partial<WriteTarget>): WriteTarget => ({
  kind: "component",
  subject: "It",
  projectId: undefined,
  name: "a/b",
  id: undefined,
  ...rest,
});
const domain = (name: string, projectId = "prj_1") => target({ kind: "domain", projectId, name, id: name });
const refused = (what: string) => `It would be ${what}, and the plan does not show that: nothing was sent.`;

describe("a create", () => {
  it("is that of the plan, with its values, in whatever order their keys are", () => {
    const project = target({ kind: "project", name: "org_1/new" });
    guard.check("create", project, { slug: "new", organization_id: "org_1", description: undefined });
    expect(() => guard.check("create", target({ projectId: "prj_9" }), {})).toThrow(refused("created"));
    guard.nameProject("prj_9", "org_1/new");
    const create = (values: object, name = "a/b") =>
      guard.check("create", target({ projectId: "prj_9", name }), { ...values });
    create(NEW_COMPONENT);
    expect(() => create({ ...NEW_COMPONENT, version: "1.1" })).toThrow(refused("created with other values (version)"));
    expect(() => create({ component: "a/d" }, "a/d")).toThrow(MARK);
  });

  it("is not an update: the object was deleted since the plan was made", () => {
    const create = () => guard.check("create", target({ projectId: "prj_1" }), { component: "a/b" });
    expect(create).toThrow(refused("created"));
  });
});

describe("an update", () => {
  const component = target({ projectId: "prj_1", id: "pc_1" });
  const planned = { "settings.x": { a: [2], b: 1 } };

  it("changes what the plan shows, to what it shows, or less", () => {
    guard.check("update", component, planned);
    guard.check("update", component);
    for (const [field, to] of [
      ["settings.x", { a: [3], b: 1 }],
      ["version", "2.0"],
      ["settings.y", 1],
    ] as const) {
      const values = { ...planned, [field]: to };
      expect(() => guard.check("update", component, values)).toThrow(refused(`updated (${field})`));
    }
  });

  it("sends with other settings the hidden secret that the plan knows, and no other one", () => {
    guard.check("update", component, { ...planned, "settings.secret": "s" });
    const other = { ...planned, "settings.secret": "t" };
    expect(() => guard.check("update", component, other)).toThrow(refused("updated (settings.secret)"));
  });

  it("is of the object that the plan shows, and not of another one with its name", () => {
    expect(() => guard.check("update", { ...component, id: "pc_7" }, planned)).toThrow(refused("updated (settings.x)"));
    expect(() => guard.check("update", target({ projectId: "prj_9" }), planned)).toThrow(MARK);
  });
});

describe("a deletion", () => {
  it("is that of the plan", () => {
    guard.check("delete", target({ projectId: "prj_1", name: "pc_2", id: "pc_2" }));
    // Under the key that the project has before its rename.
    guard.check("delete", domain("old.example.com"));
    for (const other of [
      target({ projectId: "prj_1", name: "pc_1", id: "pc_1" }),
      domain("old.example.com", "prj_9"),
      domain("www.example.com"),
      target({ kind: "project", name: "prj_1", id: "prj_1" }),
    ]) {
      expect(() => guard.check("delete", other)).toThrow(refused("deleted"));
    }
  });

  it("of a project takes nothing with it", () => {
    guard.checkEmpty("It", []);
    const held = ["a/b", "www.example.com"];
    expect(() => guard.checkEmpty("It", held)).toThrow(refused("deleted with a/b, www.example.com in it"));
  });
});

it.each([
  ["is not there", undefined],
  ["is not JSON", "{"],
  ["has another format", JSON.stringify({ ...PLAN, format: 2 })],
])("nothing is written if the plan %s", async (_what, text) => {
  const file = path.join(folder, "other.json");
  await rm(file, { force: true });
  if (text !== undefined) await writeFile(file, text);
  const other = createWriteGuard(file);
  const message = /^The plan of this run cannot be read, so nothing is written: /;
  expect(() => other.check("create", target({ projectId: "prj_1" }), {})).toThrow(message);
  expect(() => other.check("update", target({ projectId: "prj_1", id: "pc_1" }), { version: 1 })).toThrow(message);
  expect(() => other.check("delete", target({ projectId: "prj_1", id: "pc_2" }))).toThrow(message);
});

it("a project is not deleted with what the plan does not show, also with forceDestroy", async () => {
  const plan: PlannedWrites = {
    ...PLAN,
    writes: [{ kind: "project", key: "org_1/site", action: "delete", id: "prj_1", values: {} }],
  };
  const file = path.join(folder, "deletion.json");
  await writeFile(file, JSON.stringify(plan));
  vi.stubEnv("PROJECTSYNC_PLANNED_WRITES", file);
  const domains = [{ name: "added.example.com" }];
  await using scene = await open({ seed: { projects: [{ organization_id: "org_1", slug: "site", domains }] } });
  const state = { ...code, organizationId: "org_1", slug: "site", forceDestroy: true };
  await expect(scene.project.delete("prj_1", state)).rejects.toThrow("deleted with added.example.com in it");
  expect(writes(scene.emulator)).toEqual([]);
  vi.unstubAllEnvs();
});
