import { refusals } from "../../../core/plan/plan.ts";
import {
  componentsOf,
  declaredIn,
  domainsOf,
  foundProjects,
  hostLikeness,
  isMeantByOther,
  likenessOf,
  nameOf,
  parentOf,
  projectKeyOf,
  projectsLike,
} from "./meant.ts";
import type { Content } from "./draw-files.ts";
import type { Played } from "./plan-scene.ts";

/* What a plan may write at all. Each rule returns what breaks it. */

/** No two items of a plan have one kind and key. */
function hasNoDoubles({ planned: { plan } }: Played): string[] {
  const names = plan.items.map(nameOf);
  return names.filter((name, index) => names.indexOf(name) !== index);
}

/** Whatever is written is declared, and whatever is deleted is declared `absent` or covered by `prune` in a declared section. */
function writesWhatIsAllowed(played: Played): string[] {
  const {
    contents,
    options: { prune = [] },
    steps,
  } = played;
  const declared = new Map(declaredIn(contents).map((each) => [nameOf(each), each]));
  const files = new Map(contents.map((content) => [projectKeyOf(content), content]));
  const prunes = ({ project, components, domains }: Content, kind: string): boolean => {
    if (project.absent === true) return prune.includes("all");
    const section = kind === "component" ? components : domains;
    return section !== undefined && (prune.includes("all") || prune.some((covered) => covered === `${kind}s`));
  };
  return [...steps.values()].flatMap((step) => {
    const name = nameOf(step);
    const declaration = declared.get(name);
    if (step.action !== "delete") {
      return declaration === undefined || declaration.absent === true ? [`${name} is not declared`] : [];
    }
    if (declaration?.absent === true) return [];
    // With its project, a component is deleted under the slug that the service shows, also if the catalogue's id says which one it is.
    if (step.kind === "component" && isAbsentById(played, step.id)) return [];
    const file = files.get(parentOf(step.key));
    const isPruned = step.kind !== "project" && file !== undefined && prunes(file, step.kind);
    return isPruned && (declaration === undefined || file.project.absent === true)
      ? []
      : [`${name} is not to be deleted`];
  });
}

/** Whether the live component with this id is one that a file declares as absent. */
function isAbsentById(played: Played, id: string | undefined): boolean {
  const live = played.service.projects.flatMap(({ components }) => components).find(({ record }) => record.id === id);
  return declaredIn(played.contents).some(
    ({ kind, absent, name, id: pin }) =>
      kind === "component" &&
      absent === true &&
      live !== undefined &&
      (pin === id
        ? live.record.component_slug === undefined || likenessOf(played, name, live.record) !== "other"
        : likenessOf(played, name, live.record) === "same"),
  );
}

/** No object that is live, and that a file declares without `absent`, is deleted or moved away, under whatever key. */
function keepsWhatIsDeclared(played: Played): string[] {
  const { contents, steps } = played;
  const kept = declaredIn(contents).filter(({ absent }) => absent !== true);
  const found = foundProjects(played);
  return [...steps.values()].flatMap((step) => {
    const removed = step.action === "delete" ? { projectId: step.projectId, id: step.id } : undefined;
    const left = step.from === undefined ? removed : { projectId: step.from.projectId, id: step.from.name };
    if (left === undefined) return [];
    const declarations = kept.filter(
      ({ kind, content }) =>
        kind === step.kind && (kind === "project" || found.get(projectKeyOf(content)) === left.projectId),
    );
    const isMeant = declarations.some(({ kind, name, id, content }) => {
      const pinned = componentsOf(played, String(left.projectId))?.find((each) => each.id === id);
      if (id !== undefined && id !== left.id && (kind !== "component" || pinned !== undefined)) return false;
      if (kind === "project") return projectsLike(played, content, "same").some(({ record }) => record.id === left.id);
      if (kind === "domain") return hostLikeness(name, String(left.id)) !== "other";
      // A pin protects what it names, also if it is wrong. A pin of nothing protects what has the name.
      if (pinned !== undefined) return true;
      const all = componentsOf(played, String(left.projectId)) ?? [];
      // The id of one component and the slug of another, while a third has that id: nothing says which is meant.
      if (all.filter((each) => likenessOf(played, name, each) === "same").length > 1) return false;
      return all.some(
        (each) =>
          each.id === left.id &&
          likenessOf(played, name, each) !== "other" &&
          !isMeantByOther(played, content, name, each),
      );
    });
    return isMeant ? [`${step.action} ${nameOf(step)} (${left.id}): it is declared`] : [];
  });
}

/** No live object is written for two declarations. */
function writesEachOnce({ steps }: Played): string[] {
  const targets = [...steps.values()].flatMap(({ kind, projectId, id }) =>
    id === undefined ? [] : [`${kind} ${projectId}/${id}`],
  );
  return targets.filter((target, index) => targets.indexOf(target) !== index);
}

/** Nothing outside of `only` is written. A move has two sides. */
function staysWithinOnly({ options: { only }, steps, planned: { plan } }: Played): string[] {
  if (only === undefined) return [];
  const isCovered = (key: string): boolean =>
    only.some((pattern) => [key, parentOf(key)].some((each) => patternOf(pattern).test(each)));
  const sources = new Map(plan.items.map((item) => [nameOf(item), item.from]));
  return [...steps.values()].flatMap((step) => {
    const from = sources.get(nameOf(step));
    const keys = [step.key, ...(from === undefined ? [] : [`${from}/${String(step.body["name"])}`])];
    return keys.filter((key) => !isCovered(key)).map((key) => `${key} is not covered`);
  });
}

export function patternOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.replaceAll(".", "\\.").replaceAll("*", ".*")}$`, "i");
}

/** More deletions and moves than `max-deletes` refuse the plan, and only then does this guard refuse it. */
function obeysMaxDeletes({ options: { maxDeletes = 5 }, planned: { plan }, steps }: Played): string[] {
  const deletions = [...steps.values()].filter(({ action }) => action === "delete" || action === "move").length;
  // The shares that are drawn allow none, or all.
  const allowed = typeof maxDeletes === "number" ? maxDeletes : maxDeletes.percent === 0 ? 0 : Infinity;
  const isRefused = refusals(plan).some((message) => message.includes("limit of"));
  return isRefused === deletions > allowed
    ? []
    : [`${deletions} deletions, allowed: ${allowed}, refused: ${isRefused}`];
}

/** An object is created only if all that could show it was read, and nothing live has its key or a similar one. */
function createsWhatIsNotThere(played: Played): string[] {
  const { contents, snapshot, service, steps, options } = played;
  const declared = new Map(declaredIn(contents).map((each) => [nameOf(each), each]));
  const found = foundProjects(played);
  return [...steps.values()].flatMap((step) => {
    const declaration = declared.get(nameOf(step));
    if (step.action !== "create" || declaration === undefined) return [];
    const { content, name, id } = declaration;
    const wrong = (why: string): string[] => [`create ${nameOf(step)}: ${why}`];
    if (id !== undefined) return wrong("it is pinned");
    if (step.kind === "project") {
      const reading = snapshot.projects.get(content.project.organization_id);
      if (reading === undefined || "error" in reading) return wrong("its organization was not read");
      if (content.project.must_exist === true) return wrong("must_exist");
      const { previous_slug: previous } = content.project;
      const former = { ...content, project: { ...content.project, slug: previous ?? name } };
      const like = [content, former].flatMap((each) => [
        ...projectsLike(played, each, "same"),
        ...projectsLike(played, each, "similar"),
      ]);
      const unnamed = service.projects.filter(
        ({ organization, record, isGone }) =>
          organization.toLowerCase() === content.project.organization_id.toLowerCase() &&
          record.slug === undefined &&
          !isGone,
      );
      const odd = reading.value.unparseable.filter(
        ({ slug }) => slug === undefined || slug === name || slug === previous,
      );
      return like.length + unnamed.length + odd.length > 0 ? wrong("it may be live") : [];
    }
    if (step.projectId === undefined) return [];
    if (step.kind === "component") {
      const live = componentsOf(played, step.projectId);
      if (live === undefined) return wrong("the components were not read");
      if (service.failures.has(`catalogue ${name}`) || service.unknown.includes(name)) return wrong("no catalogue");
      return live.some(
        (each) => likenessOf(played, name, each) !== "other" && !isMeantByOther(played, content, name, each),
      )
        ? wrong("it may be live")
        : [];
    }
    const live = domainsOf(played, step.projectId);
    if (live === undefined) return wrong("the domains were not read");
    if (live.some((each) => hostLikeness(name, each.name) !== "other")) return wrong("it may be live");
    // With `only`, a project that keeps the host name may not have been read.
    const others = options.only === undefined ? [...found.values()] : [];
    const owner = others.find((each) =>
      domainsOf(played, each)?.some((domain) => hostLikeness(name, domain.name) === "same"),
    );
    return owner === undefined ? [] : wrong(`${owner} has it`);
  });
}

export const safetyRules = {
  hasNoDoubles,
  writesWhatIsAllowed,
  keepsWhatIsDeclared,
  writesEachOnce,
  staysWithinOnly,
  obeysMaxDeletes,
  createsWhatIsNotThere,
};
