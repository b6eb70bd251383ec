import { z } from "zod";
import { SEGMENT } from "../api/path.ts";
import { declaredComponent } from "../resources/component/declared.ts";
import { declaredDomain } from "../resources/domain.ts";
import { asKey } from "../resources/rule-schemas.ts";
import { declaredProject } from "../resources/project-fields.ts";

const lifecycle = (kind: string, removal: string) => ({
  absent: z
    .boolean()
    .optional()
    .meta({ default: false })
    .describe(`${removal} What else is declared of it has no effect then.`),
  protect: z.boolean().optional().meta({ default: false }).describe(`Refuses any deletion of the ${kind}.`),
});

const pin = (kind: string) =>
  z
    .string()
    .regex(SEGMENT, "an id as the service gives it: letters, digits and . _ ~ -")
    .optional()
    .meta(asKey)
    .describe(`Id of the ${kind} that is meant. One that contradicts what the service has is an error.`);

export const projectEntry = declaredProject
  .extend({
    must_exist: z
      .boolean()
      .optional()
      .meta({ default: false })
      .describe("Refuses to create the project: for a file that only adds to one."),
    previous_slug: z
      .string()
      .min(1)
      .optional()
      .meta(asKey)
      .describe("Slug that the project had before: renames it. Without it a new slug means a second project."),
    id: pin("project"),
    ...lifecycle("project", "Removes the project."),
  })
  .describe("The project, and those of its fields that are managed: an absent field is left alone.");

export const componentEntry = declaredComponent
  .omit({ component: true })
  .extend({ id: pin("component in the project"), ...lifecycle("component", "Removes the component from the project.") })
  .describe("A component in the project; `{}` where nothing more is to be said.");

export const domainEntry = declaredDomain
  .extend(lifecycle("domain", "Detaches the domain."))
  .describe("A domain of the project.");

/** What a project file holds once `{ env: … }` and `{ secret: … }` stand for text and a domain's name for the domain. */
export const fileSchema = z.strictObject({
  $schema: z.string().optional().describe("Address of this schema, for editors. Not read."),
  version: z.literal(1).describe("Version of the file's format."),
  project: projectEntry,
  components: z
    .record(declaredComponent.shape.component, componentEntry)
    .optional()
    .describe("Components by `organization/component`. Without this section no component is managed."),
  domains: z
    .array(domainEntry)
    .optional()
    .describe("Domains, each a host name or a map. Without this section no domain is managed."),
});
export type FileContent = z.infer<typeof fileSchema>;
