/**
 * Writes schema/pulumi-arguments.ts: the declarable fields as Pulumi's arguments, from the tables of fields in core/resources/. With
 * `--check`: writes nothing, and fails if it is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { format } from "oxfmt";
import wrapAnsi from "wrap-ansi";
import { z } from "zod";
import { camelCase } from "../provider/naming.ts";
import type { Semantics } from "../core/resources/canonical.ts";
import { declaredComponent } from "../core/resources/component/declared.ts";
import { declaredProject } from "../core/resources/project-fields.ts";
import { cacheRule, rateLimitingRule } from "../core/resources/rule-schemas.ts";
import { child, fieldNames, schemaAt, unwrap } from "../core/resources/schema-walk.ts";
import { mayBeSensitive } from "../core/resources/sensitive-values.ts";

const FILE = join(import.meta.dirname, "../schema/pulumi-arguments.ts");

interface Interface {
  readonly name: string;
  readonly about: string;
  readonly schema: z.ZodType | undefined;
}

const INTERFACES: readonly Interface[] = [
  { name: "ProjectFields", about: "The declarable fields of a project.", schema: declaredProject },
  { name: "ComponentFields", about: "The declarable fields of a component in a project.", schema: declaredComponent },
  {
    name: "AutocaptureArgs",
    about: "Events to capture without code. Each is managed separately: an absent event is left unchanged.",
    schema: schemaAt(declaredProject, ["autocapture"]),
  },
  {
    name: "ForwardedHeaderArgs",
    about: "A header to add to requests to the origin.",
    schema: schemaAt(declaredProject, ["forwarded_headers", 0]),
  },
  { name: "CacheRuleArgs", about: "A rule that overrides the cache for some requests.", schema: cacheRule },
  { name: "CacheRuleConditionsArgs", about: "When a cache rule applies.", schema: schemaAt(cacheRule, ["conditions"]) },
  {
    name: "PresenceArgs",
    about: "Names that must be present, must be absent, or must have a value.",
    schema: schemaAt(cacheRule, ["conditions", "request_cookies"]),
  },
  { name: "RateLimitingRuleArgs", about: "A rule that limits the requests of a client.", schema: rateLimitingRule },
  {
    name: "RateLimitingConditionsArgs",
    about: "Which requests a rate-limiting rule counts.",
    schema: schemaAt(rateLimitingRule, ["conditions"]),
  },
];

/** What only Pulumi's users need to know of a field. */
const IN_PULUMI: Readonly<Record<string, string>> = {
  "ProjectFields.slug": "A change renames the project.",
  "ProjectFields.organization_id": "A change replaces the project.",
  "ComponentFields.component": "A change replaces the component.",
  "ComponentFields.version": "Each preview and update resolves `latest` and shows the resolved version.",
  "ComponentFields.settings":
    "Settings that the catalogue calls secret become Pulumi secrets, marked or not. If the catalogue cannot be read, or if the " +
    "settings are one Output, all settings do.",
};

function declarationOf({ name: owner, about, schema = z.unknown() }: Interface): string {
  const fields = fieldNames(schema).map((name) => {
    const field = child(schema, name) ?? z.unknown();
    const mark = field.safeParse(undefined).success ? "?" : "";
    return `${comment(hoverText(owner, name, field))}${camelCase(name)}${mark}: ${inputOf(field)};`;
  });
  return `${comment(about)}export interface ${owner} {\n${fields.join("\n")}\n}\n`;
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
  const found = INTERFACES.find(({ schema }) => fieldNames(schema).join() === names);
  if (found === undefined) throw new Error(`no interface for ${names}`);
  return found.name;
}

const about = z.object({
  default: z.unknown().optional(),
  meaning: z.custom<Semantics>().optional(),
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
    owner === "ProjectFields" && mayBeSensitive(field) ? "Becomes a Pulumi secret." : "",
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

const { printWidth } = z
  .object({ printWidth: z.number() })
  .parse(JSON.parse(await readFile(join(import.meta.dirname, "../.oxfmtrc.json"), "utf8")));

const head = '// Written by scripts/write-arguments.ts.\nimport type { Input } from "@pulumi/pulumi";\n\n';
const { code } = await format(FILE, head + INTERFACES.map(declarationOf).join("\n"), { printWidth });
if (!process.argv.includes("--check")) await writeFile(FILE, code);
else if (code !== (await readFile(FILE, "utf8"))) {
  process.stderr.write("schema/pulumi-arguments.ts is out of date; run npm run schema\n");
  process.exitCode = 1;
}
