import type { ReadClient } from "../../core/api/client.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import { compareText } from "../../core/resources/compare-text.ts";
import { fileText, type FileData } from "../../core/file/write-file.ts";
import { draftProjects } from "./draft-projects.ts";
import { fileData, secretsIn, type FileDraft, type ExportFormat, type Secret } from "./draft.ts";
import { undraftedSecrets, withoutKnownSecrets } from "./credentials.ts";
import { fileNames } from "./variable-name.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { planning } from "../../core/reconcile/snapshot-view.ts";
import { OmittedProject, type ProjectSelection } from "./selection.ts";
import { verifyDraft } from "./verify-draft.ts";

/** Only the file of the first project that has a domain can declare it. The others have no section `domains`. */
function withoutSharedDomains(drafts: readonly FileDraft[]): readonly FileDraft[] {
  const owners = new Map<string, string>();
  return drafts.map((draft) => {
    const { domains = [], ...others } = draft.sections;
    const { id } = draft.project.record;
    for (const { name } of domains) owners.set(name, owners.get(name) ?? id);
    const shared = domains.find(({ name }) => owners.get(name) !== id);
    if (shared === undefined) return draft;
    const note = `The section domains is left out: ${shared.name} is attached to ${owners.get(shared.name)} too.`;
    return { ...draft, sections: others, notes: [...draft.notes, note] };
  });
}

/** The project file of a live project. Holds no secret. */
export interface ExportedProject {
  /** Name of the YAML file. Each project has its own. */
  readonly fileName: string;
  /** `organization/slug`. */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  readonly data: FileData;
  /** The variables that the file takes secrets from. */
  readonly secrets: readonly Secret[];
  /** Live objects and fields that are not in the file. */
  readonly notes: readonly string[];
}

export interface Export {
  /** By organization and slug. */
  readonly projects: readonly ExportedProject[];
  /** Projects without a file. */
  readonly leftOut: readonly OmittedProject[];
}

export interface ExportOptions {
  /** Default: `yaml`. */
  readonly format?: ExportFormat | undefined;
  /** Leave out fields at their default, which are then not managed. Default: every known field that the service shows. */
  readonly isMinimal?: boolean | undefined;
  /** Credentials of the run, which no file may hold. Default: none. */
  readonly tokens?: readonly string[];
}

/**
 * Makes project files of live projects. Each file loads, and all of them plan to nothing, with their secrets in the environment and
 * without them. Only reads, and everything once. Throws SelectionError if a selected project is not found.
 */
export async function exportProjects(
  client: ReadClient,
  selection: ProjectSelection,
  { format = "yaml", isMinimal = false, tokens = [] }: ExportOptions = {},
): Promise<Export> {
  const { origin } = client;
  const { redactTokens } = createRedaction(tokens);
  // One for all: so the files, and the plans that verify them, are of one state of the service.
  const observer = createObserver(client);
  const read = await observer.plan(planning((view) => draftProjects(view, selection, { format, isMinimal })));
  const leftOut = read.filter((each) => each instanceof OmittedProject);
  const drafts = read.flatMap((each) => (each instanceof OmittedProject ? [] : [each])).toSorted(byKey);
  const others = await observer.plan(planning((view) => undraftedSecrets(drafts, view, observer.snapshot)));
  const files: FileDraft[] = [];
  for (const draft of withoutKnownSecrets(withoutSharedDomains(drafts), tokens, others)) {
    const verified = await verifyDraft(draft, { observer, origin });
    const { id } = draft.project.record;
    if ("reason" in verified) leftOut.push(new OmittedProject(id, verified.reason));
    else if (holdsToken(verified, redactTokens))
      leftOut.push(new OmittedProject(id, "a name in it holds the token of this run."));
    else files.push(verified);
  }
  const names = fileNames(files.map(({ project }) => project));
  return {
    projects: files.map((draft, index) => exported(draft, names[index] ?? "", redactTokens)),
    leftOut: leftOut
      .map(({ id, reason }) => ({ id: redactTokens(id), reason: redactTokens(reason) }))
      .toSorted((a, b) => compareText(a.id, b.id)),
  };
}

/** Fields with a token are left out before: it is in a key, a slug or a host name. */
function holdsToken(draft: FileDraft, redactTokens: (text: string) => string): boolean {
  const text = JSON.stringify(fileData(draft));
  return redactTokens(text) !== text;
}

function exported(draft: FileDraft, fileName: string, redactTokens: (text: string) => string): ExportedProject {
  const { organizationId, slug, record } = draft.project;
  return {
    fileName,
    key: `${organizationId}/${slug}`,
    id: redactTokens(record.id),
    data: fileData(draft),
    secrets: secretsIn(draft).map(({ name, path, hidden }) => ({ name, path, hidden })),
    notes: draft.notes.map((note) => redactTokens(note)),
  };
}

function byKey({ project: a }: FileDraft, { project: b }: FileDraft): number {
  return (
    compareText(a.organizationId, b.organizationId) ||
    compareText(a.slug, b.slug) ||
    compareText(a.record.id, b.record.id)
  );
}

/** The project files of an export, each with its notes as comments. `schema`: address of the JSON Schema. */
export function projectFiles({ projects }: Export, schema: string): { readonly name: string; readonly text: string }[] {
  return projects.map(({ fileName, data, notes }) => ({
    name: fileName,
    text: fileText(data, { schema, comments: notes }),
  }));
}
