import { expect, it } from "vitest";
import { between, isList, records, without } from "../habit.ts";
import { expectBlocked } from "../sync/world.ts";

/** The list takes no notice of `organization_id`: its records say whose each project is, and the read by id does not. */
const habit = records("project", (project, asked) =>
  isList(asked) ? { ...project, organization_id: "org_2" } : without(project, ["organization_id"]),
);
const seed = { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] };

it.each(["absent: true", "description: ours"])(
  "a pinned project that the list shows as another organization's stays as it is: %s",
  async (line) => {
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
