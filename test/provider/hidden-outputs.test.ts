import { expect, it } from "vitest";
import { createRedaction } from "../../core/text/redaction.ts";
import { hideOutputs } from "../../provider/hide-outputs.ts";
import { ask } from "../ask.ts";
import { code, ga4, made, nextUpdate, open, site, www } from "./provider.ts";

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

it("the service of a resource stays, also where a secret is its host name: the next operation compares it", async () => {
  await using scene = await open({ seed: { organizations: ["org_1"] } });
  const { origin, hostname } = new URL(scene.emulator.url);
  const declared = { ...site, forwardedHeaders: [{ name: "x-a", value: hostname }] };
  const state = await made(scene.project, declared);
  expect([state, await made(scene.domain, www)]).toMatchObject([{ origin }, { origin }]);
  const { project } = await nextUpdate(scene);
  expect(await project.read("prj_1", state)).toMatchObject({ id: "prj_1", props: { origin } });
});

it("a secret that is a part of a name stays, and a token does not", async () => {
  await using scene = await open({ seed: { organizations: ["org_12345678"] } });
  const forwardedHeaders = [{ name: "x-a", value: "production" }];
  const state = await made(scene.project, { ...site, organizationId: "org_12345678", forwardedHeaders });
  const settings = { measurement_id: "org_12345678" };
  const { component, project } = await nextUpdate(scene);
  const integrated = await made(component, { ...ga4, settings, __secretInputs: ["settings.measurement_id"] });
  expect(integrated).toMatchObject({ organization: "org_12345678" });
  await ask(scene.emulator, "POST /v1/projects/prj_1", { slug: "my-production" });
  expect(await project.read("prj_1", state)).toMatchObject({ props: { slug: "my-production" } });
  await ask(scene.emulator, "POST /v1/projects/prj_1", { slug: scene.emulator.token });
  const later = await nextUpdate(scene);
  expect(await later.project.read("prj_1", state)).toMatchObject({ props: { slug: "(secret)" } });
});

it("a setting is hidden whatever its name is: only outputs with two underscores are Pulumi's own", () => {
  const redaction = createRedaction(["canary-token"]);
  const settings = { __debug: "canary-token", settings: { a: "canary-token" }, origin: "canary-token" };
  expect(hideOutputs({ settings, __provider: "canary-token" }, { settings: { __debug: "x" } }, redaction)).toEqual({
    settings: { __debug: "(secret)", settings: { a: "(secret)" }, origin: "(secret)" },
    __provider: "canary-token",
  });
});
