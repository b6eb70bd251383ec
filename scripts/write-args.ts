/**
 * Writes the fields of Pulumi's arguments, from the tables of fields in provider/resources/, between `// <fields of …>` and
 * `// </fields>`. The rest of those files is written by hand. With `--check`: writes nothing, and fails if they are out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "oxfmt";
import wrapAnsi from "wrap-ansi";
import { z } from "zod";
import { camelCase } from "../provider/pulumi/naming.ts";
import type { Meaning } from "../provider/resources/canonical.ts";
import { declaredComponent } from "../provider/resources/component/declared.ts";
import { declaredProject } from "../provider/resources/project-fields.ts";
import { cacheRule, rateLimitingRule } from "../provider/resources/rule-schemas.ts";
import { child, fieldNames, schemaAt, unwrap } from "../provider/resources/schema-walk.ts";
import { mayBeSensitive } from "../provider/resources/sensitive-values.ts";

const FOLDER = join(import.meta.dirname, "../provider/pulumi");
const FILES = ["project-args.ts", "rules-args.ts", "component-args.ts"];

/** By interface: the schema with its fields. */
const INTERFACES = new Map<string, z.ZodType | undefined>([
  ["ProjectArgs", declaredProject],
  ["AutocaptureArgs", schemaAt(declaredProject, ["autocapture"])],
  ["ForwardedHeaderArgs", schemaAt(declaredProject, ["forwarded_headers", 0])],
  ["PresenceArgs", schemaAt(cacheRule, ["conditions", "request_cookies"])],
  ["CacheRuleConditionsArgs", schemaAt(cacheRule, ["conditions"])],
  ["CacheRuleArgs", cacheRule],
  ["RateLimitingConditionsArgs", schemaAt(rateLimitingRule, ["conditions"])],
  ["RateLimitingRuleArgs", rateLimitingRule],
  ["ProjectComponentArgs", declaredComponent],
]);

/** What only Pulumi's users need to know of a field. */
const IN_PULUMI: Readonly<Record<string, string>> = {
  "ProjectArgs.slug": "A change renames the project.",
  "ProjectArgs.organization_id": "A change replaces the project.",
  "ProjectComponentArgs.component": "A change replaces the component.",
  "ProjectComponentArgs.version": "Each preview and update resolves `latest` and shows the resolved version.",
  "ProjectComponentArgs.settings":
    "Settings that the catalogue calls secret become Pulumi secrets, marked or not. If the catalogue cannot be read, or if the " +
    "settings are one Output, all settings do.",
};

function fieldsOf(owner: string): string {
  const schema = INTERFACES.get(owner);
  if (schema === undefined) throw new Error(`${owner} has no schema`);
  return fieldNames(schema)
    .map((name) => {
      const field = child(schema, name) ?? z.unknown();
      const mark = field.safeParse(undefined).success ? "?" : "";
      return `${comment(hoverText(owner, name, field))}${camelCase(name)}${mark}: ${inputOf(field)};`;
    })
    .join("\n");
}

function inputOf(field: z.ZodType): string {
  const orNull = field.safeParse(null).success ? " | null" : "";
  return `Input<${typeOf(unwrap(field))}${orNull}>`;
}

function typeOf(type: z.ZodType): string {
  if (type instanceof z.ZodObject) return interfaceOf(type);
  if (type instanceof z.ZodRecord) return "Record<string, unknown>";
  if (type instanceof z.ZodArray) return `${inputOf(child(type, 0) ?? z.unknown())}[]`;
  if (type instanceof z.ZodEnum) return type.options.map((choice) => JSON.stringify(choice)).join(" | ");
  if (type instanceof z.ZodBoolean) return "boolean";
  if (type instanceof z.ZodNumber) return "number";
  if (type instanceof z.ZodString) return "string";
  throw new Error(`no type in TypeScript for ${type.type}`);
}

/** Two schemas with the same names are one interface: those of names in a cookie and in a header. */
function interfaceOf(type: z.ZodType): string {
  const names = fieldNames(type).join();
  const found = [...INTERFACES].find(([, schema]) => fieldNames(schema).join() === names);
  if (found === undefined) throw new Error(`no interface for ${names}`);
  return found[0];
}

const about = z.object({
  default: z.unknown().optional(),
  meaning: z.custom<Meaning>().optional(),
  minimum: z.number().optional(),
});

function hoverText(owner: string, name: string, field: z.ZodType): string {
  const inner = unwrap(field);
  const { minimum, ...meta } = about.parse({ ...field.meta(), ...numberLimits(inner) });
  const description = field.description ?? inner.description ?? "";
  return [
    description
      .replace("Cannot be changed.", "")
      .trim()
      .replaceAll(/`[a-z_]+`/g, camelCase),
    meta.meaning?.set === true ? "In any order." : "",
    inner instanceof z.ZodRecord ? "Keys are never renamed." : "",
    minimum !== undefined && minimum > 0 ? `At least ${minimum}.` : "",
    defaultOf(meta.default),
    owner === "ProjectArgs" && mayBeSensitive(field) ? "Becomes a Pulumi secret." : "",
    IN_PULUMI[`${owner}.${name}`] ?? "",
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}

function numberLimits(type: z.ZodType): object {
  return type instanceof z.ZodNumber ? z.toJSONSchema(type, { io: "input" }) : {};
}

function defaultOf(value: unknown): string {
  if (value === undefined) return "";
  if (Array.isArray(value)) return value.length === 0 ? "Default: none." : `Default: \`${JSON.stringify(value)}\`.`;
  if (typeof value === "object") return "";
  return `Default: ${typeof value === "string" ? value : JSON.stringify(value)}.`;
}

function comment(text: string): string {
  const lines = wrapAnsi(text, 115).split("\n");
  return lines.length === 1 ? `/** ${text} */\n` : `/**\n${lines.map((line) => ` * ${line}\n`).join("")} */\n`;
}

const SECTION = /(\/\/ <fields of (\w+)>\n)[\s\S]*?(\n *\/\/ <\/fields>)/g;

const { printWidth } = z
  .object({ printWidth: z.number() })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, "../.oxfmtrc.json"), "utf8")));

const written = new Set<string>();
for (const name of FILES) {
  const file = join(FOLDER, name);
  const before = await readFile(file, "utf8");
  const after = before.replaceAll(SECTION, (_whole, head: string, owner: string, end: string) => {
    written.add(owner);
    return `${head}${fieldsOf(owner)}${end}`;
  });
  const { code } = await format(file, after, { printWidth });
  if (!process.argv.includes("--check")) await writeFile(file, code);
  else if (code !== before) complain(`${name} is out of date`);
}
const missing = [...INTERFACES.keys()].filter((owner) => !written.has(owner));
if (missing.length > 0) complain(`no section for ${missing.join(", ")}`);

function complain(problem: string): void {
  process.stderr.write(`provider/pulumi: ${problem}; run npm run schema\n`);
  process.exitCode = 1;
}
