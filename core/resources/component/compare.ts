import type { ProjectComponentRecord } from "../../api/records.ts";
import { sameJson, sameMeaning } from "../canonical.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { own } from "../json.ts";
import type { Change } from "../kind.ts";
import { declaredComponent, type DeclaredComponent } from "./declared.ts";
import { hasComponentKey, mayBePinned } from "./identity.ts";
import { judgeSettings } from "./judge-setting.ts";

/** Declared fields whose live value differs. `forceSecrets`: also the declared settings that cannot be compared, so that they are sent again. */
export function compareComponent(
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
  forceSecrets = false,
): readonly Change[] {
  const { component, version, active, extra = {} } = declared;
  const changes: Change[] = [];
  const differ = (path: string, from: unknown, to: unknown, replace = false): void => {
    changes.push({ path, from: from ?? null, to, replace });
  };
  const { component_slug: slug, component_version: liveVersion } = live;
  if (!hasComponentKey(component, live, entry) && !mayBePinned(component, live))
    differ("component", slug, component, true);
  // If the service does not say which version is live, the declared one would differ for ever.
  if (version !== undefined && typeof liveVersion === "string" && version !== liveVersion) {
    differ("version", liveVersion, version);
  }
  if (active !== undefined && !sameMeaning(declaredComponent.shape.active, active, live.active)) {
    differ("active", live.active, active);
  }
  for (const { name, declared: to, live: from, verdict } of judgeSettings(declared, live, entry)) {
    if (verdict === "different" || (forceSecrets && verdict === "hidden")) differ(`settings.${name}`, from, to);
  }
  for (const [name, to] of Object.entries(extra)) {
    const from = own(live, name);
    if (!sameJson(to, from)) differ(name, from, to);
  }
  return changes;
}
