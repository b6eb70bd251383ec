import { replacedSecrets, sensitiveValues } from "../../core/plan/changes.ts";
import type { PlannedProject } from "../../core/plan/planned-object.ts";
import type { Snapshot } from "../../core/reconcile/snapshot.ts";
import { mapAll, orIfRefused, type View } from "../../core/reconcile/snapshot-view.ts";
import { secretsInLists, secretsOfComponent } from "../../core/reconcile/undeclared-secrets.ts";
import { withSettings } from "./unmanaged.ts";

/**
 * The texts that are or may be secrets in projects, whether a file declares them or not, and in the other projects of their lists. No live
 * value that holds one is written into a file. Needs the components of each project, and the catalogue's entries of those that no file declares.
 */
export function liveSecrets(projects: readonly PlannedProject[], view: View, snapshot: Snapshot): string[] {
  const declared = mapAll(projects, (project) => ({
    ...project,
    children: mapAll(
      project.children.filter((child) => child.declared !== undefined),
      (child) => (child.kind === "component" ? withSettings(child, project, view) : child),
    ),
  }));
  const known = new Set(declared.flatMap(({ children }) => children.map(({ live }) => live?.id)));
  const undeclared = mapAll(projects, ({ live }) => {
    const listed = live === undefined ? [] : orIfRefused([], () => view.components(live.id));
    const others = listed.filter(({ id }) => !known.has(id));
    return mapAll(others, (each) => secretsOfComponent(view, live?.id ?? "", each)).flat();
  }).flat();
  return [
    ...declared.flatMap((project) => [...sensitiveValues(project), ...replacedSecrets(project)]),
    ...secretsInLists(snapshot),
    ...undeclared,
  ];
}
