import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import type { DeclaredComponent } from "../../provider/resources/component/declared.ts";
import type { ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";
import type { WritePolicy } from "../../provider/resources/component/policy.ts";

/**
 * What a plan notes on a live component: what was not compared, and a version behind the latest. `written` is the declaration
 * as the file has it, `declared` the same with `latest` resolved.
 */
export function componentNotes(
  written: DeclaredComponent,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  knowledge: ComponentKnowledge,
  { rewriteSecrets = false }: WritePolicy,
): string[] {
  const version = versionNotes(written, declared, live);
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
  { version: written }: DeclaredComponent,
  { version }: DeclaredComponent,
  { component_version: live }: ProjectComponentRecord,
): string[] {
  if (version === undefined) return [];
  if (typeof live !== "string") return ["version: the service does not show it, so it was not compared."];
  return written === "latest" && version !== live ? [`outdated: ${live} is live, the latest is ${version}.`] : [];
}
