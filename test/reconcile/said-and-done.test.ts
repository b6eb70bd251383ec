import { describe, expect, it } from "vitest";
import { shownChanges } from "../../core/plan/reviewed-plan.ts";
import { always, answered, blocked, file, on, open, PROJECTS, refused, SITE } from "./scene.ts";

/* What a plan and a report say is what happens. */

it("no project is deleted that a blocked file may mean", async () => {
  const shop = { id: "prj_shop", organization_id: "org_1", slug: "shop", domains: [{ name: "shop.example.com" }] };
  const main = { id: "prj_main", organization_id: "org_1", slug: "main" };
  const files = { "main.yaml": file("main", "  previous_slug: shop\n"), "shop.yaml": file("shop", "  absent: true\n") };
  for (const projects of [[shop], [shop, main]]) {
    const { apply } = open({ projects });
    const { report, writes } = await apply(files, { prune: ["all"] });
    expect(blocked(report).join("\n")).toContain("org_1/main");
    expect(writes).toEqual([]);
  }
});

it.each([
  ["pins another project", file("shop", "  id: prj_main\n")],
  ["is of another organization", file("shop", "  must_exist: true\n").replace("org_1", "org_2")],
])("a project is deleted although a blocked file has its slug, and %s", async (_what, other) => {
  const projects = ["shop", "main"].map((slug) => ({ id: `prj_${slug}`, organization_id: "org_1", slug }));
  const faults = other.includes("prj_main") ? [on(`GET ${PROJECTS}/prj_main`, refused(403), always)] : [];
  const files = { "other.yaml": other, "shop.yaml": file("shop", "  id: prj_shop\n  absent: true\n") };
  const { report, writes } = await open({ projects, faults }).apply(files);
  expect(blocked(report)).toEqual([expect.stringMatching(/^org_[12]\/shop: /)]);
  expect(writes).toEqual([`DELETE ${PROJECTS}/prj_shop`]);
});

it("a live secret that is declared as null is not said to stay where an update may remove it", async () => {
  const field = (name: string, secret: boolean) => {
    return { name, title: name, type: "string" as const, required: false, secret };
  };
  const versions = { "1.0.0": { version: "1.0.0", dynamic_fields: [field("text", false), field("token", true)] } };
  const live = { id: "pc_1", component_slug: "acme/x", settings: { text: "1", token: "live-token" } };
  const { apply } = open({
    catalogue: [{ id: "cmp_x", slug: "acme/x", latest_version: "1.0.0", versions }],
    projects: [{ ...SITE, domains: [], components: [live] }],
  });
  const { report } = await apply(file("site", "components:\n  acme/x: { settings: { text: '2', token: null } }\n"));
  const notes = report.plan?.items.flatMap((item) => item.notes ?? []).join(" ");
  expect(notes).toContain("settings.token: null asks for the default, and none is documented. An update of other");
  expect(notes).not.toContain("the live value stays");
});

it("what was reviewed is not written to an object that somebody else created since", async () => {
  const { apply, meddle, pass } = open({ projects: [] });
  const files = { "new.yaml": file("new", "  description: ours\n") };
  const { report } = await apply(files, { mode: "plan" });
  const shown = report.plan === undefined ? [] : [...shownChanges(report.plan).values()];
  const reviewedPlan = { effects: new Set(shown.map(({ effect }) => effect)), lookedAt: "" };
  const confirm = async (): Promise<boolean> => {
    meddle({ method: "POST", path: "/v1/projects", body: { organization_id: "org_1", slug: "new", type: "proxy" } });
    await pass(8_000);
    return true;
  };
  const { outcomes, messages, writes } = await apply(files, { reviewedPlan, confirm });
  expect([outcomes, writes]).toEqual([["not-started org_1/new"], []]);
  expect(messages.join()).toContain("It appeared since the plan was made");
});

describe("a create that is answered with the id of another organization's project", () => {
  const theirs = { id: "prj_2", organization_id: "org_2", slug: "new", cache: false };
  const text = file("new", "  cache: true\ndomains: [new.example.com]\n");

  it("is not gone on with there", async () => {
    const scene = open({ projects: [theirs], faults: [on("POST /v1/projects", answered({ id: "prj_2" }))] });
    expect((await scene.apply(text)).writes).toEqual(["POST /v1/projects"]);
  });

  it("is not done, whatever the answer says of it", async () => {
    const record = { id: "prj_2", organization_id: "org_1", slug: "new", type: "proxy" };
    const scene = open({ projects: [theirs], faults: [on("POST /v1/projects", answered(record))] });
    const { outcomes } = await scene.apply(text);
    expect(outcomes.filter((outcome) => outcome.startsWith("done"))).toEqual([]);
  });
});

it.each([
  [
    "project",
    file("new", "  description: ours\n"),
    "/v1/projects",
    { organization_id: "org_1", slug: "new", type: "mcp" },
  ],
  [
    "component",
    file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-OURS } }\n"),
    "/v1/projects/prj_1/components",
    { component_slug: "edgee/ga4", settings: { measurement_id: "G-THEIRS" } },
  ],
] as const)(
  "a %s that somebody else created meanwhile is not updated, and said to be there",
  async (_kind, text, path, body) => {
    const { apply, meddle, pass } = open({ projects: [{ ...SITE, components: [], domains: [] }] });
    const confirm = async (): Promise<boolean> => {
      meddle({ method: "POST", path, body });
      await pass(8_000);
      return true;
    };
    const { outcomes, messages } = await apply(text, { confirm });
    expect(outcomes).toEqual([expect.stringMatching(/^not-started /)]);
    expect(messages).toEqual(["It appeared since the plan was made: nothing was sent. Run plan."]);
  },
);

it.each([409, 404])(
  "a create that a gateway has made, and then answers with %i, is said to be there",
  async (status) => {
    const scene = open({ projects: [], faults: [on("POST /v1/projects", refused(status, "conflict", true))] });
    const text = file("new", "  force_https: false\ndomains: [new.example.com]\n");
    const { outcomes, messages } = await scene.apply(text);
    expect(outcomes).toEqual(["unknown org_1/new", "not-started org_1/new/new.example.com"]);
    expect(messages[0]).toContain("It is there now");
    const [next = [], after] = await scene.again(text);
    expect([next.length, after]).toEqual([2, []]);
  },
);
