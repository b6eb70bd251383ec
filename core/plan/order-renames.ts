import { hasSlug } from "../resources/project-identity.ts";
import { explainExchange } from "./find-project.ts";
import { blocked, withNote } from "./plan.ts";
import type { PlanOptions } from "./plan-options.ts";
import type { PlannedProject } from "./planned-object.ts";

/**
 * Blocks each rename to a slug that its project does not give up in this run: that one is blocked or left out, or waits for this one in
 * turn. Components and domains of the project are planned all the same.
 */
export function orderRenames(
  projects: readonly PlannedProject[],
  { isWrittenByStack = false }: PlanOptions,
): readonly PlannedProject[] {
  const byId = new Map(projects.map((project) => [project.live?.id, project]));
  const whyBlocked = (project: PlannedProject): string | undefined => {
    const chain = [project];
    const kept = `${project.live?.id} cannot get the slug ${project.declared.slug}: ${project.awaits} has it`;
    for (let { awaits } = project; awaits !== undefined;) {
      if (isWrittenByStack)
        return `${kept}, and a stack does not wait for it to be renamed. Rename one of them in a run.`;
      const other = byId.get(awaits);
      if (other === project) return explainExchange(chain.map(({ declared }) => declared.slug));
      // Only a list still shows its old slug.
      if (other?.live !== undefined && !hasSlug(other.live, chain.at(-1)?.declared.slug ?? "")) return undefined;
      const isFreed = other !== undefined && GIVES_UP.has(other.item.action);
      if (!isFreed || chain.includes(other)) return `${kept}, and does not give it up in this run.`;
      chain.push(other);
      ({ awaits } = other);
    }
    return undefined;
  };
  return projects.map((project) => {
    const reason = project.isLeftOut === true ? undefined : whyBlocked(project);
    if (reason !== undefined) return { ...project, item: blocked(project.item, reason) };
    const { awaits, item, declared } = project;
    return awaits === undefined
      ? project
      : { ...project, item: withNote(item, `slug: ${awaits} gives up ${declared.slug} first.`) };
  });
}

const GIVES_UP: ReadonlySet<string> = new Set(["update", "delete"]);
