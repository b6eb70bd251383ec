import { z } from "zod";
import type { Data } from "../../sync/report-schema.ts";

/** What any command but `validate`, `plan`, `apply` and `drift` prints with `--json` if it fails. Those print a report. */
export const errorSchema = z
  .object({ error: z.string().describe("What is wrong, and what to do.") })
  .meta({ id: "error", description: "The command failed." });

export type ErrorJson = Data<z.output<typeof errorSchema>>;
