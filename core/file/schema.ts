import { z } from "zod";
import { declaredComponent } from "../resources/component/declared.ts";
import { declaredDomain } from "../resources/domain.ts";
import { asKey } from "../resources/rule-schemas.ts";
import { declaredProject } from "../resources/project-fields.ts";
import { globs } from "./ignored-names.ts";

const lifecycle = (kind: string, removal: string) => ({
  absent: z.boolean().optional().meta({ default: false }).describe(`${removal} Its other fields then have no effect.`),
  protect: z.boolean().optional().meta({ default: false }).describe(`Refuse to delete the ${kind}.`),
});

/** An id of the service may have any character that a path can carry; `.` and `%` at the start could mean a folder. */
// oxlint-disable-next-line no-control-regex -- it refuses control characters, and a JSON Schema pattern has no flags
const ID = /^[^./\\%\x00-\x1f\x7f-\x9f][^/\\\x00-\x1f\x7f-\x9f]*$/;

const pin = (kind: string) =>
  z
    .string()
    .regex(ID, "must be an id of the service: no slash, backslash or control character, and no . or % at the start")
    .optional()
    .meta(asKey)
    .describe(`ID of the ${kind}. An error if it contradicts the service.`);

export const projectSchema = declaredProject
  .extend({
    must_exist: z
      .boolean()
      .optional()
      .meta({ default: false })
      .describe("Never create the project. For files that only add to an existing one."),
    previous_slug: z
      .string()
      .min(1)
      .optional()
      .meta(asKey)
      .describe("Previous slug: renames the project. Without it, a new slug means a second project."),
    id: pin("project"),
    ...lifecycle("project", "Delete the project."),
  })
  .describe("The project and its managed fields. An absent field is left unchanged.");

const { component: componentSlug, ...componentFields } = declaredComponent.shape;

const componentsSchema = z
  .record(
    componentSlug,
    z
      .strictObject({
        ...componentFields,
        id: pin("component in the project"),
        ...lifecycle("component", "Remove the component from the project."),
      })
      .describe("A component in the project. Write `{}` if it has no fields."),
  )
  .optional()
  .describe("Components, by `organization/component`. Without this section, no component is managed.");

const domainsSchema = z
  .array(declaredDomain.extend(lifecycle("domain", "Detach the domain.")).describe("A domain of the project."))
  .optional()
  .describe("Domains: host names or maps. Without this section, no domain is managed.");

/** The content of a project file after references are replaced by text, and names of domains by maps. */
export const fileSchema = z.strictObject({
  $schema: z.string().optional().describe("Address of this schema, for editors. projectsync ignores it."),
  version: z.literal(1).describe("Version of the file format."),
  project: projectSchema,
  components: componentsSchema,
  domains: domainsSchema,
  ignore: z
    .strictObject({ components: globs("component"), domains: globs("domain") })
    .optional()
    .describe(
      "Live objects that the file leaves alone unless it declares them: not unmanaged, not pruned, not moved away.",
    ),
});
export type FileContent = z.infer<typeof fileSchema>;
