import { describe, expect, it } from "vitest";
import { explain } from "../../core/reconcile/explain.ts";
import type { ObjectOutcome } from "../../core/reconcile/outcome.ts";
import type { Step } from "../../core/reconcile/step.ts";

const project = { kind: "project", key: "org_1/site", action: "create" } as const;
const component = { kind: "component", key: "prj_1/edgee/ga4", action: "update" } as const;

/** A write that left fields with other values. */
function leaving(...paths: readonly string[]): ObjectOutcome {
  const left: Step = {
    kind: "project",
    key: "org_1/site",
    action: "update",
    organizationId: "org_1",
    project: "org_1/site",
    slugs: ["site"],
    projectId: "prj_1",
    id: "prj_1",
    body: {},
    changes: paths.map((path) => ({ path, from: "stored", to: "declared", replace: false })),
    sendsLive: false,
  };
  return { status: "partial", id: "prj_1", left, notes: [] };
}

describe("a field that the service stored otherwise", () => {
  it("is named, with what to do", () => {
    const { message } = explain({ ...project, action: "update" }, leaving("cache", "type"), () => false) ?? {};
    expect(message).toMatch(
      /did not store cache, type of project prj_1 as declared, or somebody changed it since\. .*declare the value that it stored/,
    );
  });

  it("is not to be declared as it shows if it is a secret", () => {
    const { message } = explain(component, leaving("settings.token"), () => true) ?? {};
    expect(message).toMatch(/shows settings\.token of component edgee\/ga4 in a form of its own.* Never declare what/);
  });
});

describe("a project that was created without its settings", () => {
  it("is named, with the cause and what the next run does", () => {
    const error = new Error("It was refused.");
    const failure = explain(project, { status: "partial", id: "prj_1", error, notes: [] }, () => false);
    expect(failure?.message).toMatch(/prj_1 .*: It was refused\. .*next run/);
    expect(failure?.cause).toBe(error);
  });

  it("promises nothing for the next run if the service does not accept the settings", () => {
    expect(explain(project, leaving("cache"), () => false)?.message).not.toContain("next run");
  });
});
