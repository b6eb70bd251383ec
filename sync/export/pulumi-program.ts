import { fileSchema, projectSchema } from "../../core/file/schema.ts";
import { commentText, quoted } from "../../core/file/write-text.ts";
import type { ExportedProject } from "./export.ts";
import { uniqueNames } from "./variable-name.ts";
import { z } from "zod";
import { child, entriesInOrder, takesMap, unwrap } from "../../core/resources/schema-walk.ts";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { TYPE_NAMES, type KindName } from "../../core/resources/kind.ts";
import { variableIn } from "./draft.ts";

/** Variables of the program itself. */
const OWN = ["config", "pulumi", "projectsync"];

/** Words that cannot name a variable in an ES or CommonJS module. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export exports extends " +
    "false finally for function if implements import in instanceof interface let module new null package private protected " +
    "public require return static super switch this throw true try typeof undefined var void while with yield"
  ).split(" "),
);

/** The stack configuration key of a secret's variable. Each variable has its own. */
export function configKey(variable: string): string {
  return variable.toLowerCase().replaceAll("__", "-");
}

/** The provider's name for a field of the service, in camel case. */
type NameOf = (field: string) => string;

/** A Pulumi program (TypeScript, ES module) that adopts the projects of an export with the format `pulumi`. */
export function pulumiProgram(projects: readonly ExportedProject[], nameOf: NameOf): string {
  const variable = uniqueNames("");
  for (const name of OWN) variable(name);
  const unique = uniqueNames("-");
  /** A statement that creates a resource, or adopts the live object. */
  const create = (kind: KindName, name: string, lines: readonly string[]): string => {
    const first = `new projectsync.${TYPE_NAMES[kind]}(${quoted(unique(name, kind))}, {`;
    return [first, ...lines, '  ifExists: "adopt",', `}, ${PROTECTED});`].join("\n");
  };
  const blocks = projects.map(({ key, data, notes }) => {
    const slug = key.split("/").at(-1) ?? "";
    const name = variable(variableFor(slug));
    const { components = {}, domains = [] } = data;
    const { id, ...fields } = data.project;
    const pin = typeof id === "string" ? [`  adoptId: ${quoted(id)},`] : [];
    const project = create("project", slug, [...properties(fields, projectSchema, nameOf), ...pin]);
    const inProject = `  projectId: ${name}.id,`;
    const children = [
      ...Object.entries(components).map(([component, declared]) =>
        create("component", `${slug}-${component.replace("/", "-")}`, [
          inProject,
          `  component: ${quoted(component)},`,
          ...properties(declared, child(child(fileSchema, "components"), component), nameOf),
        ]),
      ),
      ...domains.map(String).map((domain) => create("domain", domain, [inProject, `  name: ${quoted(domain)},`])),
    ];
    return [
      ...notes.map((note) => `// ${commentText(note)}`),
      children.length > 0 ? `const ${name} = ${project}` : project,
      ...children,
    ].join("\n");
  });
  const keys = new Set(projects.flatMap(({ secrets }) => secrets.map(({ name }) => configKey(name))));
  return `${[...headOf([...keys]), ABOUT_PROTECTION, ...blocks].join("\n\n")}\n`;
}

/** The imports, and the configuration if the program has secrets. */
function headOf(keys: readonly string[]): string[] {
  const provider = 'import * as projectsync from "projectsync";';
  if (keys.length === 0) return [provider];
  const setting = [
    "// Set the secrets before the first preview. Each command asks for a value:",
    ...keys.map((key) => `//   pulumi config set --secret ${key}`),
    "const config = new pulumi.Config();",
  ];
  return [`import * as pulumi from "@pulumi/pulumi";\n${provider}`, setting.join("\n")];
}

/** As in programs of `pulumi import`: without it, destroying the stack deletes what it adopted. */
const PROTECTED = "{ protect: true }";

const ABOUT_PROTECTION = "// These resources are live. `protect` refuses their deletion, and that of the stack.";

function variableFor(slug: string): string {
  const name = slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/[^A-Za-z0-9]/g, "");
  return /^[a-z]/.test(name) && !RESERVED.has(name) ? name : `project${name}`;
}

/** The fields of a project file as lines of a TypeScript object. The schema tells field names from data, and maps from references. */
function properties(fields: Fields, schema: z.ZodType | undefined, nameOf: NameOf, indent = "  "): string[] {
  const isNamed = schema !== undefined && unwrap(schema) instanceof z.ZodObject;
  return entriesInOrder(fields, schema).map(([name, content]) => {
    const key = propertyName(isNamed ? nameOf(name) : name);
    return `${indent}${key}: ${expression(content, child(schema, name), nameOf, indent)},`;
  });
}

function expression(value: unknown, schema: z.ZodType | undefined, nameOf: NameOf, indent: string): string {
  if (typeof value === "string") return quoted(value);
  if (typeof value !== "object" || value === null) return String(value);
  const deeper = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map(
      (item: unknown, index) => `${deeper}${expression(item, child(schema, index), nameOf, deeper)},\n`,
    );
    return items.length === 0 ? "[]" : `[\n${items.join("")}${indent}]`;
  }
  if (!isObject(value)) return "undefined";
  const variable = takesMap(schema) ? undefined : variableIn(value);
  if (variable !== undefined) return `config.requireSecret(${quoted(configKey(variable))})`;
  const lines = properties(value, schema, nameOf, deeper);
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function propertyName(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}
