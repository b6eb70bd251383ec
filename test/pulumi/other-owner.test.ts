import { expect, it } from "vitest";
import { failureOf, code, nextUpdate, open, UPDATE } from "./provider.ts";

const NAME = "www.example.com";
const always = (method: "GET" | "POST", path: string, body: unknown, status = 200) => ({
  method,
  path,
  times: "always" as const,
  fault: { kind: "answer" as const, status, body },
});
const recordOf = (project: string) => ({ object: "domain", name: NAME, project_id: project });

it.each([
  ["is shown for each project", "prj_2", recordOf("prj_2"), 200],
  [
    "is another tenant's, and no read is answered",
    "prj_foreign",
    { error: { type: "forbidden_error", message: "no" } },
    403,
  ],
])("an attachment is not done whose answer %s", async (_what, owner, read, status) => {
  const projects = ["site", "other"].map((slug) => ({ organization_id: "org_1", slug }));
  await using scene = await open({ seed: { projects } });
  scene.emulator.setFaults({
    faults: [
      always("POST", "/v1/projects/prj_1/domains", recordOf(owner)),
      always("GET", `/v1/projects/prj_1/domains/${NAME}`, read, status),
      always("GET", `/v1/projects/${owner}/domains/${NAME}`, read, status),
    ],
  });
  await expect(scene.domain.create({ ...code, projectId: "prj_1", name: NAME })).rejects.toThrow(owner);
});

it("is not imported from another project, where each project shows it", async () => {
  const projects = [
    { id: "prj_1", organization_id: "org_1", slug: "site" },
    { id: "prj_2", organization_id: "org_1", slug: "other", domains: [{ name: NAME }] },
  ];
  await using scene = await open({ seed: { projects } });
  scene.emulator.setFaults({ faults: [always("GET", `/v1/projects/prj_1/domains/${NAME}`, recordOf("prj_2"))] });
  await expect(scene.domain.read(`prj_1/${NAME}`, code)).rejects.toThrow("There is no");
});

it("a domain that a late list does not show yet is there, where records show ids of projects in another form", async () => {
  const projects = [{ organization_id: "org_1", slug: "site", domains: [{ name: NAME }] }];
  await using scene = await open({ seed: { projects } });
  scene.emulator.setFaults({
    faults: [
      always("GET", `/v1/projects/prj_1/domains/${NAME}`, recordOf("uuid-1")),
      always("GET", "/v1/projects/prj_1/domains", { object: "list", data: [], has_more: false }),
    ],
  });
  const state = { ...code, projectId: "prj_1", name: NAME, origin: scene.emulator.url, organization: "org_1" };
  expect(await scene.domain.read(`prj_1/${NAME}`, state)).toMatchObject({ props: { name: NAME } });
});

it("a rotated secret whose update is answered 200 with the words of an error is sent again", async () => {
  const field = { name: "token", title: "Token", type: "string" as const, required: true, secret: true };
  const versions = { "1": { version: "1", dynamic_fields: [field] } };
  await using scene = await open({
    seed: {
      catalogue: [{ id: "cmp_1", slug: "acme/pixel", latest_version: "1", versions }],
      projects: [{ organization_id: "org_1", slug: "site" }],
    },
    habits: { secrets: { as: "stars" } },
  });
  const inputs = { ...code, projectId: "prj_1", component: "acme/pixel", settings: { token: "old-secret-value" } };
  const { id, outs } = await scene.component.create(inputs);
  const second = await nextUpdate(scene);
  scene.emulator.setFaults({
    faults: [always("POST", "/v1/projects/prj_1/components/pc_1", "upstream error: not now")],
  });
  const news = { ...inputs, settings: { token: "new-secret-value" } };
  const failed = await failureOf(second.component.update(id, { ...code, ...outs }, news));
  expect(failed).toMatchObject({ message: expect.stringContaining("upstream error: not now") });
  scene.emulator.setFaults({ faults: [] });
  const third = await nextUpdate(scene);
  const state = { ...code, ...failed.properties };
  expect(await third.component.diff(id, state, news)).toEqual(UPDATE);
  await third.component.update(id, state, news);
  expect(scene.emulator.state()[0]?.components[0]?.settings).toEqual({ token: "new-secret-value" });
});
