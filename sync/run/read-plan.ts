import type { PlanResult, Planner } from "../../core/plan/planner.ts";
import type { Observer } from "../../core/reconcile/observe.ts";

/** Reads what a plan needs, and plans. `onRead`: how many projects are read. */
export async function readPlan(
  observer: Observer,
  planner: Planner,
  onRead: (done: number, total: number) => void = () => {},
): Promise<PlanResult> {
  const { components, domains } = observer.snapshot;
  const { projects: total } = planner;
  let done = -1;
  const show = (read: number): void => {
    if (read > done) onRead((done = read), total);
  };
  show(0);
  const planned = await observer.plan(
    (snapshot) => planner.all(snapshot),
    () => show(Math.min(total, Math.max(components.size, domains.size))),
  );
  show(total);
  planned.check();
  return planned;
}
