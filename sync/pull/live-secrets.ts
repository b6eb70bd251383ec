import { isIP } from "node:net";
import { replacedSecrets, sensitiveValues } from "../../core/plan/changes.ts";
import type { PlannedProject } from "../../core/plan/planned-object.ts";
import type { Snapshot } from "../../core/reconcile/snapshot.ts";
import { mapAll, orIfRefused, type View } from "../../core/reconcile/snapshot-view.ts";
import { secretsInLists, secretsOfComponent } from "../../core/reconcile/undeclared-secrets.ts";
import { isObject } from "../../core/resources/json.ts";
import { textsIn } from "../../core/resources/sensitive-values.ts";
import { canBeRedacted } from "../../core/text/redaction.ts";
import { withSettings } from "./unmanaged.ts";

function keysIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  return isObject(value) ? Object.entries(value).flatMap(([key, content]) => [key, ...keysIn(content)]) : [];
}

/** False for a value without a text or a key that is long enough for a secret: flags, choices, most numbers. Addresses of networks are no secrets. */
export function mayHoldSecret(value: unknown): boolean {
  return [...textsIn(value), ...keysIn(value)].some(
    (text) => canBeRedacted(text) && isIP(text.replace(/\/\d+$/, "")) === 0,
  );
}

/**
 * The texts that are or may be secrets in projects, whether a file declares them or not, and in the other projects of their lists. No live
 * value that holds one is written into a file. `edited`: the projects whose texts are written. Needs the components of these, of those with
 * a section for them, and the catalogue's entries of those that no file declares; for no edited project nothing more than a plan.
 */
export function liveSecrets(
  projects: readonly PlannedProject[],
  edited: ReadonlySet<PlannedProject>,
  view: View,
  snapshot: Snapshot,
): string[] {
  const isSearched = (project: PlannedProject): boolean =>
    edited.has(project) || (edited.size > 0 && project.file.components !== undefined);
  const searched = projects.filter(isSearched);
  const declared = mapAll(projects, (project) => ({
    ...project,
    children: mapAll(
      project.children.filter((child) => child.declared !== undefined),
      (child) => (child.kind === "component" && isSearched(project) ? withSettings(child, project, view) : child),
    ),
  }));
  const known = new Set(declared.flatMap(({ children }) => children.map(({ live }) => live?.id)));
  const undeclared = mapAll(searched, ({ live }) => {
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
