import { z } from "zod";
import { projectRecord, type ProjectRecord } from "../../api/records.ts";
import { projectWithKey } from "../../reconcile/find.ts";
import { projectStep } from "../../reconcile/object-steps.ts";
import type { Fields } from "../../resources/json.ts";
import { declaredProject, projectFields, type DeclaredProject } from "../../resources/project-fields.ts";
import { hasProjectKey } from "../../resources/project-identity.ts";
import { compareProject, lostFields } from "../../resources/project.ts";
import { sensitiveTexts } from "../../resources/sensitive-values.ts";
import { ifExists, profile, requiredText, secretInputs, type Shape } from "./shape.ts";

export const projectShape: Shape<DeclaredProject, ProjectRecord> = {
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
  bind: async ({ redaction }, inputs) => {
    const { organization_id: organization, slug } = inputs;
    redaction.add(sensitiveIn(inputs));
    const key = `${String(organization)}/${String(slug)}`;
    const frame = { key, project: key, slugs: [] };
    return {
      pulumiId: (id) => id,
      idOf: ({ id }) => id,
      find: projectWithKey,
      hasKey: hasProjectKey,
      read: (view, id) => view.project(id),
      foreign: (view, id) => view.project(id),
      part: (key) => ({ of: "project", key }),
      listed: (view, id) =>
        view
          .projects(typeof organization === "string" ? organization : undefined)
          .records.find((live) => live.id === id),
      record: (fields, id) => ({ ...fields, id }),
      step: (declared, live) => {
        if (live !== undefined && compareProject(declared, live).length === 0) return undefined;
        const { organization_id: organizationId } = declared;
        const action = live === undefined ? "create" : "update";
        return projectStep({ ...frame, action, organizationId, projectId: live?.id }, declared, live);
      },
      lost: (declared, { body }, before, after) =>
        lostFields(declared, projectRecord.parse(before), body, projectRecord.parse(after)),
      isHidden: () => false,
      checkWrite: () => {},
      compare: compareProject,
      drift: compareProject,
      withoutSecrets: (inputs) => inputs,
      observe: shownFields,
      secretsIn: sensitiveIn,
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
