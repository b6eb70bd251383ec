import { expect, it } from "vitest";
import { code, open, SITE, www } from "./provider.ts";

const NAME = www.name;
const always = (method: "GET" | "POST", path: string, body: unknown, status = 200) => ({
  method,
  path,
  times: "always" as const,
  fault: { kind: "answer" as const, status, body },
});
const recordOf = (project: string) => ({ object: "domain", name: NAME, project_id: project });

it("is not imported from another project, where each project shows it", async () => {
  const projects = [SITE, { ...SITE, slug: "other", domains: [{ name: NAME }] }];
  await using scene = await open({ seed: { projects } });
  scene.emulator.setFaults({ faults: [always("GET", `/v1/projects/prj_1/domains/${NAME}`, recordOf("prj_2"))] });
  await expect(scene.domain.read(`prj_1/${NAME}`, code)).rejects.toThrow("There is no");
});

it("a domain that a late list does not show yet is there, where records show ids of projects in another form", async () => {
  await using scene = await open({ seed: { projects: [{ ...SITE, domains: [{ name: NAME }] }] } });
  scene.emulator.setFaults({
    faults: [
      always("GET", `/v1/projects/prj_1/domains/${NAME}`, recordOf("uuid-1")),
      always("GET", "/v1/projects/prj_1/domains", { object: "list", data: [], has_more: false }),
    ],
  });
  const state = { ...www, origin: scene.emulator.url, organization: "org_1" };
  expect(await scene.domain.read(`prj_1/${NAME}`, state)).toMatchObject({ props: { name: NAME } });
});
