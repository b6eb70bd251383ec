import { isNotFound, isServiceError } from "../../provider/api/errors.ts";
import type { Observer } from "../../provider/reconcile/observe.ts";
import { planning } from "../../provider/reconcile/view.ts";
import { nameIn } from "../../provider/resources/children.ts";
import type { Fields } from "../../provider/resources/json.ts";
import { CHILD_KINDS, ID_FIELDS, SECTIONS, type ChildKind } from "../../provider/resources/kind.ts";
import { blocked, itemName, newItem, type PlanItem } from "../plan/plan.ts";
import type { Step } from "./engine.ts";

/**
 * Items for what else is in a project that the stack would delete and no file declares: no plan has read it. The project is blocked if
 * that cannot be read.
 */
export async function leftContent(
  items: readonly PlanItem[],
  steps: readonly Step[],
  observer: Observer,
): Promise<PlanItem[]> {
  const planned = new Set(items.map(itemName));
  const deleted = steps.filter(
    (step) => step.kind === "project" && step.action === "delete" && !planned.has(itemName(step)),
  );
  const found = await Promise.all(deleted.map((project) => contentOf(project, steps, observer)));
  return found.flat();
}

async function contentOf({ kind, key, id }: Step, steps: readonly Step[], observer: Observer): Promise<PlanItem[]> {
  if (id === undefined) return [];
  const ofStack = new Set(
    steps.filter((step) => step.key.startsWith(`${key}/`)).map((step) => `${step.kind} ${step.id}`),
  );
  const itemOf = (child: ChildKind, record: Fields): PlanItem[] => {
    const [name, childId] = [nameIn(child, record), String(record[ID_FIELDS[child]])];
    const isOfStack = ofStack.has(`${child} ${childId}`) || ofStack.has(`${child} ${name}`);
    return isOfStack ? [] : [newItem(child, `${key}/${name}`, "unmanaged", { id: childId })];
  };
  try {
    return await observer.plan(
      planning((view) =>
        CHILD_KINDS.flatMap((child) => {
          const records: readonly Fields[] = view[SECTIONS[child]](id);
          return records.flatMap((record) => itemOf(child, record));
        }),
      ),
    );
  } catch (error) {
    if (isNotFound(error)) return [];
    if (!isServiceError(error)) throw error;
    return [blocked(newItem(kind, key, "delete", { id }), `What is in it cannot be read. ${error.message}`)];
  }
}
