import type { ProjectComponentRecord } from "../api/records.ts";
import { COMPONENT_SLUG, NOT_ASKED } from "../resources/catalogue.ts";
import { projectFields } from "../resources/project-fields.ts";
import { mayBeSecret } from "../resources/secret-settings.ts";
import { sensitiveTexts, textsIn } from "../resources/sensitive-values.ts";
import { valueOf, type Snapshot } from "./snapshot.ts";
import { orIfRefused, wholeComponent, type View } from "./snapshot-view.ts";

/* Texts that are or may be secrets in live objects that no file declares: no copy of one is written into a file. */

/** A word, address, media type, date or mask, such as `Production`, `https://www.example.com`, `20240101` and `****`: any project may use it. */
const COMMON = /^(?:(?:https?:\/\/)?(?:[A-Z]+|[A-Z]?[a-z]+)(?:[./-](?:[A-Z]+|[A-Z]?[a-z]+))*\/?|\d{1,8}|(.)\1*)$/;

/** What may be secrets in the projects of all lists that were read. */
export function secretsInLists(snapshot: Snapshot): string[] {
  const lists = [...snapshot.projects.values()].flatMap((reading) => valueOf(reading)?.records ?? []);
  return lists.flatMap((record) =>
    Object.entries(projectFields).flatMap(([name, field]) =>
      sensitiveTexts(field, record[name]).filter((text) => !COMMON.test(text)),
    ),
  );
}

/** The secrets of a component. Needs its settings, and the catalogue's entry. */
export function secretsOfComponent(view: View, projectId: string, listed: ProjectComponentRecord): string[] {
  const slug = listed.component_slug ?? "";
  if (COMPONENT_SLUG.test(slug)) view.want({ of: "catalogue", key: slug });
  const { component_version: version, settings } = wholeComponent(view, projectId, listed);
  const entry = COMPONENT_SLUG.test(slug) ? orIfRefused(NOT_ASKED, () => view.catalogue(slug)) : NOT_ASKED;
  const values = Object.entries(settings ?? {}).filter(
    // The catalogue describes no list and no map: one may hold anything.
    ([setting, value]) => typeof value === "object" || mayBeSecret(entry, setting, version),
  );
  return values.flatMap(([, value]) => textsIn(value));
}
