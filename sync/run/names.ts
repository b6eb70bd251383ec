import type { LoadedFile } from "../../core/file/loaded-file.ts";

/** The names that a file declares. They are never secret: a secret that is a whole segment of one is shown wherever it occurs. */
export function namesDeclared({ project, components = [], domains = [] }: LoadedFile): string[] {
  const { declared, previousSlug = "", id = "" } = project;
  return [
    declared.organization_id,
    declared.slug,
    previousSlug,
    id,
    ...components.flatMap((component) => [component.declared.component, component.id ?? ""]),
    ...domains.map((domain) => domain.declared.name),
  ];
}
