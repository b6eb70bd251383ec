import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { site, urnOf, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";
import { fail, succeed } from "./harness/succeed.ts";

/* Pulumi deletes what was replaced at the end of an update, or of a later one. */

// One stack, which lives through all tests in their order.
const its = useScene();

const adopt = "adopt" as const;
const WWW = "www.example.com";
const SHOP = "shop.example.com";
const ga4 = { component: "edgee/ga4", settings: { measurement_id: "G-1" }, ifExists: adopt };
const meta = { component: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "x" }, ifExists: adopt };
const host = (name: string) => ({ name, ifExists: adopt });
// Without the message it would be no answer, and be waited for.
const body = { error: { type: "invalid_request_error", message: "not now" } };
const refusal = { method: "DELETE", times: "always", fault: { kind: "answer", status: 400, body } } as const;
const deletions = (): string[] => writes(its.emulator).filter((write) => write.startsWith("DELETE"));

const inOrganization = (organizationId: string, rest: Site) =>
  site({ project: { organizationId, ifExists: adopt }, ...rest });
const before = (organizationId = "org_1") =>
  inOrganization(organizationId, { components: { it: ga4 }, domains: { www: host(WWW) } });

it("old objects that could not be deleted stay in the state", async () => {
  await its.stack.up(before());
  its.emulator.setFaults({ faults: [refusal] });
  const after = inOrganization("org_1", { components: { it: meta }, domains: { www: host(SHOP) } });
  await fail(its.stack.up(after));
  its.emulator.setFaults({});
  expect(await its.stack.state()).toContain('"delete":true');
});

it("they are taken back, and the deletion that is left does not take them", async () => {
  await succeed(its.stack.up(before()));
  expect(writes(its.emulator).toSorted()).toEqual([
    "DELETE /v1/projects/prj_1/components/pc_2",
    `DELETE /v1/projects/prj_1/domains/${SHOP}`,
  ]);
});

it("a project that was replaced, and could not be deleted, is taken back with its host name", async () => {
  its.emulator.setFaults({ faults: [{ ...refusal, path: "/v1/projects/prj_1" }] });
  await fail(its.stack.up(before("org_2")));
  its.emulator.setFaults({});
  await succeed(its.stack.up(before()));
  expect(its.emulator.state()).toMatchObject([
    { project: { id: "prj_1" }, components: [{ component_slug: "edgee/ga4" }], domains: [{ name: WWW }] },
  ]);
  expect(stepsTaken(await its.stack.preview(before()))).toEqual([]);
});

it("a replaced project goes when what was not declared in it is gone", async () => {
  await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "by-hand.example.com" });
  const refused = await fail(its.stack.up(before("org_2")));
  expect(refused.text).toContain("it holds by-hand.example.com");
  expect(refused.text).toContain("Where a new project has replaced it, that has no effect.");
  await ask(its.emulator, "DELETE /v1/projects/prj_1/domains/by-hand.example.com");
  await succeed(its.stack.up(before("org_2")));
  expect(its.emulator.state()).toMatchObject([{ project: { organization_id: "org_2" }, domains: [{ name: WWW }] }]);
});

const page = { component: "edgee/maintenance-page", settings: {} };
const four = (
  one: Site["components"],
  names: Readonly<Record<"www" | "shop", string>>,
  options: Site["options"] = {},
) =>
  inOrganization("org_2", {
    components: { ...one, page },
    domains: { www: host(names.www), shop: host(names.shop) },
    options,
  });
const exchanged = (options: Site["options"] = {}) => four({ it: meta, two: ga4 }, { www: SHOP, shop: WWW }, options);

it("two resources of one project exchange what they have, and nothing is detached", async () => {
  await its.stack.up(four({ it: ga4, two: meta }, { www: WWW, shop: SHOP }));
  its.emulator.reset();
  await succeed(its.stack.up(exchanged()));
  expect(writes(its.emulator).filter((write) => write.includes("domains"))).toEqual([]);
  expect(deletions()).toEqual([]);
});

it("a host name that the service refuses keeps the old one attached", async () => {
  await ask(its.emulator, "POST /v1/projects", { organization_id: "org_3", slug: "other", type: "proxy" });
  const taken = its.emulator.state().at(-1)?.project.id;
  await ask(its.emulator, `POST /v1/projects/${taken}/domains`, { name: "taken.example.com" });
  await fail(its.stack.up(four({ it: meta, two: ga4 }, { www: "taken.example.com", shop: WWW })));
  expect(deletions()).toEqual([]);
  expect(stepsTaken(await its.stack.preview(exchanged()))).toEqual([]);
});

it("a replacement that is only asked for with --replace is refused before a write, unless the old one is to go first", async () => {
  const replace = [urnOf("ProjectComponent", "page")];
  const refused = await fail(its.stack.up(exchanged(), { replace }));
  expect(refused.text).toContain("already exists: pc_");
  expect(writes(its.emulator)).toEqual([]);
  await succeed(its.stack.up(exchanged({ page: { deleteBeforeReplace: true } }), { replace }));
  expect(writes(its.emulator)).toEqual([
    expect.stringMatching(/^DELETE .*\/components\/pc_\d+$/),
    expect.stringMatching(/^POST .*\/components$/),
  ]);
});
