import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import {
  code,
  seed,
  nextUpdate,
  open,
  requests,
  writes,
  type Properties,
  type Scene,
  fail,
  ga4,
  www,
  SITE,
  site,
} from "./provider.ts";

const PROJECTS = ["a", "b", "c"];
const COMPONENTS = [
  { component: "edgee/ga4", settings: { measurement_id: "G-1" } },
  { component: "acme/consent-banner" },
];
const DOMAINS = Array.from({ length: 20 }, (_, index) => `d${index}`);
const OBJECTS = PROJECTS.length * (1 + COMPONENTS.length + DOMAINS.length);

interface InState {
  readonly kind: "project" | "component" | "domain";
  readonly id: string;
  readonly state: Properties;
}

/** Creates all objects as the engine does: other projects between the children of one, and domains at once. */
async function createAll({ project, component, domain }: Scene): Promise<InState[]> {
  const all: InState[] = [];
  const keep = (kind: InState["kind"], { id, outs }: { id: string; outs?: Properties }): string => {
    all.push({ kind, id, state: { ...code, ...outs } });
    return id;
  };
  const ids: string[] = [];
  for (const slug of PROJECTS) {
    ids.push(keep("project", await project.create({ ...code, organizationId: "org_1", slug })));
  }
  for (const inputs of COMPONENTS) {
    for (const projectId of ids) keep("component", await component.create({ ...code, ...inputs, projectId }));
  }
  const attached = DOMAINS.flatMap((name) =>
    ids.map((projectId) => ({ ...code, projectId, name: `${name}.${projectId.replace("_", "-")}.example.com` })),
  );
  for (const created of await Promise.all(attached.map(domain.create))) keep("domain", created);
  return all;
}

it("creates of many objects read each list once, and nothing in a new project", async () => {
  await using scene = await open();
  await createAll(scene);
  const reads = requests(scene.emulator).filter((request) => request.startsWith("GET"));
  expect(reads.toSorted()).toEqual([
    "GET /v1/components/acme/consent-banner",
    "GET /v1/components/edgee/ga4",
    "GET /v1/projects",
  ]);
  expect(writes(scene.emulator)).toHaveLength(OBJECTS);
});

it("a refresh of many objects reads each list once", async () => {
  await using scene = await open();
  const all = await createAll(scene);
  await nextUpdate(scene);
  scene.emulator.reset();
  const read = await Promise.all(all.map(({ kind, id, state }) => scene[kind].read(id, state)));
  expect(read.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(requests(scene.emulator)).toHaveLength(2 * PROJECTS.length + 1 + COMPONENTS.length);
});

it("a destroy asks about projects, and reads each list once, before it deletes", async () => {
  await using scene = await open();
  const all = await createAll(scene);
  await nextUpdate(scene);
  scene.emulator.reset();
  for (const { kind, id, state } of all.toReversed()) await scene[kind].delete(id, state);
  expect(writes(scene.emulator)).toHaveLength(OBJECTS);
  expect(requests(scene.emulator)).toHaveLength(OBJECTS + 5 * PROJECTS.length);
  expect(await ask(scene.emulator, "GET /v1/projects")).toHaveProperty("data", []);
});

describe("a list is never older than a write of this process", () => {
  it.each([
    ["component", ga4],
    ["domain", www],
  ] as const)("a %s that was deleted is created again", async (kind, inputs) => {
    await using scene = await open({ seed });
    const { id, outs } = await scene[kind].create(inputs);
    await nextUpdate(scene);
    await scene[kind].read(id, { ...code, ...outs });
    await scene[kind].delete(id, { ...code, ...outs });
    await expect(scene[kind].create(inputs)).resolves.toHaveProperty("id");
  });
});

describe("before an object of a list is adopted, it is read", () => {
  const two = { projects: [SITE, { ...SITE, slug: "other" }] };

  it("one that was renamed since is not it", async () => {
    await using scene = await open({ seed: two });
    await scene.project.create({ ...site, slug: "new" });
    await ask(scene.emulator, "POST /v1/projects/prj_1", { slug: "renamed" });
    await expect(scene.project.create({ ...site, ifExists: "adopt" })).resolves.toHaveProperty("id", "prj_4");
    expect(await ask(scene.emulator, "GET /v1/projects/prj_1")).toHaveProperty("slug", "renamed");
  });

  it("one that was deleted since is created", async () => {
    await using scene = await open({ seed: two });
    await scene.project.create({ ...site, slug: "new" });
    await ask(scene.emulator, "DELETE /v1/projects/prj_1");
    await expect(scene.project.create({ ...site, ifExists: "fail" })).resolves.toHaveProperty("id", "prj_4");
  });
});

it("a list that could not be read is read again", async () => {
  await using scene = await open({ seed });
  fail(scene, "GET /v1/projects/prj_1/domains", { kind: "answer", status: 403, body: {} }, {});
  await expect(scene.domain.create(www)).rejects.toThrow("403");
  await expect(scene.domain.create(www)).resolves.toHaveProperty("id", "prj_1/www.example.com");
});
