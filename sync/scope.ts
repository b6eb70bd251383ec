import type { Client } from "../provider/api/client.ts";
import type { Lists } from "../provider/resources/lists.ts";
import type { PlanOptions } from "./options.ts";

/** What the planning of one file may look at. */
export interface Scope {
  readonly client: Client;
  readonly lists: Lists;
  readonly options: PlanOptions;
}
