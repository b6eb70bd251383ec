import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import type { Rule, Seed } from "../../emulator/start.ts";
import { FAILURE_REASONS, type FailureReason } from "../../core/text/explanations.ts";
import { RESULTS, type Result } from "../../sync/report/report.ts";
import { liveProject } from "../live-project.ts";
import { always, on, refused } from "../reconcile/scene.ts";
import { ROOT, type ActionRun } from "./run-action.ts";
import { play, projectFile } from "./service.ts";
import { virtualClock } from "../virtual-clock.ts";

const page = await readFile(path.join(ROOT, "docs/action.md"), "utf8");
const reasons = await readFile(path.join(ROOT, "docs/troubleshooting.md"), "utf8");
const actionFile = await readFile(path.join(ROOT, "action.yml"), "utf8");
const { outputs: actionOutputs } = z.object({ outputs: z.record(z.string(), z.unknown()) }).parse(parse(actionFile));

interface Scene {
  readonly live?: NonNullable<Seed["projects"]>;
  readonly faults?: readonly Rule[];
  readonly inputs?: Readonly<Record<string, string>>;
  readonly event?: ActionRun["event"];
  /** Default: false if there is no plan, or it has no changes. */
  readonly hasChanges?: "true" | "false" | "";
}
/** Without a reason, the step succeeds. */
type Row = readonly [
  what: string,
  result: Result,
  reason: FailureReason | "",
  mode: string,
  file: string,
  scene: Scene,
];

const SITE = projectFile("site");
const DOMAINS = projectFile("site", "domains: [www.example.com]\n");
const UNSET = projectFile("site", "  description: { env: NOT_SET }\n");
const NEW = projectFile("site", "  description: new\n");
const MUST_EXIST = projectFile("site", "  must_exist: true\n");
const NO_VERSION = projectFile("site", 'components:\n  edgee/ga4: { version: "9.9.9" }\n');
const LIVE = { live: [liveProject("site")] };
const CHANGES = { hasChanges: "true" } as const;
const UNKNOWN = { hasChanges: "" } as const;

const PATCH = "POST /v1/projects/*";
const ATTACH = "POST /v1/projects/*/domains";
const FORBIDDEN = refused(403, "forbidden_error");
const INVALID = refused(400, "invalid_request_error");
const OWNED = { ...CHANGES, live: [liveProject("other", ["www.example.com"])] };
const UNREAD = { ...UNKNOWN, faults: [on("GET /v1/projects", FORBIDDEN, always)] };
const UNLISTED = { ...LIVE, ...UNKNOWN, faults: [on("GET /v1/projects/*/domains", refused(500, "internal"), always)] };
const DELETIONS = {
  ...CHANGES,
  live: [liveProject("site", ["a.example.com", "b.example.com"])],
  inputs: { prune: "domains", "max-deletes": "30 %" },
};
const NO_UPDATES = { "max-updates": "0" };
const READ_ONLY = { ...LIVE, ...CHANGES, faults: [on(PATCH, FORBIDDEN, always)] };
const REFUSED = { ...LIVE, ...CHANGES, faults: [on(PATCH, INVALID, always)] };
const BOTH = { ...LIVE, ...CHANGES, faults: [on(ATTACH, FORBIDDEN, always), on(PATCH, INVALID, always)] };
const TARGET = { event: { name: "pull_request_target" } };

const ROWS: readonly Row[] = [
  ["validate", "valid", "", "validate", SITE, UNKNOWN],
  ["plan without changes", "no-changes", "", "plan", SITE, LIVE],
  ["apply without changes", "no-changes", "", "apply", SITE, LIVE],
  ["plan", "changes", "", "plan", SITE, CHANGES],
  ["drift", "drift", "drift", "drift", SITE, CHANGES],
  ["drift that may be", "drift", "", "drift", SITE, { ...CHANGES, inputs: { "fail-on": "None" } }],
  ["a drift without a variable", "drift", "drift", "drift", UNSET, { ...LIVE, ...UNKNOWN }],
  ["apply", "applied", "", "apply", SITE, CHANGES],
  ["a domain that another project has", "partial", "partial", "apply", DOMAINS, OWNED],
  ["a project that must exist", "blocked", "blocked", "apply", MUST_EXIST, { hasChanges: "false" }],
  ["an organization that the token may not read", "blocked", "forbidden", "plan", SITE, UNREAD],
  ["domains that the service cannot list", "blocked", "service-error", "drift", DOMAINS, UNLISTED],
  ["too many deletions", "refused", "guard-max-deletes", "apply", projectFile("site", "domains: []\n"), DELETIONS],
  ["too many updates", "refused", "guard-max-updates", "apply", NEW, { ...LIVE, ...CHANGES, inputs: NO_UPDATES }],
  ["an invalid file", "invalid", "invalid-files", "apply", "version: 2\n", {}],
  ["an unknown version of a component", "invalid", "invalid-files", "plan", NO_VERSION, CHANGES],
  ["a token that only reads", "failed", "forbidden", "apply", NEW, READ_ONLY],
  ["a change that the service refuses", "failed", "service-error", "apply", NEW, REFUSED],
  ["a refused and a forbidden change", "failed", "failed", "apply", `${NEW}domains: [www.example.com]\n`, BOTH],
  ["a wrong token", "failed", "unauthenticated", "drift", SITE, { inputs: { token: "wrong-token" } }],
  ["no service", "failed", "unreachable", "plan", SITE, { inputs: { "base-url": "http://127.0.0.1:1" } }],
  ["only that matches nothing", "failed", "bad-input", "drift", SITE, { inputs: { only: "org_1/sites" } }],
  ["an unknown mode", "failed", "bad-input", "aply", SITE, {}],
  ["pull_request_target", "failed", "event-refused", "apply", SITE, TARGET],
];

describe("each result", () => {
  it.each(ROWS)("%s: %s %s", async (_what, result, reason, mode, file, scene) => {
    const { live = [], faults = [], inputs, event, hasChanges = reason === "" ? "false" : "" } = scene;
    using clock = virtualClock();
    const run = await play(
      { "projectsync.yaml": file },
      {
        clock: clock.client,
        mode,
        event,
        service: { seed: { projects: live }, faults: { faults } },
        inputs: { "allow-env": "NOT_SET", ...inputs },
      },
    );
    expect({ code: run.code, stderr: run.stderr }).toEqual({ code: reason === "" ? 0 : 1, stderr: "" });
    expect(Object.keys(run.outputs).toSorted()).toEqual(Object.keys(actionOutputs).toSorted());
    expect(run.outputs).toMatchObject({ result, "failure-reason": reason, "has-changes": hasChanges });
    const ends = result === "drift" || reason !== "" ? "fails" : "succeeds";
    expect(page).toMatch(new RegExp(String.raw`^\| \`${result}\` .*\| ${ends} +\|`, "m"));
    expect(run.summary).toMatch(/^## projectsync/);
    const said = run.summary + run.stdout;
    const isBlind = file === UNSET;
    expect(/in what was compared/.test(said)).toBe(isBlind);
    const soundsCalm = /(?:no changes|no drift)(?! in what was compared)|nothing to do|nothing left/i.test(said);
    expect(soundsCalm).toBe(result === "no-changes" && !isBlind);
  });
});

it("every result is played above, and documented on the page", () => {
  const played = new Set<Result>(["stopped", ...ROWS.map(([, result]) => result)]);
  expect(RESULTS.filter(({ name }) => !played.has(name))).toEqual([]);
  for (const { name } of RESULTS) expect(page).toContain(`| \`${name}\` `);
});

it("every failure reason is played above, and documented on the page", () => {
  const played = new Set<string>(["stopped", ...ROWS.map(([, , reason]) => reason)]);
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
  for (const name of Object.keys(FAILURE_REASONS)) expect(reasons).toContain(`| <a id="${name}"></a>\`${name}\` `);
});
