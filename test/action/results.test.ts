import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { Rule, Seed } from "../../emulator/start.ts";
import { FAILURE_REASONS, type FailureReason } from "../../sync/failure-reason.ts";
import { RESULTS, type Result } from "../../sync/result.ts";
import { always, on, refused } from "../reconcile/scene.ts";
import { ROOT, type ActionRun } from "./run-action.ts";
import { checkOut, projectFile, startService } from "./service.ts";

const page = await readFile(path.join(ROOT, "docs/action.md"), "utf8");
const actionFile = await readFile(path.join(ROOT, "action.yml"), "utf8");
const { outputs: actionOutputs } = z.object({ outputs: z.record(z.string(), z.unknown()) }).parse(parse(actionFile));

const project = (slug: string, domains: readonly string[] = []) => ({
  id: `prj_${slug}`,
  organization_id: "org_1",
  slug,
  type: "proxy" as const,
  domains: domains.map((name) => ({ name })),
});
const answer = (call: string, status: number, type: string) => on(call, refused(status, type), always);

interface Row {
  readonly what: string;
  readonly result: Result;
  /** Absent: the step succeeds. */
  readonly reason?: FailureReason;
  readonly mode: string;
  readonly file: string;
  readonly live?: NonNullable<Seed["projects"]>;
  readonly faults?: readonly Rule[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: ActionRun["event"];
  /** Default: false if there is no plan, or it has no changes. */
  readonly hasChanges?: "true" | "false" | "";
}

const SITE = projectFile("site");
const DOMAINS = projectFile("site", "domains: [www.example.com]\n");
const UNSET = projectFile("site", "  description: { env: NOT_SET }\n");
const NEW = projectFile("site", "  description: new\n");

const ROWS: readonly Row[] = [
  { what: "validate", result: "valid", mode: "validate", file: SITE, hasChanges: "" },
  { what: "plan without changes", result: "no-changes", mode: "plan", file: SITE, live: [project("site")] },
  { what: "apply without changes", result: "no-changes", mode: "apply", file: SITE, live: [project("site")] },
  { what: "plan", result: "changes", mode: "plan", file: SITE, hasChanges: "true" },
  { what: "drift", result: "drift", reason: "drift", mode: "drift", file: SITE, hasChanges: "true" },
  {
    what: "drift that may be",
    result: "drift",
    mode: "drift",
    file: SITE,
    inputs: { "fail-on": "None" },
    hasChanges: "true",
  },
  {
    what: "a drift without a variable",
    result: "drift",
    reason: "drift",
    mode: "drift",
    file: UNSET,
    live: [project("site")],
    hasChanges: "",
  },
  { what: "apply", result: "applied", mode: "apply", file: SITE, hasChanges: "true" },
  {
    what: "a domain that another project has",
    result: "partial",
    reason: "partial",
    mode: "apply",
    file: DOMAINS,
    live: [project("other", ["www.example.com"])],
    hasChanges: "true",
  },
  {
    what: "a project that must exist",
    result: "blocked",
    reason: "blocked",
    mode: "apply",
    file: projectFile("site", "  must_exist: true\n"),
    hasChanges: "false",
  },
  {
    what: "an organization that the token may not read",
    result: "blocked",
    reason: "forbidden",
    mode: "plan",
    file: SITE,
    faults: [answer("GET /v1/projects", 403, "forbidden_error")],
    hasChanges: "",
  },
  {
    what: "domains that the service cannot list",
    result: "blocked",
    reason: "service-error",
    mode: "drift",
    file: DOMAINS,
    live: [project("site")],
    faults: [answer("GET /v1/projects/*/domains", 500, "internal")],
    hasChanges: "",
  },
  {
    what: "too many deletions",
    result: "refused",
    reason: "guard-max-deletes",
    mode: "apply",
    file: projectFile("site", "domains: []\n"),
    live: [project("site", ["a.example.com", "b.example.com"])],
    inputs: { prune: "domains", "max-deletes": "30 %" },
    hasChanges: "true",
  },
  { what: "an invalid file", result: "invalid", reason: "invalid-files", mode: "apply", file: "version: 2\n" },
  {
    what: "an unknown version of a component",
    result: "invalid",
    reason: "invalid-files",
    mode: "plan",
    file: projectFile("site", 'components:\n  edgee/ga4: { version: "9.9.9" }\n'),
    hasChanges: "true",
  },
  {
    what: "a token that only reads",
    result: "failed",
    reason: "forbidden",
    mode: "apply",
    file: NEW,
    live: [project("site")],
    faults: [answer("POST /v1/projects/*", 403, "forbidden_error")],
    hasChanges: "true",
  },
  {
    what: "a change that the service refuses",
    result: "failed",
    reason: "service-error",
    mode: "apply",
    file: NEW,
    live: [project("site")],
    faults: [answer("POST /v1/projects/*", 400, "invalid_request_error")],
    hasChanges: "true",
  },
  {
    what: "a refused and a forbidden change",
    result: "failed",
    reason: "failed",
    mode: "apply",
    file: `${NEW}domains: [www.example.com]\n`,
    live: [project("site")],
    faults: [
      answer("POST /v1/projects/prj_site", 400, "invalid_request_error"),
      answer("POST /v1/projects/*/domains", 403, "forbidden_error"),
    ],
    hasChanges: "true",
  },
  {
    what: "a wrong token",
    result: "failed",
    reason: "unauthenticated",
    mode: "drift",
    file: SITE,
    inputs: { token: "wrong-token" },
  },
  {
    what: "an address without a service",
    result: "failed",
    reason: "unreachable",
    mode: "plan",
    file: SITE,
    inputs: { "base-url": "http://127.0.0.1:1" },
  },
  {
    what: "only that matches nothing",
    result: "failed",
    reason: "bad-input",
    mode: "drift",
    file: SITE,
    inputs: { only: "org_1/sites" },
  },
  { what: "an unknown mode", result: "failed", reason: "bad-input", mode: "aply", file: SITE },
  {
    what: "pull_request_target",
    result: "failed",
    reason: "event-refused",
    mode: "apply",
    file: SITE,
    event: { name: "pull_request_target" },
  },
];

describe("each result", () => {
  it.each(ROWS)(
    "$what: $result",
    async ({ result, reason, mode, file, live, faults, inputs = {}, event, hasChanges = reason ? "" : "false" }) => {
      await using service = await startService({
        ...(live === undefined ? {} : { seed: { projects: live } }),
        ...(faults === undefined ? {} : { faults: { faults } }),
      });
      await using checkout = await checkOut({ "projectsync.yaml": file });
      const run = await service.run({
        mode,
        ...checkout,
        ...(event === undefined ? {} : { event }),
        inputs: { files: "", "allow-env": "NOT_SET", ...inputs },
      });
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: reason === undefined ? 0 : 1, stderr: "" });
      expect(Object.keys(run.outputs).toSorted()).toEqual(Object.keys(actionOutputs).toSorted());
      expect(run.outputs).toMatchObject({ result, "failure-reason": reason ?? "", "has-changes": hasChanges });
      expect(page).toMatch(
        new RegExp(
          String.raw`^\| \`${result}\` .*\| ${result === "drift" || reason !== undefined ? "fails" : "succeeds"} +\|`,
          "m",
        ),
      );
      expect(run.summary).toMatch(/^## projectsync/);
      const said = run.summary + run.stdout;
      const isBlind = file === UNSET;
      expect(/in what was compared/.test(said)).toBe(isBlind);
      const soundsCalm = /(?:no changes|no drift)(?! in what was compared)|nothing to do|nothing left/i.test(said);
      expect(soundsCalm).toBe(result === "no-changes" && !isBlind);
    },
  );

  it("that a signal stops: stopped, with the exit code of the signal", async () => {
    await using service = await startService({ seed: { projects: [project("site")] }, latencyMs: 300 });
    await using checkout = await checkOut({ "projectsync.yaml": NEW });
    const { child, ended } = await service.start({ mode: "drift", ...checkout, inputs: { files: "" } });
    const result = ended();
    await expect.poll(() => service.emulator.requests().length, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0);
    child.kill("SIGTERM");
    expect(await result).toMatchObject({
      code: 143,
      outputs: { result: "stopped", "failure-reason": "stopped", "has-changes": "", changed: "false" },
    });
    expect(page).toMatch(/^\| `stopped` .*\| fails +\| 130 or 143 \|$/m);
  });
});

it("every result is played above, and documented in action.yml and on the page", () => {
  const played = new Set<Result>(["stopped", ...ROWS.map(({ result }) => result)]);
  expect(RESULTS.filter(({ name }) => !played.has(name))).toEqual([]);
  for (const { name } of RESULTS) expect(actionFile).toMatch(new RegExp(`Result of the run:[^"]*\\b${name}\\b`));
});

it("every failure reason is played above, and documented in action.yml and on the page", () => {
  const played = new Set<string>(["stopped", ...ROWS.flatMap(({ reason }) => reason ?? [])]);
  // Saved plans and questions belong to the command line (test/cli), stacks to test/engine, outdated commits and waits have their own
  // tests, and no bug is known.
  const elsewhere = [
    "outdated",
    "plan-changed",
    "not-confirmed",
    "domains-not-ready",
    "stack-locked",
    "engine-failed",
    "internal-error",
  ];
  expect(Object.keys(FAILURE_REASONS).filter((name) => !played.has(name))).toEqual(elsewhere);
  const [, listed = ""] = /Why the step failed: ([^.]+)\./.exec(actionFile.replaceAll(/\s+/g, " ")) ?? [];
  expect(listed.split(/, | or /)).toEqual(Object.keys(FAILURE_REASONS));
  for (const name of Object.keys(FAILURE_REASONS)) expect(page).toContain(`| \`${name}\` `);
});
