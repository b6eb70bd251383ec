import fc from "fast-check";
import { expect, it } from "vitest";
import { createRedaction } from "../../core/text/redaction.ts";
import { loadFile } from "../../core/file/load-file.ts";
import { SECRET } from "../../core/resources/hidden-value.ts";
import type { Fields } from "../../core/resources/json.ts";
import { redactPlan } from "../../sync/report/redact-report.ts";
import { plain, renderItems } from "../../sync/report/render-plan.ts";
import { reportAsJson } from "../../sync/report/report-json.ts";
import { hideLive } from "../../core/plan/hide-places.ts";
import type { Plan } from "../../core/plan/plan.ts";
import { checkReviewedPlan, checkSavedPlan, shownChanges } from "../../core/plan/reviewed-plan.ts";
import { readSavedPlan } from "../../core/plan/saved-plan.ts";
import { rounds } from "../rounds.ts";
import { projectWith, serviceWith } from "../plan/generated/draw-service.ts";
import { play } from "../plan/generated/plan-scene.ts";

/*
 * P2, P3: what a reviewer has seen is what is sent. Two files that differ in one place, in one environment: if the plan of the second is
 * accepted for the first, both send the same requests. In `npm run test:machines` with 100,000 pairs.
 */

const RUNS = rounds({ few: 400, all: 20_000 });

const environment = { OFFICE: "203.0.113.77", HOME: "198.51.100.9", TOKEN: "secret-value-1", OTHER: "secret-value-2" };

/** Parts of a file, each with what may stand in its place. */
const references = [{ secret: "TOKEN" }, { secret: "OTHER" }, { env: "TOKEN" }, { env: "OTHER" }];
const literals = ["plain", "(secret)", "(sensitive)", "(sensitive, changed)", "secret-value-1", "Bearer a", "Bearer b"];
const urls = [
  "https://user:pw@good.example/c",
  "https://user:other@good.example/c",
  "https://evil.example\\@good.example/c",
  "https://good.example\\@evil.example/c",
  "https://good.example/c?key=1",
  "https://good.example/c?key=2",
  "see //user:pw@good.example/ there",
  "https:u:p@good.example/c",
];
const patterns = ["^/api//user:x@", "^/api//|.*|@", "^https://a:b@c$", "^https://a:.*@c$"];
const addresses = ["192.0.2.1", "0.0.0.0/0", { secret: "OFFICE" }, { secret: "HOME" }, { env: "OFFICE" }];
const text = [...references, ...literals, ...urls];

const PLACES: readonly (readonly [path: readonly (string | number)[], values: readonly unknown[]])[] = [
  [
    ["project", "description"],
    [...text, ...patterns],
  ],
  [
    ["project", "external_project_url"],
    [...references, ...urls.slice(0, 6)],
  ],
  [
    ["project", "proxy_only_path_regex"],
    [...patterns, { secret: "TOKEN" }],
  ],
  [["project", "trusted_ips", 0], addresses],
  [["project", "trusted_ips", 1], addresses],
  [
    ["project", "forwarded_headers", 0, "name"],
    ["X-A", "Authorization"],
  ],
  [
    ["project", "forwarded_headers", 0, "value"],
    [...references, ...literals],
  ],
  [
    ["project", "forwarded_headers", 1, "value"],
    [...references, ...literals],
  ],
  [
    ["project", "override_cache", 0, "path"],
    ["/a", "/.*", ...patterns, { secret: "TOKEN" }],
  ],
  [
    ["project", "override_cache", 0, "ttl"],
    [60, 999_999],
  ],
  [
    ["project", "override_cache", 1, "path"],
    ["/a", "/.*", ...patterns],
  ],
  [["project", "extra", "hook", "url"], text],
  [["project", "extra", "hook", "key"], text],
  [["project", "extra", "hook.key"], text],
  [["components", "edgee/ga4", "settings", "measurement_id"], text],
  [["components", "edgee/ga4", "settings", "api_key"], text],
  [
    ["components", "edgee/ga4", "active"],
    [true, false],
  ],
];

const base = (): Fields => ({
  version: 1,
  project: {
    organization_id: "org_1",
    slug: "site",
    trusted_ips: ["192.0.2.9", "192.0.2.10"],
    forwarded_headers: [
      { name: "X-A", value: "a" },
      { name: "X-B", value: "b" },
    ],
    override_cache: [
      { path: "/x", regex: true, ttl: 1 },
      { path: "/y", regex: true, ttl: 2 },
    ],
    extra: { hook: {} },
  },
  components: { "edgee/ga4": { settings: { measurement_id: "G-1" } } },
});

/** Sets the value of each place, by its index. */
function fileWith(values: ReadonlyMap<number, unknown>): string {
  const content = base();
  for (const [index, value] of values) {
    const [path = []] = PLACES[index] ?? [];
    let inside: unknown = content;
    for (const name of path.slice(0, -1)) inside = Reflect.get(Object(inside), name);
    Reflect.set(Object(inside), String(path.at(-1)), value);
  }
  return JSON.stringify(content);
}

const place = fc.nat(PLACES.length - 1);
const choice = fc.tuple(place, fc.nat()).map(([index, nth]): [number, unknown] => {
  const values = PLACES[index]?.[1] ?? [];
  return [index, values[nth % values.length]];
});

const live = fc.constantFrom(undefined, "like the base", "other");

function serviceOf(kind: string | undefined) {
  if (kind === undefined) return serviceWith([]);
  const record = { id: "prj_1", organization_id: "org_1", slug: "site", ...(kind === "other" ? OLD : {}) };
  const settings = { measurement_id: "G-1", api_key: "******" };
  const component = { record: { id: "pc_1", component_slug: "edgee/ga4", settings }, unlisted: [] };
  return serviceWith([projectWith(record, { components: [component] })]);
}

const OLD = {
  description: "https://old:secret-value-3@good.example/",
  trusted_ips: ["203.0.113.1", "0.0.0.0/0"],
  forwarded_headers: [{ name: "X-A", value: "Bearer old" }],
  hook: { url: "old-hook-url", key: "old-hook-key" },
};

interface Reviewed {
  readonly plan: Plan;
  readonly redacted: Plan;
  readonly text: string;
  readonly requests: ReadonlySet<string>;
}

function review(content: string, kind: string | undefined): Reviewed | undefined {
  const { file } = loadFile("site.yaml", content, { environment, missingVariables: "error" });
  if (file === undefined) return undefined;
  const { planned, steps } = play({ contents: [], service: serviceOf(kind), options: {} }, [file]);
  const redaction = createRedaction([]);
  redaction.add(file.secrets);
  const redacted = redactPlan(planned.plan, redaction);
  const sent = [...steps].map(([name, { action, id, body, settings }]) => [name, action, id, body, settings]);
  return {
    plan: planned.plan,
    redacted,
    text: renderItems(redacted.items, plain).join("\n"),
    requests: new Set(sent.map((each) => JSON.stringify(each))),
  };
}

/** Whether both ways to approve a plan accept the second where the first was reviewed. */
function accepts(first: Reviewed, second: Reviewed): { readonly comment: boolean; readonly saved: boolean } {
  const effects = new Set([...shownChanges(first.redacted).values()].map(({ effect }) => effect));
  const checked = checkReviewedPlan(second.plan, second.redacted, { effects, lookedAt: "" });
  const text = JSON.stringify(
    reportAsJson({ mode: "plan", result: "changes", files: [], problems: [], plan: first.redacted }),
  );
  return {
    comment: checked.guards.every(({ passed }) => passed),
    saved: checkSavedPlan(second.redacted, readSavedPlan("plan.json", text)).passed,
  };
}

it(
  "a plan that is accepted sends what was reviewed",
  () => {
    const counts = { pairs: 0, accepted: 0, sameText: 0 };
    fc.assert(
      fc.property(fc.array(choice, { maxLength: 8 }), fc.option(choice), live, (values, changed, kind) => {
        const all = new Map(values);
        const first = review(fileWith(all), kind);
        const second = review(fileWith(changed === null ? all : new Map([...all, changed])), kind);
        if (first === undefined || second === undefined) return;
        counts.pairs += 1;
        // A reviewed change may have become unnecessary: then it is not sent.
        const isSame = [...second.requests].every((each) => first.requests.has(each));
        const { comment, saved } = accepts(first, second);
        if (first.text === second.text) counts.sameText += 1;
        if (comment) counts.accepted += 1;
        expect({ comment: comment && !isSame, saved: saved && !isSame }).toEqual({ comment: false, saved: false });
        for (const secret of ["secret-value-3", "Bearer old"]) expect(first.text).not.toContain(secret);
      }),
      { numRuns: RUNS },
    );
    process.stdout.write(`${counts.pairs} pairs: ${counts.sameText} with equal text, ${counts.accepted} accepted\n`);
    expect(counts.accepted).toBeGreaterThan(RUNS / 10);
  },
  RUNS * 100 + 60_000,
);

it.each([
  ["of a list the one item", 4, { secret: "OFFICE" }, undefined, ['["192.0.2.9",(secret)]']],
  ["of a list live items that may be an earlier value", 4, { secret: "OFFICE" }, "other", ["(secret)", '"192.0.2.9"']],
  ["of a map the one value", 12, { secret: "TOKEN" }, undefined, ['{"key":(secret)}']],
  ["user info, and never a host", 0, String.raw`https://evil.example\@good.example/c`, undefined, ["evil.example"]],
  ["nothing of a regular expression", 2, "^https://a:b@c$", undefined, ['"^https://a:b@c$"']],
  ["no text that looks hidden", 0, "(secret)", undefined, ['description: "(secret)"']],
  [
    "a secret behind a mask that is sent with another change",
    15,
    { secret: "TOKEN" },
    "like the base",
    ["settings.api_key: (secret) → (secret)", "settings.measurement_id", "this update sends it"],
  ],
])("a plan hides %s", (_what, index, value, kind, shown) => {
  const others: [number, unknown][] = index === 15 ? [[14, "G-2"]] : [];
  const { text: lines } = review(fileWith(new Map([...others, [index, value]])), kind) ?? { text: "" };
  for (const each of shown) expect(lines).toContain(each);
});

it.each([
  [{ k: SECRET }, ["old"]],
  [{ k: SECRET }, [{ k: "old" }]],
  [[{ k: SECRET }], [["old"]]],
  [{ k: { j: SECRET } }, { k: ["old"] }],
  [[["a"], { k: SECRET }], [["old"]]],
  [[{ k: "a" }, [SECRET]], [{ k: "old" }]],
])("a live value of another shape than a declared one with a secret is hidden: %j, %j", (declared, live) => {
  expect(JSON.stringify(hideLive(live, declared))).not.toContain("old");
});
