import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { DeclaredComponent } from "../../provider/resources/component/declared.ts";
import type { ComponentKnowledge, WritePolicy } from "../../provider/resources/component/knowledge.ts";

/**
 * What a plan notes about a live component: what was not compared, and an outdated version. `fromFile` is the declaration in
 * the file, `declared` the same with `latest` resolved.
 */
export function componentNotes(
  fromFile: DeclaredComponent,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
  { rewriteSecrets = false }: WritePolicy,
): string[] {
  const version = versionNotes(fromFile, declared, live);
  if (rewriteSecrets) return version;
  const hidden = [...knowledge.hiddenIn(live)].filter((name) => Object.hasOwn(declared.settings ?? {}, name));
  return [
    ...version,
    ...hidden.map(
      (name) => `settings.${name}: the service hides it, so it was not compared; rewrite-secrets sends it again.`,
    ),
  ];
}

function versionNotes(
  { version: fromFile }: DeclaredComponent,
  { version }: DeclaredComponent,
  { component_version: live }: ProjectComponentRecord,
): string[] {
  if (version === undefined) return [];
  if (typeof live !== "string") return ["version: the service does not show it, so it was not compared."];
  return fromFile === "latest" && version !== live ? [`outdated: ${live} is live, the latest is ${version}.`] : [];
}
