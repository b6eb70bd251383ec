/** Writes the tables of docs/project-file.md; with `--check`, says whether the written ones are up to date. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { markdownTable } from "markdown-table";
import { z } from "zod";
import { child, fieldNames, unwrap } from "../provider/resources/schema-walk.ts";
import { fileSchema } from "../provider/file/schema.ts";
import { LIMITS } from "../test/file/json-schema-limits.ts";

const path = join(import.meta.dirname, "../docs/project-file.md");

/** Where a fact comes from. */
const INTERFACE = "interface document";
const SERVICE = "service description";
const OWN = "projectsync";

/** Fields that this tool has made up; all others are the service's. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  "$schema",
  "version",
  "project",
  "must_exist",
  "previous_slug",
  "absent",
  "protect",
  "extra",
]);

/** What the document that the project began with says by itself: ids, host names and `organization/component`. */
const INTERFACE_FIELDS: ReadonlySet<string> = new Set([
  "components",
  "domains",
  "domains.name",
  "project.id",
  "components.id",
  "components.version",
]);

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
};

function tableOf(at: readonly (string | number)[]): string {
  const owner = at.reduce<z.ZodType | undefined>(child, fileSchema);
  const rows = fieldNames(owner).map((name) => {
    const field = child(owner, name) ?? z.unknown();
    const { default: byDefault } = about.parse(field.meta() ?? {});
    return [
      code(name),
      typeOf(field) + (field.safeParse(undefined).success ? "" : ", **required**"),
      byDefault === undefined ? "" : code(JSON.stringify(byDefault)),
      (field.description ?? unwrap(field).description ?? "").replaceAll("|", String.raw`\|`),
      sourceOf(at, name),
    ];
  });
  return markdownTable([["Field", "Type", "Default", "Meaning", "From"], ...rows]);
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
  if (type === "text") return "texts";
  return /^(?:map|number)$/.test(type) ? `${type}s` : type;
}

function sourceOf(at: readonly (string | number)[], name: string): string {
  // Within rules and conditions everything is the service's.
  if (OWN_FIELDS.has(name) && at.length < 3 && at[1] !== "autocapture") return OWN;
  const place = [...at.filter((part) => typeof part === "string" && part !== "a/b"), name].join(".");
  return INTERFACE_FIELDS.has(place) ? INTERFACE : SERVICE;
}

function code(text: string): string {
  return `\`${text}\``;
}

function limits(): string {
  return LIMITS.map(({ what }) => `- ${what}`).join("\n");
}

/** What stands between `<!-- name -->` and `<!-- end -->`. */
function written(document: string): string {
  const contents = new Map<string, string>([
    ...Object.entries(SECTIONS).map(([name, at]) => [`table ${name}`, tableOf(at)] as const),
    ["limits", limits()] as const,
  ]);
  const used = new Set<string>();
  const text = document.replaceAll(/<!-- (table [\w.]+|limits) -->\n[\s\S]*?<!-- end -->/g, (_whole, name: string) => {
    used.add(name);
    return `<!-- ${name} -->\n\n${contents.get(name) ?? ""}\n\n<!-- end -->`;
  });
  const missing = [...contents.keys()].filter((name) => !used.has(name));
  if (missing.length > 0) throw new Error(`docs/project-file.md has no place for ${missing.join(", ")}`);
  return text;
}

const before = await readFile(path, "utf8");
const after = written(before);
if (!process.argv.includes("--check")) await writeFile(path, after);
else if (after !== before) {
  process.stderr.write("docs/project-file.md is not up to date; run npm run docs\n");
  process.exitCode = 1;
}
