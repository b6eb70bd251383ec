import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { code, made, nextUpdate, open, site } from "./provider.ts";

const HEADERS = [
  { name: "x-a", value: "canary-of-header-a" },
  { name: "x-b", value: "canary-of-header-b" },
];

it("a refresh hides the token, and a secret of the resource, in fields that do not declare it", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"] } });
  const declared = { ...site, description: "d", forwardedHeaders: HEADERS, __secretInputs: ["forwardedHeaders"] };
  const state = await made(scene.project, declared);
  const description = `${scene.emulator.token} and canary-of-header-a`;
  await ask(scene.emulator, "POST /v1/projects/prj_1", { description, forwarded_headers: HEADERS.toReversed() });
  const { project } = await nextUpdate(scene);
  const { props, ...read } = await project.read("prj_1", state);
  expect(read).toMatchObject({ inputs: { description: "(secret) and (secret)" } });
  expect(props).toMatchObject({ description: "(secret) and (secret)", __secretInputs: ["forwardedHeaders"] });
  expect(JSON.stringify(props?.["forwardedHeaders"])).toContain("canary-of-header-a");
  expect(await project.diff("prj_1", { ...code, ...props }, declared)).toEqual({ deleteBeforeReplace: true });
});

it("what is declared stays, also where a secret of the resource is a part of it", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"] } });
  const forwardedHeaders = [{ name: "x-a", value: "canary-of-header-a" }];
  const declared = {
    ...site,
    description: "has canary-of-header-a",
    forwardedHeaders,
    __secretInputs: ["description"],
  };
  const state = await made(scene.project, declared);
  expect(state).toMatchObject({ description: "has canary-of-header-a", forwardedHeaders });
  const { props } = await scene.project.read("prj_1", state);
  expect(props).toMatchObject({ description: "has canary-of-header-a" });
  expect(await scene.project.diff("prj_1", { ...code, ...props }, declared)).toMatchObject({ changes: false });
});
