import type { Body } from "../../api/client.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import type { CatalogueEntry } from "../catalogue.ts";
import { SecretAtRiskError } from "../failures.ts";
import { presentFields } from "../json.ts";
import type { Change } from "../kind.ts";
import type { DeclaredComponent } from "./declared.ts";
import { mergedSettings, secretsAtRisk } from "./settings.ts";

export function creationBody({ component, version, active, settings, extra }: DeclaredComponent): Body {
  return {
    component_slug: component,
    ...(version === undefined ? {} : { component_version: version }),
    ...(active === undefined || active === null ? {} : { active }),
    // `null` asks for the service's default.
    ...(settings === undefined || settings === null ? {} : { settings: presentFields(settings) }),
    ...extra,
  };
}

/** The body of an update. Throws SecretAtRiskError if it could lose a secret. `subject`: names the component in the message. */
export function updateBody(
  subject: string,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  changes: readonly Change[],
  entry: CatalogueEntry,
): Body {
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    // `extra` first: a field in it may have any name, also one that starts like one of ours.
    if (Object.hasOwn(declared.extra ?? {}, path)) body[path] = to;
    else if (path === "version") body["component_version"] = to;
    // Unlike settings, `active` is not documented as nullable: send the default itself.
    else if (path === "active") body["active"] = to ?? true;
    else {
      const lost = secretsAtRisk(declared.settings, live, entry);
      if (lost.length > 0) throw new SecretAtRiskError(subject, lost);
      body["settings"] = mergedSettings(declared.settings, live, entry);
    }
  }
  return body;
}
