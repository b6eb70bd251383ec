import { expect, it } from "vitest";
import { assemblePlan, newItem } from "../../core/plan/plan.ts";
import { BELOW_PLAN, failureRows, WORST_FIRST } from "../../sync/report/failure-rows.ts";
import { assembleApplied, type ItemOutcome } from "../../sync/report/item-outcome.ts";
import type { Report } from "../../sync/report/report.ts";

const source = { file: "a.yaml", line: 1, column: 1 };
const outcome = (slug: string, status: ItemOutcome["status"]): ItemOutcome => ({
  kind: "project",
  action: "update",
  key: `org_1/${slug}`,
  source,
  status,
  message: `why ${slug}`,
});
/** A field that a record may get later. */
const withCanary = <T extends object>(record: T): T => ({ ...record, canary: "canary-of-a-field" });

const blockedItems = [
  newItem("project", "org_1/b", "blocked", { source, reason: "why b" }),
  newItem("domain", "org_1/b/www.example.com", "blocked", { source, reason: "why b" }),
  newItem("domain", "org_1/a/x.example.com", "blocked", { source, reason: "error: no such version" }),
];
const report: Report = {
  mode: "apply",
  result: "partial",
  files: ["a.yaml"],
  problems: [{ ...source, level: "error", path: "", message: "no such version" }],
  plan: assemblePlan(blockedItems.map(withCanary), { origin: "https://service.example", guards: [], problems: [] }),
  applied: assembleApplied(
    [outcome("n", "not-started"), outcome("d", "done"), outcome("p", "partial"), outcome("f", "failed")].map(
      withCanary,
    ),
  ),
  domains: [
    withCanary({
      key: "org_1/c/w.example.com",
      name: "w.example.com",
      dns: "not-ready",
      ssl: "not-ready",
      waitError: "late",
    } as const),
  ],
};

it("rows of failures have only the fields that are shown, whatever the records have", () => {
  const rows = failureRows(report, WORST_FIRST);
  expect(rows[0]).toEqual({
    status: "failed",
    action: "update",
    kind: "project",
    key: "org_1/f",
    source,
    message: "why f",
    below: 0,
    isRepeated: false,
  });
  expect(JSON.stringify(rows)).not.toContain("canary");
});

it.each([
  ["the worst first", WORST_FIRST, "f p x b www n w"],
  ["below a plan, what it has named later", BELOW_PLAN, "f p n x b www w"],
  ["causes first", ["not-started"] as const, "x b www p f w n"],
])("rows of failures are sorted: %s", (_case, order, expected) => {
  const names = failureRows(report, order).map(({ key }) => key.split("/").at(-1)?.split(".")[0]);
  expect(names.join(" ")).toBe(expected);
});

it("a row says how many objects of a blocked project it stands for, and which rows say the same", () => {
  const blocked = failureRows(report, WORST_FIRST).filter(({ status }) => status === "blocked");
  expect(blocked.map(({ key, below, isRepeated }) => [key, below, isRepeated])).toEqual([
    ["org_1/a/x.example.com", 0, true],
    ["org_1/b", 1, false],
    ["org_1/b/www.example.com", 0, true],
  ]);
});
