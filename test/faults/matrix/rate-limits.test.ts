import { describe, expect, it } from "vitest";
import { converges, on, outcomeOf, refusal, statuses } from "./findings.ts";
import { startRateLimiter } from "./rate-limiter.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, DOMAINS, file, PROJECTS, UPDATES } from "./subjects.ts";

const WRITES = [
  ...CREATES.map((subject) => ({ ...subject, what: "create", method: "POST" as const })),
  ...UPDATES.map((subject) => ({ ...subject, what: "update", method: "POST" as const })),
  ...DELETIONS.map((subject) => ({ ...subject, what: "deletion", method: "DELETE" as const })),
];
/** The service's own clock, which is not the client's. */
const date = "Thu, 01 Jan 1970 00:00:00 GMT";
/** Two before the third, and eight under way when its answer comes. */
const BEGUN = 10;
const busy = (retryAfter: string) => refusal(429, "invalid_request_error", { "retry-after": retryAfter, date });

describe("after 429 any write is sent again, and not before Retry-After is over", () => {
  it.each([
    ["seconds", "7", 7],
    ["a date, by the service's own clock", "Thu, 01 Jan 1970 00:00:20 GMT", 20],
    ["zero", "0", 1],
    ["a date in the past", "Wed, 31 Dec 1969 23:00:00 GMT", 1],
    ["garbage", "soon", 1],
  ])("%s", async (_form, header, seconds) => {
    for (const { file, key, path, method } of WRITES) {
      await using scene = await open({ faults: on(method, path, busy(header)) });
      const report = await scene.run(file);
      expect(statuses(report)).toEqual([`done ${key}`]);
      expect(scene.fromFirstWrite().slice(0, 2)).toEqual([`0 ${method} ${path}`, `${seconds} ${method} ${path}`]);
      expect(scene.writes()).toHaveLength(2);
      await converges(scene, file);
    }
  });

  it("a read of the plan as well", async () => {
    await using scene = await open({ faults: on("GET", PROJECTS, busy("7")) });
    const report = await scene.run(file("site"), { mode: "plan" });
    expect(report.result).toBe("no-changes");
    expect(scene.timed()).toEqual([`0 GET ${PROJECTS}`, `7 GET ${PROJECTS}`]);
  });
});

describe("429 until the deadline is not started, not unknown, and says so", () => {
  it.each(WRITES)("$what of a $kind", async ({ file, key, path, method }) => {
    await using scene = await open({ faults: on(method, path, busy("2"), { times: "always" }) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "not-started", message: expect.stringContaining("429") });
    // At least as asked, and longer while it goes on. The last is just before the deadline of 60 s.
    const times = [0, 2, 4, 6, 8, 12, 20, 30, 40, 50, 59];
    expect(scene.fromFirstWrite().slice(0, times.length)).toEqual(times.map((at) => `${at} ${method} ${path}`));
    await converges(scene, file, { writes: [`${method} ${path}`] });
  });
});

describe("Retry-After past the budget is not cut short: nothing is sent before, and it says when to come back", () => {
  it.each(WRITES)("$what of a $kind", async ({ file, key, path, method }) => {
    await using scene = await open({ faults: on(method, path, busy("120"), { times: "always" }) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({
      status: "not-started",
      message: expect.stringMatching(/the service ask(s|ed) to wait 120 s\. Try again then\./i),
    });
    expect(scene.fromFirstWrite()).toEqual([`0 ${method} ${path}`]);
    expect(scene.seconds()).toBe(0);
    await converges(scene, file, { writes: [`${method} ${path}`] });
  });

  it("a read of the plan: the run fails, and nothing was written", async () => {
    await using scene = await open({ faults: on("GET", PROJECTS, busy("120"), { times: "always" }) });
    const report = await scene.run(file("new"));
    expect(report).toMatchObject({ result: "failed", error: expect.stringContaining("asks to wait 120 s") });
    expect(scene.timed()).toEqual([`0 GET ${PROJECTS}`]);
  });
});

describe("429 with Retry-After holds everybody up, and everybody goes through after it", () => {
  const hosts = Array.from({ length: 20 }, (_, index) => `host-${index}.example.com`);
  const declared = file("site", `domains: [${hosts.join(", ")}]\n`);

  it("nothing is sent before its time, and each write once more at most", async () => {
    await using scene = await open({ faults: on("POST", DOMAINS, busy("5"), { nth: 3 }) });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    const requests = scene.fromFirstWrite();
    expect(scene.writes()).toHaveLength(hosts.length + 1);
    const begun = requests.filter((line) => line.startsWith("0 "));
    expect(begun.length).toBeLessThanOrEqual(BEGUN);
    expect(requests.slice(begun.length).every((line) => line.startsWith("5 "))).toBe(true);
    await converges(scene, declared);
  });

  it("past everybody's budget nothing more is sent, and each says why", async () => {
    await using scene = await open({ faults: on("POST", DOMAINS, busy("3600"), { nth: 3, times: "always" }) });
    const report = await scene.run(declared);
    expect(report.result).toBe("partial");
    expect(report.applied?.counts).toEqual({ done: 2, partial: 0, failed: 0, unknown: 0, "not-started": 18 });
    const failures = report.applied?.outcomes.filter(({ status }) => status === "not-started") ?? [];
    for (const { message } of failures) expect(message).toMatch(/ask(s|ed) to wait 3[56]\d\d s\. Try again then\./);
    expect(scene.writes().length).toBeLessThanOrEqual(BEGUN);
    scene.heal();
    scene.forget();
    expect((await scene.run(declared)).result).toBe("applied");
    expect(scene.writes()).toHaveLength(18);
  });
});

describe("a rate limit without Retry-After only makes the run slower", () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `site-${index}.yaml`,
      file(
        `site-${index}`,
        `  description: of the test\n  force_https: false\ncomponents:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n` +
          `domains: [host-${index}.example.com]\n`,
      ),
    ]),
  );

  it.each([
    { requests: 15, seconds: 1, countsRefused: false },
    { requests: 50, seconds: 10, countsRefused: false },
    { requests: 15, seconds: 1, countsRefused: true },
    { requests: 1, seconds: 1, countsRefused: false },
    { requests: 100, seconds: 58, countsRefused: false },
  ])(
    "40 projects are created, and planned again, at $requests requests in $seconds s ($countsRefused)",
    async (limit) => {
      await using scene = await open({ seed: { organizations: ["org_1"] } });
      await using gateway = await startRateLimiter(scene, limit);
      const report = await scene.run(files, { baseUrl: gateway.url });
      expect({ result: report.result, error: report.error }).toEqual({ result: "applied", error: undefined });
      expect(report.applied?.counts).toMatchObject({ done: 120, failed: 0, unknown: 0 });
      // A project needs a create and an update.
      expect(scene.writes()).toHaveLength(160);
      scene.forget();
      const second = await scene.run(files, { baseUrl: gateway.url, mode: "plan" });
      expect(second.result).toBe("no-changes");
      expect(gateway.refused()).toBeGreaterThan(10);
      // Little more than the service's own pace.
      const least = (gateway.refused() === 0 ? 0 : 320 / limit.requests) * limit.seconds;
      expect(scene.seconds()).toBeLessThan(3 * least + 60);
    },
  );

  it("that never ends fails every file by the deadline of one call, and not by the sum of them", async () => {
    await using scene = await open({ seed: { organizations: ["org_1"] } });
    await using gateway = await startRateLimiter(scene, { requests: 0, seconds: 1, countsRefused: false });
    const report = await scene.run(files, { baseUrl: gateway.url });
    expect(["failed", "blocked"]).toContain(report.result);
    expect(JSON.stringify(report)).toContain("429");
    expect(scene.seconds()).toBeLessThanOrEqual(60);
    expect(scene.seen()).toEqual([]);
  });
});
