import { type DomainDeclaration, type LoadedFile, type ProjectDeclaration, problemAt } from "../file/loaded-file.ts";
import { formatPosition } from "../file/position.ts";
import type { Problem } from "../file/problem.ts";
import { keyForm } from "../resources/canonical-forms.ts";
import { unquoted } from "../text/quoted.ts";
import type { PlanOptions } from "./plan-options.ts";
import { projectKey } from "./project-items.ts";

/** Gives the project that is removed by its `id` a key of its own, where another file gives its slug to another project. */
export function withOwnKeys(files: readonly LoadedFile[]): readonly LoadedFile[] {
  const getting = files.filter(
    ({ project: { absent, id, previousSlug } }) => !absent && (id ?? previousSlug) !== undefined,
  );
  const slugs = new Set(getting.map((file) => keyForm(projectKey(file))));
  return files.map((file) => {
    const { absent, id } = file.project;
    if (!absent || id === undefined || !slugs.has(keyForm(projectKey(file)))) return file;
    return { ...file, project: { ...file.project, key: `${projectKey(file)} (${id})` } };
  });
}

/** Finds declarations that contradict each other: two files for one project, one domain in two projects. Works offline. */
export function findConflicts(files: readonly LoadedFile[]): Problem[] {
  const domains = files.flatMap((file) => file.domains ?? []).filter(({ absent }) => !absent);
  return [
    ...duplicates(
      files.map(({ project }) => project),
      (project) => projectKey({ project }),
      (key, first) =>
        `project ${key} is already declared at ${first}; use one file per project. ` +
        "To remove one and give its slug to another, pin the one that is removed by its `id`.",
    ),
    ...duplicates(
      domains,
      ({ declared }) => declared.name,
      (name, first) =>
        `${name} is already declared at ${first}; a domain belongs to one project. ` +
        "To move it, remove it from the file of the project that it leaves.",
    ),
  ];
}

/** An error for each declaration whose key an earlier one has. `explain`: gets the key, and the position of the first. */
function duplicates<Declaration extends Pick<ProjectDeclaration | DomainDeclaration, "path" | "position">>(
  declarations: readonly Declaration[],
  keyOf: (declaration: Declaration) => string,
  explain: (key: string, first: string) => string,
): Problem[] {
  const seen = new Map<string, Declaration>();
  return declarations.flatMap((declaration) => {
    const key = keyOf(declaration);
    const first = seen.get(keyForm(key));
    seen.set(keyForm(key), first ?? declaration);
    if (first === undefined) return [];
    const { path, position } = declaration;
    return [{ ...position, level: "error" as const, path, message: explain(key, formatPosition(first.position)) }];
  });
}

/** True if a run may change an organization. Ids do not differ in case alone. */
export function isAllowed(id: string, { organizations }: Pick<PlanOptions, "organizations">): boolean {
  return organizations?.some((each) => keyForm(each) === keyForm(id)) ?? true;
}

/** An error for each file whose organization is not allowed. A plan writes only to the organizations of its files. */
export function outsideOrganizations(files: readonly LoadedFile[], options: PlanOptions): readonly Problem[] {
  return files.flatMap((file) => {
    const { organization_id: id } = file.project.declared;
    if (isAllowed(id, options)) return [];
    const allowed = options.organizations?.map((each) => unquoted(each)).join(", ");
    const message = `this run may change only ${allowed}, not ${unquoted(id)}: correct the file, or add it to organizations`;
    return [problemAt(file, "error", ["project", "organization_id"], message)];
  });
}
