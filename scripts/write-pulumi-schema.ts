/**
 * Writes schema/pulumi-package.json: the package schema of the native provider, which Pulumi makes the SDK of each language from, in the order
 * in which `pulumi package get-schema` prints it. With `--check`: writes nothing, and fails if it is out of date.
 */
import { join } from "node:path";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { isObject } from "../core/resources/json.ts";
import { KINDS, TYPE_NAMES, type KindName } from "../core/resources/kind.ts";
import { asType, child, fieldNames, unwrap } from "../core/resources/schema-walk.ts";
import { mayBeSensitive } from "../core/resources/sensitive-values.ts";
import { kinds } from "../provider/kinds/all.ts";
import { providerArguments } from "../provider/native/provider-arguments.ts";
import { foundProject, LOOKUPS, type Lookup } from "../provider/native/lookups.ts";
import { typeOf } from "../provider/native/service.ts";
import { tokenOf } from "../provider/native/wire.ts";
import { camelCase } from "../provider/naming.ts";
import { hoverText, interfaceOf } from "./field-texts.ts";
import { writeGenerated } from "./write-generated.ts";

/** Records and choices, by their tokens. */
const types: Record<string, object> = {};

/** The type of a field. `name`: that of its choices, if it has some. */
function specOf(field: z.ZodType, name: string): object {
  const type = unwrap(field);
  if (type === foundProject) return referTo("FoundProject", recordOf(foundProject, "Project"));
  if (type instanceof z.ZodObject) {
    const { name: owner, about } = interfaceOf(type);
    return referTo(owner.replace(/Args$/, ""), { ...recordOf(type, owner), description: about });
  }
  if (type instanceof z.ZodRecord)
    return { type: "object", additionalProperties: specOf(asType(type.valueType), name) };
  if (type instanceof z.ZodArray) return { type: "array", items: specOf(asType(type.element), name) };
  if (type instanceof z.ZodEnum) {
    const choices = type.options.map((value) => ({ name: String(value).toUpperCase(), value }));
    return { type: "string", ...referTo(name, { type: "string", enum: choices }) };
  }
  if (type instanceof z.ZodBoolean) return { type: "boolean" };
  if (type instanceof z.ZodNumber) return { type: type.isInt ? "integer" : "number" };
  if (type instanceof z.ZodString) return { type: "string" };
  if (type instanceof z.ZodUnknown) return { $ref: "pulumi.json#/Any" };
  throw new Error(`no type in Pulumi for ${type.type}`);
}

function referTo(name: string, type: object): object {
  types[tokenOf(name)] ??= type;
  return { $ref: `#/types/${tokenOf(name)}` };
}

/** `owner`: as `hoverText` takes it. The names of choices begin with it. */
function recordOf(type: z.ZodObject, owner = "") {
  const { properties, required } = propertiesOf(type, () => owner);
  return { description: type.description, properties, type: "object", ...(required.length > 0 && { required }) };
}

function propertiesOf(record: z.ZodObject, ownerOf: (name: string) => string, names = fieldNames(record)) {
  const entries = names.map((name): [string, object] => {
    const field = child(record, name) ?? z.unknown();
    const owner = ownerOf(name);
    const description = hoverText(owner, name, field);
    if (description === "") throw new Error(`no description of ${name}`);
    const choices = `${owner.replace(/(?:Fields|Args)$/, "")}${pascalCase(name)}`;
    return [camelCase(name), { ...specOf(field, choices), description }];
  });
  const required = names.filter((name) => child(record, name)?.safeParse(undefined).success === false);
  return { properties: sorted(Object.fromEntries(entries)), required: required.map(camelCase) };
}

function sorted<Value>(record: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

const text = (about: string) => z.string().describe(about);

const OUTPUTS = z.object({
  component_id: text("ID of the component in the catalogue.").optional(),
  component_version: text("The version that runs.").optional(),
  dns_status: z.unknown().describe("Whether the DNS of the host name points at the service, as of the last read."),
  ssl_status: z.unknown().describe("Whether the certificate has been issued, as of the last read."),
  origin: text("Scheme, host and port of the service that has it."),
});
const ABOUT: Readonly<Record<KindName, string>> = {
  project: "A project of an organization, with its settings.",
  component: "A component of the catalogue in a project.",
  domain: "A host name that is attached to a project.",
};
/** What a program of this kind does not declare: the account is that of its provider. */
const NOT_DECLARED: ReadonlySet<string> = new Set(["profile", "__secret_inputs"]);

function resourceOf(kind: KindName): object {
  const { inputs, declared, fixed, outputs } = kinds[kind];
  const names = fieldNames(inputs).filter((name) => !NOT_DECLARED.has(name));
  const ownerOf = (name: string): string => (Object.hasOwn(declared.shape, name) ? `${pascalCase(kind)}Fields` : "");
  const { properties, required } = propertiesOf(inputs, ownerOf, names);
  for (const name of names) {
    const isSecret = kind === "project" && mayBeSensitive(asType(inputs.shape[name]));
    const marks = { ...(isSecret && { secret: true }), ...(fixed.includes(name) && { replaceOnChanges: true }) };
    Object.assign(properties[camelCase(name)] ?? {}, marks);
  }
  const more = propertiesOf(OUTPUTS, () => "", [...outputs, "origin"]);
  return {
    description: ABOUT[kind],
    properties: sorted({ ...properties, ...more.properties }),
    required: [...required, ...more.required],
    inputProperties: properties,
    requiredInputs: required,
    aliases: [{ type: `pulumi-nodejs:dynamic/projectsync:${TYPE_NAMES[kind]}` }],
  };
}

/** Pulumi prints what a function answers in the order of the alphabet. */
function sortedThroughout(value: unknown): unknown {
  if (!isObject(value)) return value;
  return sorted(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sortedThroughout(each)])));
}

function functionOf({ args, answer }: Lookup): object {
  // The only choices in an answer are a project's.
  const { description, ...outputs } = recordOf(answer, "Project");
  return { description, inputs: recordOf(args), outputs: sortedThroughout(outputs) };
}

const { token, ...others } = propertiesOf(providerArguments, () => "").properties;
const account = sorted({ ...others, token: { ...token, secret: true } });
const functions = Object.entries(LOOKUPS).map(([name, each]): [string, object] => [tokenOf(name), functionOf(each)]);
const resources = KINDS.map((kind): [string, object] => [typeOf(kind), resourceOf(kind)]);
const schema = {
  name: "projectsync",
  displayName: "projectsync",
  version: manifest.version,
  description: "Projects, their components and their domains.",
  keywords: ["category/infrastructure", "kind/native"],
  homepage: manifest.homepage,
  license: manifest.license,
  repository: manifest.homepage.replace(/#.*/, ""),
  pluginDownloadURL: "github://api.github.com/projectsync/projectsync",
  publisher: "projectsync",
  meta: { moduleFormat: "(.*)" },
  language: {
    csharp: { respectSchemaVersion: true },
    go: { importBasePath: "github.com/projectsync/projectsync/sdk/go/projectsync", respectSchemaVersion: true },
    java: { buildFiles: "gradle" },
    nodejs: { packageName: "projectsync-pulumi", respectSchemaVersion: true },
    python: { packageName: "projectsync_pulumi", pyproject: { enabled: true }, respectSchemaVersion: true },
  },
  config: { variables: account },
  types: sorted(types),
  provider: { description: "An account of the service.", properties: account, inputProperties: account },
  resources: sorted(Object.fromEntries(resources)),
  functions: sorted(Object.fromEntries(functions)),
};
await writeGenerated(
  join(import.meta.dirname, "../schema/pulumi-package.json"),
  `${JSON.stringify(schema, undefined, 2)}\n`,
);
