import { expect, it } from "vitest";
import { code, open } from "./provider.ts";

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
