import type { ProjectComponentRecord } from "../../api/records.ts";
import { resolveVersion } from "../catalogue.ts";
import type { Change } from "../kind.ts";
import type { Finding } from "./check-settings.ts";
import { checkComponent } from "./check.ts";
import { compareComponent } from "./compare.ts";
import type { DeclaredComponent } from "./declared.ts";
import type { ComponentKnowledge, WritePolicy } from "./knowledge.ts";
import { secretsAtRisk } from "./settings.ts";

/** What writing a component would change, and what speaks against it. Made without writing. */
export interface Assessment {
  /** The declaration with `latest` resolved, so that a plan shows the version that will be live. */
  readonly declared: DeclaredComponent;
  /** Declared fields that differ; `undefined` if nothing is live. */
  readonly changes: readonly Change[] | undefined;
  /** What the catalogue says against it. */
  readonly findings: readonly Finding[];
  /** Undeclared secrets that the write could lose. */
  readonly atRisk: readonly string[];
}

/** Assesses a declared component against the live one and the catalogue. `pending`: settings whose values are not known. */
export function assessComponent(
  written: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
  knowledge: ComponentKnowledge,
  policy: WritePolicy,
  pending: ReadonlySet<string>,
): Assessment {
  const { version, ...rest } = written;
  const concrete = version === undefined ? undefined : resolveVersion(knowledge.entry, version);
  const declared = concrete === undefined ? rest : { ...rest, version: concrete };
  const findings = checkComponent(knowledge, written, live, pending);
  if (live === undefined) return { declared, changes: undefined, findings, atRisk: [] };
  const changes = compareComponent(declared, live, knowledge, policy);
  const changesSettings = changes.some(({ path }) => path.startsWith("settings"));
  const atRisk = changesSettings ? secretsAtRisk(declared.settings, live, knowledge) : [];
  return { declared, changes, findings, atRisk };
}
