import { describe, expect, it } from "vitest";
import type { Rule } from "../../../emulator/start.ts";
import { always, answered, on, refused } from "../../reconcile/scene.ts";
import { startExportWorld } from "./export-world.ts";

const SEED = {
  projects: ["prj_1", "prj_2"].map((id) => ({ id, organization_id: "org_1", slug: id.replace("_", "-") })),
};

const refusing = (path: string, status: number, type: string): Rule => on(`GET ${path}`, refused(status, type), always);
const listing = (...data: readonly object[]): Rule =>
  on("GET /v1/projects", answered({ object: "list", data, has_more: false }), always);

describe("an export if the service does not answer every request", () => {
  it.each([
    [403, "forbidden_error"],
    [404, "not_found_error"],
    [503, "api_error"],
  ])("leaves out a project whose lists answer %i, and says why", async (status, type) => {
    await using exporting = await startExportWorld({
      seed: SEED,
      faults: { faults: [refusing("/v1/projects/prj_1/domains", status, type)] },
    });
    const { projects, leftOut } = await exporting.export();
    expect(projects.map(({ id }) => id)).toEqual(["prj_2"]);
    expect(leftOut).toEqual([{ id: "prj_1", reason: expect.stringContaining(`cannot be read: GET`) }]);
    expect(leftOut[0]?.reason).toContain(`/v1/projects/prj_1/domains: ${status}`);
  });

  it.each([
    [["prj_1"], "/v1/projects/prj_1"],
    [["prj_2"], "/v1/projects/prj_2"],
    [["prj_1", "prj_2"], "/v1/projects"],
  ])("leaves out %s of several ids if %s answers 500", async (missing, path) => {
    const refused = refusing(path, 500, "api_error");
    await using exporting = await startExportWorld({ seed: SEED, faults: { faults: [refused] } });
    const { projects, leftOut } = await exporting.export({ by: "id", ids: ["prj_1", "prj_2"] });
    expect(projects.map(({ id }) => id)).toEqual(["prj_1", "prj_2"].filter((id) => !missing.includes(id)));
    expect(leftOut).toEqual(missing.map((id) => ({ id, reason: expect.stringContaining(`${path}: 500`) })));
  });

  it.each([
    ["a list of a project answers 401", refusing("/v1/projects/prj_1/domains", 401, "authentication_error")],
    ["the list of projects answers 500", refusing("/v1/projects", 500, "api_error")],
  ])("stops if %s", async (_what, rule) => {
    await using exporting = await startExportWorld({ seed: SEED, faults: { faults: [rule] } });
    await expect(exporting.export()).rejects.toThrow(/^GET \S*\/v1\/projects/);
  });

  it("counts a project without an organization to the one whose list has it", async () => {
    const record = { id: "prj_1", slug: "prj-1" };
    const list = listing(record, { ...record, id: "prj_2", slug: "prj-2", organization_id: null });
    await using exporting = await startExportWorld({ seed: SEED, faults: { faults: [list] } });
    const { projects, leftOut } = await exporting.export();
    expect(leftOut).toEqual([]);
    expect(projects.map(({ key }) => key)).toEqual(["org_1/prj-1", "org_1/prj-2"]);
  });

  it("says first that the id is not found, if the token cannot list projects either", async () => {
    await using exporting = await startExportWorld({
      seed: SEED,
      faults: { faults: [refusing("/v1/projects", 403, "forbidden_error")] },
    });
    await expect(exporting.export({ by: "id", ids: ["prj_9"] })).rejects.toThrow(
      /^Project prj_9 not found\. Other projects cannot be listed: GET \S*\/v1\/projects: 403/,
    );
  });
});
