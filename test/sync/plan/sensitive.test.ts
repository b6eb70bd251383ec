import { describe, expect, it } from "vitest";
import { renderReport } from "../../../cli/render-report.ts";
import { renderSummary } from "../../../action/summary.ts";
import { reportAsJson } from "../../../sync/report-json.ts";
import { refusal } from "../faulty.ts";
import { startWorld } from "../world.ts";

const LIVE = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "site",
  external_project_url: "https://bot:live-password@example.com/?key=live-query",
  forwarded_headers: [{ name: "authorization", value: "Bearer live-header" }],
  override_cache: [{ path: "/a", conditions: { request_headers: { values: { "x-key": "live-condition" } } } }],
};

const FILE = `version: 1
project:
  organization_id: org_1
  slug: site
  external_project_url: https://bot:our-password@example.com/?key=our-query
  forwarded_headers: [{ name: authorization, value: Bearer our-header }]
  override_cache: [{ path: /b, conditions: { request_headers: { values: { x-key: our-condition } } } }]
`;

const SECRETS = /live-password|live-query|live-header|live-condition|our-password|our-query|our-header|our-condition/;

describe("values that are sensitive by nature", () => {
  it.each(["plan", "drift", "apply"] as const)("are shown neither live nor declared by %s", async (mode) => {
    await using world = await startWorld({ seed: { projects: [LIVE] } });
    await world.write({ "site.yaml": FILE });
    const report = await world.run(mode);
    expect(report.plan?.counts.update).toBe(1);
    const shown =
      JSON.stringify(reportAsJson(report)) +
      JSON.stringify(renderReport(report, (_format, text) => text)) +
      renderSummary(report);
    expect(shown).not.toMatch(SECRETS);
    expect(shown).toContain("https://(sensitive)@example.com/?(sensitive)");
    expect(shown).toContain("(sensitive, changed)");
  });

  it("reach the service as they are", async () => {
    await using world = await startWorld({ seed: { projects: [LIVE] } });
    await world.write({ "site.yaml": FILE });
    await world.run("apply");
    expect(await world.run("plan")).toMatchObject({ result: "no-changes" });
    expect(JSON.stringify(await world.ask("GET", "/v1/projects/prj_1"))).toContain("Bearer our-header");
  });

  it("are not shown in part, where a refusal that quotes one is cut off", async () => {
    const quoted = `${"The header was not accepted. ".repeat(6)}Its value is Bearer our-header-of-some-length`;
    await using world = await startWorld({ seed: { projects: [LIVE] } }, (call) =>
      call.startsWith("POST") ? refusal(400, "update_error", quoted) : undefined,
    );
    await world.write({ "site.yaml": FILE.replace("our-header", "our-header-of-some-length") });
    const report = await world.through("apply");
    expect(report.applied?.outcomes).toMatchObject([
      { status: "failed", message: expect.stringContaining("(secret)") },
    ]);
    expect(JSON.stringify(report)).not.toContain("Bearer");
  });
});
