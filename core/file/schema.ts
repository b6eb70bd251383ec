import { z } from "zod";
import { tableOf } from "../api/table-of.ts";
import { CHILDREN, type ChildTable } from "../resources/children.ts";
import { CHILD_KINDS, SECTIONS, type ChildKind, type SectionName } from "../resources/kind.ts";
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

/** The section of a kind: a map by name, or a list. */
function sectionOf(kind: ChildKind) {
  const { declared, key, about, item, removal, names }: ChildTable = CHILDREN[kind];
  const { [key]: _name, ...others } = declared.shape;
  const fields = lifecycle(kind, removal);
  const objects =
    names === undefined
      ? z.array(declared.extend(fields).describe(item))
      : z.record(names, z.strictObject({ ...others, id: pin(`${kind} in the project`), ...fields }).describe(item));
  return objects.optional().describe(about);
}

const sections = tableOf<{ readonly [List in SectionName]: ReturnType<typeof sectionOf> }>(
  CHILD_KINDS.map((kind) => [SECTIONS[kind], sectionOf(kind)]),
);

const ignored = tableOf<{ readonly [List in SectionName]: ReturnType<typeof globs> }>(
  CHILD_KINDS.map((kind) => [SECTIONS[kind], globs(kind)]),
);

/** The content of a project file after references are replaced by text, and names of domains by maps. */
export const fileSchema = z.strictObject({
  $schema: z.string().optional().describe("Address of this schema, for editors. projectsync ignores it."),
  version: z.literal(1).describe("Version of the file format."),
  project: projectSchema,
  ...sections,
  ignore: z
    .strictObject(ignored)
    .optional()
    .describe(
      "Live objects that the file leaves alone unless it declares them: not unmanaged, not pruned, not moved away.",
    ),
});
export type FileContent = z.infer<typeof fileSchema>;
