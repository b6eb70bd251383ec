import type { Resends } from "../reconcile/run.ts";
import type { View } from "../reconcile/view.ts";
import type { Selection } from "./only.ts";
import type { PlanOptions } from "./options.ts";

/** What planning one file sees of the service, and what the plan may contain. */
export interface Scope {
  readonly view: View;
  readonly options: PlanOptions;
  /** The objects that the run covers. */
  readonly selection: Selection;
  readonly resends: Resends;
}
