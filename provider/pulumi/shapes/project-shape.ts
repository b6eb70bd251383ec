import { z } from "zod";
import type { ProjectRecord } from "../../api/records.ts";
import type { InOrganization } from "../../resources/kind.ts";
import type { Fields } from "../../resources/json.ts";
import { childrenOf } from "../../resources/project-children.ts";
import { declaredProject, projectFields, type DeclaredProject } from "../../resources/project-fields.ts";
import { projectKind } from "../../resources/project.ts";
import { sensitiveTexts } from "../../resources/sensitive-values.ts";
import type { Connection } from "../connection.ts";
import { ifExists, profile, requiredText, secretInputs, type Shape } from "./shape.ts";

export const projectShape: Shape<InOrganization, DeclaredProject, ProjectRecord> = {
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
  declaredNames: Object.keys(declaredProject.shape),
  fixedNames: ["organization_id"],
  subject: (inputs) => `Project ${requiredText(inputs, "slug")} of ${requiredText(inputs, "organization_id")}`,
  nameIn: (inputs) => `${requiredText(inputs, "organization_id")}/${requiredText(inputs, "slug")}`,
  parseId: (id) => ({ id, inputs: {} }),
  bind: async (_connection, { organization_id: organizationId }) => ({
    kind: projectKind,
    address: { organizationId: typeof organizationId === "string" ? organizationId : undefined },
    pulumiId: ({ id }) => id,
    checkWrite: () => {},
    drift: (declared, live) => projectKind.compare(declared, live),
    observe: shownFields,
    secretsIn: sensitiveIn,
  }),
  outputs: () => ({}),
  resolve: async (_connection, inputs) => ({ inputs, problems: [] }),
  pinnedId: ({ adopt_id: id }) => (typeof id === "string" ? id : undefined),
  previousKey: ({ previous_slug: slug, ...inputs }) => (typeof slug === "string" ? { ...inputs, slug } : undefined),
  secrets: async (_connection, inputs) => sensitiveIn(inputs),
  wrote: (lists, { organizationId }, created) => {
    if (created === undefined) {
      lists.dropProjects();
      return;
    }
    lists.addProject(organizationId, created.live);
    if (created.isNew) lists.startDomains(created.live.id);
  },
  refuseRemoval: async (connection, id, inputs) => {
    const { guard } = connection;
    // A plan shows what is deleted one by one: Pulumi has deleted that already.
    if (guard !== undefined) guard.checkEmpty(`project ${id}`, await namesIn(connection, id));
    else if (inputs["force_destroy"] !== true) refuseChildren(id, await namesIn(connection, id));
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
function sensitiveIn(project: Fields): string[] {
  return Object.entries(projectFields).flatMap(([name, field]) => sensitiveTexts(field, project[name]));
}

async function namesIn({ client }: Connection, id: string): Promise<string[]> {
  return (await childrenOf(client, id)).map(({ name }) => name);
}

/** Pulumi has already deleted the children that it manages: the rest was never declared, or is retained on purpose. */
function refuseChildren(id: string, children: readonly string[]): void {
  if (children.length === 0) return;
  throw new Error(
    `Project ${id} is not deleted: it holds ${children.join(", ")}, which would be deleted with it. Delete or move them. ` +
      "Or set `forceDestroy: true` on the project, run `pulumi up`, and then delete it. Where a new project has replaced it, " +
      "that has no effect.",
  );
}
