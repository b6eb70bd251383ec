import { z } from "zod";

const strings = z.record(
  z.string(),
  z.union([z.string(), z.boolean(), z.number(), z.null()]).transform((value) => String(value ?? "")),
);
const permissions = z.record(z.string(), z.string());
const concurrency = z.looseObject({ group: z.string() });

/** What the tests read of a workflow. */
export const workflowSchema = z.looseObject({
  on: z.union([z.string(), z.array(z.string()), z.record(z.string(), z.unknown())]),
  permissions,
  concurrency: concurrency.optional(),
  env: strings.optional(),
  jobs: z.record(
    z.string(),
    z.looseObject({
      if: z.string().optional(),
      environment: z.union([z.string(), z.object({ name: z.string(), url: z.string().optional() })]).optional(),
      permissions: permissions.optional(),
      concurrency: concurrency.optional(),
      steps: z.array(
        z.looseObject({
          id: z.string().optional(),
          uses: z.string().optional(),
          run: z.string().optional(),
          with: strings.optional(),
          env: strings.optional(),
        }),
      ),
    }),
  ),
});
