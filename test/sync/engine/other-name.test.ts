import { describe, expect, it } from "vitest";
import type { EngineStep } from "../../../sync/engine/engine.ts";
import { keepDeclared } from "../../../sync/engine/other-name.ts";
import { newItem } from "../../../core/plan/plan.ts";
import type { Report } from "../../../sync/report/report.ts";
import { KEY, play, serviceWith, step } from "./play-engine.ts";

/*
 * An object that the stack has under another name than its file: Pulumi would adopt it under the new name, and
 * delete or forget it under the old one.
 */

const COMPONENT = { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
const service = serviceWith({ components: [COMPONENT], domains: [{ name: "www.example.com" }] });
const fileOf = (project: string, component = "edgee/ga4") =>
  `version: 1\nproject: { organization_id: org_1, ${project} }\n` +
  `components: { ${component}: { settings: { measurement_id: G-1 } } }\ndomains: [www.example.com]\n`;

/** What the stack does with the project with this key and all that is in it. */
const steps = (key: string, action: EngineStep["action"]): EngineStep[] => [
  step({ kind: "project", key, id: "prj_1", action }),
  step({ kind: "component", key: `${key}/edgee/ga4`, id: "pc_1", action }),
  step({ key: `${key}/www.example.com`, id: "www.example.com", action }),
];

/** Applies. Nothing may be written; returns why the objects are blocked that the stack would delete. */
async function refused(file: string, preview: readonly EngineStep[]): Promise<Record<string, string | undefined>> {
  const update = () => {
    throw new Error("the engine was asked to write");
  };
  const { result, plan }: Report = await play({ file, service, preview, update });
  expect({ result, deletions: plan?.counts.delete }).toEqual({ result: "blocked", deletions: 0 });
  const blocked = (plan?.items ?? []).filter(({ action }) => action === "blocked");
  return Object.fromEntries(blocked.map(({ key, reason }) => [key, reason]));
}

describe("a live object that its file declares is not deleted or forgotten under the name that the stack has for it", () => {
  it.each([
    { what: "the case of the slug changed", project: "slug: Site", key: "org_1/Site" },
    { what: "a pinned project gets another slug", project: "id: prj_1, slug: shop", key: "org_1/shop" },
  ])("$what", async ({ project, key }) => {
    const reasons = await refused(fileOf(project), [...steps(key, "create"), ...steps(KEY, "delete")]);
    const forgotten = await refused(fileOf(project), [...steps(key, "create"), ...steps(KEY, "forget")]);
    expect(Object.keys(forgotten)).toEqual(Object.keys(reasons));
    expect(Object.keys(reasons)).toEqual([KEY, `${KEY}/edgee/ga4`, `${KEY}/www.example.com`]);
    expect(reasons[KEY]).toContain(key);
    for (const reason of Object.values(reasons)) expect(reason).toContain("Declare previous_slug: site");
  });

  it("and what else is in it is listed once", async () => {
    const byHand = [{ name: "www.example.com" }, { name: "by-hand.example.com" }];
    const { plan } = await play({
      file: fileOf("slug: Site"),
      service: serviceWith({ components: [COMPONENT], domains: byHand }),
      preview: [...steps("org_1/Site", "create"), ...steps(KEY, "delete")],
    });
    const unmanaged = plan?.items.filter(({ action }) => action === "unmanaged").map(({ key }) => key);
    expect(unmanaged).toEqual(["org_1/Site/by-hand.example.com"]);
  });

  it("and what its file no longer declares is not deleted: the write would be refused, because the plan names its project by the new slug", async () => {
    const file = "version: 1\nproject: { organization_id: org_1, slug: Site }\ndomains: []\n";
    const reasons = await refused(file, [
      step({ kind: "project", key: "org_1/Site", id: "prj_1", action: "create" }),
      step({ kind: "project", key: KEY, id: "prj_1", action: "forget" }),
      step({ key: `${KEY}/www.example.com`, id: "www.example.com", action: "delete" }),
    ]);
    const reason = expect.stringContaining("Declare previous_slug: site");
    expect(reasons).toEqual({ [KEY]: reason, [`${KEY}/www.example.com`]: reason });
  });

  const component = { kind: "component", id: "pc_1" } as const;
  const withComponent = (now: EngineStep["action"], before: EngineStep["action"]): EngineStep[] => [
    ...steps(KEY, "same").filter(({ kind }) => kind !== "component"),
    step({ ...component, key: `${KEY}/Edgee/GA4`, action: now }),
    step({ ...component, key: `${KEY}/edgee/ga4`, action: before }),
  ];

  it.each(["delete", "forget"] as const)(
    "the case of a component changed, and its old name is to %s",
    async (action) => {
      const reasons = await refused(fileOf("slug: site", "Edgee/GA4"), withComponent("create", action));
      expect(reasons).toEqual({ [`${KEY}/edgee/ga4`]: expect.stringContaining("Write its name as before") });
    },
  );

  it("a stack that has it by both names forgets the old one", async () => {
    const { result } = await play({
      file: fileOf("slug: site", "Edgee/GA4"),
      service,
      preview: withComponent("same", "forget"),
      mode: "plan",
    });
    expect(result).toBe("no-changes");
  });
});

const SOURCE = { file: "site.yaml", line: 1, column: 1 };
/** What becomes of a component that the stack would delete, while a file declares one with the same id in prj_1. */
const keptIn = (stack: string, projectId: string, declared: string) =>
  keepDeclared(
    [
      newItem("project", declared, "unchanged", { id: "prj_1", source: SOURCE }),
      newItem("component", `${declared}/edgee/ga4`, "unchanged", { id: "pc_1", source: SOURCE }),
      newItem("component", `${stack}/edgee/ga4`, "delete", { id: "pc_1" }),
    ],
    [step({ kind: "project", key: stack, id: projectId, action: "delete" })],
    "dev",
  ).at(-1);

it("a component of another project with the same id is deleted", () => {
  expect(keptIn("org_1/old", "prj_2", KEY)).toMatchObject({ action: "delete" });
});

it("the case of the organization changed: previous_slug does not help", () => {
  expect(keptIn("org_1/site", "prj_1", "Org_1/site")).toMatchObject({
    action: "blocked",
    reason: expect.stringContaining("Write its name as before"),
  });
});
