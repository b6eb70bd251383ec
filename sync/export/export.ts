import type { Client } from "../../provider/api/client.ts";
import type { FileData } from "../../provider/file/write-file.ts";
import { settleDraft } from "./verify.ts";
import { readingOnce } from "./reading-once.ts";
import { secretsIn, type Draft, type Secret } from "./draft.ts";
import { readProjects, type LeftOut, type LiveProject } from "./live.ts";
import { fileNames } from "./names.ts";
import { draftProject } from "./project.ts";
import { withoutRepeatedSecrets } from "./repeated-secrets.ts";
import { draftComponents, draftDomains } from "./sections.ts";
import { selectProjects, type Selection } from "./selection.ts";
import { variablesOf } from "./variable.ts";
import { compareText } from "../../provider/resources/compare-text.ts";

/** A live project as a file says it. Holds no secret. */
export interface ExportedProject {
  /** Of a YAML file; no two are the same. */
  readonly fileName: string;
  /** `organization/slug`. */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  readonly data: FileData;
  /** The variables that the file takes secrets from. */
  readonly secrets: readonly Secret[];
  /** What is live and not in the file. */
  readonly notes: readonly string[];
}

export interface Export {
  /** By organization and slug. */
  readonly projects: readonly ExportedProject[];
  /** Projects of which there is no file. */
  readonly leftOut: readonly LeftOut[];
}

/** What an export is written as. */
export type Format = "yaml" | "pulumi";

/**
 * Says in files what is live. Each of them loads, and all of them plan to nothing, with their secrets in the environment and without.
 * Only reads, and everything once. Rejects with SelectionError where what is asked for is not there.
 */
export async function exportProjects(client: Client, selection: Selection, format: Format = "yaml"): Promise<Export> {
  const reader = readingOnce(client);
  const read = await readProjects(reader, await selectProjects(reader, selection));
  const live = read.flatMap((each) => ("live" in each ? [each.live] : [])).toSorted(byKey);
  const leftOut = read.flatMap((each) => ("leftOut" in each ? [each.leftOut] : []));
  const taken = new Map<string, string>();
  const drafts = withoutRepeatedSecrets(live.map((project) => draftOf(project, taken, format)));
  const projects: Omit<ExportedProject, "fileName">[] = [];
  const written: LiveProject[] = [];
  for (const draft of drafts) {
    const { project } = draft;
    const settled = await settleDraft(draft, reader);
    const { id } = project.record;
    if ("reason" in settled) {
      leftOut.push({ id, reason: settled.reason });
      continue;
    }
    const { data, notes } = settled;
    const key = `${project.organizationId}/${project.slug}`;
    const pinned = project.pinned ? [`${key} is told by its id: the slug alone does not tell it from others.`] : [];
    const all = [...pinned, ...draft.notes, ...notes];
    projects.push({ key, id, data, secrets: secretsIn(data, draft.secrets), notes: all });
    written.push(project);
  }
  const names = fileNames(written);
  return {
    projects: projects.map((project, index) => ({ fileName: names[index] ?? "", ...project })),
    leftOut: leftOut.toSorted((a, b) => compareText(a.id, b.id)),
  };
}

function draftOf(live: LiveProject, taken: Map<string, string>, format: Format): Draft {
  const variable = variablesOf(live);
  const { fields: project, ...own } = draftProject(live, variable);
  const { components, ...inComponents } = draftComponents(live, variable, format === "yaml");
  const { domains, ...inDomains } = draftDomains(live, taken);
  return {
    project: live,
    data: {
      project,
      ...(components === undefined ? {} : { components }),
      ...(domains === undefined ? {} : { domains }),
    },
    secrets: [...own.secrets, ...inComponents.secrets],
    notes: [...own.notes, ...inComponents.notes, ...inDomains.notes],
  };
}

function byKey(a: LiveProject, b: LiveProject): number {
  return (
    compareText(a.organizationId, b.organizationId) ||
    compareText(a.slug, b.slug) ||
    compareText(a.record.id, b.record.id)
  );
}
