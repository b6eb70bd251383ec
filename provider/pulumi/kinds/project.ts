import { z } from "zod";
import type { ProjectRecord } from "../../api/records.ts";
import { isObject } from "../../resources/canonical.ts";
import { projectFields, declaredProject, type DeclaredProject } from "../../resources/project-fields.ts";
import { childrenOf } from "../../resources/project-children.ts";
import { projectKind } from "../../resources/project.ts";
import type { Connection } from "../connection.ts";
import { ifExists, text, type Shape } from "./shape.ts";

export const projectShape: Shape<undefined, DeclaredProject, ProjectRecord> = {
  kind: projectKind,
  inputs: z.strictObject({
    ...declaredProject.shape,
    if_exists: ifExists,
    adopt_id: z.string().min(1).optional(),
    force_destroy: z.boolean().optional(),
  }),
  declared: Object.keys(declaredProject.shape),
  fixed: ["organization_id"],
  subject: (inputs) => `Project ${text(inputs, "slug")} of ${text(inputs, "organization_id")}`,
  place: async () => undefined,
  idOf: (_place, { id }) => id,
  parseId: (id) => ({ id, inputs: {} }),
  inList: async ({ lists }, inputs, id) => {
    const organization = inputs["organization_id"];
    if (typeof organization !== "string") return undefined;
    return (await lists.projects(organization)).find((project) => project.id === id);
  },
  drift: (declared, live, place) => projectKind.compare(declared, live, place),
  observe: (live) => {
    // Headers that are sent to an origin are where credentials are kept.
    const names = ["organization_id", ...Object.keys(projectFields)].filter((name) => name !== "forwarded_headers");
    return Object.fromEntries(names.map((name) => [name, live[name]]));
  },
  outputs: () => ({}),
  settle: async (_connection, inputs) => ({ inputs, problems: [] }),
  pinned: ({ adopt_id: id }) => (typeof id === "string" ? id : undefined),
  secrets: async (_connection, { forwarded_headers: headers }) =>
    Array.isArray(headers)
      ? headers.flatMap((header: unknown) =>
          isObject(header) && typeof header["value"] === "string" ? [header["value"]] : [],
        )
      : [],
  beforeRemoval: async (connection, id, inputs) => {
    if (inputs["force_destroy"] !== true) await refuseChildren(connection, id);
  },
};

/** Pulumi has deleted the children it manages by now: what is left was never declared, or is kept on purpose. */
async function refuseChildren({ client }: Connection, id: string): Promise<void> {
  const children = (await childrenOf(client, id)).map(({ name }) => name);
  if (children.length === 0) return;
  throw new Error(
    `Project ${id} is not deleted: it has ${children.join(", ")}, which this deletion would take with it. Delete or move ` +
      `them, or set \`forceDestroy: true\` on the project, run \`pulumi up\`, and delete it then.`,
  );
}
