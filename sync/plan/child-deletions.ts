import type { ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { isDoubled, unmanagedComponent } from "./unmanaged-components.ts";
import { unmanagedDomain } from "./domains.ts";
import type { Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork } from "./work.ts";

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it. Otherwise it is kept, and the project with it.
 */
export async function planChildDeletions(
  file: LoadedFile,
  project: ProjectRecord,
  { lists, options }: Scope,
): Promise<ChildWork[]> {
  const [components, domains] = await Promise.all([lists.components(project.id), lists.domains(project.id)]);
  const everything = options.prune?.includes("all") === true;
  const actionFor = (declaration: { readonly absent: boolean } | undefined): Action =>
    everything || declaration?.absent === true ? "delete" : "unmanaged";
  const byName = new Map(file.domains?.map((domain) => [domain.declared.name, domain]));
  const byId = new Map(file.components?.map((component) => [component.id, component]));
  const bySlug = new Map(file.components?.map((component) => [component.declared.component, component]));
  return [
    ...components.map((live) => {
      const declaration = byId.get(live.id) ?? bySlug.get(live.component_slug ?? "");
      return unmanagedComponent(file, live, actionFor(declaration), isDoubled(live, components));
    }),
    ...domains.map((live) => unmanagedDomain(file, live, actionFor(byName.get(domainKind.idOf(live))), domains)),
  ];
}
