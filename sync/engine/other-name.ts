import { blocked, nameInProject, projectOf, type PlanItem } from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import type { EngineStep } from "./engine.ts";

/**
 * Blocks what the stack would delete or forget of an object that a file declares by another key: after the case of a slug or a component
 * changed, or a project got another slug. For Pulumi these are two resources: it would adopt the object as the one while it has it as the
 * other, which the provider refuses. So is what such a project no longer declares: its deletion would be no planned write.
 */
export function keepDeclared(items: readonly PlanItem[], steps: readonly EngineStep[], stack: string): PlanItem[] {
  const doing = (action: EngineStep["action"]) => new Set(steps.filter((step) => step.action === action).map(nameOf));
  const [created, forgotten] = [doing("create"), doing("forget")];
  const declared = items.filter(({ source, action }) => source !== null && action !== "delete");
  const projectIds = new Map(steps.filter(({ kind }) => kind === "project").map(({ key, id }) => [key, id]));

  const declaredAs = ({ kind, key, id }: PlanItem): PlanItem | undefined => {
    const projectId = projectIds.get(projectOf({ key }));
    const project = declared.find((each) => each.kind === "project" && each.id !== undefined && each.id === projectId);
    if (project === undefined || kind === "project") return project;
    // The id of a component and a host name are known only in their project.
    const isSame = (each: PlanItem): boolean =>
      kind === "component" ? id !== undefined && each.id === id : nameInProject(each) === nameInProject({ key });
    const same = declared.find((each) => each.kind === kind && projectOf(each) === project.key && isSame(each));
    // Its line is removed, and the plan knows it by the other key of its project.
    return same ?? (project.key === projectOf({ key }) ? undefined : project);
  };
  return items.map((item) => {
    const { source, action } = item;
    const isForgotten = action === "unmanaged" && forgotten.has(nameOf(item));
    const other = source === null && (action === "delete" || isForgotten) ? declaredAs(item) : undefined;
    // A stack that has both resources forgets one of them.
    if (other === undefined || (isForgotten && !created.has(nameOf(other)))) return item;
    const what = other.kind === item.kind ? "it" : "its project";
    const slug = slugIn(item);
    const remedy =
      slug === slugIn(other)
        ? "Write its name as before."
        : `Declare previous_slug: ${slug}. Then the stack keeps ${what}.`;
    return blocked(
      { ...item, notes: [] },
      `A file declares ${what} as ${other.key}, and stack ${stack} would ${isForgotten ? "forget" : "delete"} it as this. ${remedy}`,
    );
  });
}

function slugIn({ key }: PlanItem): string {
  const [, slug = ""] = key.split("/");
  return slug;
}
