import { keyOf } from "./declarations.ts";
import { allEffects, childOf, declaredKey, fileOf, type ObservedRun } from "./observed-run.ts";
import type { LiveObject } from "../oracle/truth.ts";
import { componentDifferences, projectDifferences } from "./as-declared.ts";

/** When all is well again: an apply, and another one, whose plan says what the first one left. */
export interface End {
  readonly first: ObservedRun;
  readonly second: ObservedRun;
}

/** Once faults and staleness have ended, one apply leaves nothing to do but what is blocked, and a second writes nothing. */
export function checkEnd({ first, second }: End): string[] {
  return [
    ...[first, second].flatMap(({ report: { result, error, problems } }) =>
      ["no-changes", "changes", "applied", "blocked", "partial", "failed"].includes(result) && error === undefined
        ? []
        : [`a run without faults ended as ${result}: ${error ?? JSON.stringify(problems)}`],
    ),
    ...notDone(first),
    ...leftToDo(first, second),
    ...notSaidTwice(second),
    ...wrongThoughUnchanged(second),
    ...(leftToDo(first, second).length === 0 && unblocked(first, second).length === 0
      ? allEffects(second).map(
          ({ request, id }) => `${request.method} ${request.path} changed ${id} in the second apply`,
        )
      : []),
  ];
}

function notDone(run: ObservedRun): string[] {
  const undone = (run.report.applied?.outcomes ?? []).filter(({ status }) => status !== "done");
  return undone
    .filter(({ kind, key }) => !(kind === "domain" && isElsewhere(key, run)))
    .map(({ kind, key, status, message }) => `without faults ${kind} ${key} is ${status}: ${message}`);
}

function changesIn({ report }: ObservedRun) {
  return (report.plan?.items ?? []).filter(({ action }) => !["unchanged", "unmanaged", "blocked"].includes(action));
}

function leftToDo(first: ObservedRun, plan: ObservedRun): string[] {
  return changesIn(plan)
    .filter(({ kind, key }) => !(kind === "domain" && isElsewhere(key, plan)) && !wasBlocked(key, first))
    .map(
      ({ action, kind, key, changes }) =>
        `still to do after an apply: ${action} ${kind} ${key} ${JSON.stringify(changes)}`,
    );
}

/** What was blocked by something that the apply removed. */
function unblocked(first: ObservedRun, plan: ObservedRun) {
  return changesIn(plan).filter(({ key }) => wasBlocked(key, first));
}

function wasBlocked(key: string, { report }: ObservedRun): boolean {
  return (report.plan?.items ?? []).some((item) => item.key === key && item.action === "blocked");
}

/** A host name that another project has, and that no file takes from there, cannot be attached. */
function isElsewhere(key: string, { after }: ObservedRun): boolean {
  const name = childOf(key);
  return [...after.values()].some((object) => object.kind === "domain" && object.name === name);
}

/** If several objects have one key, none is touched and all are named. */
function notSaidTwice({ report, declared, after }: ObservedRun): string[] {
  const byKey = Map.groupBy(
    [...after.values()].filter(({ kind, key }) => kind !== "domain" && isDeclared(kind, key)),
    ({ key }) => key,
  );
  return [...byKey].flatMap(([key, objects]) => {
    if (objects.length < 2) return [];
    const item = report.plan?.items.find((each) => each.key === key);
    const parent = report.plan?.items.find(
      (each) => each.kind === "project" && each.key === key.split("/", 2).join("/"),
    );
    if (parent?.action === "blocked" && objects[0]?.kind === "component" && item?.action !== "create") return [];
    const reasons = [item, parent].map((each) => (each?.action === "blocked" ? each.reason : "")).join(" ");
    const unnamed = objects.filter(({ name }) => !reasons.includes(name));
    return unnamed.map(({ name }) => `${key} is there ${objects.length} times, and ${name} is not named as blocked`);
  });

  function isDeclared(kind: LiveObject["kind"], key: string): boolean {
    const file = declared.find((each) => keyOf(each) === key.split("/", 2).join("/"));
    return file !== undefined && (kind === "project" || file.components?.has(childOf(key)) === true);
  }
}

/** What the plan calls unchanged is as declared, by another reading than the product's. */
function wrongThoughUnchanged({ report, declared, after }: ObservedRun): string[] {
  const unchanged = (report.plan?.items ?? []).filter(({ action }) => action === "unchanged");
  return unchanged.flatMap(({ kind, key }) => {
    const file = fileOf(declared, key);
    const live = [...after.values()].filter(
      (object) =>
        object.kind === kind && declaredKey(declared, object) === key && (kind !== "project" || object.key === key),
    );
    const part = kind === "component" ? file?.components?.get(childOf(key)) : undefined;
    const isAbsent =
      kind === "project" ? file?.absent : kind === "component" ? part?.absent : file?.domains?.get(childOf(key));
    if (file === undefined || isAbsent === undefined) return [`${key} is unchanged, but no file declares it`];
    if (isAbsent) return live.length === 0 ? [] : [`${key} is declared absent and called unchanged, and is there`];
    const [object] = live;
    if (object === undefined) return [`${key} is called unchanged, and is not there`];
    const wrong =
      kind === "project"
        ? projectDifferences(file, object)
        : part === undefined
          ? []
          : componentDifferences(childOf(key), part, object, true);
    return wrong.map((name) => `${key} is called unchanged, and ${name} is not as declared`);
  });
}
