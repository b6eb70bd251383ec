import type { Client } from "../../provider/api/client.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import type { Lists } from "../../provider/resources/lists.ts";
import type { PlanOptions } from "./options.ts";

/** What the planning of one file may look at. */
export interface Scope {
  readonly client: Client;
  readonly lists: Lists;
  /** All projects that the token sees; none where it may not ask. */
  readonly everyProject: () => Promise<readonly ProjectRecord[]>;
  readonly options: PlanOptions;
}
