import * as pulumi from "@pulumi/pulumi";
import { prunes, type Prune } from "../../sync/plan/options.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import type { ProjectComponentArgs } from "./component-args.ts";
import { ProjectComponent } from "./component.ts";
import { Domain } from "./domain.ts";
import type { ProjectArgs } from "./project-args.ts";
import { componentArgs, projectArgs } from "./project-file-args.ts";
import { existingProjectId } from "./project-file-lookup.ts";
import { Project } from "./project.ts";

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
    ...(isDeletable ? { forceDestroy: true } : {}),
  };
  return new Project(name, args, optionsFor(parent, isDeletable, protect));
}

function optionsFor(parent: pulumi.Resource, isPruned: boolean, isProtected: boolean): pulumi.CustomResourceOptions {
  return { parent, ...(isPruned ? {} : { retainOnDelete: true }), ...(isProtected ? { protect: true } : {}) };
}
