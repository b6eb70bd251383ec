import { describe, expect, it } from "vitest";
import { converges, on, outcomeOf, refusal, statuses } from "./findings.ts";
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

describe("429 four times is failed, not unknown, and says so", () => {
  it.each(WRITES)("$what of a $kind", async ({ file, key, path, method }) => {
    await using scene = await open({ faults: on(method, path, busy("2"), { times: "always" }) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "failed", message: expect.stringContaining("429") });
    expect(scene.fromFirstWrite()).toEqual([0, 2, 4, 6].map((at) => `${at} ${method} ${path}`));
    await converges(scene, file, { writes: [`${method} ${path}`] });
  });
});

describe("Retry-After past the budget is not cut short: it fails at once, and says when to come back", () => {
  it.each(WRITES)("$what of a $kind", async ({ file, key, path, method }) => {
    await using scene = await open({ faults: on(method, path, busy("120"), { times: "always" }) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({
      status: "failed",
      message: expect.stringContaining("The service asks to wait 120 s. Try again then."),
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
    const { done, failed, unknown } = report.applied?.counts ?? {};
    expect({ done, failed, unknown }).toEqual({ done: 2, failed: 18, unknown: 0 });
    const failures = report.applied?.outcomes.filter(({ status }) => status === "failed") ?? [];
    for (const { message } of failures) expect(message).toMatch(/asks to wait 3600 s|asked to wait 3600 s/);
    expect(scene.writes().length).toBeLessThanOrEqual(BEGUN);
    scene.heal();
    scene.forget();
    expect((await scene.run(declared)).result).toBe("applied");
    expect(scene.writes()).toHaveLength(18);
  });
});
