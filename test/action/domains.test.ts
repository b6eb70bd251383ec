import { describe, expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { play, projectFile } from "./service.ts";

const FILE = projectFile("site", "domains: [ready.example.com, www.example.com]\n");
const DOMAINS = [
  { name: "ready.example.com", dns_status: true, ssl_status: true },
  { name: "www.example.com", dns_status: true },
  { name: "unmanaged.example.com" },
];
const LIVE = { projects: [{ ...liveProject("site"), domains: DOMAINS }] };
const SITE = { "projectsync.yaml": FILE };
const READY = { key: "org_1/site/ready.example.com", name: "ready.example.com", dns: "ready", ssl: "ready" };
const WWW = { key: "org_1/site/www.example.com", name: "www.example.com", dns: "ready", ssl: "not-ready" };

describe("the Action shows domains", () => {
  it.each(["plan", "drift", "apply"])(
    "in mode %s: a line for each in the log that is not ready, and a count",
    async (mode) => {
      const run = await play(SITE, { mode, service: { seed: LIVE } });
      expect({ code: run.code, stderr: run.stderr, result: run.outputs["result"] }).toEqual({
        code: 0,
        stderr: "",
        result: "no-changes",
      });
      expect(JSON.parse(run.outputs["domains"] ?? "")).toEqual([READY, WWW]);
      expect(run.stdout).toMatch(
        /^Domains: 1 ready, 1 not ready\n {2}org_1\/site\/www\.example\.com: certificate not issued yet$/m,
      );
      expect(run.summary).toContain("Domains: **1 ready, 1 not ready**");
      expect(run.summary).not.toContain("### Domains not ready");
      expect(run.writes).toEqual([]);
    },
  );

  it("in no output if the service was not read", async () => {
    expect((await play(SITE, { mode: "validate", service: { seed: LIVE } })).outputs["domains"]).toBe("");
  });
});

describe("the Action waits for domains", () => {
  it("and fails with a reason of its own, although nothing is left to change", async () => {
    const inputs = { "wait-for-domains": "ssl", "wait-timeout": "1" };
    const run = await play(SITE, { mode: "apply", service: { seed: LIVE }, inputs });
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: "" });
    expect(run.outputs).toMatchObject({
      result: "no-changes",
      "failure-reason": "domains-not-ready",
      changed: "false",
    });
    const reason = "after 1 s its certificate has not been issued yet";
    expect(JSON.parse(run.outputs["domains"] ?? "")).toEqual([READY, { ...WWW, waitError: reason }]);
    expect(run.stdout).toContain(`\nerror: domain org_1/site/www.example.com not ready: ${reason}\n`);
    expect(run.stdout).toContain("::error::1 of 2 domains are not ready. No change is left to make. See the summary.");
    expect(run.summary).toMatch(/^## projectsync apply: ❌ domains not ready\n/);
    expect(run.summary).toMatch(
      /### Failures \(1\)\n\n.*\n.*\n\| domain <code>[^|]* \| not ready: after 1 s its certificate has not been issued yet \|/,
    );
  });
});
