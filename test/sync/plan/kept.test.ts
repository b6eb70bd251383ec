import { expect, it } from "vitest";
import type { Fault } from "../../../emulator/faults/schedule.ts";
import { always, answered, file, on, open, PROJECTS, refused } from "../../reconcile/scene.ts";

/* What stays although something like it is to be deleted. generated-snapshots.test.ts found these, and draws such services rarely. */

const CATALOGUE = "/v1/components/edgee/ga4";
const [COMPONENTS, DOMAINS] = [`${PROJECTS}/prj_1/components`, `${PROJECTS}/prj_1/domains`];
const list = (...data: readonly object[]) => answered({ data, has_more: false });

/** Applies a file to a project that its service shows with these components and domains. */
async function applied(
  text: string,
  shown: { readonly components?: readonly object[]; readonly domains?: readonly object[] },
  only?: readonly string[],
  catalogue: Fault = answered({ id: "cmp_1", slug: "edgee/ga4" }),
) {
  const { components = [], domains = [] } = shown;
  const scene = open({
    projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }],
    faults: [
      on(`GET ${COMPONENTS}`, list(...components), always),
      on(`GET ${DOMAINS}`, list(...domains), always),
      on(`GET ${CATALOGUE}`, catalogue, always),
    ],
  });
  const { result, writes } = await scene.apply(text, only === undefined ? {} : { only, prune: ["domains"] });
  return { result, writes };
}

it("a project that is to be deleted stays with all that is in it, if a host name is there in two spellings", async () => {
  const shown = { domains: [{ name: "a.example.com" }, { name: "A.example.com" }] };
  const text = file("site", "  absent: true\ndomains: [{ name: a.example.com, absent: true }]\n");
  expect(await applied(text, shown)).toEqual({ result: "blocked", writes: [] });
});

it.each(["", "  absent: true\n"])(
  "a removal takes neither of two components, one with the slug and one with the catalogue's id, now or in the next run: %j",
  async (fate) => {
    const components = [
      { id: "pc_1", component_slug: "Edgee/GA4", component_id: "cmp_2" },
      { id: "pc_2", component_slug: "@edgee/ga4", component_id: "cmp_1" },
    ];
    const text = file("site", `${fate}components:\n  edgee/ga4: { absent: true }\n`);
    expect((await applied(text, { components }, ["*/ga4"])).writes).toEqual([]);
  },
);

it("two components, one with the declared slug, and one that only the catalogue could name, which cannot be asked", async () => {
  const components = [
    { id: "pc_1", component_slug: "edgee/ga4" },
    { id: "pc_2", component_id: "cmp_1" },
  ];
  for (const fate of ["", "  absent: true\n"]) {
    const text = file("site", `${fate}components:\n  edgee/ga4: { absent: true }\n`);
    expect((await applied(text, { components }, ["*/ga4"], refused(500))).writes).toEqual([]);
  }
});
