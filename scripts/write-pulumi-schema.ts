/**
 * Writes schema/pulumi-package.json: the package schema of the native provider, which Pulumi makes the SDK of each language from. With `--check`:
 * writes nothing, and fails if it is out of date.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import manifest from "../package.json" with { type: "json" };
import { KINDS, TYPE_NAMES, type KindName } from "../core/resources/kind.ts";
import { asType, child, fieldNames, unwrap } from "../core/resources/schema-walk.ts";
import { mayBeSensitive } from "../core/resources/sensitive-values.ts";
import { declaredProject } from "../core/resources/project-fields.ts";
import { kinds } from "../provider/kinds/all.ts";
import { PROVIDER_ARGUMENTS } from "../provider/native/account-settings.ts";
import { LOOKUPS } from "../provider/native/lookups.ts";
import { typeOf } from "../provider/native/service.ts";
import { camelCase } from "../provider/naming.ts";
import { hoverText, INTERFACES, interfaceOf } from "./field-texts.ts";

const FILE = join(import.meta.dirname, "../schema/pulumi-package.json");

/** Records and choices, by their tokens. */
const types: Record<string, object> = {};

/** The type of a field. `name`: that of its choices, if it has some. */
function specOf(field: z.ZodType, name: string): object {
  const type = unwrap(field);
  if (type instanceof z.ZodObject) return { $ref: `#/types/${recordOf(type)}` };
  if (type instanceof z.ZodRecord) return { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } };
  if (type instanceof z.ZodArray) return { type: "array", items: specOf(asType(type.element), name) };
  if (type instanceof z.ZodEnum) return { type: "string", $ref: `#/types/${choicesOf(type, name)}` };
  if (type instanceof z.ZodBoolean) return { type: "boolean" };
  if (type instanceof z.ZodNumber) return { type: type.isInt ? "integer" : "number" };
  if (type instanceof z.ZodString) return { type: "string" };
  throw new Error(`no type in Pulumi for ${type.type}`);
}

function choicesOf({ options }: z.ZodEnum, name: string): string {
  const token = `projectsync:index:${name}`;
  types[token] = { type: "string", enum: options.map((value) => ({ name: String(value).toUpperCase(), value })) };
  return token;
}

function recordOf(type: z.ZodObject): string {
  const owner = interfaceOf(type);
  const token = `projectsync:index:${owner.replace(/Args$/, "")}`;
  const about = INTERFACES.find(({ name }) => name === owner)?.about ?? "";
  types[token] ??= { type: "object", description: about, ...propertiesOf(type, owner, fieldNames(type)) };
  return token;
}

function propertiesOf(owner: z.ZodType, ownerName: string, names: readonly string[]) {
  const entries = names.map((name): [string, object] => {
    const field = child(owner, name) ?? z.unknown();
    const about = OPTIONS[name] ?? hoverText(ownerName, name, field);
    if (about === "") throw new Error(`no description of ${ownerName}.${name}`);
    const choices = Object.hasOwn(OPTIONS, name)
      ? pascalCase(name)
      : `${ownerName.replace(/(?:Fields|Args)$/, "")}${pascalCase(name)}`;
    return [camelCase(name), { ...specOf(field, choices), description: about }];
  });
  const required = names.filter((name) => child(owner, name)?.safeParse(undefined).success === false);
  return { properties: Object.fromEntries(entries), required: required.map(camelCase) };
}

function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

/** Inputs that are no fields of the service. */
const OPTIONS: Readonly<Record<string, string>> = {
  if_exists: "`fail`, or `adopt` an object that exists already with the same key. Default: fail.",
  adopt_id: "ID of an existing object to adopt, whatever its name.",
  previous_slug:
    "Slug that the project had before. With `ifExists: adopt`, a project that still has it is adopted and renamed.",
  force_destroy:
    "Delete the project even if it holds components or domains, which are deleted with it. Default: false.",
  wait_for: "What a create and an update wait for: `dns`, or `ssl` for the certificate. Default: nothing.",
  wait_timeout: "Longest wait in seconds.",
  project_id: "ID of the project. A change replaces the resource.",
};
const OUTPUTS: Readonly<Record<string, string>> = {
  component_id: "ID of the component in the catalogue.",
  component_version: "The version that runs.",
  dns_status: "Whether the DNS of the host name points at the service, as of the last read.",
  ssl_status: "Whether the certificate has been issued, as of the last read.",
};
const ABOUT: Readonly<Record<KindName, string>> = {
  project: "A project of an organization, with its settings.",
  component: "A component of the catalogue in a project.",
  domain: "A host name that is attached to a project.",
};
/** What a program of this kind does not declare: the account is that of its provider. */
const NOT_DECLARED: ReadonlySet<string> = new Set(["profile", "__secret_inputs"]);

function resourceOf(kind: KindName): object {
  const { inputs, fixed, outputs } = kinds[kind];
  const owner = { project: "ProjectFields", component: "ComponentFields", domain: "DomainFields" }[kind];
  const names = fieldNames(inputs).filter((name) => !NOT_DECLARED.has(name));
  const { properties, required } = propertiesOf(inputs, owner, names);
  const withMarks = Object.entries(properties).map(([name, spec]): [string, object] => {
    const field = names.find((each) => camelCase(each) === name) ?? "";
    const marks = {
      ...(fixed.includes(field) ? { replaceOnChanges: true } : {}),
      ...(kind === "project" && mayBeSensitive(child(inputs, field) ?? z.unknown()) ? { secret: true } : {}),
    };
    return [name, { ...spec, ...marks }];
  });
  const others = outputs.map((name) => {
    const description = OUTPUTS[name];
    if (description === undefined) throw new Error(`no description of the output ${name}`);
    const type = name.endsWith("_status") ? { $ref: "pulumi.json#/Any" } : { type: "string" };
    return [camelCase(name), { ...type, description }];
  });
  const origin = { type: "string", description: "Scheme, host and port of the service that has it." };
  return {
    description: ABOUT[kind],
    properties: { ...Object.fromEntries(withMarks), ...Object.fromEntries(others), origin },
    required: [...required, "origin"],
    inputProperties: Object.fromEntries(withMarks),
    requiredInputs: required,
    aliases: [{ type: `pulumi-nodejs:dynamic/projectsync:${TYPE_NAMES[kind]}` }],
  };
}

const ANYTHING = { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } };

function textAbout(description: string): object {
  return { type: "string", description };
}

const ABOUT_LOOKUPS: Readonly<Record<string, string>> = {
  getProject: "A live project, by its id, or by its organization and slug.",
  getProjects: "The projects of an organization that the token can see.",
  getProjectComponent: "A live component of a project.",
  getDomain: "A live domain of a project.",
  getCatalogueComponent: "A component of the catalogue.",
};
/** What an answer has in any case, where that is not its id. */
const SURE: Readonly<Record<string, readonly string[]>> = { getProjects: ["projects"], getCatalogueComponent: [] };

/** What each lookup answers. `getProject` answers the fields of a project. */
const foundProject = {
  ...Object.fromEntries(
    fieldNames(declaredProject)
      .filter((name) => name !== "extra")
      .map((name) => {
        const field = child(declaredProject, name) ?? z.unknown();
        const description = field.description ?? unwrap(field).description ?? "";
        return [camelCase(name), { ...specOf(field, `Project${pascalCase(name)}`), description }];
      }),
  ),
  id: textAbout("ID of the project."),
};
types["projectsync:index:FoundProject"] = {
  type: "object",
  description: "A live project, without what may be a credential.",
  properties: foundProject,
  required: ["id"],
};
const ANSWERS: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  getProject: foundProject,
  getProjects: {
    projects: {
      type: "array",
      items: { $ref: "#/types/projectsync:index:FoundProject" },
      description: "In the service's order: oldest first.",
    },
  },
  getProjectComponent: {
    id: textAbout("`prj_x/pc_y`."),
    version: textAbout("The version that runs."),
    active: { type: "boolean", description: "Whether it runs." },
    settings: { ...ANYTHING, description: "Without those that may be secrets." },
  },
  getDomain: {
    id: textAbout("`prj_x/www.example.com`."),
    name: textAbout("The host name in its canonical form."),
    dnsStatus: { type: "boolean", description: "Whether the DNS of the host name points at the service." },
    sslStatus: { type: "boolean", description: "Whether a certificate has been issued." },
  },
  getCatalogueComponent: {
    id: textAbout("ID in the catalogue."),
    name: textAbout("Title of the component."),
    description: textAbout("What the component does."),
    latestVersion: textAbout("The version that `latest` stands for."),
    versions: { ...ANYTHING, description: "By version: the settings that it takes." },
    documentationLink: textAbout("Address of its documentation."),
    isPublic: { type: "boolean", description: "Whether each organization may use it." },
    isArchived: { type: "boolean", description: "Whether it is out of use." },
  },
};

function functionOf(name: string, args: z.ZodObject): object {
  const properties = Object.entries(args.shape).map(([arg, type]) => [
    arg,
    textAbout(unwrap(asType(type)).description ?? ""),
  ]);
  const required = Object.keys(args.shape).filter((arg) => !args.shape[arg]?.safeParse(undefined).success);
  return {
    description: ABOUT_LOOKUPS[name],
    inputs: { type: "object", properties: Object.fromEntries(properties), required },
    outputs: { type: "object", properties: ANSWERS[name], required: SURE[name] ?? ["id"] },
  };
}

const settings = Object.fromEntries(
  Object.entries(PROVIDER_ARGUMENTS).map(([name, description]) => [
    name,
    { type: "string", description, ...(name === "token" ? { secret: true } : {}) },
  ]),
);
const schema = {
  name: "projectsync",
  displayName: "projectsync",
  version: manifest.version,
  description: "Projects, their components and their domains.",
  keywords: ["category/infrastructure", "kind/native"],
  homepage: manifest.homepage,
  repository: manifest.homepage.replace(/#.*/, ""),
  license: manifest.license,
  publisher: "projectsync",
  meta: { moduleFormat: "(.*)" },
  language: {
    nodejs: { packageName: "projectsync-pulumi", respectSchemaVersion: true },
    python: { packageName: "projectsync_pulumi", respectSchemaVersion: true, pyproject: { enabled: true } },
    go: { importBasePath: "github.com/projectsync/projectsync/sdk/go/projectsync", respectSchemaVersion: true },
    csharp: { respectSchemaVersion: true },
    java: {},
  },
  pluginDownloadURL: "github://api.github.com/projectsync/projectsync",
  config: { variables: settings, defaults: [] },
  provider: { description: "An account of the service.", inputProperties: settings, properties: settings },
  resources: Object.fromEntries(KINDS.map((kind) => [typeOf(kind), resourceOf(kind)])),
  functions: Object.fromEntries(
    [...LOOKUPS].map(([name, { args }]) => [`projectsync:index:${name}`, functionOf(name, args)]),
  ),
  types,
};
const text = `${JSON.stringify(schema, undefined, 2)}\n`;
if (!process.argv.includes("--check")) await writeFile(FILE, text);
else if (text !== (await readFile(FILE, "utf8"))) {
  process.stderr.write("schema/pulumi-package.json is out of date; run npm run schema\n");
  process.exitCode = 1;
}
