import { z } from "zod";
import { InvalidRequestError } from "../../api/errors.ts";
import { projectRecord, type ProjectRecord } from "../../api/records.ts";
import { projectWithKey } from "../../reconcile/find.ts";
import { projectStep } from "../../reconcile/object-steps.ts";
import type { Fields } from "../../resources/json.ts";
import { declaredProject, projectFields } from "../../resources/project-fields.ts";
import { hasProjectKey } from "../../resources/project-identity.ts";
import { compareProject, lostFields } from "../../resources/project.ts";
import { sensitiveTexts } from "../../resources/sensitive-values.ts";
import { declaredOf, ifExists, profile, requiredText, secretInputs, type Shape } from "./shape.ts";

export const projectShape: Shape<ProjectRecord> = {
  name: "project",
  inputs: z.strictObject({
    ...declaredProject.shape,
    if_exists: ifExists,
    profile,
    secret_inputs: secretInputs,
    // A key is no id: a lookup that failed returns one.
    adopt_id: z
      .string()
      .min(1)
      .refine((id) => !id.includes("/"), "is not the id of a project")
      .optional(),
    previous_slug: z.string().min(1).optional(),
    force_destroy: z.boolean().optional(),
  }),
  declared: declaredProject,
  fixedNames: ["organization_id"],
  subject: (inputs) => `Project ${requiredText(inputs, "slug")} of ${requiredText(inputs, "organization_id")}`,
  nameIn: (inputs) => `${requiredText(inputs, "organization_id")}/${requiredText(inputs, "slug")}`,
  parseId: (id) => ({ id, projectId: id, inputs: {} }),
  bind: async (connection, inputs) => {
    const { organization_id: organization, slug } = inputs;
    connection.redaction.add(sensitiveIn(inputs));
    const key = `${String(organization)}/${String(slug)}`;
    const frame = { key, project: key, slugs: [] };
    return {
      shape: projectShape,
      connection,
      inputs,
      pulumiId: (id) => id,
      idOf: ({ id }) => id,
      read: (view, id) => view.project(id),
      foreign: (view, id) => view.project(id),
      part: (key) => ({ of: "project", key }),
      listed: (view, id) =>
        view
          .projects(typeof organization === "string" ? organization : undefined)
          .records.find((live) => live.id === id),
      record: (fields, id) => ({ ...fields, id }),
      isHidden: () => false,
      withoutSecrets: () => inputs,
      observe: shownFields,
      secretsIn: sensitiveIn,
      declare: (wanted) => {
        const fields = declaredOf(declaredProject, wanted);
        const { previous_slug: before } = wanted;
        const keys =
          before === undefined ? [fields] : [fields, declaredOf(declaredProject, { ...wanted, slug: before })];
        return {
          fields,
          find: (view) => {
            const [found, renamed] = keys.map((key) => projectWithKey(view, key));
            if (found !== undefined && renamed !== undefined && found.id !== renamed.id)
              throw new InvalidRequestError(
                `${projectShape.subject(inputs)} is ${found.id}, and ${renamed.id} still has the previous slug. If they are two ` +
                  "projects, remove `previousSlug`.",
              );
            return found ?? renamed;
          },
          hasKey: (live) => keys.some((key) => hasProjectKey(key, live)),
          step: (live) => {
            if (live !== undefined && compareProject(fields, live).length === 0) return undefined;
            const { organization_id: organizationId } = fields;
            const action = live === undefined ? "create" : "update";
            return projectStep({ ...frame, action, organizationId, projectId: live?.id }, fields, live);
          },
          lost: ({ body }, before, after) =>
            lostFields(fields, projectRecord.parse(before), body, projectRecord.parse(after)),
          checkWrite: () => {},
          compare: (live) => compareProject(fields, live),
          drift: (live) => compareProject(fields, live),
        };
      },
    };
  },
  outputs: () => ({}),
  resolve: async (_connection, inputs) => ({ inputs, problems: [] }),
  awaitReady: async (_connection, _inputs, live) => ({ live }),
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
function sensitiveIn(project: Fields): string[] {
  return Object.entries(projectFields).flatMap(([name, field]) => sensitiveTexts(field, project[name]));
}
