import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/faults/schedule.ts";
import {
  always,
  answered,
  file,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  PUT_BACK,
  refused,
  TAKES,
} from "../../reconcile/scene.ts";

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

describe.each([
  [
    "components: a wrong pin names one of another organization",
    "components:\n  acme/ga4: { absent: true, id: pc_1 }\n",
    { components: [{ id: "pc_1", component_slug: "edgee/ga4@1.1.0" }] },
  ],
  [
    "domains: the declared one is there in two spellings",
    "domains: [{ name: a.example.com, absent: true }]\n",
    { domains: [{ name: "a.example.com" }, { name: "A.example.com" }] },
  ],
])("%s", (_what, sections, shown) => {
  it("a project that is to be deleted stays, with all that is in it", async () => {
    expect(await applied(file("site", `  absent: true\n${sections}`), shown)).toEqual({
      result: "blocked",
      writes: [],
    });
  });
});

describe.each([
  ["without an id", {}],
  ["with another id", { component_id: "cmp_2" }],
])("two components, one with the declared slug %s, and one with the catalogue's id", (_what, other) => {
  const components = [
    { id: "pc_1", component_slug: "Edgee/GA4", ...other },
    { id: "pc_2", component_slug: "@edgee/ga4", component_id: "cmp_1" },
  ];

  it.each(["", "  absent: true\n"])("a removal takes neither, now or in the next run: %j", async (fate) => {
    const text = file("site", `${fate}components:\n  edgee/ga4: { absent: true }\n`);
    expect((await applied(text, { components }, ["*/ga4"])).writes).toEqual([]);
  });
});

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

it("a host name in another form, that a glob of only does not mean", async () => {
  const shown = { domains: [{ name: "https://a.example.com/" }] };
  expect(await applied(file("site", "domains: []\n"), shown, ["*.example.com"])).toEqual({
    result: "no-changes",
    writes: [],
  });
});

it("a host name that another file declares, in a project that has it in two spellings", async () => {
  const twice = list({ name: NAME }, { name: NAME.toUpperCase() });
  const scene = open({ projects: [OLD, NEW], faults: [on(`GET ${PUT_BACK}`, twice, always)] });
  const { result, writes } = await scene.apply({ ...TAKES, "old.yaml": file("old", "domains: []\n") });
  expect([result, writes]).toEqual(["blocked", []]);
});
