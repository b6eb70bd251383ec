import type { ItemOutcome } from "../../../sync/report/item-outcome.ts";
import { projectOf, type PlanItem } from "../../../core/plan/plan.ts";
import { keyOf, type DeclaredProject } from "./declarations.ts";
import { allEffects, childOf, declaredKey, fileOf, type Effect, type ObservedRun } from "./observed-run.ts";
import type { Seen } from "../oracle/service.ts";
import { touchedByOthers } from "./others.ts";
import { asObject, hostMeaning } from "../oracle/meaning.ts";
import type { LiveObject } from "../oracle/truth.ts";
import { componentDifferences, projectDifferences } from "./as-declared.ts";

/** The report says for each object what really became of it. */
export function checkOutcomes(run: ObservedRun): string[] {
  const { plan, applied } = run.report;
  if (plan === undefined || applied === undefined) return [];
  const meant = plan.items.filter(({ action }) => !["unchanged", "unmanaged", "blocked"].includes(action));
  const untold = meant.filter((item) => applied.outcomes.filter((outcome) => isOf(outcome, item)).length !== 1);
  const effects = allEffects(run);
  const told = effects.filter(
    ({ request, before, after }) =>
      after !== undefined || before?.kind === "project" || request.after.has(before?.project ?? ""),
  );
  const unexplained = told
    .filter(
      // An object that others renamed is reported by its declared name.
      ({ before, after }) => !touchedByOthers(run, [(after ?? before)?.key ?? ""]),
    )
    .filter((effect) => !applied.outcomes.some((outcome) => concerns(outcome, effect, run)));
  // What somebody else changed meanwhile may have changed again since the run wrote it.
  const isAlone = (outcome: ItemOutcome): boolean => !touchedByOthers(run, [outcome.key, outcome.id ?? outcome.key]);
  const judged = applied.outcomes.filter(
    (outcome) =>
      isAlone(outcome) || (outcome.action !== "move" && !["done", "partial", "unknown"].includes(outcome.status)),
  );
  return [
    ...untold.map(({ kind, key }) => `${kind} ${key} was to be done, and has not one outcome`),
    ...unexplained.map(
      ({ id, request }) => `${request.method} ${request.path} changed ${id}, but the report does not mention it`,
    ),
    ...judged.flatMap((outcome) =>
      check(
        outcome,
        run,
        effects.filter((effect) => concerns(outcome, effect, run)),
      ).map((problem) => `${outcome.status} ${outcome.action} ${outcome.kind} ${outcome.key}: ${problem}`),
    ),
  ];
}

/** By its id, which the truth has with the project's in front for what is in a project. */
function isThere({ id }: ItemOutcome, { after }: ObservedRun): boolean {
  return id !== undefined && [...after.keys()].some((key) => key === id || key.endsWith(`/${id}`));
}

function isOf(outcome: ItemOutcome, { kind, key }: PlanItem): boolean {
  return outcome.kind === kind && outcome.key === key;
}

/** Whether the effect concerns the outcome's object. */
function concerns(outcome: ItemOutcome, { before, after }: Effect, run: ObservedRun): boolean {
  const object = after ?? before;
  if (object?.kind !== outcome.kind) return false;
  if (outcome.kind === "domain" && outcome.action === "move") return childOf(outcome.key) === object.name;
  if (outcome.kind !== "domain" && outcome.id === object.name) return true;
  return [before, after].some((each) => each !== undefined && declaredKey(run.declared, each) === outcome.key);
}

function check(outcome: ItemOutcome, run: ObservedRun, effects: readonly Effect[]): string[] {
  const isNetChange = effects.some(({ id }) => run.before.has(id) !== run.after.has(id));
  const attempts = run.seen.filter((request) => addresses(request, outcome, run));
  switch (outcome.status) {
    case "done":
      return outcome.action === "delete" ? stillThere(outcome, run) : notAsDeclared(outcome, run);
    case "partial":
      if (outcome.message?.includes("It was deleted meanwhile") === true)
        return isThere(outcome, run) ? ["it is there"] : [];
      // Several have its key: the message names them, and none of them is its own.
      return isThere(outcome, run) ||
        found(outcome, run).length > 1 ||
        effects.some(({ id, after }) => after !== undefined && run.after.has(id))
        ? []
        : ["it is not there"];
    case "failed":
      // A host name that went there and back is where it was.
      if (outcome.action === "move") {
        const isSaid = outcome.message?.includes("attached to no project now") === true;
        return isNetChange && !isSaid ? ["the host name is not where it was"] : [];
      }
      return effects.map(({ id, request }) => `${request.method} ${request.path} took effect on ${id}`);
    case "not-started":
      // What was answered 429, or found nothing to delete, had no effect.
      return attempts
        .filter(({ method, status }) => status !== 429 && !(method === "DELETE" && status === 404))
        .map(({ method, path }) => `${method} ${path} was sent`);
    case "unknown":
      if (attempts.length === 0) return ["nothing was sent for it"];
      // The rest of a create is an update, which may be unknown though the object is there.
      return outcome.action === "create" &&
        !attempts.some(({ path }) => path.endsWith(`/${encodeURIComponent(outcome.id ?? "")}`)) &&
        // In a project that cannot be planned any more, nothing is read.
        !cannotBePlanned(projectOf(outcome), run) &&
        couldBeKnown(run) &&
        isAlone(outcome, run)
        ? ["every list could be read, and shows it"]
        : [];
  }
}

/** Another project meanwhile has its key or its earlier one, or it was renamed. */
function cannotBePlanned(project: string, { report, after, declared }: ObservedRun): boolean {
  const isPartial = report.applied?.outcomes.some(({ key, status }) => key === project && status === "partial");
  const live = [...after.values()].filter((each) => each.kind === "project" && declaredKey(declared, each) === project);
  return isPartial === true || live.length > 1;
}

/** Whether reading back met no fault and no wait, so that a list shows the created object in time. */
function couldBeKnown({ seen, report, staleListsMs }: ObservedRun): boolean {
  // A run that is stopped does not wait for what shows late.
  if (report.result === "stopped" && staleListsMs > 0) return false;
  // A token that was refused ends the waiting.
  if (seen.some(({ status }) => status === 401)) return false;
  // A service that does not find its own new project cannot be read back below it.
  const hides = seen.some(
    ({ method, path, status }) => method === "GET" && status === 404 && path.split("/").length === 4,
  );
  // 429s to any call make all calls wait, and may keep a read from being sent in time.
  const waits = seen.some(({ asked, status }) => asked !== undefined || status === 429);
  return !hides && !waits && seen.every(({ method, fault }) => method !== "GET" || fault === undefined);
}

function found(outcome: ItemOutcome, { after, declared }: ObservedRun): LiveObject[] {
  return [...after.values()].filter(
    (object) => object.kind === outcome.kind && declaredKey(declared, object) === outcome.key,
  );
}

/**
 * Whether one object has the key, and it was not there before: one with an earlier slug of the file is not what a create
 * is read back by.
 */
function isAlone(outcome: ItemOutcome, run: ObservedRun): boolean {
  const [object, ...others] = found(outcome, run).filter(({ kind, key }) => kind !== "project" || key === outcome.key);
  const before = [...run.before.values()].map(({ name }) => name);
  return object !== undefined && others.length === 0 && !before.includes(object.name);
}

function stillThere(outcome: ItemOutcome, run: ObservedRun): string[] {
  const item = run.report.plan?.items.find((each) => isOf(outcome, each));
  const same = found(outcome, run).filter(({ name }) => outcome.kind === "domain" || name === item?.id);
  return same.map(({ project, name }) => `${name} of ${project} is still there`);
}

function notAsDeclared(outcome: ItemOutcome, run: ObservedRun): string[] {
  const file = fileOf(run.declared, outcome.key);
  if (file === undefined) return ["no file declares it"];
  const all = found(outcome, run).filter(({ key }) => outcome.kind !== "project" || key === keyOf(file));
  const wrong = all.map((object) =>
    differencesFrom(file, outcome, object, run).filter((name) => isPromised(name, outcome, run)),
  );
  if (outcome.action === "move") {
    const from = run.report.plan?.items.find((item) => isOf(outcome, item))?.from;
    const left = [...run.after.values()].filter(
      (object) => object.kind === "domain" && declaredKey(run.declared, object) === `${from}/${childOf(outcome.key)}`,
    );
    if (left.length > 0) return ["the host name is still where it was"];
  }
  if (wrong.some((names) => names.length === 0)) return [];
  return wrong.length === 0 ? ["it is not there"] : wrong.map((names) => `${names.join(", ")} is not as declared`);
}

/**
 * An answered update that was not read back is done, and the report says so (docs/internals/faults.md): then it promises only what
 * it changed. Lists that lag may have hidden from its plan that the rest is not as declared.
 */
function isPromised(name: string, outcome: ItemOutcome, { report, staleListsMs }: ObservedRun): boolean {
  const isUnread = /^It (?:was not (?:read back|compared)|did not show when it was last read)/.test(
    outcome.message ?? "",
  );
  if (outcome.action !== "update" || !isUnread || staleListsMs === 0) return true;
  const changes = report.plan?.items.find((item) => isOf(outcome, item))?.changes ?? [];
  // Settings are sent together.
  return changes.some(({ path }) => path.split(".")[0] === name.split(".")[0]);
}

function differencesFrom(
  file: DeclaredProject,
  { kind, key }: ItemOutcome,
  object: LiveObject,
  run: ObservedRun,
): string[] {
  if (kind === "project") return projectDifferences(file, object);
  const declared = file.components?.get(childOf(key));
  if (kind === "domain" || declared === undefined) return [];
  // Hidden secrets count as unchanged, and the plan says so. So does a `latest` that a failing catalogue does not tell.
  const notes = run.report.plan?.items.find((item) => item.kind === kind && item.key === key)?.notes ?? [];
  const isVersionUnknown = notes.some((note) => note.startsWith("version: the catalogue does not say"));
  return componentDifferences(childOf(key), declared, object, !run.hidesSecrets).filter(
    (name) => name !== "version" || !isVersionUnknown,
  );
}

/** Whether the request is a write that concerns the outcome's object, successful or not. */
function addresses({ method, path, body, before }: Seen, outcome: ItemOutcome, run: ObservedRun): boolean {
  if (method === "GET") return false;
  const [projectId = "", section, name] = path.split("/").slice(3).map(decodeURIComponent);
  const file = fileOf(run.declared, outcome.key);
  const fields = asObject(body);
  if (outcome.kind === "project") {
    if (section !== undefined) return false;
    if (projectId !== "") return projectId === outcome.id || isIn(projectId, outcome.key);
    return fields["slug"] === file?.slug && fields["organization_id"] === file?.organization;
  }
  const child = childOf(outcome.key);
  if (outcome.kind === "domain") {
    if (section !== "domains" || hostMeaning(name ?? String(fields["name"])) !== child) return false;
    return outcome.action === "move" || isIn(projectId, outcome.key);
  }
  if (section !== "components" || !isIn(projectId, outcome.key)) return false;
  if (name === undefined) return fields["component_slug"] === child;
  const part = before.get(`${projectId}/${name}`) ?? run.before.get(`${projectId}/${name}`);
  return name === outcome.id || (part !== undefined && childOf(part.key) === child);

  function isIn(id: string, key: string): boolean {
    const project = before.get(id) ?? run.before.get(id);
    return project !== undefined && declaredKey(run.declared, project) === key.split("/", 2).join("/");
  }
}
