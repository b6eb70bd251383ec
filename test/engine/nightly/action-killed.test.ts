import { expect, it } from "vitest";
import { killApplies, openHooked } from "../harness/kills.ts";

const ROTATED = "rotated-access-token-4711";
const fileOf = (description: string, rest: string) => `version: 1
project: { organization_id: org_1, slug: site, description: ${description}, force_https: false }
components:
  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }
${rest}`;

/* A rotated secret that the service hides, another host name, and a component to prune. */
it("an apply of a change that is killed after each of its writes makes the change", async () => {
  const opened = await openHooked({ prune: "all" }, { profile: "masking" });
  const { scene } = opened;
  await using _open = scene;
  const more = "  edgee/ga4: { settings: { measurement_id: G-1 } }\ndomains: [www.example.com]\n";
  await scene.write({ "site.yaml": fileOf("Shop", more) });
  expect((await scene.run("apply", { parallelism: "1" })).outputs).toMatchObject({ result: "applied" });
  await scene.write({ "site.yaml": fileOf("Store", "domains: [shop.example.com]\n") });
  const rotated = { META_TOKEN: ROTATED };
  const { kills, last } = await killApplies(opened, rotated);
  expect(kills.toSorted()).toEqual([
    expect.stringMatching(/^DELETE \/v1\/projects\/prj_1\/components\/pc_\d$/),
    "DELETE /v1/projects/prj_1/domains/www.example.com",
    "POST /v1/projects/prj_1",
    expect.stringMatching(/^POST \/v1\/projects\/prj_1\/components\/pc_\d$/),
    "POST /v1/projects/prj_1/domains",
  ]);
  expect(last.outputs["result"], last.everything).toMatch(/^(?:applied|no-changes)$/);
  expect(scene.emulator.state()).toMatchObject([
    {
      project: { slug: "site", description: "Store" },
      components: [{ component_slug: "edgee/meta-capi", settings: { access_token: ROTATED } }],
      domains: [{ name: "shop.example.com" }],
    },
  ]);
  expect((await scene.run("plan", {}, rotated)).outputs).toMatchObject({ result: "no-changes" });
});
