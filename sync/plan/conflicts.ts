import { formatPosition } from "../../provider/file/position.ts";
import type { Problem } from "../../provider/file/problem.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";

/** What files of one run must not say together: two files for one project, one domain in two projects. Needs no service. */
export function conflicts(files: readonly LoadedFile[]): Problem[] {
  return [...sameProject(files), ...sameDomain(files)];
}

function sameProject(files: readonly LoadedFile[]): Problem[] {
  const seen = new Map<string, LoadedFile>();
  return files.flatMap((file) => {
    const { declared, position } = file.project;
    const key = `${declared.organization_id}/${declared.slug}`;
    const first = seen.get(key);
    seen.set(key, first ?? file);
    if (first === undefined) return [];
    const message = `project ${key} is declared in ${formatPosition(first.project.position)} already; one file is one project`;
    return [{ ...position, level: "error" as const, path: "project", message }];
  });
}

function sameDomain(files: readonly LoadedFile[]): Problem[] {
  const declared = files.flatMap(({ domains = [] }) => domains.filter(({ absent }) => !absent));
  const seen = new Map<string, (typeof declared)[number]>();
  return declared.flatMap((domain) => {
    const { name } = domain.declared;
    const first = seen.get(name);
    seen.set(name, first ?? domain);
    if (first === undefined) return [];
    const message =
      `${name} is declared in ${formatPosition(first.position)} already; a domain belongs to one project. ` +
      `Where it moves away, write absent: true.`;
    return [{ ...domain.position, level: "error" as const, path: domain.path, message }];
  });
}
