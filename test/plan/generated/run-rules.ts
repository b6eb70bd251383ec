import { remainingPlanOf } from "../../../core/plan/remaining-plan.ts";
import type { PlanItem } from "../../../core/plan/plan.ts";
import { carryOut } from "./carry-out.ts";
import { hostForm } from "./draw-files.ts";
import type { Service } from "./draw-service.ts";
import { declaredIn, foundProjects, nameOf, parentOf, projectKeyOf, projectsLike, slugLikeness } from "./meant.ts";
import { play, plannerOf, readAndPlan, type Played } from "./plan-scene.ts";

/* What two plans have to do with each other. Each rule returns what breaks it. */

/** The same files and service give the same plan, in whatever order files, records, components and domains are. */
function isSameInAnyOrder(played: Played): string[] {
  const { service, files } = played;
  const turned: Service = {
    ...service,
    projects: service.projects
      .map((project) => ({
        ...project,
        components: project.components.toReversed(),
        // If a project has one host name in two spellings, a move takes the first.
        domains: project.domains.toSorted((a, b) => hostForm(b.name).localeCompare(hostForm(a.name))),
      }))
      .toReversed(),
  };
  const textOf = (of: Played, hasReasons: boolean): string =>
    JSON.stringify(of.planned.plan.items.map(({ reason, ...item }) => (hasReasons ? { ...item, reason } : item)));
  const isSame = (other: Played, hasReasons: boolean): boolean =>
    textOf(played, hasReasons) === textOf(other, hasReasons) &&
    played.planned.plan.digest === other.planned.plan.digest &&
    stepsOf(played) === stepsOf(other);
  const again = play(played, files);
  const other = play({ ...played, service: turned }, files.toReversed());
  return [
    ...(isSame(again, true) ? [] : ["Planned again, it is another plan"]),
    // A reason names the first of several objects that may be the declared one.
    ...(isSame(other, false) ? [] : [`${textOf(played, false)}\nin another order\n${textOf(other, false)}`]),
  ];
}

function stepsOf({ steps }: Played): string {
  return JSON.stringify([...steps].toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** A part that cannot be read changes the plan of its own project, component or organization only. */
function isBlockedAlone(played: Played): string[] {
  const { service, files, contents } = played;
  if (service.failures.size === 0) return [];
  const healthy = play({ ...played, service: { ...service, failures: new Map() } }, files);
  const concerned = concernedBy(played, healthy);
  // A host name may move to or from a project that could not be read.
  const names = new Set(
    [...contents.filter((content) => concerned(projectKeyOf(content))), ...contents].flatMap(({ domains = [] }) =>
      domains.flatMap(({ name }) => (typeof name === "string" ? [hostForm(name)] : [])),
    ),
  );
  // So may one of a project that is to be deleted: then the project stays.
  const isLeft = (project: string): boolean =>
    service.projects.some(
      ({ organization, record: { slug }, domains }) =>
        `${organization}/${slug}`.toLowerCase() === project.toLowerCase() &&
        domains.some(({ name }) => names.has(hostForm(name))),
    );
  const isOther = ({ kind, key }: PlanItem): boolean =>
    !isLeft(kind === "project" ? key : parentOf(key)) &&
    !concerned(parentOf(key)) &&
    !concerned(key) &&
    !(kind === "domain" && names.has(hostForm(lastPart({ key }))));
  // A project that cannot be read may have the host names of a new one.
  const isOwn = (note: string): boolean => !note.includes("has host names of it");
  const [before, after] = [healthy, played].map(({ planned: { plan } }) =>
    JSON.stringify(
      plan.items
        .filter(isOther)
        .map(({ reason: _reason, notes, ...item }) => ({ ...item, notes: notes.filter(isOwn) })),
    ),
  );
  return before === after ? [] : [`${after}\nwithout failures\n${before}`];
}

/** Whether a failed read concerns the object with a key. */
function concernedBy(played: Played, healthy: Played): (key: string) => boolean {
  const { service, contents } = played;
  const found = foundProjects(healthy);
  const keys = new Set<string>();
  for (const name of service.failures.keys()) {
    const [of = "", key = ""] = name.split(/ (.*)/s);
    for (const content of contents) {
      const project = projectKeyOf(content);
      if (of === "projects" && content.project.organization_id.toLowerCase() === key.toLowerCase()) keys.add(project);
      const id = key.split("/")[0];
      if (of === "catalogue" && content.components?.[key] !== undefined) {
        keys.add(`${project}/${key}`);
        // Which live components are declared is not known without it: none is pruned.
        for (const { planned } of [played, healthy])
          for (const item of planned.plan.items)
            if (isUndeclared(item) && parentOf(item.key) === project) keys.add(item.key);
        if (content.project.absent === true) keys.add(project);
      }
      // Any project of its organization may be the one whose record must be read by its id.
      const live = service.projects.find(({ record }) => record.id === id);
      const isLike = slugLikeness(content.project.slug, live?.record.slug) !== "other";
      const isNamed = content.project.id === id || found.get(project) === id || isLike;
      const isListed =
        of === "project" && (service.showsAll || live?.organization === content.project.organization_id.toLowerCase());
      if (of !== "projects" && of !== "catalogue" && (isNamed || isListed)) keys.add(project);
    }
  }
  return (key) => keys.has(key);
}

function isUndeclared({ kind, source }: PlanItem): boolean {
  return kind === "component" && source === null;
}

/**
 * Carried out, the plan leaves nothing to write, and what was unmanaged or blocked is as before. But what was blocked because of a
 * live object may be free once the run itself has renamed or deleted that.
 */
function isDoneAfterOne(played: Played): string[] {
  const { service, files, planned, steps } = played;
  // docs/internals/faults.md: a list that shows no project of an organization, and then does, tells more.
  if (service.showsAll) return [];
  const after = carryOut(service, [...steps.values()]);
  // It cannot be told whether another project has the new slug: the service refuses a slug that is taken.
  if (after === "refused") return [];
  const planner = plannerOf(played, files);
  // A secret that no read shows was sent.
  const resends = (key: string): boolean => played.options.rewriteSecrets === true && !steps.has(`component ${key}`);
  const { planned: second } = readAndPlan(planner, after, resends);
  const freed = freedBy(played);
  const left = [...remainingPlanOf(second.projects).steps.values()].filter((step) => !freed(step));
  const now = new Map(second.plan.items.map((item) => [nameOf(item), item]));
  const changed = planned.plan.items.filter((item) => {
    const { action, id } = now.get(nameOf(item)) ?? {};
    if (freed(item)) return false;
    return (
      (item.action === "blocked" && action !== "blocked") ||
      (item.action === "unmanaged" && (action !== "unmanaged" || id !== item.id))
    );
  });
  return [
    ...left.map((step) => `${step.action} ${nameOf(step)} is left`),
    ...changed.map((item) => `${nameOf(item)} was ${item.action} ${item.reason}, is ${now.get(nameOf(item))?.action}`),
  ];
}

/** Whether the catalogue answers or not, in this run and in the next one: a line removes one component. */
function removesOneALine(played: Played): string[] {
  const { service, files, steps, contents } = played;
  const after = carryOut(service, [...steps.values()]);
  if (after === "refused") return [];
  const next = play({ ...played, service: { ...after, failures: new Map(), unknown: [] } }, files);
  return declaredIn(contents)
    .filter(({ kind, content }) => kind === "component" && content.project.absent !== true)
    .map(nameOf)
    .filter((name) => [steps, next.steps].every((each) => each.get(name)?.action === "delete"));
}

function lastPart({ key }: { readonly key: string }): string {
  return key.slice(key.lastIndexOf("/") + 1);
}

/** Whether an object is in a project, or is one, that an object blocked which the run renames or deletes. */
function freedBy(played: Played): (object: { readonly key: string }) => boolean {
  const { planned, steps, contents, options, service } = played;
  const { plan } = planned;
  const found = foundProjects(played);
  const gone = [...steps.values()].filter(
    ({ action, body }) => action === "delete" || action === "move" || body["slug"] !== undefined,
  );
  const ids = gone.flatMap(({ id, from }) => id ?? from?.name ?? []);
  const blockedBy = (names: readonly string[]): string[] =>
    plan.items
      .filter(({ action, reason }) => action === "blocked" && names.some((each) => reason?.includes(each)))
      .map(({ key }) => key);
  const blockedByGone = blockedBy(ids);
  // A host name that is attached to a project that was blocked.
  const freed = [...blockedByGone, ...blockedBy(blockedByGone)];
  // A project that is created or renamed may get the slug that another file calls the previous one of its own.
  const named = new Map(
    [...steps.values()]
      .filter(({ action, body }) => action === "create" || body["slug"] !== undefined)
      .map(({ key }) => [key.toLowerCase(), key]),
  );
  const former = contents.flatMap((content) => {
    const { organization_id: organization, previous_slug: previous } = content.project;
    const key = projectKeyOf(content);
    // A list may show the slug of only one of two projects with its key.
    if (projectsLike({ service }, content, "same").length > 1) return [key];
    if (previous === undefined) return [];
    // Another project has it, also in another case or form: once this one is renamed, it is not known which one was meant.
    const before = { ...content, project: { ...content.project, slug: previous } };
    const alike = (["same", "similar"] as const).flatMap((likeness) => projectsLike({ service }, before, likeness));
    const others = alike.filter(({ record }) => record.id !== found.get(key));
    const next = named.get(`${organization}/${previous}`.toLowerCase());
    return [...(others.length > 0 || next !== undefined ? [key] : []), ...(next === undefined ? [] : [next])];
  });
  const keys = new Set([...freed, ...former]);
  const isFreed = (key: string): boolean => keys.has(key) || keys.has(parentOf(key));
  // A host name stays at its project while the one that it moves to is blocked.
  const kept = plan.items.filter(({ kind, key }) => kind === "domain" && isFreed(key)).map(lastPart);
  // `only` may cover one of two spellings of an undeclared host name. Alone, the other has its key.
  const deleted =
    options.only === undefined ? [] : gone.flatMap(({ kind, id = "" }) => (kind === "domain" ? hostForm(id) : []));
  const names = new Set([...kept, ...deleted]);
  return (object) => isFreed(object.key) || names.has(lastPart(object));
}

/** What `only` lets through is written as it is without `only`, unless that plan blocks it. */
function writesPartOfWhole(played: Played): string[] {
  const { options, files, steps } = played;
  if (options.only === undefined) return [];
  const { only: _only, ...rest } = options;
  const whole = play({ ...played, options: rest }, files);
  const blocked = new Set(whole.planned.plan.items.flatMap(({ action, key }) => (action === "blocked" ? [key] : [])));
  return [...steps].flatMap(([name, step]) => {
    if (blocked.has(step.key) || blocked.has(parentOf(step.key))) return [];
    const same = whole.steps.get(name);
    // The project that has the host name is left out, and was not read: the service refuses to attach it.
    if (step.action === "create" && same?.action === "move") return [];
    const [part, all] = [step, same].map((each) => JSON.stringify(each));
    return part === all ? [] : [`${part}\nwithout only\n${all}`];
  });
}

/** Only organizations that a file names are read, and all that the token sees. */
function readsWhatItNeeds({ contents, snapshot }: Played): string[] {
  const named = new Set(contents.map(({ project }) => project.organization_id));
  return [...snapshot.projects.keys()].flatMap((key) => (named.has(key) || key === "" ? [] : [`${key} is read`]));
}

export const runRules = {
  isSameInAnyOrder,
  isBlockedAlone,
  isDoneAfterOne,
  removesOneALine,
  writesPartOfWhole,
  readsWhatItNeeds,
};
