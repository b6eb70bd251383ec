import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../../emulator/open-emulator.ts";
import type { Progress } from "../../../sync/report/progress.ts";
import { between, records } from "../../habit.ts";
import { liveProject } from "../../live-project.ts";
import type { Fault } from "../../../emulator/faults/schedule.ts";
import { answered, on, refused } from "../../reconcile/scene.ts";
import { startWorld, type World } from "../world.ts";

const file = (slug: string, domains: readonly string[]): string =>
  `version: 1
project: { organization_id: org_1, slug: ${slug} }
domains: [${domains.join(", ")}]
`;
const SITE = { "site.yaml": file("site", ["www.example.com"]) };
const READY = { name: "www.example.com", dns_status: true, ssl_status: true };
const LIST = "/v1/projects/prj_1/domains";
const SSL = { waitForDomains: { waitFor: "ssl", timeout: 600 } } as const;
const DNS = { waitForDomains: { waitFor: "dns", timeout: 600 } } as const;

async function start(files: Readonly<Record<string, string>>, options: OpenOptions = {}): Promise<World> {
  const world = await startWorld({ seed: { organizations: ["org_1"] }, ...options });
  await world.write(files);
  return world;
}

/** The reads since the apply's last write that lists and single reads of domains are for. */
function domainReads(world: World): string[] {
  return world
    .requests()
    .filter(({ method, path }) => method === "GET" && path.includes("/domains"))
    .map(({ method, path }) => `${method} ${path}`);
}

describe("an apply that waits for domains", () => {
  it("ends when the service shows the certificate, with one list per project and round", async () => {
    await using world = await start(
      { "a.yaml": file("a", ["a.example.com", "b.example.com"]), "b.yaml": file("b", ["c.example.com"]) },
      { habits: { domains: { dnsMs: 20_000, sslMs: 40_000 } } },
    );
    await world.run("apply");
    world.writes();
    const progress: Progress[] = [];
    const report = await world.run("apply", { ...SSL, onProgress: (next) => progress.push(next) });
    expect(report).toMatchObject({
      result: "no-changes",
      domains: ["a/a", "a/b", "b/c"].map((at) => ({ key: `org_1/${at}.example.com`, dns: "ready", ssl: "ready" })),
    });
    expect(report).not.toHaveProperty("failureReason");
    // One for the plan, then rounds after 5, 12.5, 23.75, 38.75 and 53.75 seconds.
    const lists = (project: string) => domainReads(world).filter((read) => read.includes(project));
    expect(lists("prj_1")).toEqual(Array(6).fill("GET /v1/projects/prj_1/domains"));
    expect(lists("prj_2")).toEqual(Array(6).fill("GET /v1/projects/prj_2/domains"));
    expect(progress.filter(({ stage }) => stage === "wait")).toEqual(
      [0, 0, 0, 0, 0, 3].map((done) => ({ stage: "wait", done, total: 3 })),
    );
  });

  it("waits for a domain that moved", async () => {
    await using world = await start(
      {
        "site.yaml": file("site", ["www.example.com"]),
        "old.yaml": file("old", ["{ name: www.example.com, absent: true }"]),
      },
      {
        seed: { projects: [liveProject("old", ["www.example.com"])] },
        habits: { domains: { sslMs: 10_000, dnsMs: 10_000 } },
      },
    );
    expect((await world.run("plan")).domains).toEqual([]);
    const report = await world.run("apply", SSL);
    expect(report.plan?.counts.move).toBe(1);
    expect(report.domains).toMatchObject([{ key: "org_1/site/www.example.com", dns: "ready", ssl: "ready" }]);
  });

  it("fails at the end of its time with a reason of its own, and a later run waits again", async () => {
    await using world = await start(SITE, { habits: { domains: { dnsMs: 700_000 } } });
    const first = await world.run("apply", DNS);
    expect(first).toMatchObject({
      result: "applied",
      failureReason: "domains-not-ready",
      domains: [{ dns: "not-ready", waitError: "after 600 s its DNS does not point at the service yet" }],
    });
    const again = await world.run("apply", DNS);
    expect(again.result).toBe("no-changes");
    expect(again).not.toHaveProperty("failureReason");
    expect(again.domains).toMatchObject([{ dns: "ready" }]);
  });

  it("reads nothing more if all are ready", async () => {
    await using world = await start(SITE, { seed: { projects: [{ ...liveProject("site"), domains: [READY] }] } });
    expect((await world.run("apply", SSL)).domains).toMatchObject([{ dns: "ready", ssl: "ready" }]);
    expect(domainReads(world)).toEqual(["GET /v1/projects/prj_site/domains"]);
  });

  it("waits only for what `only` covers, and never for what the files do not declare", async () => {
    const domains = [READY, { name: "late.example.com" }, { name: "unmanaged.example.com" }];
    const declared = ["www.example.com", "late.example.com", "{ name: gone.example.com, absent: true }"];
    await using world = await start(
      { "site.yaml": file("site", declared) },
      { seed: { projects: [{ ...liveProject("site"), domains }] } },
    );
    const report = await world.run("apply", { ...SSL, only: ["org_1/site/www.example.com"] });
    expect(report.domains).toEqual([
      { key: "org_1/site/www.example.com", name: "www.example.com", dns: "ready", ssl: "ready" },
    ]);
    expect(report).not.toHaveProperty("failureReason");
    expect((await world.run("plan")).domains?.map(({ name }) => name)).toEqual(["late.example.com", "www.example.com"]);
  });

  it("does not wait for a domain that is blocked, and keeps the reason of the apply", async () => {
    const projects = [liveProject("other", ["www.example.com"]), liveProject("site", ["a.example.com"])];
    await using world = await start(
      {
        "other.yaml": file("other", []).replace("domains: []\n", ""),
        "site.yaml": file("site", ["www.example.com", "a.example.com"]),
      },
      { seed: { projects } },
    );
    const report = await world.run("apply", DNS);
    expect(report).toMatchObject({ result: "blocked", failureReason: "blocked" });
    expect(report.domains).toMatchObject([{ name: "a.example.com", dns: "not-ready" }]);
  });

  it("does not wait at all if a change failed, because the run fails anyway", async () => {
    await using world = await start({ ...SITE, "other.yaml": file("other", []) });
    world.setFaults({ faults: [on("POST /v1/projects", refused(403, "forbidden_error"))] });
    const stages: string[] = [];
    const report = await world.run("apply", { ...DNS, onProgress: ({ stage }) => stages.push(stage) });
    expect(report.applied?.counts).toMatchObject({ done: 2, failed: 1 });
    expect(report.domains).toMatchObject([{ name: "www.example.com", dns: "not-ready" }]);
    expect(report.domains?.[0]).not.toHaveProperty("waitError");
    expect(stages).toContain("write");
    expect(stages).not.toContain("wait");
  });

  it("waits until all are ready in the same round, because a status can be lost again", async () => {
    // Each is ready from 10 to 15 seconds after its attachment, and again 20 seconds later.
    const clock: { world?: World } = {};
    const lost = records("domain", (record) => {
      const age = (clock.world?.now() ?? 0) - Date.parse(String(record["created_at"]));
      return { ...record, dns_status: record["dns_status"] === true && (age < 15_000 || age >= 35_000) };
    });
    await using world = await start(SITE, { habits: { domains: { dnsMs: 10_000 } }, between: between(lost) });
    clock.world = world;
    // Ends after 12.5 seconds.
    await world.run("apply", DNS);
    await world.write({ "site.yaml": file("site", ["www.example.com", "new.example.com"]) });
    const ready: number[] = [];
    const report = await world.run("apply", {
      ...DNS,
      onProgress: ({ stage, done }) => {
        if (stage === "wait") ready.push(done);
      },
    });
    expect(ready).toEqual([1, 0, 1, 1, 2]);
    expect(report.domains).toMatchObject([{ dns: "ready" }, { dns: "ready" }]);
    expect(report).not.toHaveProperty("failureReason");
  });
});

describe("a wait for domains at a service with habits", () => {
  it.each([
    ["shows only names in lists", { domains: { dnsMs: 20_000 }, lists: { fields: "ids" } }],
    ["answers a write with 204", { domains: { dnsMs: 20_000 }, answers: { create: "none" } }],
    ["has lists that lag", { domains: { dnsMs: 20_000 }, staleListsMs: 30_000 }],
    ["has lists that go back in time", { domains: { dnsMs: 20_000 }, lists: { goBackMs: 8_000 } }],
  ] as const)("that %s ends", async (_habit, habits) => {
    await using world = await start(SITE, { habits });
    const report = await world.run("apply", DNS);
    expect(report.domains).toMatchObject([{ name: "www.example.com", dns: "ready" }]);
    expect(report).not.toHaveProperty("failureReason");
  });

  it.each([
    ["pending", 'the service shows dns_status "pending", which is neither true nor false'],
    [null, "the service shows no dns_status"],
    [undefined, "the service shows no dns_status"],
  ] as const)("that shows the status %s is never ready", async (status, reason) => {
    const shown = between(records("domain", (record) => ({ ...record, dns_status: status, ssl_status: status })));
    await using world = await start(SITE, { between: shown });
    const report = await world.run("apply", DNS);
    expect(report).toMatchObject({ result: "applied", failureReason: "domains-not-ready" });
    expect(report.domains).toEqual([
      {
        key: "org_1/site/www.example.com",
        name: "www.example.com",
        dns: "not-known",
        ssl: "not-known",
        waitError: `after 600 s ${reason}`,
      },
    ]);
  });
});

describe("during a wait for domains", () => {
  /** Runs an apply that waits. The fault meets the first reads of the wait. `seen`: the requests since it started. */
  async function waitThrough(fault: Fault, times: number | "always" = "always") {
    const world = await start(SITE, { habits: { domains: { dnsMs: 60_000 } } });
    await world.run("apply");
    let isWaiting = false;
    const report = await world.run("apply", {
      ...DNS,
      onProgress: ({ stage }) => {
        if (isWaiting || stage !== "wait") return;
        isWaiting = true;
        world.writes();
        world.setFaults({ faults: [on("GET", fault, { times })] });
      },
    });
    return { report, seen: world.requests().length };
  }

  it.each([
    ["429", refused(429, "api_error")],
    ["500", refused(500, "api_error")],
    ["503", refused(503, "api_error")],
    ["an answer that is not the service's", answered("maintenance")],
  ])("%s is waited out", async (_what, fault) => {
    const { report, seen } = await waitThrough(fault, 4);
    expect(seen).toBeGreaterThanOrEqual(5);
    expect(report.domains).toMatchObject([{ dns: "ready" }]);
    expect(report.domains?.[0]).not.toHaveProperty("waitError");
    expect(report).not.toHaveProperty("failureReason");
  });

  it("a service that hangs cannot delay its end for more than a minute, however many projects there are", async () => {
    const slugs = Array.from({ length: 20 }, (_, index) => `site-${index}`);
    const files = slugs.map((slug) => [`${slug}.yaml`, file(slug, [`${slug}.example.com`])] as const);
    await using world = await start(Object.fromEntries(files));
    await world.run("apply");
    let began: number | undefined;
    const report = await world.run("apply", {
      waitForDomains: { waitFor: "dns", timeout: 10 },
      onProgress: ({ stage }) => {
        if (stage !== "wait" || began !== undefined) return;
        began = world.now();
        world.setFaults({ faults: [{ method: "GET", times: "always", fault: { kind: "hang" } }] });
      },
    });
    expect(world.now() - (began ?? 0)).toBe(70_000);
    expect(report).toMatchObject({ result: "no-changes", failureReason: "domains-not-ready" });
    expect(report.domains).toHaveLength(20);
    for (const { waitError } of report.domains ?? [])
      expect(waitError).toMatch(/^after 10 s its status cannot be read \(GET /);
  });

  it.each([
    [401, "authentication_error"],
    [403, "forbidden_error"],
    [400, "invalid_request_error"],
  ])("%i ends it at once", async (status, type) => {
    const { report, seen } = await waitThrough(refused(status, type));
    expect(seen).toBe(1);
    expect(report).toMatchObject({ result: "no-changes", failureReason: "domains-not-ready" });
    expect(report.domains?.[0]?.waitError).toMatch(`its status cannot be read: GET ${LIST}: ${status}`);
  });

  it.each([
    ["domain", "detach", `${LIST}/www.example.com`, "it was detached meanwhile"],
    ["project", "delete", "/v1/projects/prj_1", "404 not_found_error"],
  ])("a %s that others %s ends it", async (_kind, _action, path, reason) => {
    await using world = await start(SITE);
    let removal: Promise<unknown> | undefined;
    const report = await world.run("apply", {
      ...DNS,
      onProgress: ({ stage }) => {
        if (stage === "wait") removal ??= world.ask("DELETE", path);
      },
    });
    await removal;
    expect(report).toMatchObject({ result: "applied", failureReason: "domains-not-ready" });
    expect(report.domains).toMatchObject([{ waitError: expect.stringContaining(reason) as unknown }]);
  });

  it("a signal ends it at once, and the report says what was done", async () => {
    await using world = await start(SITE);
    const stop = new AbortController();
    const report = await world.run("apply", {
      ...DNS,
      signal: stop.signal,
      onProgress: ({ stage }) => {
        if (stage === "wait") setImmediate(() => stop.abort("SIGINT"));
      },
    });
    expect(report).toMatchObject({
      result: "stopped",
      failureReason: "stopped",
      error: "The run was stopped before its wait for domains was over. No change was left to make.",
      applied: { counts: { done: 2 } },
      domains: [{ dns: "not-ready" }],
    });
    expect(report.domains?.[0]).not.toHaveProperty("waitError");
    // The reads of the apply only.
    expect(domainReads(world).filter((read) => read === `GET ${LIST}`).length).toBeLessThanOrEqual(2);
  });
});
