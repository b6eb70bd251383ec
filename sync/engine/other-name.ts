import { blocked, itemName, projectOf, type PlanItem } from "../plan/plan.ts";
import type { Step } from "./engine.ts";

/**
 * Blocks the deletion of an object that a file declares by another key: after the case of a slug or a component changed, or a pinned project got
 * another slug. For Pulumi these are two resources: it would adopt the object as the one, and delete it as the other.
 */
export function keepDeclared(items: readonly PlanItem[], steps: readonly Step[], stack: string): PlanItem[] {
  const declared = items.filter(({ source, action }) => source !== null && action !== "delete");
  const byName = new Map(declared.map((item) => [itemName(item), item]));
  const byId = new Map(declared.flatMap((item) => (item.id === undefined ? [] : [[idName(item), item] as const])));
  const projects = new Map(steps.filter(({ kind }) => kind === "project").map((step) => [step.key, step]));

  /** A host name is an id only in its project. */
  const declaredAs = (item: PlanItem): PlanItem | undefined => {
    if (item.kind !== "domain") return byId.get(idName(item));
    const inStack = projects.get(projectOf(item));
    const project = inStack && byId.get(idName(inStack));
    return project && byName.get(itemName({ ...item, key: `${project.key}${item.key.slice(projectOf(item).length)}` }));
  };
  return items.map((item) => {
    const other = item.action === "delete" && item.source === null ? declaredAs(item) : undefined;
    if (other === undefined) return item;
    const [, slug = ""] = item.key.split("/");
    const remedy =
      projectOf(item) === projectOf(other)
        ? "Write its name as before."
        : `Declare previous_slug: ${slug}. Then the stack keeps it.`;
    return blocked(item, `A file declares it as ${other.key}, and stack ${stack} would delete it as this. ${remedy}`);
  });
}

function idName({ kind, id = "" }: Pick<PlanItem, "kind" | "id">): string {
  return `${kind} ${id}`;
}
