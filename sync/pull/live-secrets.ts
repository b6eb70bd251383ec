import type { ProjectComponentRecord } from "../../core/api/records.ts";
import { secretValues, sensitiveValues } from "../../core/plan/changes.ts";
import type { PlannedProject } from "../../core/plan/planned-object.ts";
import { valueOf, type Snapshot } from "../../core/reconcile/snapshot.ts";
import { mapAll, orIfRefused, wholeComponent, type View } from "../../core/reconcile/snapshot-view.ts";
import { COMPONENT_SLUG, NOT_ASKED } from "../../core/resources/catalogue.ts";
import { projectFields } from "../../core/resources/project-fields.ts";
import { mayBeSecret } from "../../core/resources/secret-settings.ts";
import { sensitiveTexts, textsIn } from "../../core/resources/sensitive-values.ts";
import { withSettings } from "./unmanaged.ts";

/** Plain words in a header of another project, such as `production` or `www.example.com`: this project may use them too. */
const WORDS = /^[a-z]+(?:[./ -][a-z]+)*$/;

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
  const lists = [...snapshot.projects.values()].flatMap((reading) => valueOf(reading)?.records ?? []);
  const undeclared = mapAll(projects, ({ live }) => {
    const listed = live === undefined ? [] : orIfRefused([], () => view.components(live.id));
    const others = listed.filter(({ id }) => !known.has(id));
    return mapAll(others, (each) => wholeComponent(view, live?.id ?? "", each));
  }).flat();
  return [
    ...declared.flatMap((project) => [...sensitiveValues(project), ...secretValues(project)]),
    ...lists.flatMap((record) =>
      Object.entries(projectFields).flatMap(([name, field]) =>
        sensitiveTexts(field, record[name]).filter((text) => name !== "forwarded_headers" || !WORDS.test(text)),
      ),
    ),
    ...mapAll(undeclared, (live) => secretsOf(live, view)).flat(),
  ];
}

function secretsOf(live: ProjectComponentRecord, view: View): string[] {
  const { component_version: version, settings } = live;
  const slug = live.component_slug ?? "";
  const entry = COMPONENT_SLUG.test(slug) ? orIfRefused(NOT_ASKED, () => view.catalogue(slug)) : NOT_ASKED;
  const values = Object.entries(settings ?? {}).filter(
    // The catalogue describes no list and no map: one may hold anything.
    ([setting, value]) => typeof value === "object" || mayBeSecret(entry, setting, version),
  );
  return values.flatMap(([, value]) => textsIn(value));
}
