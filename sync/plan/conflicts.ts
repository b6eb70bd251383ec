import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { formatPosition } from "../../provider/file/position.ts";
import type { Problem } from "../../provider/file/problem.ts";
import { keyForm } from "../../provider/resources/forms.ts";

/** Finds declarations that contradict each other: two files for one project, one domain in two projects. Works offline. */
export function findConflicts(files: readonly LoadedFile[]): Problem[] {
  return [...duplicateProjects(files), ...duplicateDomains(files)];
}

function duplicateProjects(files: readonly LoadedFile[]): Problem[] {
  const seen = new Map<string, LoadedFile>();
  return files.flatMap((file) => {
    const { declared, position } = file.project;
    const key = `${declared.organization_id}/${declared.slug}`;
    const first = seen.get(keyForm(key));
    seen.set(keyForm(key), first ?? file);
    if (first === undefined) return [];
    const message = `project ${key} is already declared at ${formatPosition(first.project.position)}; use one file per project`;
    return [{ ...position, level: "error" as const, path: "project", message }];
  });
}

function duplicateDomains(files: readonly LoadedFile[]): Problem[] {
  const declared = files.flatMap(({ domains = [] }) => domains.filter(({ absent }) => !absent));
  const seen = new Map<string, (typeof declared)[number]>();
  return declared.flatMap((domain) => {
    const { name } = domain.declared;
    const first = seen.get(name);
    seen.set(name, first ?? domain);
    if (first === undefined) return [];
    const message =
      `${name} is already declared at ${formatPosition(first.position)}; a domain belongs to one project. ` +
      "To move it, remove it from the file of the project that it leaves.";
    return [{ ...domain.position, level: "error" as const, path: domain.path, message }];
  });
}
