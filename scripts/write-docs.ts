/** Writes the tables in docs/, and what commands print. With `--check`: writes nothing, and fails if a document is out of date. */
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { markdownTable } from "markdown-table";
import { parse } from "yaml";
import { z } from "zod";
import { actionFailureOf } from "../action/action-failure.ts";
import { exitCode } from "../cli/run-mode.ts";
import { child, fieldNames, unwrap } from "../core/resources/schema-walk.ts";
import { fileSchema } from "../core/file/schema.ts";
import { ANSWERS, FAILURE_REASONS } from "../core/text/explanations.ts";
import { DEFAULT_FAIL_ON } from "../core/plan/plan-options.ts";
import { RESULTS } from "../sync/report/report.ts";
import { EVENTS } from "../test/action/events.ts";
import { SECTIONS as HABITS } from "../test/compatibility/rows/all.ts";
import { LIMITS } from "../test/file/json-schema-limits.ts";
import { commandReference } from "./documents/command-reference.ts";
import { commentOfARun } from "./documents/comment.ts";
import { doctorRun } from "./documents/doctor.ts";
import { play } from "./documents/play.ts";
import { pulumiRuns } from "./documents/pulumi.ts";
import { pulumiReference } from "./documents/pulumi-reference.ts";
import { SCENES } from "./documents/scenes.ts";

const SECTIONS: Readonly<Record<string, readonly (string | number)[]>> = {
  file: [],
  project: ["project"],
  autocapture: ["project", "autocapture"],
  forwarded_headers: ["project", "forwarded_headers", 0],
  override_cache: ["project", "override_cache", 0],
  "override_cache.conditions": ["project", "override_cache", 0, "conditions"],
  "override_cache.conditions.request_cookies": ["project", "override_cache", 0, "conditions", "request_cookies"],
  rate_limiting: ["project", "rate_limiting", 0],
  "rate_limiting.conditions": ["project", "rate_limiting", 0, "conditions"],
  components: ["components", "a/b"],
  domains: ["domains", 0],
  ignore: ["ignore"],
};

function tableOf(path: readonly (string | number)[]): string {
  const owner = path.reduce<z.ZodType | undefined>(child, fileSchema);
  const rows = fieldNames(owner).map((name) => {
    const field = child(owner, name) ?? z.unknown();
    const { default: byDefault } = about.parse(field.meta() ?? {});
    return [
      code(name),
      typeOf(field) + (field.safeParse(undefined).success ? "" : ", **required**"),
      byDefault === undefined ? "" : code(JSON.stringify(byDefault)),
      (field.description ?? unwrap(field).description ?? "").replaceAll("|", String.raw`\|`),
    ];
  });
  return markdownTable([["Field", "Type", "Default", "Meaning"], ...rows]);
}

const about = z.object({ default: z.unknown().optional() });

const shape = z.object({
  enum: z.array(z.string()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maxLength: z.number().optional(),
});

function typeOf(field: z.ZodType): string {
  const orNull = field.safeParse(null).success && !(unwrap(field) instanceof z.ZodUnknown) ? " or `null`" : "";
  return plainType(unwrap(field)) + orNull;
}

function plainType(type: z.ZodType): string {
  if (type instanceof z.ZodObject) return "map";
  if (type instanceof z.ZodRecord) return "map of any names";
  if (type instanceof z.ZodArray) return `list of ${plural(plainType(unwrap(child(type, 0) ?? z.unknown())))}`;
  if (type instanceof z.ZodBoolean) return "`true`, `false`";
  const { enum: choices, const: only, minimum, maxLength } = shape.parse(z.toJSONSchema(type, { io: "input" }));
  if (only !== undefined) return code(JSON.stringify(only));
  if (choices !== undefined) return choices.map(code).join(", ");
  if (type instanceof z.ZodNumber)
    return minimum !== undefined && minimum > 0 ? `whole number from ${minimum}` : "number";
  return maxLength === undefined ? "text" : `text up to ${maxLength}`;
}

function plural(type: string): string {
  if (type.startsWith("text")) return type.replace("text", "texts");
  return /^(?:map|number)$/.test(type) ? `${type}s` : type;
}

function code(text: string): string {
  return `\`${text}\``;
}

function limits(): string {
  return LIMITS.map(({ what }) => `- ${what}`).join("\n");
}

function withTables(text: string): string {
  const tables = Object.entries(SECTIONS).map(([name, path]) => [`table ${name}`, tableOf(path)] as const);
  return withContents("docs/project-file.md", text, tables);
}

const { inputs: INPUTS, outputs: OUTPUTS } = z
  .object({
    inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() })),
    outputs: z.record(z.string(), z.object({ description: z.string() })),
  })
  .parse(parse(await readFile(join(import.meta.dirname, "../action.yml"), "utf8")));

function withActionTables(text: string): string {
  const inputs = Object.entries(INPUTS).map(([name, { description, default: byDefault }]) => [
    code(name),
    byDefault === undefined ? "" : code(byDefault),
    linked(description),
  ]);
  const outputs = Object.entries(OUTPUTS).map(([name, { description }]) => [code(name), linked(description)]);
  const results = RESULTS.map(({ name: result, meaning }) => {
    const report = { mode: "apply", result, files: [], problems: [] } as const;
    const step =
      actionFailureOf(report, { failOn: DEFAULT_FAIL_ON, onOutdated: "plan" }) === undefined ? "succeeds" : "fails";
    // A signal decides its own exit code.
    const exit = result === "stopped" ? "130 or 143" : String(exitCode(report, false, DEFAULT_FAIL_ON));
    return [code(result), meaning, step, exit];
  });
  const events = EVENTS.map(({ what, auto, most }) => [what, code(auto), code(most)].map(refused));
  return withContents("docs/action.md", text, [
    ["table events", markdownTable([["Event", "Mode `auto`", "At most"], ...events])],
    ["table inputs", markdownTable([["Input", "Default", "Meaning"], ...inputs])],
    ["table outputs", markdownTable([["Output", "Meaning"], ...outputs])],
    ["table results", markdownTable([["Result", "Meaning", "Step", "Exit code"], ...results])],
  ]);
}

/** With links to the pages that it names. */
function linked(description: string): string {
  return escaped(description).replaceAll(/docs\/([\w/-]+\.md)/g, "[$1]($1)");
}

function refused(cell: string): string {
  return cell === code("refused") ? "refused" : cell;
}

/** The document with new text between each `<!-- name -->` and `<!-- end -->`. Throws if a marker is missing. */
function withContents(document: string, text: string, all: readonly (readonly [string, string])[]): string {
  const contents = new Map(all);
  const { result, used } = filled(text, contents);
  const missing = [...contents.keys()].filter((name) => !used.has(name));
  if (missing.length > 0) throw new Error(`${document} has no marker for ${missing.join(", ")}`);
  return result;
}

function filled(text: string, contents: ReadonlyMap<string, string>) {
  const used = new Set<string>();
  const result = text.replaceAll(
    /<!-- ((?:table|run) [\w. -]+|limits) -->\n[\s\S]*?<!-- end -->/g,
    (whole, name: string) => {
      const content = contents.get(name);
      if (content === undefined) return whole;
      used.add(name);
      return `<!-- ${name} -->\n\n${content}\n\n<!-- end -->`;
    },
  );
  return { result, used };
}

/** docs/internals/compatibility.md: its text up to the first table, and a table for each section of habits. */
function withHabits(text: string): string {
  const [introduction = ""] = text.split(/^## /m);
  const tables = HABITS.map(([title, rows]) => {
    const lines = rows.map(({ habit, ends, settles }) => [
      escaped(habit),
      escaped(ends?.says ?? (settles === true ? "served, if 10 seconds lie between two runs" : "served")),
    ]);
    return `## ${title}\n\n${markdownTable([["The service…", "What happens"], ...lines])}\n`;
  });
  return `${introduction.trimEnd()}\n\n${tables.join("\n")}`;
}

function escaped(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll("*", String.raw`\*`);
}

/** Placeholders of explanations, as a reader knows them. */
const FILLED: readonly (readonly [string, string])[] = [
  [" ({code})", ""],
  [" {code}", ""],
  ["{settings}", "the address (`PROJECTSYNC_BASE_URL`, `base-url`) or the proxy's"],
  ["{proxy}", "`HTTPS_PROXY` (or `HTTP_PROXY`)"],
  ["{name}", ""],
  ["{peer}", "the host"],
];

function withAnswers(text: string): string {
  const plain = (words: string): string =>
    FILLED.reduce((filled, [placeholder, value]) => filled.replaceAll(placeholder, value), words);
  const rows = Object.entries(ANSWERS).map(([name, { means, remedy }]) => [
    `<a id="${name}"></a>${plain(means)}`,
    plain(remedy),
  ]);
  const reasons = Object.entries(FAILURE_REASONS).map(([reason, { means, remedy }]) => [
    `<a id="${reason}"></a>${code(reason)}`,
    // One column for both: a phone has no room for three.
    `${means}<br>→ ${remedy}`,
  ]);
  return withContents("docs/troubleshooting.md", text, [
    ["table failure reasons", markdownTable([["Reason", "What it means → what to do"], ...reasons])],
    ["table answers", markdownTable([["What it means", "What to do"], ...rows])],
  ]);
}

const TABLES: Readonly<Record<string, (text: string) => string>> = {
  "docs/troubleshooting.md": withAnswers,
  "docs/project-file.md": withTables,
  "docs/internals/schema.md": (text) => withContents("docs/internals/schema.md", text, [["limits", limits()]]),
  "docs/internals/compatibility.md": withHabits,
  "docs/action.md": withActionTables,
  "docs/command-options.md": (text) =>
    withContents("docs/command-options.md", text, [["table commands", commandReference()]]),
  "docs/pulumi-reference.md": (text) =>
    withContents("docs/pulumi-reference.md", text, [["table package", pulumiReference()]]),
};
const DOCUMENTS = [
  "README.md",
  ...readdirSync(join(import.meta.dirname, "../docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

// With --check, test/engine/documents.test.ts compares what Pulumi prints.
const pulumi = process.argv.includes("--check") ? [] : await pulumiRuns();
const [comment, ...scenes] = await Promise.all([commentOfARun(), ...SCENES.map(play)]);
const doctor = ["run doctor", await doctorRun()] as const;
const runs = new Map([["run comment", comment] as const, doctor, ...scenes.flat(), ...pulumi]);
const shown = new Set<string>();

for (const name of DOCUMENTS) {
  const file = join(import.meta.dirname, "..", name);
  const before = await readFile(file, "utf8");
  const { result: after, used } = filled(TABLES[name]?.(before) ?? before, runs);
  for (const run of used) shown.add(run);
  if (!process.argv.includes("--check")) await writeFile(file, after);
  else if (after !== before) {
    process.stderr.write(`${name} is out of date. Run npm run docs.\n`);
    process.exitCode = 1;
  }
}

const notShown = [...runs.keys()].filter((name) => !shown.has(name));
if (notShown.length > 0) throw new Error(`No document shows ${notShown.join(", ")}`);
