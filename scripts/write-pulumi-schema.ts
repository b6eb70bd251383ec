/**
 * Writes schema/pulumi-package.json: the package schema of the native provider, which Pulumi makes the SDK of each language from. With `--check`:
 * writes nothing, and fails if it is out of date.
 */
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
import { hoverText, interfaceOf } from "./field-texts.ts";
import { writeGenerated } from "./write-generated.ts";

/** Records and choices, by their tokens. */
const types: Record<string, object> = {};

/** The type of a field. `name`: that of its choices, if it has some. */
function specOf(field: z.ZodType, name: string): object {
  const type = unwrap(field);
  if (type === foundProject) return { $ref: "#/types/projectsync:index:FoundProject" };
  if (type instanceof z.ZodObject) return { $ref: `#/types/${recordOf(type)}` };
  if (type instanceof z.ZodRecord)
    return { type: "object", additionalProperties: specOf(asType(type.valueType), name) };
  if (type instanceof z.ZodArray) return { type: "array", items: specOf(asType(type.element), name) };
  if (type instanceof z.ZodEnum) return { type: "string", $ref: `#/types/${choicesOf(type, name)}` };
  if (type instanceof z.ZodBoolean) return { type: "boolean" };
  if (type instanceof z.ZodNumber) return { type: type.isInt ? "integer" : "number" };
  if (type instanceof z.ZodString) return { type: "string" };
  if (type instanceof z.ZodUnknown) return { $ref: "pulumi.json#/Any" };
  throw new Error(`no type in Pulumi for ${type.type}`);
}

function choicesOf({ options }: z.ZodEnum, name: string): string {
  const token = `projectsync:index:${name}`;
  types[token] = { type: "string", enum: options.map((value) => ({ name: String(value).toUpperCase(), value })) };
  return token;
}

function recordOf(type: z.ZodObject): string {
  const { name, about } = interfaceOf(type);
  const token = `projectsync:index:${name.replace(/Args$/, "")}`;
  types[token] ??= { type: "object", description: about, ...propertiesOf(type, aboutField(name)) };
  return token;
}

/** A field in a schema: what the names of its choices begin with, and what the schema says of it besides its type. */
type About = (name: string, field: z.ZodType) => { readonly prefix: string; readonly spec: { description: string } };

/** A field of the service, in a resource or in a record of one. */
function aboutField(owner: string): About {
  const prefix = owner.replace(/(?:Fields|Args)$/, "");
  return (name, field) => ({ prefix, spec: { description: hoverText(owner, name, field) } });
}

/** Anything else. */
function asDescribed(prefix: string): About {
  return (_name, field) => ({ prefix, spec: { description: field.description ?? unwrap(field).description ?? "" } });
}

function propertiesOf(owner: z.ZodType, about: About, names: readonly string[] = fieldNames(owner)) {
  const entries = names.map((name): [string, object] => {
    const field = child(owner, name) ?? z.unknown();
    const { prefix, spec } = about(name, field);
    if (spec.description === "") throw new Error(`no description of ${name}`);
    return [camelCase(name), { ...specOf(field, `${prefix}${pascalCase(name)}`), ...spec }];
  });
  const required = names.filter((name) => child(owner, name)?.safeParse(undefined).success === false);
  return { properties: Object.fromEntries(entries), required: required.map(camelCase) };
}

function recordAbout(type: z.ZodObject) {
  return { type: "object", description: type.description, ...propertiesOf(type, asDescribed("Project")) };
}

function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
}

const text = (about: string) => z.string().describe(about);
const flag = (about: string) => z.boolean().describe(about);
const map = (about: string) => z.record(z.string(), z.unknown()).describe(about);

const OUTPUTS = z.object({
  component_id: text("ID of the component in the catalogue."),
  component_version: text("The version that runs."),
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
  const owner = { project: "ProjectFields", component: "ComponentFields", domain: "DomainFields" }[kind];
  const names = fieldNames(inputs).filter((name) => !NOT_DECLARED.has(name));
  const about: About = (name, field) => {
    const { prefix, spec } = (Object.hasOwn(declared.shape, name) ? aboutField(owner) : asDescribed(""))(name, field);
    const isSecret = kind === "project" && mayBeSensitive(field);
    const marks = {
      ...(fixed.includes(name) ? { replaceOnChanges: true } : {}),
      ...(isSecret ? { secret: true } : {}),
    };
    return { prefix, spec: { ...spec, ...marks } };
  };
  const { properties, required } = propertiesOf(inputs, about, names);
  return {
    description: ABOUT[kind],
    properties: { ...properties, ...propertiesOf(OUTPUTS, asDescribed(""), [...outputs, "origin"]).properties },
    required: [...required, "origin"],
    inputProperties: properties,
    requiredInputs: required,
    aliases: [{ type: `pulumi-nodejs:dynamic/projectsync:${TYPE_NAMES[kind]}` }],
  };
}

/** A live project. What may be a credential is left out. */
const foundProject = declaredProject
  .omit({ extra: true })
  .partial({ organization_id: true, slug: true })
  .extend({ id: text("ID of the project.") })
  .describe("A live project, without what may be a credential.");
types["projectsync:index:FoundProject"] = recordAbout(foundProject);

/** Each lookup, and what it answers. */
const ANSWERS: Readonly<Record<string, z.ZodObject>> = {
  getProject: foundProject.describe("A live project, by its id, or by its organization and slug."),
  getProjects: z
    .object({ projects: z.array(foundProject).describe("In the service's order: oldest first.") })
    .describe("The projects of an organization that the token can see."),
  getProjectComponent: z
    .object({
      id: text("`prj_x/pc_y`."),
      version: text("The version that runs.").optional(),
      active: flag("Whether it runs.").optional(),
      settings: map("Without those that may be secrets.").optional(),
    })
    .describe("A live component of a project."),
  getDomain: z
    .object({
      id: text("`prj_x/www.example.com`."),
      name: text("The host name in its canonical form.").optional(),
      dnsStatus: flag("Whether the DNS of the host name points at the service.").optional(),
      sslStatus: flag("Whether a certificate has been issued.").optional(),
    })
    .describe("A live domain of a project."),
  getCatalogueComponent: z
    .object({
      id: text("ID in the catalogue."),
      name: text("Title of the component."),
      description: text("What the component does."),
      latestVersion: text("The version that `latest` stands for."),
      versions: map("By version: the settings that it takes."),
      documentationLink: text("Address of its documentation."),
      isPublic: flag("Whether each organization may use it."),
      isArchived: flag("Whether it is out of use."),
    })
    .partial()
    .describe("A component of the catalogue."),
};

function functionOf(name: string, args: z.ZodObject): object {
  const { description, ...outputs } = recordAbout(ANSWERS[name] ?? z.object());
  const { description: _, ...inputs } = recordAbout(args);
  return { description, inputs, outputs };
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
    java: { buildFiles: "gradle" },
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
await writeGenerated(
  join(import.meta.dirname, "../schema/pulumi-package.json"),
  `${JSON.stringify(schema, undefined, 2)}\n`,
);
