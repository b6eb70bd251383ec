import { describe, expect, it } from "vitest";
import { profiles } from "../../../emulator/profile/profiles.ts";
import type { PlannedWrites } from "../../../core/resources/planned-writes.ts";
import type { ItemOutcome } from "../../../sync/report/item-outcome.ts";
import { EngineError, type EngineStep } from "../../../sync/engine/engine.ts";
import { reportAsJson } from "../../../sync/report/report-json.ts";
import type { Write } from "../../world/oracle/service.ts";
import { done, failed, FILE, KEY, outcomes, play, post, PROJECT, serviceWith, step, type Play } from "./play-engine.ts";

const change = (fields: object): Write => post("/prj_1", fields);
const attach = (name: string): Write => post("/prj_1/domains", { name });
const update = (rest: Partial<EngineStep>): EngineStep => step({ ...PROJECT, id: "prj_1", action: "update", ...rest });
const PROJECT_ONLY = FILE.replace("domains: [www.example.com]\n", "");
const BLIND = { faults: [{ method: "GET", times: "always", fault: { kind: "answer", status: 500 } }] } as const;

const MADE = [change({ description: "Shop" })];
const STOPPED = { isStopped: true } as const;
const RUN_FAILED = { error: "update failed" } as const;

/** What the engine says of the update of the project's description. Without a step: it did not come to it. */
type Said = Readonly<Record<string, { step?: EngineStep; error?: string; isStopped?: boolean }>>;
const ENGINE = {
  done: { step: update({ status: "done" }) },
  failed: { step: update({ status: "failed", message: "500" }) },
  "not ended when the run was stopped": { step: update({}), ...STOPPED },
  "not reached when the run was stopped": STOPPED,
  refused: { step: update({ status: "failed", message: "no", isRefused: true }), ...RUN_FAILED },
  "failed before it was begun": { step: update({ action: "same", status: "failed", message: "bad" }) },
  "forgotten after a failure": { step: update({ action: "forget", status: "done" }), ...RUN_FAILED },
  "deleted after a failure, and that was refused": {
    step: update({ action: "delete", status: "failed", message: "no", isRefused: true }),
    ...RUN_FAILED,
  },
  "not reached": RUN_FAILED,
  "nothing to do": { step: update({ action: "same", status: "done" }) },
} satisfies Said;

/** What happened at the service meanwhile. */
type Happened = Readonly<Record<string, { writes?: readonly Write[]; isBlind?: boolean } & Pick<Play, "service">>>;
const SERVICE = {
  "has it": { writes: MADE },
  "lacks it": {},
  "has another value": { writes: [change({ description: "Theirs" })] },
  "has it under another slug": { writes: [change({ slug: "theirs" })] },
  "has it, and cannot be read": { writes: MADE, isBlind: true },
  "cannot be read": { isBlind: true },
  "has it, and lost a value that is not declared": {
    service: serviceWith({ description: "Old", cookie_name: "mine" }),
    writes: [change({ description: "Shop", cookie_name: "" })],
  },
} satisfies Happened;

/** docs/internals/faults.md has the table of answers and plans. This is what the engine's words mean in it. */
type Row = readonly [keyof typeof ENGINE, keyof typeof SERVICE, status: ItemOutcome["status"], says: RegExp];
const ROWS: readonly Row[] = [
  ["done", "has it", "done", /^$/],
  ["done", "has another value", "partial", /Theirs/],
  ["done", "has it under another slug", "partial", /renamed/],
  ["done", "has it, and cannot be read", "done", /not read back/],
  ["failed", "has it", "done", /^500 It was looked up/],
  // The engine has said already what is not known.
  ["failed", "lacks it", "unknown", /^500$/],
  ["failed", "cannot be read", "unknown", /^500$/],
  ["failed", "has it, and lost a value that is not declared", "partial", /cookie_name/],
  ["not ended when the run was stopped", "has it", "done", /stopped before the answer came.*looked up/],
  ["not ended when the run was stopped", "lacks it", "unknown", /^The engine was stopped before the answer came\.$/],
  ["not reached when the run was stopped", "lacks it", "not-started", /^The run was stopped\.$/],
  ["refused", "lacks it", "failed", /^no$/],
  ["refused", "has it", "done", /^Already done/],
  ["failed before it was begun", "lacks it", "failed", /^bad$/],
  ["forgotten after a failure", "lacks it", "not-started", /another object, or the engine itself, failed first/],
  [
    "deleted after a failure, and that was refused",
    "lacks it",
    "not-started",
    /another object, or the engine itself, failed first/,
  ],
  ["not reached", "lacks it", "not-started", /another object, or the engine itself, failed first/],
  ["not reached", "has it", "done", /^Already done/],
  ["nothing to do", "has it", "done", /^Already done/],
  ["nothing to do", "lacks it", "not-started", /found nothing to do/],
];

it.each(ROWS)("the engine says of an update: %s; the service %s: %s", async (engine, service, status, says) => {
  const { step: ended, error, isStopped = false }: Said[string] = ENGINE[engine];
  const { writes = [], isBlind = false, ...rest }: Happened[string] = SERVICE[service];
  const told: ItemOutcome[] = [];
  const report = await play({
    file: PROJECT_ONLY,
    ...rest,
    preview: [update({})],
    onOutcome: (outcome) => told.push(outcome),
    update: (live, _onStep, stop) => {
      for (const write of writes) live.meddle(write);
      if (isBlind) live.setFaults(BLIND);
      if (isStopped) stop.abort("SIGINT");
      return { steps: ended === undefined ? [] : [ended], ...(error === undefined ? {} : { error }) };
    },
  });
  expect(report.applied?.outcomes).toMatchObject([{ ...PROJECT, id: "prj_1", status }]);
  expect(report.applied?.outcomes[0]?.message ?? "").toMatch(says);
  expect(told).toEqual(report.applied?.outcomes);
});

describe("an object that the engine created", () => {
  const NEW = "version: 1\nproject: { organization_id: org_1, slug: new, type: proxy, description: Shop }\n";
  const created = step({ kind: "project", key: "org_1/new" });
  const create = (body: object = {}): Write => ({
    method: "POST",
    path: "/v1/projects",
    body: { organization_id: "org_1", slug: "new", type: "proxy", ...body },
  });

  it("is done with a warning while only a read by its id shows it, and its domain is waited for", async () => {
    const report = await play({
      service: { ...serviceWith({ description: "Shop" }), habits: { staleListsMs: 60_000 } },
      preview: [update({ action: "same" }), step({})],
      update: (live) => {
        live.meddle(attach("www.example.com"));
        return { steps: [done({ id: "www.example.com" })] };
      },
    });
    expect(report.applied?.outcomes).toMatchObject([
      { status: "done", message: expect.stringMatching(/lists do not show it yet/) },
    ]);
    expect(report.domains?.map(({ name }) => name)).toEqual(["www.example.com"]);
  });

  it("is partial with its id if the engine failed after that", async () => {
    const report = await play({
      file: NEW,
      service: {},
      preview: [created],
      update: (live) => {
        live.meddle(create());
        return { steps: [{ ...created, id: "prj_1", status: "failed", message: "its settings were refused" }] };
      },
    });
    expect(report.applied?.outcomes).toMatchObject([
      { id: "prj_1", status: "partial", message: "its settings were refused" },
    ]);
  });

  it("is done with what the engine created in it", async () => {
    const report = await play({
      file: `${NEW}domains: [www.example.com]\n`,
      service: {},
      preview: [created, step({ key: "org_1/new/www.example.com" })],
      update: (live) => {
        live.meddle(create({ description: "Shop" }));
        live.meddle(change({ description: "Shop" }));
        live.meddle(attach("www.example.com"));
        const domain = done({ key: "org_1/new/www.example.com", id: "www.example.com" });
        return { steps: [{ ...created, id: "prj_1", status: "done" }, domain] };
      },
    });
    expect(outcomes(report)).toEqual({ new: "done", "www.example.com": "done" });
    expect(report.domains?.map(({ name }) => name)).toEqual(["www.example.com"]);
  });
});

describe("a secret that the service hides", () => {
  const META = { kind: "component", key: `${KEY}/edgee/meta-capi`, id: "pc_1" } as const;
  const settings = { pixel_id: "px-1", access_token: "secret-0123456789" };
  const sent = (end: Partial<EngineStep>): ReturnType<typeof play> =>
    play({
      file:
        "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n" +
        "  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }\n",
      service: {
        ...serviceWith({ components: [{ id: "pc_1", component_slug: "edgee/meta-capi", settings }] }),
        habits: profiles.masking,
      },
      environment: { META_TOKEN: "rotated-0123456789" },
      preview: [update({ action: "same" }), step({ ...META, action: "update", settings: ["settings.access_token"] })],
      update: () => ({ steps: [step({ ...META, action: "update", ...end })] }),
    });

  it("is judged by what the engine says of its update: no read shows it", async () => {
    expect((await sent({ status: "done" })).applied?.outcomes).toMatchObject([{ ...META, status: "done" }]);
    const lost = await sent({ status: "failed", message: "500" });
    expect(lost.applied?.outcomes).toMatchObject([{ ...META, status: "unknown", message: "500" }]);
  });
});

describe("an apply through an engine", () => {
  it("counts each object when it is done, and fails if the engine fails without saying of what", async () => {
    const progress: string[] = [];
    const report = await play({
      onProgress: ({ stage, done: ended, total }) => stage === "write" && progress.push(`${ended} of ${total}`),
      update: (live, onStep) => {
        live.meddle(change({ description: "Shop" }));
        const first = update({ status: "done" });
        for (const each of [first, first, failed({}), done({ action: "forget" })]) onStep(each);
        return { steps: [first], error: "Pulumi failed on stack dev: no space left" };
      },
    });
    expect(progress).toEqual(["0 of 2", "1 of 2"]);
    expect(outcomes(report)).toEqual({ site: "done", "www.example.com": "not-started" });
    expect(report).toMatchObject({
      result: "partial",
      failureReason: "engine-failed",
      error: expect.stringMatching(/no space left/),
    });
  });

  it("ends with the engine's reason if nothing was begun", async () => {
    const report = await play({
      update: () => {
        throw new EngineError("stack-locked", "Stack dev is locked.", undefined);
      },
    });
    expect(report).toMatchObject({ result: "failed", failureReason: "stack-locked", error: "Stack dev is locked." });
    // The report still says what was planned.
    expect(report.plan?.counts).toMatchObject({ update: 1, create: 1 });
    expect(outcomes(report)).toEqual({ site: "not-started", "www.example.com": "not-started" });
  });

  it("tells the engine what it may write, and calls what it refused failed", async () => {
    const refused = { status: "failed", isRefused: true, message: "the plan does not show that" } as const;
    const seen: PlannedWrites[] = [];
    const report = await play({
      onWrites: (writes) => seen.push(writes),
      update: (live) => {
        live.meddle(change({ description: "Shop" }));
        const other = step({ key: `${KEY}/other.example.com`, action: "delete", ...refused });
        return { steps: [update({ status: "done" }), step({ ...refused }), other], ...RUN_FAILED };
      },
    });
    expect(
      seen[0]?.writes.map(({ kind, key, action, id, values }) => [kind, key, action, id, Object.keys(values)]),
    ).toEqual([
      ["project", KEY, "update", "prj_1", ["description"]],
      ["domain", `${KEY}/www.example.com`, "create", undefined, ["name"]],
    ]);
    expect(JSON.stringify(seen)).not.toContain("Shop");
    expect(outcomes(report)).toEqual({ site: "done", "www.example.com": "failed", "other.example.com": "failed" });
    expect(report).toMatchObject({ result: "partial", failureReason: "plan-changed" });
    expect(report.error).toContain("2 writes that it does not show were refused. Run plan again.");
    // What no plan showed is in the JSON too, and in the summary.
    expect(reportAsJson(report).items?.map(({ key, action, status }) => [key, action, status])).toEqual([
      [KEY, "update", "done"],
      [`${KEY}/www.example.com`, "create", "failed"],
      [`${KEY}/other.example.com`, "delete", "failed"],
    ]);
  });

  it("fails if an adoption fails, although the plan has no write for it", async () => {
    const report = await play({
      service: serviceWith({ description: "Shop", domains: [{ name: "www.example.com" }] }),
      preview: [step({ ...PROJECT }), step({})],
      update: () => ({ steps: [done(PROJECT), failed({ message: "409 taken" })] }),
    });
    expect(report.plan?.counts).toMatchObject({ unchanged: 2 });
    expect(report.applied?.outcomes).toMatchObject([{ action: "unchanged", status: "failed", message: "409 taken" }]);
    expect(report.result).toBe("failed");
  });

  it("leaves a declared object alone that Pulumi takes for removed after a failure", async () => {
    const lost = step({ action: "delete", status: "failed", isRefused: true, message: "would be deleted" });
    const report = await play({
      update: () => ({ steps: [failed({ ...PROJECT, action: "update" }), lost], error: "x" }),
    });
    expect(outcomes(report)).toEqual({ site: "unknown", "www.example.com": "not-started" });
    expect(report.failureReason).toBe("partial");
  });
});

it("a deletion that only the stack makes is read back like any other", async () => {
  const domain = { key: `${KEY}/old.example.com`, id: "old.example.com", action: "delete" } as const;
  const report = await play({
    file: `${PROJECT_ONLY}domains: []\n`,
    service: serviceWith({ description: "Shop", domains: [{ name: "old.example.com" }] }),
    preview: [update({ action: "same" }), step(domain)],
    update: () => ({ steps: [done(domain)] }),
  });
  expect(report.applied?.outcomes).toMatchObject([
    { ...domain, status: "partial", message: expect.stringMatching(/still shows domain/) },
  ]);
});

it("a deletion that was not made is done if somebody else has made it", async () => {
  const domain = { key: `${KEY}/old.example.com`, id: "old.example.com", action: "delete" } as const;
  const report = await play({
    file: `${PROJECT_ONLY}domains: [{ name: old.example.com, absent: true }]\n`,
    service: serviceWith({ description: "Shop", domains: [{ name: "old.example.com" }] }),
    preview: [update({ action: "same" }), step(domain)],
    update: (live) => {
      live.meddle({ method: "DELETE", path: "/v1/projects/prj_1/domains/old.example.com" });
      return { steps: [step({ ...domain, action: "same", status: "done" })] };
    },
  });
  expect(report.applied?.outcomes).toMatchObject([
    { key: domain.key, status: "done", message: expect.stringMatching(/^Already done/) },
  ]);
});

describe("a deletion of what no file declares", () => {
  const gone = (end: Partial<EngineStep>): EngineStep =>
    step({ key: `${KEY}/gone.example.com`, id: "gone.example.com", action: "delete", ...end });
  it.each<
    [
      engine: string,
      steps: readonly EngineStep[],
      error: string | undefined,
      status: ItemOutcome["status"],
      says: RegExp,
    ]
  >([
    ["done", [gone({ status: "done" })], undefined, "done", /^$/],
    ["failed", [gone({ status: "failed", message: "500" })], "x", "unknown", /^500$/],
    ["refused", [gone({ status: "failed", message: "no", isRefused: true })], "x", "failed", /^no$/],
    ["not reached", [], "x", "not-started", /another object, or the engine itself, failed first/],
    ["nothing to do", [], undefined, "done", /^Already as declared/],
  ])("is what the engine says of it: %s", async (_engine, steps, error, status, says) => {
    const report = await play({
      file: PROJECT_ONLY,
      service: serviceWith({ description: "Shop" }),
      preview: [update({ action: "same" }), gone({})],
      update: () => ({ steps, ...(error === undefined ? {} : { error }) }),
    });
    expect(report.applied?.outcomes).toMatchObject([{ action: "delete", id: "gone.example.com", status }]);
    expect(report.applied?.outcomes[0]?.message ?? "").toMatch(says);
  });

  it("is reported if the plan did not show it, also when the run was stopped", async () => {
    const report = await play({
      update: (_live, _onStep, stop) => {
        stop.abort("SIGINT");
        return { steps: [gone({ status: "done" })], error: "stopped" };
      },
    });
    expect(report.result).toBe("stopped");
    expect(outcomes(report)).toMatchObject({ "gone.example.com": "done" });
    expect(report.applied?.outcomes.find(({ key }) => key.includes("gone"))?.message).toContain("did not show it");
  });
});

describe("a plan through an engine", () => {
  // A preview that fails does not come to the other objects: they stay as they were planned.
  const both = { blocked: 2 };
  const [noProject, noOther] = [
    { blocked: 1, create: 1 },
    { blocked: 1, create: 1, update: 1 },
  ];
  it.each<[string, EngineStep[], string, string, object]>([
    ["a replacement", [step({ ...PROJECT, action: "replace" })], KEY, "would delete it and create it again", both],
    ["a check that fails", [failed({ ...PROJECT, message: "bad field" })], KEY, "bad field", noProject],
    [
      "a change that the engine does not make",
      [step({ ...PROJECT, action: "same" })],
      KEY,
      "does not make this change",
      both,
    ],
    ["a failure of another", [failed({ key: "org_1/x/y.com", message: "broken" })], "org_1/x/y.com", "broken", noOther],
  ])("blocks %s", async (_name, preview, key, reason, counts) => {
    const report = await play({ preview });
    expect(report.plan?.items.find((item) => item.key === key)).toMatchObject({
      action: "blocked",
      reason: expect.stringContaining(reason),
    });
    expect(report).toMatchObject({ result: "blocked", plan: { counts } });
    expect(report.applied).toBeUndefined();
  });

  it("shows as drift only what changed outside of the stack", async () => {
    const changed = step({ ...PROJECT, action: "update" });
    expect((await play({ mode: "drift", drift: [changed] })).plan?.counts).toMatchObject({ update: 1, create: 0 });
    const same = step({ ...PROJECT, action: "same" });
    const report = await play({ mode: "drift", drift: [same] });
    expect(report).toMatchObject({ result: "no-changes", plan: { counts: { update: 0, create: 0, unchanged: 1 } } });
  });
});

describe("what the engine does beside the plan", () => {
  it("cannot be another file than that of the plan", async () => {
    const report = await play({
      fileLater: FILE.replace("www.", "other."),
      update: () => Promise.reject(new Error("must not be called")),
    });
    expect(report).toMatchObject({ result: "refused", failureReason: "plan-changed" });
    expect(report.applied).toBeUndefined();
  });
});
