import { expect, it } from "vitest";
import { catalogueEntry } from "../../catalogue-entry.ts";
import { between, isList, records, without } from "../../habit.ts";
import { expectBlocked, itemOf, startWorld } from "../world.ts";

/* A pin of another object blocks its own line, and changes nothing for the others. */

const catalogue = ["acme/box", "acme/cup", "other/box"].map((slug) => catalogueEntry(slug, [{ name: "mode" }]));
const components = [{ id: "pc_1", component_slug: "acme/box", settings: { mode: "a" } }];
const seed = { catalogue, projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", components }] };
/** A service that shows another slug of pc_1, which is acme/box by the catalogue's id. */
const world = (slug?: string) =>
  startWorld({
    seed,
    between: between(
      records("project_component", (record) => ({ ...record, component_slug: slug, component_id: "cmp_acme_box" })),
    ),
  });
const planned = async (lines: readonly string[]): Promise<string[]> => {
  await using opened = await world();
  const head = "version: 1\nproject: { organization_id: org_1, slug: site, absent: true }\ncomponents:\n";
  await opened.write({ "a.yaml": `${head}${lines.join("")}` });
  const { plan } = await opened.run("plan");
  return (plan?.items ?? []).map(({ action, key, reason = "" }) => `${action} ${key} ${reason}`.trim());
};
const CUP = "  acme/cup: { absent: true, id: pc_1 }\n";

it("a project is deleted with a component that is declared absent, whatever another line pins", async () => {
  const items = await planned(["  acme/box: { absent: true }\n", CUP]);
  expect(items[0]).toBe("delete org_1/site");
});

it("two lines that pin one component plan the same in any order", async () => {
  const lines = ["  acme/box: { absent: true, id: pc_1 }\n", CUP];
  expect(await planned(lines)).toEqual(await planned(lines.toReversed()));
});

it("a component that blocks a pin because it is another declared one is not created once more", async () => {
  // The list is short: a similar slug, no component_id, no `active`. Read by its id, pc_1 says that it is acme/box.
  const short = records("project_component", (record, asked) => ({
    ...record,
    component_slug: "box",
    ...(isList(asked) ? { active: undefined, component_id: undefined } : { component_id: "cmp_acme_box" }),
  }));
  await using opened = await startWorld({ seed, between: between(short) });
  const head = "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n";
  await opened.write({
    "a.yaml": `${head}  other/box: { id: pc_1, active: false }\n  acme/box: { settings: { mode: b } }\n`,
  });
  const report = await opened.run("plan");
  expect(itemOf(report, "org_1/site/other/box").action).toBe("blocked");
  // A service that allows two of one component has two then; the emulator refuses with 409.
  expect(itemOf(report, "org_1/site/acme/box").action).not.toBe("create");
});

it("the reason names what shows that a pin is wrong", async () => {
  await using opened = await world("box");
  const head = "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n";
  await opened.write({ "a.yaml": `${head}  acme/box: { settings: { mode: a } }\n  other/box: { id: pc_1 }\n` });
  // It says "pc_1 is box, not other/box": `box` may well be other/box.
  expect(itemOf(await opened.run("plan"), "org_1/site/other/box").reason).toMatch(/acme[_/]box/);
});

/** The list takes no notice of `organization_id`: its records say whose each project is, and the read by id does not. */
it.each(["absent: true", "description: ours"])(
  "a pinned project that the list shows as another organization's stays as it is: %s",
  async (line) => {
    const habit = records("project", (project, asked) =>
      isList(asked) ? { ...project, organization_id: "org_2" } : without(project, ["organization_id"]),
    );
    const file = `version: 1\nproject: { organization_id: org_1, slug: site, id: prj_1, ${line} }\n`;
    const reason = "Project prj_1 belongs to org_2, not to org_1.";
    const report = await expectBlocked(
      { "a.yaml": file },
      ["org_1/site", reason],
      {},
      { seed, between: between(habit) },
    );
    expect(report.result).toBe("blocked");
  },
);
