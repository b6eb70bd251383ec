import { keyOf, type DeclaredProject } from "./declarations.ts";
import { allEffects, childOf, fileOf, type Effect, type ObservedRun } from "./observed-run.ts";
import { cameBetween, touchedByOthers } from "./others.ts";
import { KNOWN_LIMITS } from "./known-limits.ts";
import type { Seen } from "../oracle/service.ts";
import { asObject } from "../oracle/meaning.ts";
import type { LiveObject } from "../oracle/truth.ts";

/** Nothing undeclared is written, and nothing is deleted unless a file or a person removed it. */
export function checkCoverage(run: ObservedRun): string[] {
  const writes = run.seen.filter(({ method }) => method !== "GET");
  if (run.report.applied === undefined && !(run.isKilled && run.report.plan !== undefined)) {
    return writes.map(({ method, path }) => `${method} ${path} was sent by a run that applies nothing`);
  }
  const problems = allEffects(run).flatMap((effect) => {
    const why = whyNot(effect, run);
    const object = effect.after ?? effect.before;
    const isRace =
      object !== undefined && (cameBetween(run, effect.request, object) || isReported(run, effect.request, object));
    return why === undefined || isRace
      ? []
      : [`${effect.request.method} ${effect.request.path}: ${why} (${effect.id})`];
  });
  problems.push(...afterRefusedToken(run, writes));
  const deletions = allEffects(run).filter(
    (effect) => effect.after === undefined && !run.after.has(effect.id) && !isHiddenChild(effect, run),
  );
  if (deletions.length > run.step.maxDeletes) problems.push(`${deletions.length} deletions, above the limit`);
  return problems;
}

/** The run found out after it wrote into a project that others had changed it, and says so (docs/internals/faults.md). */
function isReported(run: ObservedRun, { method }: Effect["request"], { kind, key, project }: LiveObject): boolean {
  if (method !== "POST" || run.others.length === 0) return false;
  const outcomes = run.report.applied?.outcomes ?? [];
  return outcomes.some(
    (each) =>
      each.status === "partial" && (each.id === project || (each.kind === kind && childOf(each.key) === childOf(key))),
  );
}

/**
 * Once the service has refused the token of a write no other begins; only a host name on its way may still arrive. A
 * refusal that was given up was not heard.
 */
function afterRefusedToken({ step }: ObservedRun, writes: readonly Seen[]): string[] {
  const refused = writes.findIndex(({ status, fault }) => status === 401 && fault !== "given up");
  if (refused === -1 || step.concurrency > 1) return [];
  const later = writes.slice(refused + 1).filter(({ path }) => !path.endsWith("/domains"));
  if (later.length === 0) return [];
  return later.map(({ method, path }) => `${method} ${path} was sent after the token was refused`);
}

function movesOf(report: ObservedRun["report"]): string[] {
  return (report.plan?.items ?? []).filter(({ action }) => action === "move").map(({ key }) => key);
}

function wentWithProject({ before, request }: Pick<Effect, "before" | "request">): boolean {
  return before !== undefined && before.kind !== "project" && !request.after.has(before.project);
}

/** A child that the lists did not show yet and that was deleted with its project: no guard could count it. */
function isHiddenChild(effect: Effect, run: ObservedRun): boolean {
  const isPlanned = (run.report.plan?.items ?? []).some(({ key }) => key === effect.before?.key);
  return KNOWN_LIMITS.hiddenChildren && run.staleListsMs > 0 && !isPlanned && wentWithProject(effect);
}

function whyNot({ request, id, before, after, changed }: Effect, run: ObservedRun): string | undefined {
  const object = after ?? before;
  if (object === undefined) return undefined;
  const file = fileOf(run.declared, before?.key ?? object.key);
  if (file === undefined) return `no file comes to ${before?.key ?? object.key}`;
  if (before === undefined) return whyNotMade(object, file, run);
  if (after === undefined) {
    if (!wentWithProject({ before, request })) return whyNotDeleted(before, file, run);
    const isKnown = run.staleListsMs > 0 && KNOWN_LIMITS.hiddenChildren;
    return isKnown ? undefined : `${before.key} went with its project`;
  }
  if (file.absent) return `${before.key} is declared absent, and was changed`;
  const undeclared =
    before.kind === "project"
      ? undeclaredFields(before, after, changed, file)
      : undeclaredParts(before, after, changed, file).filter((name) => !wasDropped(name, { request, after, changed }));
  return undeclared.length === 0 ? undefined : `changed ${undeclared.join(", ")} of ${id}, which no file declares`;
}

function whyNotMade(object: LiveObject, file: DeclaredProject, run: ObservedRun): string | undefined {
  const { before, report } = run;
  const child = childOf(object.key);
  const wasThere = before.has(`${object.project}/${object.name}`);
  if (object.kind === "domain" && wasThere) {
    // A host name that could not be moved goes back.
    if (movesOf(report).some((key) => childOf(key) === child)) return undefined;
    if (!touchedByOthers(run, [object.key])) return `${object.key} was attached again`;
  }
  if (file.absent) return `${object.key} is declared absent, and was made`;
  if (object.kind === "project") return keyOf(file) === object.key ? undefined : `made with the previous slug`;
  const isDeclared =
    object.kind === "component" ? file.components?.get(child)?.absent === false : file.domains?.get(child) === false;
  return isDeclared ? undefined : `${object.key} was created, but no file declares it`;
}

function whyNotDeleted(object: LiveObject, file: DeclaredProject, run: ObservedRun): string | undefined {
  const child = childOf(object.key);
  const { prune } = run.step;
  if (object.kind === "project") {
    return file.absent && keyOf(file) === object.key ? undefined : `${object.key} is not declared absent`;
  }
  const [section, pruned, absent] =
    object.kind === "component"
      ? ([file.components, prune.includes("components"), file.components?.get(child)?.absent] as const)
      : ([file.domains, prune.includes("domains"), file.domains?.get(child)] as const);
  if (absent === true || (file.absent && prune.includes("all"))) return undefined;
  const mayPrune = (pruned || prune.includes("all")) && section !== undefined && !file.absent;
  if (mayPrune && absent === undefined) return undefined;
  const isMoving = object.kind === "domain" && movesOf(run.report).some((key) => childOf(key) === child);
  if (isMoving && section !== undefined && absent === undefined) return undefined;
  // What this run attached to move it, and gave back.
  return object.kind === "domain" &&
    movesOf(run.report).some((key) => childOf(key) === child && !run.before.has(`${object.project}/${child}`))
    ? undefined
    : `${object.key} was deleted, but neither a file nor a person removed it`;
}

function undeclaredFields(
  before: LiveObject,
  after: LiveObject,
  changed: readonly string[],
  file: DeclaredProject,
): string[] {
  return changed.flatMap((name) => {
    if (name === "slug") return after.key === keyOf(file) ? [] : ["slug"];
    if (!(name in file.fields)) return [name];
    if (name !== "autocapture") return [];
    return changedKeys(before.record[name], after.record[name])
      .filter((key) => !(key in asObject(file.fields[name])))
      .map((key) => `autocapture.${key}`);
  });
}

function undeclaredParts(
  before: LiveObject,
  after: LiveObject,
  changed: readonly string[],
  file: DeclaredProject,
): string[] {
  const declared = file.components?.get(childOf(before.key));
  if (declared === undefined || declared.absent) return [...changed];
  return changed.flatMap((name) => {
    if (name === "component_version") return declared.version === undefined ? [name] : [];
    if (name === "active") return declared.active === undefined ? [name] : [];
    if (name !== "settings") return [name];
    return changedKeys(before.record[name], after.record[name])
      .filter((key) => !(key in (declared.settings ?? {})))
      .map((key) => `settings.${key}`);
  });
}

/** A service may drop a setting that the new version does not have, although it was sent, or no settings were. */
function wasDropped(name: string, { request, after, changed }: Pick<Effect, "request" | "after" | "changed">): boolean {
  const key = name.replace(/^settings\./, "");
  const { settings } = asObject(request.body);
  const isKept = settings === undefined || key in asObject(settings);
  const isThere = key in asObject(after?.record["settings"]);
  return key !== name && changed.includes("component_version") && isKept && !isThere;
}

function changedKeys(before: unknown, after: unknown): string[] {
  const [old, now] = [asObject(before), asObject(after)];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((key) => old[key] !== now[key]);
}
