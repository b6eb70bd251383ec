import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { hiddenSettings, secretsAtRisk } from "../../provider/resources/component/settings.ts";
import type { DeclaredComponent } from "../../provider/resources/component/kind.ts";
import type { Change } from "../../provider/resources/kind.ts";

/** Settings that an update might lose, because the service hides them and nobody declares them. */
export function secretsLost(
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
  changes: readonly Change[],
): string[] {
  if (!changes.some(({ path }) => path.startsWith("settings"))) return [];
  return secretsAtRisk(declared.settings, hiddenSettings(entry, live));
}

function onVersion(
  { version: written }: DeclaredComponent,
  { version }: DeclaredComponent,
  { component_version: live }: ProjectComponentRecord,
): string[] {
  if (version === undefined) return [];
  if (typeof live !== "string") return ["version: the service does not say it, so it was not compared."];
  return written === "latest" && version !== live ? [`outdated: ${live} is live, the latest is ${version}.`] : [];
}

/** What was not compared, or is behind the latest version. */
export function notesOn(
  written: DeclaredComponent,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
  rewriteSecrets: boolean | undefined,
): string[] {
  const version = onVersion(written, declared, live);
  if (rewriteSecrets === true) return version;
  const hidden = [...hiddenSettings(entry, live)].filter((name) => Object.hasOwn(declared.settings ?? {}, name));
  return [
    ...version,
    ...hidden.map(
      (name) =>
        `settings.${name}: the service does not show it, so it was not compared; rewrite-secrets sends it again.`,
    ),
  ];
}
