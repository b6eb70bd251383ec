import { z } from "zod";
import { InvalidRequestError } from "../../core/api/errors.ts";
import { projectRecord, type ProjectRecord } from "../../core/api/records.ts";
import { projectWithKey } from "../../core/reconcile/snapshot-view.ts";
import { projectStep } from "../../core/reconcile/step.ts";
import type { Fields } from "../../core/resources/json.ts";
import { declaredProject, projectFields } from "../../core/resources/project-fields.ts";
import { hasProjectKey } from "../../core/resources/project-identity.ts";
import { compareProject, lostFields } from "../../core/resources/compare-project.ts";
import { sensitiveTexts } from "../../core/resources/sensitive-values.ts";
import { ADOPT_ID, declaredOf, type ResourceKind, options } from "./resource-kind.ts";
import { describe } from "./names.ts";

export const projectKind: ResourceKind<ProjectRecord> = {
  name: "project",
  inputs: z.strictObject({
    ...declaredProject.shape,
    ...options,
    // A key is no id: a lookup that failed returns one.
    adopt_id: z
      .string()
      .min(1)
      .refine((id) => !id.includes("/"), "is not the id of a project")
      .optional()
      .describe(ADOPT_ID),
    previous_slug: z
      .string()
      .min(1)
      .optional()
      .describe(
        "Slug that the project had before. With `ifExists: adopt`, a project that still has it is adopted and renamed.",
      ),
    force_destroy: z
      .boolean()
      .optional()
      .describe(
        "Delete the project even if it holds components or domains, which are deleted with it. Default: false.",
      ),
  }),
  declared: declaredProject,
  key: "slug",
  fixed: ["organization_id"],
  outputs: [],
  open: async ({ redaction }, inputs) => {
    const { previous_slug: before } = inputs;
    redaction.add(sensitiveIn(inputs));
    const declared = declaredOf(declaredProject, inputs);
    const keys = () => [declared(), ...(typeof before === "string" ? [{ ...declared(), slug: before }] : [])];
    return {
      find: (view) => {
        const [found, renamed] = keys().map((key) => projectWithKey(view, key));
        if (found === undefined || renamed === undefined || found.id === renamed.id) return found ?? renamed;
        throw new InvalidRequestError(
          `${describe({ kind: projectKind, inputs })} is ${found.id}, and ${renamed.id} still has the previous slug. If they are two ` +
            "projects, remove `previousSlug`.",
        );
      },
      hasKey: (live) => keys().some((key) => hasProjectKey(key, live)),
      compare: (live) => compareProject(declared(), live),
      step: (frame, live) => projectStep(frame, declared(), live),
      lost: ({ body }, before, after) =>
        lostFields(declared(), projectRecord.parse(before), body, projectRecord.parse(after)),
      shown: shownFields,
      secretsIn: sensitiveIn,
    };
  },
};

/**
 * The organization and every declarable field of a live project, without values that may be credentials: what comes from here
 * is in the state or the program in clear, because no program can mark it as a secret.
 */
export function shownFields(live: ProjectRecord): Fields {
  const shown = Object.entries(projectFields).filter(([name, field]) => sensitiveTexts(field, live[name]).length === 0);
  return Object.fromEntries(["organization_id", ...shown.map(([name]) => name)].map((name) => [name, live[name]]));
}

/** The sensitive texts in a live project, or in the inputs of one: the names of their fields are the same. */
export function sensitiveIn(project: Fields): string[] {
  return Object.entries(projectFields).flatMap(([name, field]) => sensitiveTexts(field, project[name]));
}
