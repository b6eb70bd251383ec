import { isServiceError } from "../../core/api/errors.ts";
import type { Observer } from "../../core/reconcile/observe.ts";
import { planning } from "../../core/reconcile/snapshot-view.ts";
import { isAutomatic } from "../../core/resources/automatic-domain.ts";
import { hostNameOf } from "../../core/resources/domain.ts";
import { blocked, newItem, type PlanItem } from "../../core/plan/plan.ts";
import { nameOf } from "../../core/reconcile/step.ts";
import type { EngineStep } from "./engine.ts";

/**
 * Items for what else is in a project that the stack would delete and no file declares: no plan has read it. The project is blocked if
 * that cannot be read.
 */
export async function leftContent(
  items: readonly PlanItem[],
  steps: readonly EngineStep[],
  observer: Observer,
): Promise<PlanItem[]> {
  // By its id, too: the stack may have a declared project by another slug.
  const planned = new Set(items.filter(({ kind }) => kind === "project").flatMap(({ key, id }) => [key, id]));
  const deleted = steps.filter(
    ({ kind, key, id, action }) => kind === "project" && action === "delete" && !planned.has(key) && !planned.has(id),
  );
  const found = await Promise.all(deleted.map((project) => contentOf(project, steps, observer)));
  return found.flat();
}

async function contentOf(
  { kind, key, id }: EngineStep,
  steps: readonly EngineStep[],
  observer: Observer,
): Promise<PlanItem[]> {
  if (id === undefined) return [];
  const inside = steps.filter((step) => step.key.startsWith(`${key}/`));
  const ofStack = new Set(inside.map((step) => `${step.kind} ${step.id}`));
  try {
    const found = await observer.plan(
      planning((view) => {
        // Somebody has deleted it. A list that is "not found" does not say so.
        if (view.project(id) === undefined) return [];
        return [
          // A list may leave out the name, and a service may have two with one name.
          ...view.components(id).map(({ id: own, component_slug: slug }) => {
            return newItem("component", `${key}/${slug ?? "component"}#${own}`, "unmanaged", { id: own });
          }),
          ...view.domains(id).flatMap((live) => {
            const host = hostNameOf(live);
            return isAutomatic(live) ? [] : newItem("domain", `${key}/${host}`, "unmanaged", { id: host });
          }),
        ];
      }),
    );
    // A host name may be there in two spellings.
    const byName = new Map(found.map((item) => [nameOf(item), item]));
    return [...byName.values()].filter((item) => !ofStack.has(`${item.kind} ${item.id}`));
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return [blocked(newItem(kind, key, "delete", { id }), `What is in it cannot be read. ${error.message}`)];
  }
}
