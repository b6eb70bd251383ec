import { expect, it } from "vitest";
import { startWorld } from "./world.ts";

it("a user and a password in a URL that the service quotes are not in the report", async () => {
  const body = { error: { type: "forbidden_error", message: "proxy https://usr:canary-pw@h.example/ failed" } };
  const fault = { kind: "answer", status: 403, body } as const;
  await using world = await startWorld({ faults: { faults: [{ method: "POST", path: "/v1/projects", fault }] } });
  await world.write({ "a.yaml": "version: 1\nproject: { organization_id: org_1, slug: site }\n" });
  const report = await world.run("apply");
  expect(JSON.stringify(report)).toContain("@h.example/ failed");
  expect(JSON.stringify(report)).not.toContain("canary-pw");
});
