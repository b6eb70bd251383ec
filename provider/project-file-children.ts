import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { prunes, type Prune } from "../core/plan/plan-options.ts";
import { messageOf } from "../core/api/errors.ts";
import { printable } from "../core/text/printable.ts";
import type { LoadedFile, ProjectDeclaration } from "../core/file/loaded-file.ts";
import { pathKey } from "../core/file/position.ts";
import type { Path } from "../core/resources/schema-walk.ts";
import { projectWithKey } from "../core/reconcile/snapshot-view.ts";
import { declaredComponent } from "../core/resources/component/declared.ts";
import { type Fields, isObject } from "../core/resources/json.ts";
import type { SectionName } from "../core/resources/kind.ts";
import { declaredProject } from "../core/resources/project-fields.ts";
import { oncePerObject } from "../core/resources/once-per-object.ts";
import { textsIn } from "../core/resources/sensitive-values.ts";
import { createRedaction } from "../core/text/redaction.ts";
import { ProjectComponent } from "./component.ts";
import { Domain } from "./domain.ts";
import { lookup } from "./lookup.ts";
import { camelCase, fieldsFromService, present } from "./naming.ts";
import { Project } from "./project.ts";
import type { AccountArgs } from "./resource.ts";

/** Declares what a file declares as children of `parent`, whose outputs it returns. Their names begin with `name`. */
export function declareFile(
  parent: pulumi.Resource,
  name: string,
  file: LoadedFile,
  { prune = [], profile }: { readonly prune?: readonly Prune[]; readonly profile?: string },
) {
  const account = present({ profile });
  if (file.project.absent) return { projectId: undefined, slug: undefined, componentIds: {}, domainNames: [] };
  const project = declareProject(parent, name, file, prune.includes("all"), account);
  const common = { projectId: project.id, ifExists: "adopt" as const, ...account };
  const optionsOf = (section: SectionName, isProtected: boolean) =>
    optionsFor(parent, prunes({ prune }, section), isProtected);
  const components = (file.components ?? [])
    .filter(({ absent }) => !absent)
    .map(({ place, id, declared, protect }) => {
      const { component } = declared;
      const args = { ...argsOf(file, place, declaredComponent, declared), ...common, ...present({ adoptId: id }) };
      const options = optionsOf("components", protect);
      return [component, new ProjectComponent(`${name}/${component}`, { ...args, component }, options).id] as const;
    });
  const domains = (file.domains ?? [])
    .filter(({ absent }) => !absent)
    .map(({ declared: { name: host }, protect }) => {
      const options = optionsOf("domains", protect);
      return new Domain(`${name}/${host}`, { name: host, ...common }, options).name;
    });
  return {
    projectId: project.id,
    slug: project.slug,
    componentIds: pulumi.output(Object.fromEntries(components)),
    domainNames: domains,
  };
}

function declareProject(
  parent: pulumi.Resource,
  name: string,
  file: LoadedFile,
  isPruned: boolean,
  account: AccountArgs,
): Project {
  const { declared, id, previousSlug, mustExist, place, protect } = file.project;
  const { organization_id: organizationId, slug, ...fields } = declared;
  const lookUp = () => existingProjectId(file, parent, account);
  const isOnlyNamed = Object.keys(fields).length === 0 && id === undefined && previousSlug === undefined;
  if (mustExist && isOnlyNamed) return Project.get(name, lookUp(), { parent, ...account });
  // A project that must exist is not the stack's to delete.
  const isDeletable = isPruned && !mustExist;
  const ignoresAnything = Object.values(file.ignore).flat().length > 0;
  const args = {
    ...argsOf(file, place, declaredProject, fields),
    organizationId,
    slug,
    ifExists: "adopt" as const,
    ...account,
    ...present({ adoptId: id ?? (mustExist ? lookUp() : undefined), previousSlug }),
    // Objects that the file ignores would be deleted with the project.
    ...(isDeletable && !ignoresAnything ? { forceDestroy: true } : {}),
  };
  return new Project(name, args, optionsFor(parent, isDeletable, protect));
}

function optionsFor(parent: pulumi.Resource, isPruned: boolean, isProtected: boolean): pulumi.CustomResourceOptions {
  return { parent, ...(isPruned ? {} : { retainOnDelete: true }), ...(isProtected ? { protect: true } : {}) };
}

/**
 * Declared fields as arguments. A field that the file writes as `{ secret: … }`, or with one in it, is a Pulumi secret, and so is one that
 * repeats the value of a secret. Each of a component's settings is one by itself.
 */
function argsOf(file: LoadedFile, place: Path, schema: z.ZodObject, declared: Fields): Fields {
  const secrets = [...file.variables].flatMap(([key, { secret }]) => (secret ? [key] : []));
  const marked = (field: Path, value: unknown): unknown =>
    secrets.some((secret) => secret.startsWith(pathKey(field).slice(0, -1))) || textsIn(value).some(secretTest(file))
      ? pulumi.secret(value)
      : value;
  const args = fieldsFromService(schema, declared);
  const entries = Object.keys(declared).map((name) => {
    const [field, value] = [[...place, name], args[camelCase(name)]];
    if (name !== "settings" || !isObject(value)) return [camelCase(name), marked(field, value)];
    const settings = Object.entries(value).map(([key, setting]) => [key, marked([...field, key], setting)]);
    return [name, Object.fromEntries(settings)];
  });
  return Object.fromEntries(entries);
}

/** Tells texts that hold a secret of the file, such as the value of another variable. */
const secretTest = oncePerObject(({ secrets }: LoadedFile) => {
  const { add, redact } = createRedaction([]);
  add(secrets);
  return (text: string): boolean => redact(text) !== text;
});

/**
 * The id of the live project that a file with `must_exist` means. If there is none, the error is reported for `parent`, and
 * the key stands in for the id: no project has it, so nothing is read or written below it. It never rejects: a rejected input
 * makes Pulumi's Automation API wait for ever (observed).
 */
async function existingProjectId(
  { file, project }: LoadedFile,
  parent: pulumi.Resource,
  account: AccountArgs,
): Promise<string> {
  const { declared, position } = project;
  try {
    return await findExisting({ ...account, ...project });
  } catch (error) {
    await pulumi.log.error(printable(`${file}:${position.line}:${position.column}: ${messageOf(error)}`), parent);
    return `${declared.organization_id}/${declared.slug}`;
  }
}

const findExisting = lookup(
  async ({ look }, { declared, previousSlug }: AccountArgs & ProjectDeclaration): Promise<string> => {
    for (const slug of [declared.slug, ...(previousSlug === undefined ? [] : [previousSlug])]) {
      const key = { organization_id: declared.organization_id, slug };
      const found = await look((view) => projectWithKey(view, key));
      if (found !== undefined) return found.id;
    }
    throw new Error("The project does not exist, and `must_exist` forbids creating it. Create it first.");
  },
);
