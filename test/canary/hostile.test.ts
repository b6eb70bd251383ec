import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Fault, Rule, Seed } from "../../emulator/start.ts";
import type { Mode } from "../../sync/report/report.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { ROOT, type ActionResult } from "../action/run-action.ts";
import { checkOut } from "../action/service.ts";
import { always, on } from "../reconcile/scene.ts";
import { FORMATS, openService, runIn, type Format } from "./formats.ts";

/** Tries to begin a line, to speak to GitHub's runner, to set an output, to steer a terminal and to turn its text around. */
const HOSTILE =
  "x\n::error::pwned\r\n::set-output name=result::pwned\r::add-mask::pwned\n##[error]pwned\n" +
  "result<<ghadelimiter\npwned\nghadelimiter\n\u001B[31mpwned\u001B]8;;https://pwned\u0007\u009B2J\u0085\u2028::warning::pwned\u2029\u202Epwned\u2066<img src=//pwned>|`pwned`";

const json = { "content-type": "application/json" };
const inError: Fault = {
  kind: "answer",
  status: 400,
  headers: { ...json, "x-request-id": "::error::pwned ##[error]pwned" },
  body: { error: { type: HOSTILE, message: HOSTILE, params: [{ param: HOSTILE, message: HOSTILE }] } },
};
const answers: Readonly<Record<string, Fault>> = {
  "an error": inError,
  "a page": { kind: "answer", status: 502, headers: { "content-type": "text/html" }, body: HOSTILE },
  "a page with 200": { kind: "answer", status: 200, headers: { "content-type": "text/html" }, body: HOSTILE },
  "JSON of another shape": { kind: "answer", status: 400, headers: json, body: { [HOSTILE]: HOSTILE } },
  "a record of another shape": {
    kind: "answer",
    status: 200,
    headers: json,
    body: { data: [{ id: 7, [HOSTILE]: 1 }] },
  },
};

const FILES = {
  "site.yaml": `version: 1
project: { organization_id: org_1, slug: site, description: plain, cookie_name: plain }
components:
  edgee/ga4: { settings: { measurement_id: G-1 } }
domains: [www.example.com]
`,
};

const LIVE: Seed = {
  projects: [
    {
      id: "prj_site",
      organization_id: "org_1",
      slug: "site",
      type: "proxy",
      description: HOSTILE,
      cookie_name: HOSTILE,
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: HOSTILE, sample_rate: 1 } }],
    },
  ],
};

const HOSTILE_CATALOGUE: Seed = { catalogue: [catalogueEntry("edgee/hostile", [{ name: HOSTILE, required: true }])] };
const OF_CATALOGUE = { "site.yaml": FILES["site.yaml"].replace("edgee/ga4", "edgee/hostile") };

const { outputs: NAMED }: { outputs: Record<string, unknown> } = parse(
  await readFile(path.join(ROOT, "action.yml"), "utf8"),
);

/** What in it the runner, or a terminal, would obey. */
function obeyed(format: Format, { stdout, stderr, outputs, summary }: ActionResult): string[] {
  const printed = `${stdout}\n${stderr}`;
  // oxlint-disable-next-line no-control-regex
  const controls = printed.match(/[\0-\x08\v-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/g) ?? [];
  const lines = printed.split("\n");
  const own = /^::(?:add-mask::(?!.*pwned)|(?:error|warning) title=projectsync,|(?:error|debug)::(?!pwned))/;
  const free = format === "Action" ? lines.filter((line) => !own.test(line)) : lines;
  const commands = free.filter((line) => /^\s*::|##\[/.test(line));
  const set = Object.entries(outputs).flatMap(([name, value]) =>
    name in NAMED && !value.includes("pwned") ? [] : [`${name}=${value}`],
  );
  return [...controls, ...commands, ...set, ...(summary.match(/<img.*|^pwned.*/gm) ?? [])];
}

/** A run of the files, at a service with this seed and these faults. */
async function play(format: Format, mode: Mode, seed: Seed, faults: readonly Rule[] = []): Promise<ActionResult> {
  await using emulator = await openService({ seed, faults: { faults } });
  await using checkout = await checkOut(seed === HOSTILE_CATALOGUE ? OF_CATALOGUE : FILES);
  return await runIn(format, mode, emulator, checkout);
}

describe.each(FORMATS)("hostile text of the service, told of as %s", (format) => {
  it.each<readonly [string, Mode, Seed, readonly Rule[], string]>([
    ["is what the service has, in a plan", "plan", LIVE, [], "pwned"],
    ["is what the service has, in a drift", "drift", LIVE, [], "pwned"],
    ...Object.entries(answers).map(
      ([what, fault]) =>
        [
          `answers a read as ${what}`,
          "plan",
          LIVE,
          [on("GET /v1/projects/*/components", fault, always)],
          "GET /v1/projects/prj_site/components",
        ] as const,
    ),
    ["is in the catalogue", "plan", HOSTILE_CATALOGUE, [], "requires the setting"],
    ["refuses writes", "apply", LIVE, [on("POST", inError, always)], "pwned"],
  ])("is no command where it %s", async (_where, mode, seed, faults, shown) => {
    const run = await play(format, mode, seed, faults);
    expect(run.everything).toContain(shown);
    expect(obeyed(format, run)).toEqual([]);
  });
});

it("hostile text of the service is unchanged in JSON that is parsed", async () => {
  const { stdout } = await play("JSON", "plan", HOSTILE_CATALOGUE);
  expect(JSON.stringify(JSON.parse(stdout))).toContain(JSON.stringify(HOSTILE).slice(1, -1));
});
