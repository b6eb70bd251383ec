import { describe, expect, it } from "vitest";
import { catalogueEntry } from "../catalogue-entry.ts";
import { shownChanges } from "../../core/plan/reviewed-plan.ts";
import { readSavedPlan } from "../../core/plan/saved-plan.ts";
import { reportAsJson } from "../../sync/report/report-json.ts";
import {
  always,
  ARRIVED,
  DETACH,
  file,
  MOVE,
  MOVE_AND_DELETE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  refused,
  SITE,
} from "./scene.ts";

/* Found by running the fixes of one day. */

type Scene = ReturnType<typeof open>;

async function reviewOf({ apply }: Scene, files: Readonly<Record<string, string>>) {
  const { report } = await apply(files, { mode: "plan" });
  const shown = report.plan === undefined ? [] : [...shownChanges(report.plan).values()];
  return { effects: new Set(shown.map(({ effect }) => effect)), lookedAt: "" };
}

const NEW_SITE = {
  "new.yaml": file(
    "new",
    "  description: ours\ncomponents:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\ndomains: [new.example.com]\n",
  ),
};

it.each([0, 8_000])(
  "what was reviewed is not written into a project that somebody else created since, and that is not adopted: after %i ms",
  async (milliseconds) => {
    const scene = open({ projects: [] });
    const reviewedPlan = await reviewOf(scene, NEW_SITE);
    const confirm = async (): Promise<boolean> => {
      scene.meddle({ method: "POST", path: PROJECTS, body: { organization_id: "org_1", slug: "new", type: "proxy" } });
      await scene.pass(milliseconds);
      return true;
    };
    const { outcomes, writes } = await scene.apply(NEW_SITE, { reviewedPlan, confirm });
    expect(writes).toEqual([]);
    expect(outcomes.filter((outcome) => !outcome.startsWith("not-started "))).toEqual([]);
  },
);

it("a live host name is not moved into a project that somebody else created since, and that is not adopted", async () => {
  const files = { ...MOVE, "new.yaml": file("new", `  description: ours\ndomains: [${NAME}]\n`) };
  const scene = open({ projects: [OLD] });
  const reviewedPlan = await reviewOf(scene, files);
  const confirm = async (): Promise<boolean> => {
    scene.meddle({ method: "POST", path: PROJECTS, body: { organization_id: "org_1", slug: "new", type: "proxy" } });
    return true;
  };
  await scene.apply(files, { reviewedPlan, confirm });
  expect(scene.live()).toContain(`org_1/old/${NAME}`);
});

it("a component that somebody else has made since the review is said to have appeared", async () => {
  const scene = open();
  const files = { "site.yaml": file("site", "components:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n") };
  const reviewedPlan = await reviewOf(scene, files);
  const confirm = async (): Promise<boolean> => {
    const body = { component_slug: "edgee/legacy-pixel", settings: { pixel_id: "2" } };
    scene.meddle({ method: "POST", path: `${PROJECTS}/prj_1/components`, body });
    await scene.pass(60_000);
    return true;
  };
  const { messages, writes } = await scene.apply(files, { reviewedPlan, confirm });
  expect([messages, writes]).toEqual([[expect.stringContaining("It appeared since the plan was made")], []]);
});

it("a reviewed project is finished, though a gateway repeated its creation and passed on the 429", async () => {
  const busy = {
    kind: "answer",
    status: 429,
    body: "slow down",
    headers: { "retry-after": "1" },
    handled: true,
  } as const;
  const scene = open({ projects: [], faults: [on(`POST ${PROJECTS}`, busy)] });
  const files = { "new.yaml": file("new", "  cache: true\ndomains: [new.example.com]\n") };
  const { outcomes } = await scene.apply(files, { reviewedPlan: await reviewOf(scene, files) });
  expect(outcomes).toEqual(["done org_1/new", "done org_1/new/new.example.com"]);
});

it("says that a host name may be attached to nothing, if its detachment took effect and a page answered the next attempt", async () => {
  for (const files of [MOVE, MOVE_AND_DELETE]) {
    const scene = open({
      projects: [OLD, NEW],
      service: { staleListsMs: 600_000 },
      habits: { late: { readsMs: 600_000 } },
      faults: [
        on(`DELETE ${DETACH}`, ARRIVED),
        on("DELETE", { kind: "answer", status: 403, body: "<html>" }, always),
        on("POST", { kind: "answer", status: 502, body: "bad gateway" }, always),
      ],
    });
    const { messages } = await scene.apply(files);
    expect(scene.live()).not.toContain(`org_1/old/${NAME}`);
    expect(messages.join()).toMatch(/attached to no project now/);
  }
});

it("a live number that no file declares, that is shown as text keeps each digit in an update", async () => {
  const settings = { account: "12345678901234567890", code: "007", name: "a" };
  const fields = [{ name: "account", type: "number" }, { name: "code", type: "number" }, { name: "name" }] as const;
  const scene = open({
    projects: [{ ...SITE, components: [{ id: "pc_1", component_slug: "edgee/x", component_version: "1", settings }] }],
    catalogue: [catalogueEntry("edgee/x", fields)],
  });
  await scene.apply(file("site", "components:\n  edgee/x: { settings: { name: b } }\n"));
  expect(scene.record("org_1/site/edgee/x")?.["settings"]).toEqual({ ...settings, name: "b" });
});

it("a project that does not exist is created, though its previous slug differs from its slug in case alone", async () => {
  const { outcomes } = await open({ projects: [] }).apply(file("a", "  previous_slug: A\n"));
  expect(outcomes).toEqual(["done org_1/a"]);
});

describe.each(["reviewedPlan", "savedPlan"] as const)("%s", (how) => {
  /** The options of an apply of what a plan with these options showed. */
  async function approvalOf(scene: Scene, files: Readonly<Record<string, string>>, options: object = {}) {
    const { report } = await scene.apply(files, { mode: "plan", ...options });
    const effects = new Set(report.plan && [...shownChanges(report.plan).values()].map(({ effect }) => effect));
    return how === "reviewedPlan"
      ? { reviewedPlan: { effects, lookedAt: "" } }
      : { savedPlan: readSavedPlan("plan.json", JSON.stringify(reportAsJson(report))) };
  }
  const files = { "site.yaml": file("site", "  description: ours\ndomains: [new.example.com]\n") };
  const only = ["org_1/site/new.example.com"];

  it("of a part does not hold for a project that has replaced another one under its slug", async () => {
    for (const then of [{}, { only }]) {
      const scene = open({ projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", description: "ours" }] });
      const approval = await approvalOf(scene, files, { only });
      scene.meddle({ method: "DELETE", path: `${PROJECTS}/prj_1` });
      const body = { organization_id: "org_1", slug: "site", type: "proxy", description: "ours" };
      scene.meddle({ method: "POST", path: PROJECTS, body });
      const { result, writes } = await scene.apply(files, { ...then, ...approval });
      expect([result, writes]).toEqual(["refused", []]);
    }
  });

  it("of everything holds for a part, and of a part for the same part", async () => {
    for (const first of [{}, { only }]) {
      const scene = open();
      const { result } = await scene.apply(files, { only, ...(await approvalOf(scene, files, first)) });
      expect(result).toBe("applied");
    }
  });

  it("of a move into a new project holds after that was created, and the move failed", async () => {
    const scene = open({ projects: [OLD] });
    const approval = await approvalOf(scene, MOVE);
    scene.setFaults([on(`POST ${PROJECTS}/prj_1/domains`, refused(403, "forbidden_error"), always)]);
    expect(await scene.apply(MOVE, approval)).toMatchObject({ result: "partial" });
    scene.setFaults([]);
    expect(await scene.apply(MOVE, approval)).toMatchObject({ result: "applied" });
  });
});
