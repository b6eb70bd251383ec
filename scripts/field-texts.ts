import { z } from "zod";
import type { Semantics } from "../core/resources/canonical.ts";
import { declaredComponent } from "../core/resources/component/declared.ts";
import { declaredProject } from "../core/resources/project-fields.ts";
import { cacheRule, rateLimitingRule } from "../core/resources/rule-schemas.ts";
import { fieldNames, schemaAt, unwrap } from "../core/resources/schema-walk.ts";
import { mayBeSensitive } from "../core/resources/sensitive-values.ts";
import { camelCase } from "../provider/naming.ts";

/* What Pulumi's users are told of the fields: the names of the records in them, and a text for each. */

interface Interface {
  readonly name: string;
  readonly about: string;
  readonly schema: z.ZodType | undefined;
}

export const INTERFACES: readonly Interface[] = [
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

/** Two schemas with the same names are one interface: those of names in a cookie and in a header. */
export function interfaceOf(type: z.ZodType): Interface {
  const names = fieldNames(type).join();
  const found = INTERFACES.find(({ schema }) => fieldNames(schema).join() === names);
  if (found === undefined) throw new Error(`no interface for ${names}`);
  return found;
}

const about = z.object({
  default: z.unknown().optional(),
  meaning: z.custom<Semantics>().optional(),
  minimum: z.number().optional(),
});

export function hoverText(owner: string, name: string, field: z.ZodType): string {
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
