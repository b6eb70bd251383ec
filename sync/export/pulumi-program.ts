import { componentSchema, domainSchema, projectSchema } from "../../provider/file/schema.ts";
import { commentText, quoted } from "../../provider/file/write-text.ts";
import type { ExportedProject } from "./export.ts";
import { uniqueNames } from "./names.ts";
import { expression, type Dialect } from "./pulumi-expression.ts";

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

/**
 * A Pulumi program (TypeScript, ES module) that adopts the projects of an export with the format `pulumi`. `camelCase` makes the
 * provider's name for a field of the service.
 */
export function pulumiProgram(projects: readonly ExportedProject[], camelCase: (name: string) => string): string {
  const used = new Set<string>();
  const secret = (variable: string): string => {
    used.add(configKey(variable));
    return `config.requireSecret(${quoted(configKey(variable))})`;
  };
  const dialect = { nameOf: camelCase, secret };
  const variable = uniqueNames("");
  for (const name of OWN) variable(name);
  const resource = { project: uniqueNames("-"), component: uniqueNames("-"), domain: uniqueNames("-") };
  const blocks = projects.map((project) => {
    const name = variable(variableFor(project.key));
    return [
      ...project.notes.map((note) => `// ${commentText(note)}`),
      ...projectLines(project, name, resource.project, dialect),
      ...componentLines(project, name, resource.component, dialect),
      ...domainLines(project, name, resource.domain),
    ].join("\n");
  });
  const usesSecrets = used.size > 0;
  const head = [
    ...(usesSecrets ? ['import * as pulumi from "@pulumi/pulumi";'] : []),
    'import * as projectsync from "projectsync";',
  ];
  const setting = usesSecrets
    ? [
        "// Set the secrets before the first preview. Each command asks for a value:",
        ...[...used].map((name) => `//   pulumi config set --secret ${name}`),
        "const config = new pulumi.Config();",
      ]
    : [];
  return `${[head.join("\n"), ...(setting.length > 0 ? [setting.join("\n")] : []), ABOUT_PROTECTION, ...blocks].join("\n\n")}\n`;
}

/** As in programs of `pulumi import`: without it, destroying the stack deletes what it adopted. */
const PROTECTED = "{ protect: true }";

const ABOUT_PROTECTION = "// These resources are live. `protect` refuses their deletion, and that of the stack.";

function variableFor(key: string): string {
  const slug = key.split("/").at(-1) ?? "";
  const name = slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()).replace(/[^A-Za-z0-9]/g, "");
  return /^[a-z]/.test(name) && !RESERVED.has(name) ? name : `project${name}`;
}

function projectLines(
  { data, key }: ExportedProject,
  variable: string,
  unique: (wanted: string) => string,
  dialect: Dialect,
): string[] {
  const { id, ...fields } = data.project;
  const args = expression(fields, projectSchema, dialect, "");
  const adopt = [...(typeof id === "string" ? [`  adoptId: ${quoted(id)},`] : []), '  ifExists: "adopt",'];
  const name = unique(key.split("/").at(-1) ?? "");
  return [
    `export const ${variable} = new projectsync.Project(${quoted(name)}, ${withLast(args, adopt)}, ${PROTECTED});`,
  ];
}

function componentLines(
  { data, key }: ExportedProject,
  variable: string,
  unique: (wanted: string) => string,
  dialect: Dialect,
): string[] {
  return Object.entries(data.components ?? {}).map(([component, fields]) => {
    const args = expression(fields, componentSchema, dialect, "");
    const name = unique(`${key.split("/").at(-1)}-${component.replace("/", "-")}`);
    const first = [`  projectId: ${variable}.id,`, `  component: ${quoted(component)},`];
    const whole = withFirst(withLast(args, ['  ifExists: "adopt",']), first);
    return `new projectsync.ProjectComponent(${quoted(name)}, ${whole}, ${PROTECTED});`;
  });
}

function domainLines({ data }: ExportedProject, variable: string, unique: (wanted: string) => string): string[] {
  return (data.domains ?? []).map((domain) => {
    const { name } = domainSchema.parse(typeof domain === "string" ? { name: domain } : domain);
    const args = [`  projectId: ${variable}.id,`, `  name: ${quoted(name)},`, '  ifExists: "adopt",'];
    return `new projectsync.Domain(${quoted(unique(name))}, {\n${args.join("\n")}\n}, ${PROTECTED});`;
  });
}

/** An object expression with more lines at its end. */
function withLast(object: string, lines: readonly string[]): string {
  return object === "{}" ? `{\n${lines.join("\n")}\n}` : `${object.slice(0, -1)}${lines.join("\n")}\n}`;
}

function withFirst(object: string, lines: readonly string[]): string {
  return `{\n${lines.join("\n")}${object.slice(1)}`;
}
