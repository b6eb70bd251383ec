import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Emulator } from "../../../emulator/start.ts";
import type { PlannedWrites } from "../../../provider/resources/planned-writes.ts";
import { EngineError, type Step } from "../../../sync/engine/engine.ts";
import { reportAsJson } from "../../../sync/report-json.ts";
import { ask } from "../../ask.ts";
import { done, failed, FILE, KEY, outcomes, play, PREVIEW, PROJECT, step } from "./play-engine.ts";

const update = (description: string) => (emulator: Emulator) =>
  ask(emulator, "POST /v1/projects/prj_1", { description });

describe("what became of a write that the engine says failed is read from the service", () => {
  it.each([
    ["nothing changed: failed", [failed({ ...PROJECT, action: "update" }), failed({})], undefined, "failed", "failed"],
    [
      "as declared: done",
      [failed({ ...PROJECT, action: "update" }), done({ id: "www.example.com" })],
      update("Shop"),
      "done",
      "done",
    ],
    [
      "another value: still to do",
      [failed({ ...PROJECT, action: "update" })],
      update("Other"),
      "failed",
      "not-started",
    ],
  ])("%s", async (_name, steps, change, project, domain) => {
    const report = await play({
      update: async (emulator) => {
        await change?.(emulator);
        return { steps, error: "update failed" };
      },
    });
    expect(outcomes(report)).toEqual({ site: project, "www.example.com": domain });
    expect(report.error).toBeUndefined();
  });
});

describe("an apply through an engine", () => {
  it("tells each outcome once, and fails if the engine fails without saying of what", async () => {
    const report = await play({
      update: async (_emulator, onStep) => {
        const first = done({ ...PROJECT, action: "update", id: "prj_1" });
        onStep(first);
        return { steps: [first], error: "Pulumi failed on stack dev: no space left" };
      },
    });
    expect(outcomes(report)).toEqual({ site: "done", "www.example.com": "not-started" });
    expect(report).toMatchObject({ result: "partial", failureReason: "engine-failed", error: /no space left/ });
  });

  it("ends with the engine's reason if nothing was begun", async () => {
    const report = await play({
      update: async () => {
        throw new EngineError("stack-locked", "Stack dev is locked.", undefined);
      },
    });
    expect(report).toMatchObject({ result: "failed", failureReason: "stack-locked", error: "Stack dev is locked." });
    // The report still says what was planned.
    expect(report.plan?.counts).toMatchObject({ update: 1, create: 1 });
    expect(outcomes(report)).toEqual({ site: "not-started", "www.example.com": "not-started" });
  });

  it("tells the engine what it may write, and calls what it refused failed, without asking the service", async () => {
    const refused = { status: "failed", isRefused: true, message: "the plan does not show that" } as const;
    const seen: PlannedWrites[] = [];
    const report = await play({
      onWrites: (writes) => seen.push(writes),
      update: async () => ({
        steps: [
          done({ ...PROJECT, action: "update" }),
          step({ ...refused }),
          step({ key: `${KEY}/other.example.com`, action: "delete", ...refused }),
        ],
        error: "update failed",
      }),
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

  it("takes a declared object that the engine deletes or forgets after a failure for not begun", async () => {
    const lost = step({ action: "delete", status: "failed", isRefused: true, message: "would be deleted" });
    const report = await play({
      update: async (_emulator, onStep) => {
        const forgotten = done({ action: "forget" });
        onStep(forgotten);
        return { steps: [failed({ ...PROJECT, action: "update" }), forgotten], error: "update failed" };
      },
    });
    expect(outcomes(report)).toEqual({ site: "failed", "www.example.com": "not-started" });
    const other = await play({
      update: async () => ({ steps: [failed({ ...PROJECT, action: "update" }), lost], error: "x" }),
    });
    expect(outcomes(other)).toEqual({ site: "failed", "www.example.com": "not-started" });
    expect(other.failureReason).toBe("failed");
  });

  it("takes what is as declared without a write for done, if the engine came to an end", async () => {
    const report = await play({
      update: async () => ({ steps: [step({ ...PROJECT, action: "same", status: "done" })] }),
    });
    expect(outcomes(report)).toEqual({ site: "done", "www.example.com": "done" });
    expect(report.result).toBe("applied");
  });

  it("calls a change unknown that only the engine sees, and reports a deletion that no plan showed", async () => {
    const onlyEngine = [step({ ...PROJECT, action: "update" }), step({ action: "create" })];
    const report = await play({
      preview: onlyEngine,
      update: async (_emulator, _onStep, stop) => {
        stop.abort("SIGINT");
        const gone = done({ key: `${KEY}/gone.example.com`, action: "delete" });
        return { steps: [step({ ...PROJECT, action: "update" }), gone], error: "stopped" };
      },
    });
    expect(report.result).toBe("stopped");
    expect(outcomes(report)).toEqual({ site: "unknown", "www.example.com": "not-started", "gone.example.com": "done" });
    expect(report.applied?.outcomes.find(({ key }) => key.includes("gone"))?.message).toContain("did not show it");
  });

  it("fails if an adoption fails, although the plan has no write for it", async () => {
    const report = await play({
      preview: [step({ ...PROJECT, action: "update" }), step({})],
      update: async (emulator) => {
        await update("Shop")(emulator);
        return { steps: [done({ ...PROJECT, action: "update" }), failed({ message: "409 taken" })] };
      },
    });
    expect(outcomes(report)).toEqual({ site: "done", "www.example.com": "failed" });
    expect(report.result).toBe("partial");
  });
});

describe("a plan through an engine", () => {
  // A preview that fails does not come to the other objects: they stay as they were planned.
  const both = { blocked: 2 };
  const [noProject, noOther] = [
    { blocked: 1, create: 1 },
    { blocked: 1, create: 1, update: 1 },
  ];
  it.each<[string, Step[], string, string, object]>([
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

  it("counts a deletion that only the stack knows", async () => {
    const gone = step({ key: `${KEY}/gone.example.com`, action: "delete", id: "gone.example.com" });
    const report = await play({ mode: "plan", preview: [...PREVIEW, gone] });
    expect(report.plan?.counts).toMatchObject({ update: 1, create: 1, delete: 1 });
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
  it("is told: an object that no plan showed", async () => {
    const other = done({ key: `${KEY}/other.example.com`, id: "other.example.com" });
    const report = await play({ update: async () => ({ steps: [other] }) });
    expect(outcomes(report)).toMatchObject({ "other.example.com": "done" });
  });

  it("cannot be another file than that of the plan", async () => {
    const report = await play({
      meanwhile: (folder) => writeFile(path.join(folder, "projectsync.yaml"), FILE.replace("www.", "other.")),
      update: () => Promise.reject(new Error("must not be called")),
    });
    expect(report).toMatchObject({ result: "refused", failureReason: "plan-changed" });
    expect(report.applied).toBeUndefined();
  });
});
