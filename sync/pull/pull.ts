import { InvalidRequestError } from "../../core/api/errors.ts";
import { editFile, writtenContent, type Edit } from "../../core/file/edit-file.ts";
import type { LoadResult } from "../../core/file/load-file.ts";
import { problemAt, type LoadedFile } from "../../core/file/loaded-file.ts";
import { missingVariableProblem } from "../../core/file/missing-variables.ts";
import { isWithin, pathKey, pathText } from "../../core/file/position.ts";
import { isError, type Problem } from "../../core/file/problem.ts";
import { findConflicts } from "../../core/plan/conflicts.ts";
import type { PlanResult } from "../../core/plan/planner.ts";
import type { PlannedChild, PlannedProject } from "../../core/plan/planned-object.ts";
import { prunes } from "../../core/plan/plan-options.ts";
import type { Fields } from "../../core/resources/json.ts";
import { SECTIONS, type ChildKind } from "../../core/resources/kind.ts";
import type { Path } from "../../core/resources/schema-walk.ts";
import { createRedaction, type Redaction } from "../../core/text/redaction.ts";
import { mayHoldSecret } from "./live-secrets.ts";
import {
  differencesOf,
  type NotPulled,
  type ProjectDifferences,
  type PulledEdit,
  type PullOptions,
  type PullScope,
} from "./pull-project.ts";

export interface PulledFile {
  readonly file: LoadedFile;
  readonly before: string;
  /** With the edits. The same text if there are none. */
  readonly after: string;
  /** The fields that are brought in, as `project.force_https`. */
  readonly changed: readonly string[];
  /** Differences that stay, each with its reason as a warning at its place. */
  readonly notPulled: readonly Problem[];
  /** What is in the project, by the plans of both texts. */
  readonly children: readonly PlannedChild[];
}

export interface PullContext extends PullOptions {
  readonly load: (name: string, text: string) => LoadResult;
  /** Plans files over one snapshot. With `includeUnmanaged`: see `withAdded`. */
  readonly plan: (files: readonly LoadedFile[]) => Promise<PlanResult>;
  /** Knows the secrets of planned projects, whether a file declares them or not. `edited`: those with a text to write. */
  readonly redaction: (
    projects: readonly PlannedProject[],
    edited: ReadonlySet<PlannedProject>,
  ) => Promise<Pick<Redaction, "redact">>;
  /** The keys of the missing objects that are gone. `missing`: plans again over what was read meanwhile. */
  readonly goneObjects: (missing: () => Promise<readonly MissingObject[]>) => Promise<ReadonlySet<string>>;
  /** Slugs of live projects, of the organization that no file declares. Empty: there is none. */
  readonly unmanagedSlugs: (project: PlannedProject, projects: readonly PlannedProject[]) => string;
}

/** A declared object of a kind that is pruned, which the list of its project does not have. */
export interface MissingObject {
  readonly kind: ChildKind;
  readonly key: string;
  readonly projectId: string;
  readonly name: string;
}

/** The edits of a file in the making. */
interface Draft {
  readonly name: string;
  readonly before: LoadedFile;
  readonly text: string;
  readonly edits: Map<string, PulledEdit>;
  readonly takenBack: Map<string, NotPulled>;
  file: LoadedFile;
  after: string;
}

/**
 * Edits the texts of files so that they declare what is live. Each edit is verified by construction: the files that result are planned over the
 * same snapshot, and an edit after which its field still differs is taken back. So a second pull changes nothing.
 */
export async function pullFiles(
  texts: readonly { readonly file: LoadedFile; readonly text: string }[],
  context: PullContext,
): Promise<readonly PulledFile[]> {
  const drafts = texts.map(({ file, text }): Draft => {
    return { name: file.file, before: file, file, text, after: text, edits: new Map(), takenBack: new Map() };
  });
  const missing = async (): Promise<MissingObject[]> =>
    missingObjects((await context.plan(drafts.map(({ file }) => file))).projects, context);
  const gone = (context.prune ?? []).length === 0 ? new Set<string>() : await context.goneObjects(missing);
  const isGone = (key: string): boolean => gone.has(key);
  let firstByFile: ReadonlyMap<LoadedFile, PlannedProject> = new Map();
  // Each edit is made at most once, and taken back at most once: so this ends.
  for (;;) {
    const files = drafts.map(({ file }) => file);
    const { projects } = await context.plan(files);
    const conflicts = findConflicts(files);
    const byFile = new Map(projects.map((project) => [project.file, project]));
    if (firstByFile.size === 0) firstByFile = byFile;
    const find = (draft: Draft, redaction: PullScope["redaction"]): Found & ProjectDifferences => {
      const project = byFile.get(draft.file);
      let content: Fields | undefined;
      const written = (): Fields => (content ??= writtenContent(draft.after));
      const unmanagedSlugs = (missing: PlannedProject): string => context.unmanagedSlugs(missing, projects);
      const differences = project && differencesOf(project, { ...context, isGone, redaction, written, unmanagedSlugs });
      return { draft, conflicts, ...(differences ?? { edits: [], notPulled: [] }) };
    };
    // To know the secrets of a project takes requests: only if a text of it may be written.
    const edited = drafts.filter((draft) =>
      find(draft, NO_SECRETS).edits.some(({ edit }) => mayHoldSecret(addedBy(edit))),
    );
    const redaction = await context.redaction(projects, new Set(edited.flatMap(({ file }) => byFile.get(file) ?? [])));
    const found = drafts.map((draft) => find(draft, redaction));
    const changed = found.filter((each) => decide(each.draft, each.edits) || takeBackObjected(each));
    for (const { draft } of changed) rewrite(draft, context);
    if (changed.length === 0)
      return found.map(({ draft, notPulled }) => {
        const both = [byFile.get(draft.file), firstByFile.get(draft.before)];
        return { ...pulled(draft, notPulled), children: both.flatMap((each) => each?.children ?? []) };
      });
  }
}

function missingObjects(projects: readonly PlannedProject[], options: PullOptions): MissingObject[] {
  return projects.flatMap(({ live, children }) =>
    children.flatMap(({ kind, name, item: { action, key } }) =>
      prunes(options, SECTIONS[kind]) && action === "create" && live !== undefined
        ? [{ kind, key, projectId: live.id, name }]
        : [],
    ),
  );
}

const NO_SECRETS: PullScope["redaction"] = createRedaction([]);

interface Found {
  readonly draft: Draft;
  readonly notPulled: readonly NotPulled[];
  /** Declarations that contradict each other. */
  readonly conflicts: readonly Problem[];
}

/** Takes back edits of what is blocked then, or contradicts another file. Returns whether there is one. */
function takeBackObjected({ draft: { name, edits, takenBack }, notPulled, conflicts }: Found): boolean {
  const blocked = notPulled.filter(({ isBlocked }) => isBlocked === true);
  const against = [
    ...blocked.map(({ path, reason }) => ({ path: pathText(path), reason })),
    // The message names the other file.
    ...conflicts
      .filter(({ file, message }) => file === name || message.includes(`${name}:`))
      .map(({ path, message }) => ({ path: path === "project" ? "project.slug" : "domains", reason: message })),
  ];
  const before = edits.size;
  for (const [key, { edit }] of edits) {
    const { path } = edit;
    const at = pathText(path);
    const objection = against.find((each) => isWithin(at, each.path) || isWithin(each.path, at));
    if (objection === undefined) continue;
    edits.delete(key);
    takenBack.set(key, { path, reason: objection.reason });
  }
  return edits.size < before;
}

/** Takes new edits, and takes those back whose field still differs. Returns whether there is one of either. */
function decide({ edits, takenBack }: Draft, found: readonly PulledEdit[]): boolean {
  const open = found.filter(({ edit }) => !takenBack.has(keyOf(edit)));
  for (const each of open) {
    const key = keyOf(each.edit);
    const { path } = each.edit;
    if (edits.delete(key)) takenBack.set(key, { path, reason: "A plan would still change it after the edit." });
    else edits.set(key, each);
  }
  return open.length > 0;
}

/** Makes the edits. Those that the form of the text does not take, or that the file does not take, are taken back. */
function rewrite(draft: Draft, { load }: PullContext): void {
  const { name, text, edits } = draft;
  const takeBack = (edit: Edit, reason: string): void => {
    edits.delete(keyOf(edit));
    draft.takenBack.set(keyOf(edit), { path: edit.path, reason });
  };
  for (;;) {
    const edited = editFile(
      text,
      [...edits.values()].map(({ edit }) => edit),
    );
    for (const edit of edited.refused) takeBack(edit, "It is written in a form that is not edited. Edit it by hand.");
    const { file, problems } = load(name, edited.text);
    if (file !== undefined) {
      Object.assign(draft, { file, after: edited.text });
      return;
    }
    const errors = problems.filter(isError);
    if (edits.size === 0)
      throw new InvalidRequestError(`${name} has changed since it was read, and is not valid now. Run this again.`);
    const concerned = [...edits.values()].filter(({ edit }) => {
      const at = pathText(edit.path);
      return errors.some((error) => isWithin(error.path, at) || isWithin(at, error.path));
    });
    for (const { edit } of concerned.length > 0 ? concerned : [...edits.values()])
      takeBack(edit, `The file would not be valid: ${errors[0]?.message ?? ""}`);
  }
}

function pulled({ before: file, file: edited, text, after, edits, takenBack }: Draft, notPulled: readonly NotPulled[]) {
  /** The path in the file before: a domain may have moved up. */
  const pathBefore = ([section = "", index, ...rest]: Path): Path => {
    if (typeof index !== "number") return index === undefined ? [section] : [section, index, ...rest];
    const name = edited.domains?.find(({ place }) => place[1] === index)?.declared.name;
    return [...(file.domains?.find(({ declared }) => declared.name === name)?.place ?? [section]), ...rest];
  };
  const leftOut = [...edits.values()].flatMap((each) => each.leftOut ?? []);
  const all = new Map(
    [...takenBack.values(), ...leftOut, ...notPulled.map((each) => ({ ...each, path: pathBefore(each.path) }))].map(
      (each) => [`${pathKey(each.path)} ${each.reason}`, each],
    ),
  );
  return {
    file,
    before: text,
    after,
    changed: [...edits.values()].map(({ edit }) => pathText(edit.path)),
    notPulled: [
      ...file.missingVariables.map(missingVariableProblem("warning")),
      ...[...all.values()].map(({ path, reason }) => problemAt(file, "warning", path, reason, "key")),
    ],
  };
}

/** What an edit writes. */
function addedBy(edit: Edit): unknown {
  if ("set" in edit) return edit.set;
  return "add" in edit ? edit.add : undefined;
}

function keyOf(edit: Edit): string {
  const item = "add" in edit ? edit.add : "remove" in edit ? edit.remove : undefined;
  return pathKey([...edit.path, JSON.stringify(item) ?? ""]);
}
