import {
  componentsOf,
  declaredIn,
  domainsOf,
  foundProjects,
  hostLikeness,
  isMeantByOther,
  likenessOf,
  nameOf,
  projectKeyOf,
  projectsLike,
  type DeclaredObject,
  type Likeness,
} from "./meant.ts";
import type { Played } from "./plan-scene.ts";

/* What a plan does where it cannot tell which live object is meant. Each rule returns what breaks it. */

/** A live object that may be a declared one: its id, and how like its key is. */
interface Candidate {
  readonly id: string;
  readonly likeness: Likeness;
}

/** Several live objects for a key: the declared one is blocked with all of their ids, and nothing is written for it. */
function blocksWhatIsDoubled(played: Played): string[] {
  return checkBlocked(played, "with its ids", (candidates) => {
    const same = candidates.filter(({ likeness }) => likeness === "same");
    return same.length > 1 ? same.map(({ id }) => id) : undefined;
  });
}

/** Nothing has the key, and something is similar: the declared one is blocked, whatever the reason. */
function blocksWhatIsSimilar(played: Played): string[] {
  return checkBlocked(played, "for any reason", (candidates) => {
    const similar = candidates.filter(({ likeness }) => likeness === "similar");
    const isOnly = similar.length === 1 && candidates.every(({ likeness }) => likeness !== "same");
    return isOnly ? similar.map(({ id }) => id) : undefined;
  });
}

/** `idsOf`: the ids of what may be meant. `undefined`: the candidates do not matter. */
function checkBlocked(
  played: Played,
  how: "with its ids" | "for any reason",
  idsOf: (candidates: readonly Candidate[]) => readonly string[] | undefined,
): string[] {
  const { contents, planned, steps } = played;
  const items = new Map(planned.plan.items.map((item) => [nameOf(item), item]));
  return declaredIn(contents).flatMap((declared) => {
    const item = items.get(nameOf(declared));
    const ids = idsOf(candidatesOf(played, declared));
    if (item === undefined || ids === undefined) return [];
    const inside = declared.kind === "project" ? `${declared.key}/` : declared.key;
    const written = [...steps.values()].filter(({ key }) => key === declared.key || key.startsWith(inside));
    if (written.length > 0)
      return written.map((step) => `${step.action} ${nameOf(step)}, although it may be ${ids.join(", ")}`);
    const { action, reason = "" } = item;
    // A pin takes a component from the others, also a wrong one.
    if (Object.values(declared.content.components ?? {}).some(({ id }) => id !== undefined)) return [];
    // Where its project is blocked, that is the reason.
    const isSaid =
      how === "for any reason" || reason === "Its project is blocked." || ids.every((id) => reason.includes(id));
    if (action === "blocked" && isSaid) return [];
    return [`${nameOf(item)} is ${action} (${reason}), although it may be ${ids.join(", ")}`];
  });
}

/** The live objects that may be the declared one. Empty if another rule says which is meant: a pin, or an absent project. */
function candidatesOf(played: Played, { kind, name, id, content }: DeclaredObject): readonly Candidate[] {
  const projectId = foundProjects(played).get(projectKeyOf(content));
  if (id !== undefined) return [];
  if (kind === "project") return projectCandidates(played, name, content);
  if (projectId === undefined || content.project.absent === true) return [];
  if (kind === "domain") {
    return (domainsOf(played, projectId) ?? []).map((live) => ({
      id: live.name,
      likeness: hostLikeness(name, live.name),
    }));
  }
  return (componentsOf(played, projectId) ?? [])
    .filter((live) => !isMeantByOther(played, content, name, live))
    .map((live) => ({ id: live.id, likeness: likenessOf(played, name, live) }))
    .filter(({ likeness }) => likeness !== "other");
}

function projectCandidates(played: Played, name: string, content: DeclaredObject["content"]): readonly Candidate[] {
  const { snapshot, service } = played;
  const reading = snapshot.projects.get(content.project.organization_id);
  if (reading === undefined || "error" in reading) return [];
  const like = (likeness: Likeness): Candidate[] =>
    projectsLike(played, content, likeness).map(({ record: { id } }) => ({ id, likeness }));
  const doubtful = [...like("same"), ...like("similar")].some(({ id }) => {
    const project = service.projects.find(({ record }) => record.id === id);
    // Other rules are about one that does not say whose it is, or that is read by its id.
    return project?.record.organization_id === undefined || project.unlisted.length > 0 || project.isGone;
  });
  if (doubtful || reading.value.unparseable.length > 0) return [];
  if (reading.value.records.some(({ slug }) => slug === undefined)) return [];
  // docs/internals/faults.md: of two, the one with exactly this slug.
  const exact = projectsLike(played, content, "same").filter(({ record }) => record.slug === name);
  if (exact.length > 0) return exact.map(({ record: { id } }) => ({ id, likeness: "same" as const }));
  return content.project.previous_slug === undefined ? [...like("same"), ...like("similar")] : like("same");
}

export const doubtRules = { blocksWhatIsDoubled, blocksWhatIsSimilar };
