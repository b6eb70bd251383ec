import type { ProjectComponentRecord } from "../../api/records.ts";
import { own, sameJson } from "../canonical.ts";
import { compareSettings, hiddenSettings } from "./settings.ts";
import type { ComponentPlace, DeclaredComponent } from "./kind.ts";
import type { Change } from "../kind.ts";

/** Declared fields that differ from what is live. */
export function compareComponent(
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  { entry, rewriteSecrets = false }: Omit<ComponentPlace, "projectId">,
): readonly Change[] {
  const { component, version, active, settings, extra = {} } = declared;
  const changes: Change[] = [];
  const differ = (path: string, from: unknown, to: unknown, replace = false): void => {
    changes.push({ path, from: from ?? null, to, replace });
  };
  const { component_slug: slug, component_version: liveVersion } = live;
  if (typeof slug === "string" && slug !== component) differ("component", slug, component, true);
  // A version that the service does not say cannot be compared: it would be sent again and again.
  if (version !== undefined && typeof liveVersion === "string" && version !== liveVersion) {
    differ("version", liveVersion, version);
  }
  if (active !== undefined && (active ?? true) !== (live.active ?? true)) differ("active", live.active, active);
  if (settings !== undefined) {
    changes.push(...compareSettings(settings, live.settings ?? {}, hiddenSettings(entry, live), rewriteSecrets));
  }
  for (const [name, to] of Object.entries(extra)) {
    const from = own(live, name);
    if (!sameJson(to, from)) differ(name, from, to);
  }
  return changes;
}
