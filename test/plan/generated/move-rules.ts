import { hostForm, type Content } from "./draw-files.ts";
import { componentsOf, declaredIn, domainsOf, foundProjects, likenessOf, nameOf, projectKeyOf } from "./meant.ts";
import type { Played } from "./plan-scene.ts";
import { patternOf } from "./safety-rules.ts";

/* What leaves a project for another one, and what a file ignores. Each rule returns what breaks it. */

/**
 * A host name leaves a project only if its file lets it go: it says `absent`, has a section that does not list it, or the project is
 * deleted with all that is in it. Not if a name of the file is not known, or if it is there in two spellings.
 */
function movesWhatIsLetGo(played: Played): string[] {
  const { contents, steps, options } = played;
  const found = foundProjects(played);
  return [...steps.values()].flatMap((step) => {
    const { from } = step;
    if (from === undefined) return [];
    const name = String(step.body["name"]);
    const file = contents.find((content) => found.get(projectKeyOf(content)) === from.projectId);
    const { project, domains } = file ?? {};
    const line = domains?.find((each) => typeof each.name === "string" && hostForm(each.name) === name);
    const isListed = domains !== undefined;
    const isPruned = project?.absent === true && options.prune?.includes("all") === true;
    // All lines of an absent project are absent, also those whose name is not known.
    const isUnknown =
      project?.absent !== true &&
      line === undefined &&
      domains?.some(({ name: each }) => typeof each !== "string") === true;
    const spellings = (domainsOf(played, from.projectId) ?? []).filter((each) => hostForm(each.name) === name);
    const isPlain = spellings.length === 1 || options.prune?.some((kind) => kind !== "components") === true;
    const isLetGo = (isListed || isPruned) && !isUnknown && isPlain && (line === undefined || line.absent === true);
    return isLetGo ? [] : [`${nameOf(step)} is taken from ${from.projectId}`];
  });
}

/** A host name that a file declares is detached elsewhere only if it is attached there, or gets there in this run. */
function detachesWhatArrives(played: Played): string[] {
  const { contents, steps } = played;
  const found = foundProjects(played);
  const isAt = (id: string | undefined, name: string): boolean =>
    id !== undefined && (domainsOf(played, id) ?? []).some((each) => hostForm(each.name) === name);
  return declaredIn(contents).flatMap(({ kind, name, absent, content }) => {
    const changes = [...steps.values()].filter((step) => step.kind === "domain");
    const isDetached = changes.some(({ action, id = "" }) => action === "delete" && hostForm(id) === name);
    const arrives = changes.some(({ action, body }) => action !== "delete" && body["name"] === name);
    if (kind !== "domain" || absent || !isDetached || arrives) return [];
    return isAt(found.get(projectKeyOf(content)), name) ? [] : [`${name} is detached, and attached to nothing`];
  });
}

/** A live object that its file ignores, and does not declare, is neither deleted nor moved away, and its project is not deleted. */
function leavesWhatIsIgnored(played: Played): string[] {
  const { contents, steps } = played;
  const found = foundProjects(played);
  return contents.flatMap((content) => {
    const { ignore = {}, domains = [], components = {} } = content;
    const id = found.get(projectKeyOf(content)) ?? "";
    const declared = new Set(domains.map(({ name }) => (typeof name === "string" ? hostForm(name) : "")));
    const isIgnored = (globs: readonly string[] | undefined, name: string): boolean =>
      globs?.some((glob) => patternOf(glob).test(name)) === true;
    const kept = [
      ...(domainsOf(played, id) ?? []).flatMap(({ name }) =>
        isIgnored(ignore.domains, hostForm(name)) && !declared.has(hostForm(name)) ? [name] : [],
      ),
      ...(componentsOf(played, id) ?? []).flatMap((live) =>
        isIgnored(ignore.components, String(live.component_slug)) &&
        Object.keys(components).every((name) => likenessOf(played, name, live) === "other")
          ? [live.id]
          : [],
      ),
    ];
    return [...steps.values()].flatMap(({ action, kind, key, id: target = "", projectId, from }) => {
      const left = from?.projectId === id ? from.name : projectId === id && action === "delete" ? target : undefined;
      const isKept = left !== undefined && kept.includes(left);
      const isAround = kept.length > 0 && kind === "project" && action === "delete" && target === id;
      return isKept || isAround ? [`${action} ${kind} ${key}: ${kept.join(", ")} is ignored`] : [];
    });
  });
}

/** A host name that its project lets go, and another one declares, is not refused to that one because it is attached. */
function takesWhatIsLetGo(played: Played): string[] {
  const {
    planned: { plan },
    contents,
    options,
  } = played;
  const found = foundProjects(played);
  return plan.items.flatMap((item) => {
    if (options.only !== undefined || item.action !== "blocked" || !item.reason?.includes("is attached to ")) return [];
    const name = item.key.slice(item.key.lastIndexOf("/") + 1);
    const owners = contents.filter((content) => {
      const names = (domainsOf(played, found.get(projectKeyOf(content)) ?? "") ?? []).map((each) =>
        hostForm(each.name),
      );
      return names.includes(name);
    });
    const letsGo = ({ project, domains, ignore }: Content): boolean =>
      project.absent !== true &&
      (ignore?.domains === undefined || domains?.some((each) => each.absent === true && each.name === name) === true) &&
      domains !== undefined &&
      domains.every((each) => typeof each.name === "string" && (hostForm(each.name) !== name || each.absent === true));
    const isClear = (content: Content): boolean =>
      plan.items.every(({ key, action }) => key !== projectKeyOf(content) || action !== "blocked") &&
      (domainsOf(played, found.get(projectKeyOf(content)) ?? "") ?? []).filter((each) => hostForm(each.name) === name)
        .length === 1;
    return owners.every((owner) => letsGo(owner) && isClear(owner)) ? [`${nameOf(item)}: ${item.reason}`] : [];
  });
}

export const moveRules = { movesWhatIsLetGo, detachesWhatArrives, leavesWhatIsIgnored, takesWhatIsLetGo };
