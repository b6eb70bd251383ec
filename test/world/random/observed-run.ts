import type { Report } from "../../../sync/report/report.ts";
import type { Call } from "./calls.ts";
import { keyOf, type DeclaredProject } from "./declarations.ts";
import type { ByOthers } from "./others.ts";
import type { RunStep } from "./schedule.ts";
import type { Seen } from "../oracle/service.ts";
import { differences, isAutomatic, type LiveObject, type Truth } from "../oracle/truth.ts";

/** Everything that one run of the tool said and did. */
export interface ObservedRun {
  readonly number: number;
  readonly step: RunStep;
  readonly declared: readonly DeclaredProject[];
  /** Milliseconds of virtual time. */
  readonly startedAt: number;
  readonly before: Truth;
  readonly after: Truth;
  readonly seen: readonly Seen[];
  readonly calls: readonly Call[];
  /** What others changed meanwhile. */
  readonly others: readonly ByOthers[];
  /** If the run was killed: what it had told by then. */
  readonly report: Report;
  readonly isKilled: boolean;
  readonly staleListsMs: number;
  /** Whether a list that showed a change may show the state before it later. */
  readonly listsGoBack: boolean;
  /** Whether a read by id may show the state before a change. */
  readonly readsAreLate: boolean;
  readonly hidesSecrets: boolean;
}

/** What one request did to one object. */
export interface Effect {
  readonly request: Seen;
  readonly id: string;
  readonly before: LiveObject | undefined;
  readonly after: LiveObject | undefined;
  /** Names of the fields that differ, where it was there before and after. */
  readonly changed: readonly string[];
}

export function effectsOf(request: Seen): readonly Effect[] {
  const { before, after } = request;
  const ids = new Set([...before.keys(), ...after.keys()]);
  return [...ids].flatMap((id): Effect[] => {
    const [old, now] = [before.get(id), after.get(id)];
    if (comesWithProject(now ?? old, request)) return [];
    if (old === undefined || now === undefined) return [{ request, id, before: old, after: now, changed: [] }];
    const changed = differences(old, now);
    return changed.length === 0 ? [] : [{ request, id, before: old, after: now, changed }];
  });
}

/** What the service attaches to a project by itself as it is made, and takes away with it, is no work of a run. */
function comesWithProject(object: LiveObject | undefined, { before, after }: Seen): boolean {
  if (object === undefined || !isAutomatic(object)) return false;
  return !before.has(object.project) || !after.has(object.project);
}

export function allEffects({ seen }: Pick<ObservedRun, "seen">): readonly Effect[] {
  return seen.filter(({ method }) => method !== "GET").flatMap(effectsOf);
}

/** The file that a project with this key belongs to. */
export function fileOf(declared: readonly DeclaredProject[], key: string): DeclaredProject | undefined {
  const project = key.split("/", 2).join("/");
  return declared.find(
    (file) =>
      keyOf(file) === project ||
      (file.previousSlug !== undefined &&
        !file.absent &&
        keyOf({ organization: file.organization, slug: file.previousSlug }) === project),
  );
}

/** What comes after a project's key: `organization/component` or a host name. */
export function childOf(key: string): string {
  return key.split("/").slice(2).join("/");
}

/** An object's key as the tool calls it: by the slug that its file declares. */
export function declaredKey(declared: readonly DeclaredProject[], object: LiveObject): string {
  const file = fileOf(declared, object.key);
  if (file === undefined) return object.key;
  const child = childOf(object.key);
  return child === "" ? keyOf(file) : `${keyOf(file)}/${child}`;
}
