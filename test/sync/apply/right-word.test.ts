import { expect, it } from "vitest";
import { startWith } from "../world.ts";

const FILE = `version: 1
project:
  organization_id: org_1
  slug: site
  forwarded_headers: [{ name: Authorization, value: new-header-value }]
  external_project_url: https://example.com/b
  description: { secret: TEXT }
`;
const LIVE = {
  organization_id: "org_1",
  slug: "site",
  forwarded_headers: [{ name: "Authorization", value: "canary-header-1" }],
  external_project_url: "https://user:canary-password@example.com/a?key=canary-query",
  description: "canary-description",
};

it("a value that the service stored otherwise is not quoted if it may not be shown", async () => {
  const habits = { changes: { ignored: ["forwarded_headers", "external_project_url", "description"] } };
  await using world = await startWith({ "a.yaml": FILE }, { habits, seed: { projects: [LIVE] } });
  const report = await world.run("apply", { environment: { TEXT: "another-description" } });
  const [outcome] = report.applied?.outcomes ?? [];
  expect(outcome?.status).toBe("partial");
  expect(outcome?.message).toContain("did not store ");
  expect(outcome?.message).toContain('external_project_url as "https://');
  expect(JSON.stringify(report)).not.toContain("canary");
});
