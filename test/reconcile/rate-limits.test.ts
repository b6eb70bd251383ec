import { describe, expect, it } from "vitest";
import type { Reply } from "../../emulator/http/reply.ts";
import {
  busy,
  always,
  answered,
  ATTACH,
  CREATES,
  DELETIONS,
  DETACH,
  file,
  MOVE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  refused,
  UPDATES,
  type Meanwhile,
} from "./scene.ts";

/* A whole run at a service that answers 429. What one call does is in test/api. */

const TOO_MANY: Reply = { kind: "whole", answer: { status: 429, headers: {}, body: "Too many requests" } };
const WRITES = [
  ...[...CREATES, ...UPDATES].map((subject) => ({ ...subject, call: `POST ${subject.path}` })),
  ...DELETIONS.map((subject) => ({ ...subject, call: `DELETE ${subject.path}` })),
];
/** The creates that a gateway could double by sending them twice. */
const DOUBLED = [CREATES[0], CREATES[1]].map((subject) => ({ ...subject, call: `POST ${subject.path}` }));
const hosts = Array.from({ length: 20 }, (_item, index) => `host-${index}.example.com`);
const twenty = file("site", `domains: [${hosts.join(", ")}]\n`);
const DOMAINS = `POST ${PROJECTS}/prj_1/domains`;

it.each(WRITES)("$call: is sent again after Retry-After, and not before", async ({ file: text, key, call }) => {
  const { outcomes, timed } = await open({ faults: [on(call, busy("7"))] }).apply(text);
  expect(outcomes).toEqual([`done ${key}`]);
  expect(timed.filter((line) => line.endsWith(` ${call}`)).slice(0, 2)).toEqual([`0 ${call}`, `7 ${call}`]);
});

it.each(WRITES)("$call: is sent until it is answered, if each pause is one that can be waited for", async (subject) => {
  const { outcomes } = await open({ faults: [on(subject.call, busy("7"), { times: 6 })] }).apply(subject.file);
  expect(outcomes).toEqual([`done ${subject.key}`]);
});

it("a quota that only writes have ends the run in minutes", async () => {
  const slugs = Array.from({ length: 50 }, (_item, index) => `site-${index}`);
  const projects = slugs.map((slug, index) => ({
    id: `prj_${index}`,
    organization_id: "org_1",
    slug,
    description: "a",
  }));
  const scene = open({ projects, faults: [on("POST", busy("30"), { nth: 21, ...always })] });
  const files = Object.fromEntries(slugs.map((slug) => [`${slug}.yaml`, file(slug, "  description: b\n")]));
  const { report, seconds } = await scene.apply(files, { concurrency: 8 });
  expect(report.applied?.counts).toMatchObject({ done: 20, "not-started": 30 });
  expect(seconds).toBeLessThan(600);
});

describe.each(DOUBLED)(
  "$call: a gateway sent it twice and passes on the 429 to the second",
  ({ key, call, ...rest }) => {
    it("is looked up, and not sent again", async () => {
      const faults = [on(call, { ...busy("1"), handled: true })];
      const { outcomes, writes } = await open({ faults }).apply(rest.file);
      expect([outcomes, writes]).toEqual([[`done ${key}`], [call]]);
    });

    it("is looked up if it conflicts with itself, because its list was late", async () => {
      const scene = open({ service: { staleListsMs: 3_000 }, faults: [on(call, { ...busy("1"), handled: true })] });
      const { outcomes, writes } = await scene.apply(rest.file);
      expect([outcomes, writes]).toEqual([[`done ${key}`], [call, call]]);
    });

    it.each([
      ["has no answer", { kind: "reset", when: "before" } as const],
      ["is not found", refused(404, "not_found_error")],
    ])("is not sent again either if its list %s", async (_what, fault) => {
      const faults = [on(call, { ...busy("1"), handled: true }), on(`GET ${rest.list}`, fault, { nth: 2, times: 10 })];
      const scene = open({ faults });
      const { writes } = await scene.apply(rest.file);
      expect(writes).toEqual([call]);
    });
  },
);

it.each([
  ["cannot be read, and has its slug", { organization_id: "org_1", slug: "NEW" }],
  ["cannot be read at all", { organization_id: "org_1" }],
])("the create of a project is not sent again after a 429 where a record of its list %s", async (_what, record) => {
  const faults = [
    on(`POST ${PROJECTS}`, { ...busy("1"), handled: true }),
    on(`GET ${PROJECTS}`, answered({ data: [record], has_more: false }), { nth: 3, ...always }),
  ];
  const { writes } = await open({ faults }).apply(CREATES[0].file);
  expect(writes).toEqual([`POST ${PROJECTS}`]);
});

it("the create of a project is not sent again after a 429 on a list that began to be read before it", async () => {
  const answers: Reply[] = [TOO_MANY, { ...TOO_MANY, kind: "slow", chunkBytes: 16, everyMs: 1_000 }];
  let lists = 0;
  const scene = open({
    between: (request, handle) => {
      if (request.method === "POST") return answers.shift() ?? handle(request);
      const reply = handle(request);
      lists += request.target.startsWith(`${PROJECTS}?`) ? 1 : 0;
      // The read after the first 429 is under way for longer than the second creation.
      return lists === 3 && reply.kind === "whole" ? { ...reply, kind: "slow", chunkBytes: 16, everyMs: 100 } : reply;
    },
    // A gateway passes the second one on while that list is under way.
    meanwhile: {
      at: `GET ${PROJECTS}`,
      nth: 3,
      phase: "handled",
      writes: [{ method: "POST", path: PROJECTS, body: { organization_id: "org_1", slug: "b", type: "proxy" } }],
    },
  });
  const { writes } = await scene.apply({ "a.yaml": file("a"), "b.yaml": file("b") }, { concurrency: 8 });
  // Beside the two that were answered 429.
  expect(writes).toEqual([`POST ${PROJECTS}`]);
  expect(scene.live()).toEqual(expect.arrayContaining(["org_1/a", "org_1/b"]));
});

it.each(WRITES)("$call: that must wait too long is not started, and says when to come back", async (subject) => {
  const { file: text, key, call } = subject;
  const { outcomes, messages, writes, seconds } = await open({ faults: [on(call, busy("120"), always)] }).apply(text);
  expect([outcomes, writes, seconds]).toEqual([[`not-started ${key}`], [call], 0]);
  expect(messages).toEqual([expect.stringMatching(/ask(s|ed) to wait 120 s\. Try again then\./)]);
});

describe("429 with Retry-After to one of 20 writes", () => {
  it("holds everybody up, and everybody goes through after it", async () => {
    const { result, timed, writes } = await open({ faults: [on(DOMAINS, busy("5"), { nth: 3 })] }).apply(twenty, {
      concurrency: 8,
    });
    expect(result).toBe("applied");
    expect(writes).toHaveLength(21);
    const begun = timed.filter((line) => line.startsWith("0 "));
    // Two before the third, and eight under way when its answer comes.
    expect(begun.length).toBeLessThanOrEqual(10);
    expect(timed.slice(begun.length).every((line) => line.startsWith("5 "))).toBe(true);
  });

  it("past everybody's budget lets nothing more be sent, and each says why", async () => {
    const scene = open({ faults: [on(DOMAINS, busy("3600"), { nth: 3, times: "always" })] });
    const { report, writes } = await scene.apply(twenty, { concurrency: 8 });
    const held = (report.applied?.outcomes ?? []).filter(({ status }) => status === "not-started");
    expect(report.applied?.counts).toMatchObject({ done: 2, "not-started": 18 });
    for (const { message } of held) expect(message).toMatch(/ask(s|ed) to wait 3[56]\d\d s\. Try again then\./);
    expect(writes.length).toBeLessThanOrEqual(10);
    expect((await scene.again(twenty)).map((each) => each.length)).toEqual([18, 0]);
  });
});

describe("a rate limit without Retry-After", () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_item, index) => [
      `site-${index}.yaml`,
      file(
        `site-${index}`,
        `  force_https: false\ncomponents:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\ndomains: [host-${index}.example.com]\n`,
      ),
    ]),
  );

  /** Allows so many requests in each window. `countsRefused`: the refused ones use up the next window too. */
  function limited(requests: number, seconds: number, countsRefused: boolean) {
    let [window, used, refused] = [0, 0, 0];
    const scene = open({
      projects: [],
      between: (request, handle) => {
        const current = Math.floor(scene.now() / 1000 / seconds);
        if (current !== window) used = countsRefused ? Math.max(0, used - requests * (current - window)) : 0;
        window = current;
        if (used < requests || countsRefused) used += 1;
        else used = requests + 1;
        if (used <= requests) return handle(request);
        refused += 1;
        return TOO_MANY;
      },
    });
    return { scene, refused: () => refused };
  }

  it.each([
    { requests: 15, seconds: 1, countsRefused: false },
    { requests: 15, seconds: 1, countsRefused: true },
    { requests: 1, seconds: 1, countsRefused: false },
    { requests: 100, seconds: 58, countsRefused: false },
  ])("only makes a run slower: $requests requests in $seconds s ($countsRefused)", async (limit) => {
    const { requests, seconds, countsRefused } = limit;
    const { scene, refused } = limited(requests, seconds, countsRefused);
    const first = await scene.apply(files, { concurrency: 8 });
    expect(first.report.applied?.counts).toMatchObject({ done: 120, failed: 0, unknown: 0 });
    const second = await scene.apply(files, { mode: "plan", concurrency: 8 });
    expect(second.result).toBe("no-changes");
    expect(refused()).toBeGreaterThan(10);
    // Little more than the service's own pace.
    expect(first.seconds + second.seconds).toBeLessThan(3 * (320 / requests) * seconds + 60);
  });

  it("that never ends fails every file by the deadline of one call", async () => {
    const { result, seconds, writes } = await limited(0, 1, false).scene.apply(files, { concurrency: 8 });
    expect(["failed", "blocked"]).toContain(result);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(writes).toEqual([]);
  });
});

it.each(DELETIONS)(
  "a deletion of a $kind that was made, and answered with 429, is done",
  async ({ file: text, path }) => {
    const { apply } = open({ faults: [on(`DELETE ${path}`, { ...busy("6"), handled: true })] });
    const { outcomes, writes } = await apply(text);
    expect(outcomes.filter((outcome) => !outcome.startsWith("done "))).toEqual([]);
    expect(new Set(writes)).toEqual(new Set([`DELETE ${path}`]));
  },
);

it("a host name that somebody moves while the move waits is not said to be attached nowhere", async () => {
  const moved: Meanwhile = {
    at: `DELETE ${DETACH}`,
    writes: [
      { method: "DELETE", path: DETACH },
      { method: "POST", path: ATTACH, body: { name: NAME } },
    ],
  };
  const { apply } = open({ projects: [OLD, NEW], faults: [on(`DELETE ${DETACH}`, busy("6"))], meanwhile: moved });
  expect((await apply(MOVE)).outcomes).toEqual([`done org_1/new/${NAME}`]);
});
