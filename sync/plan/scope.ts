import type { ReadClient } from "../../provider/api/client.ts";
import type { Lists } from "../../provider/resources/lists.ts";
import type { Selection } from "./only.ts";
import type { PlanOptions } from "./options.ts";

/** What planning one file may read, and what the plan may contain. */
export interface Scope {
  readonly client: ReadClient;
  /** Each list is read once per plan. */
  readonly lists: Lists;
  readonly options: PlanOptions;
  /** The objects that the run covers. */
  readonly selection: Selection;
}
