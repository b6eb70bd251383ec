import { describe, expect, it } from "vitest";
import type { EngineStep } from "../../../sync/engine/engine.ts";
import type { Report } from "../../../sync/report/report.ts";
import { always, on, refused } from "../../reconcile/scene.ts";
import { failed, KEY, play, PROJECT, serviceWith, step, type Play } from "./play-engine.ts";

/** A drift whose refresh failed. */
const drift = (steps: readonly EngineStep[], rest: Play = {}): Promise<Report> =>
  play({ mode: "drift", drift: steps, driftError: "preview failed", ...rest });

/** The items as `update site`, and with its reason if one is blocked. */
function itemsOf({ plan }: Report): string[] {
  return (plan?.items ?? []).map(
    ({ key, action, reason }) => `${action} ${key.split("/").at(-1)}${reason === undefined ? "" : `: ${reason}`}`,
  );
}

/** A live project as declared, with one domain more. */
const domains = [{ name: "www.example.com" }, { name: "old.example.com" }];
const asDeclared = serviceWith({ description: "Shop", domains });

describe("a drift whose refresh fails", () => {
  it("fails with the engine's error if no object tells why", async () => {
    const report = await drift([]);
    expect(report).toMatchObject({ result: "failed", failureReason: "engine-failed", error: "preview failed" });
    const read = await drift([step({ ...PROJECT, action: "same" }), step({ action: "same" })]);
    expect(read).toMatchObject({ result: "failed", failureReason: "engine-failed", error: "preview failed" });
  });

  it("blocks what could not be read with the reason, and shows the drift of all others", async () => {
    const report = await drift([step({ ...PROJECT, action: "update" }), failed({ action: "same", message: "403" })]);
    expect(report).toMatchObject({ result: "drift", failureReason: "drift", plan: { counts: { blocked: 1 } } });
    expect(itemsOf(report)).toEqual(["update site", "blocked www.example.com: 403"]);
  });

  it("gives the engine's error for an object that failed without a message", async () => {
    const { message: _message, ...silent } = failed({ ...PROJECT, action: "same" });
    const report = await drift([silent, step({ action: "same" })]);
    expect(report.result).toBe("blocked");
    expect(itemsOf(report)).toContain("blocked site: preview failed");
  });

  it("blocks what it did not come to", async () => {
    const report = await drift([failed({ action: "same" })]);
    expect(report).toMatchObject({ result: "blocked", failureReason: "blocked" });
    expect(itemsOf(report)).toEqual([
      "blocked site: Skipped: the refresh ended before it.",
      "blocked www.example.com: 500",
    ]);
  });

  it("is no calm where the objects are as declared, or are declared no more", async () => {
    const gone = failed({ key: "org_1/gone", kind: "project", action: "same", message: "502" });
    for (const [name, ...steps] of [
      ["www.example.com", failed({ action: "same" })],
      ["old.example.com", failed({ action: "same", key: `${KEY}/old.example.com` })],
      ["gone", gone],
    ] as const) {
      const report = await drift(steps, { service: asDeclared });
      expect(report).toMatchObject({ result: "blocked", plan: { counts: { blocked: 1 } } });
      expect(itemsOf(report)).toContain(`blocked ${name}: ${name === "gone" ? "502" : "500"}`);
    }
  });

  it("keeps the reason of an object that the plan could not read, and its failure reason", async () => {
    const path = "/v1/projects/prj_1/domains";
    const faults = [on(`GET ${path}`, refused(403, "forbidden_error"), always)];
    const service = { ...asDeclared, faults: { faults } };
    const report = await drift([step({ ...PROJECT, action: "same" }), failed({ action: "same" })], { service });
    expect(report).toMatchObject({ result: "blocked", failureReason: "forbidden" });
    expect(itemsOf(report)).toEqual([
      expect.stringContaining(`blocked site: GET ${path}: 403`),
      "blocked www.example.com: Its project is blocked.",
    ]);
  });
});
