import * as pulumi from "@pulumi/pulumi";
import { prunes, type Prune } from "../../sync/plan/options.ts";
import { messageOf } from "../api/errors.ts";
import { printable } from "../api/printable.ts";
import type { ComponentDeclaration, LoadedFile } from "../file/loaded-file.ts";
import { isWithin } from "../file/path.ts";
import { projectWithKey } from "../reconcile/find.ts";
import { planning } from "../reconcile/view.ts";
import { type Fields, isObject } from "../resources/json.ts";
import { declaredProject } from "../resources/project-fields.ts";
import { asType } from "../resources/schema-walk.ts";
import { ProjectComponent, type ProjectComponentArgs } from "./component.ts";
import { ConfigurationError } from "./configuration.ts";
import { Domain } from "./domain.ts";
import { camelCase, fromService } from "./naming.ts";
import { programConnection } from "./program-connection.ts";
import { Project, type ProjectArgs } from "./project.ts";

/** The resources of a file as outputs. */
export interface DeclaredFile {
  readonly projectId: pulumi.Output<string | undefined>;
  readonly slug: pulumi.Output<string | undefined>;
  readonly componentIds: pulumi.Output<Record<string, string>>;
  readonly domainNames: pulumi.Output<string[]>;
}

/** Declares what a file declares as children of `parent`. Their names begin with `name`. */
export function declareFile(
  parent: pulumi.Resource,
  name: string,
  file: LoadedFile,
  { prune = [], profile }: { readonly prune?: readonly Prune[]; readonly profile?: string },
): DeclaredFile {
  if (file.project.absent) {
    const nothing = pulumi.output(undefined);
    const noIds: Readonly<Record<string, string>> = {};
    return { projectId: nothing, slug: nothing, componentIds: pulumi.output(noIds), domainNames: pulumi.output([]) };
  }
  const account = profile === undefined ? {} : { profile };
  const project = declareProject(parent, name, file, prune.includes("all"), account);
  const common = { projectId: project.id, ifExists: "adopt", ...account } as const;
  const components = (file.components ?? []).flatMap((declaration) => {
    const { declared, id: adoptId, absent, protect } = declaration;
    if (absent) return [];
    const pin = adoptId === undefined ? {} : { adoptId };
    const args: ProjectComponentArgs = { ...componentArgs(file, declaration), ...common, ...pin };
    const options = optionsFor(parent, prunes({ prune }, "components"), protect);
    return [[declared.component, new ProjectComponent(`${name}/${declared.component}`, args, options).id] as const];
  });
  const domains = (file.domains ?? []).flatMap(({ declared, absent, protect }) => {
    if (absent) return [];
    const options = optionsFor(parent, prunes({ prune }, "domains"), protect);
    return [new Domain(`${name}/${declared.name}`, { ...common, name: declared.name }, options).name];
  });
  return {
    projectId: project.id,
    slug: project.slug,
    componentIds: pulumi.output(Object.fromEntries(components)),
    domainNames: pulumi.output(domains),
  };
}

function declareProject(
  parent: pulumi.Resource,
  name: string,
  file: LoadedFile,
  isPruned: boolean,
  account: { readonly profile?: string },
): Project {
  const { declared, id, previousSlug, mustExist, protect } = file.project;
  const { organization_id: _organization, slug: _slug, ...fields } = declared;
  const lookUp = () => existingProjectId(file, account.profile, parent);
  const isOnlyNamed = Object.keys(fields).length === 0 && id === undefined && previousSlug === undefined;
  if (mustExist && isOnlyNamed) return Project.get(name, lookUp(), { parent, ...account });
  const adoptId = id ?? (mustExist ? lookUp() : undefined);
  // A project that must exist is not the stack's to delete.
  const isDeletable = isPruned && !mustExist;
  const args: ProjectArgs = {
    ...projectArgs(file),
    ifExists: "adopt",
    ...account,
    ...(adoptId === undefined ? {} : { adoptId }),
    ...(previousSlug === undefined ? {} : { previousSlug }),
    // What the file ignores would be deleted with the project.
    ...(isDeletable && !ignoresAnything(file) ? { forceDestroy: true } : {}),
  };
  return new Project(name, args, optionsFor(parent, isDeletable, protect));
}

function ignoresAnything({ ignore }: LoadedFile): boolean {
  return Object.values(ignore).flat().length > 0;
}

function optionsFor(parent: pulumi.Resource, isPruned: boolean, isProtected: boolean): pulumi.CustomResourceOptions {
  return { parent, ...(isPruned ? {} : { retainOnDelete: true }), ...(isProtected ? { protect: true } : {}) };
}

/** The project of a file as arguments. A field with something that the file writes as `{ secret: … }` is a Pulumi secret. */
function projectArgs(file: LoadedFile): ProjectArgs {
  const { organization_id: organizationId, slug, ...fields } = file.project.declared;
  const shape: Fields = declaredProject.shape;
  const converted = Object.entries(fields).map(([name, value]) => [name, fromService(asType(shape[name]), value)]);
  const marked = withSecrets(file, file.project.path, Object.fromEntries(converted));
  const named = Object.entries(marked).map(([name, value]) => [camelCase(name), value]);
  return { organizationId, slug, ...Object.fromEntries(named) };
}

/** A component of a file as arguments. A setting that the file writes as `{ secret: … }` is a Pulumi secret. */
function componentArgs(
  file: LoadedFile,
  { declared, path }: ComponentDeclaration,
): Omit<ProjectComponentArgs, "projectId"> {
  const { component, settings, ...fields } = declared;
  return {
    component,
    ...withSecrets(file, path, fields),
    ...(isObject(settings) ? { settings: withSecrets(file, `${path}.settings`, settings) } : {}),
    ...(settings === null ? { settings } : {}),
  };
}

/** The values by name, each as a secret if the file writes it, or a part of it, as one. */
function withSecrets({ secretPaths }: LoadedFile, path: string, values: Fields): Fields {
  const entries = Object.entries(values).map(([name, value]) => [
    name,
    secretPaths.some((secret) => isWithin(secret, `${path}.${name}`)) ? pulumi.secret(value) : value,
  ]);
  return Object.fromEntries(entries);
}

/**
 * The id of the live project that a file with `must_exist` means. If there is none, the error is reported for `parent`, and
 * the key stands in for the id: no project has it, so nothing is read or written below it. It never rejects: a rejected input
 * makes Pulumi's Automation API wait for ever (observed).
 */
async function existingProjectId(
  file: LoadedFile,
  profile: string | undefined,
  parent: pulumi.Resource,
): Promise<string> {
  const { declared, previousSlug, position } = file.project;
  const key = `${declared.organization_id}/${declared.slug}`;
  let redact = (text: string): string => text;
  try {
    const { observer, forgetOlder, redaction } = programConnection(profile);
    ({ redact } = redaction);
    forgetOlder(0);
    const find = (slug: string) =>
      observer.plan(planning((view) => projectWithKey(view, { organization_id: declared.organization_id, slug })));
    const found = (await find(declared.slug)) ?? (previousSlug === undefined ? undefined : await find(previousSlug));
    if (found !== undefined) return found.id;
    throw new Error("The project does not exist, and `must_exist` forbids creating it. Create it first.");
  } catch (error) {
    // The provider reports this one: it has the same configuration.
    if (error instanceof ConfigurationError) return key;
    const reason = redact(messageOf(error));
    await pulumi.log.error(printable(`${file.file}:${position.line}:${position.column}: ${reason}`), parent);
    return key;
  }
}
