import type { ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { matchAll } from "./match-component.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";
import { doubledSlugs, unmanagedComponent } from "./unmanaged-components.ts";
import { unmanagedDomain } from "./domains.ts";
import type { Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork } from "./work.ts";

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it. Otherwise it is kept, and the project with it.
 */
export function planChildDeletions(file: LoadedFile, project: ProjectRecord, { view, options }: Scope): ChildWork[] {
  const { id } = project;
  view.want({ of: "components", key: id }, { of: "domains", key: id });
  const components = view.components(id);
  const domains = view.domains(id);
  const everything = options.prune?.includes("all") === true;
  const actionFor = (declaration: { readonly absent: boolean } | undefined): Action =>
    everything || declaration?.absent === true ? "delete" : "unmanaged";
  const byName = new Map(file.domains?.map((domain) => [domain.declared.name, domain]));
  const doubled = doubledSlugs(components);
  const declarationOf = matchAll(file.components ?? [], components, view);
  return [
    ...components.map((live) =>
      unmanagedComponent(file, live, actionFor(declarationOf.get(live)), doubled.has(live.component_slug)),
    ),
    ...domains.map((live) => unmanagedDomain(file, live, actionFor(byName.get(hostNameOf(live))), domains)),
  ];
}
