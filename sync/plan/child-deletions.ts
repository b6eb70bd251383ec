import type { ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { isDoubled, undeclaredComponent } from "./unmanaged-components.ts";
import { unmanagedDomain } from "./domains.ts";
import type { Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork } from "./work.ts";

/**
 * What is in a project that is to be deleted: each thing is deleted too where the file says so of it (`absent`), or
 * `prune: all` covers it; else it is kept, and with it the project. (A file cannot protect what is in a project that it
 * removes.)
 */
export async function planChildDeletions(
  file: LoadedFile,
  project: ProjectRecord,
  { lists, options }: Scope,
): Promise<ChildWork[]> {
  const [components, domains] = await Promise.all([lists.components(project.id), lists.domains(project.id)]);
  const everything = options.prune?.includes("all") === true;
  const fate = (entry: { readonly absent: boolean } | undefined): Action =>
    everything || entry?.absent === true ? "delete" : "unmanaged";
  return [
    ...components.map((live) => {
      const entry = file.components?.find(
        ({ declared, id }) => id === live.id || declared.component === live.component_slug,
      );
      return undeclaredComponent(file, live, fate(entry), isDoubled(live, components));
    }),
    ...domains.map((live) => {
      const entry = file.domains?.find(({ declared }) => declared.name === domainKind.idOf(live));
      return unmanagedDomain(file, live, fate(entry));
    }),
  ];
}
