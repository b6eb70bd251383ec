import { isServiceError, messageOf } from "../../api/errors.ts";
import type { Client } from "../../api/client.ts";
import { planning } from "../../reconcile/view.ts";
import { AmbiguousError, OtherFormError } from "../../resources/failures.ts";
import { keyForm } from "../../resources/forms.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { declaredFields, declaredOf, ifExistsOf, pinnedId, type Binding, type Shape } from "../shapes/shape.ts";
import { holdsUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { searchOf } from "./find.ts";

/*
 * What a user is told of an object that exists before its resource does: in the preview, as far as the key is known there, and in the
 * update. Whether another stack has the object cannot be seen.
 */

/** Warns in the check of a new resource that its object exists: what adopting it changes, or that the create will fail. */
export async function warnOfExisting<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  connection: Connection,
  reader: Client,
  given: Fields,
): Promise<void> {
  const inputs = Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsUnknown(value)));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
  // Whether it adopts is not known yet.
  if (unknown.includes("if_exists") || unknown.includes("adopt_id")) return;
  const { project_id: projectId } = inputs;
  const isKeyKnown = Object.hasOwn(shape.inputs.shape, "project_id") ? typeof projectId === "string" : true;
  const isNewProject = connection.newProjects.has(String(projectId));
  if (!isKeyKnown || isNewProject || !shape.declared.safeParse(declaredFields(shape, inputs)).success) return;
  const catalogue: Connection["catalogue"] = (slug) => connection.catalogue(slug, reader);
  const binding = await shape.bind({ ...connection, catalogue }, inputs, {});
  try {
    const live = await connection.sight(reader).plan(planning(searchOf(shape, binding, inputs)));
    if (live === undefined) return;
    const { kept, made, declaredBefore } = connection.claims;
    const owned = `${shape.name} ${binding.pulumiId(binding.idOf(live))}`;
    if (kept.has(owned) || made.has(owned) || declaredBefore.has(keyForm(shape.subject(inputs)))) return;
    const adopts = ifExistsOf(inputs, connection) === "adopt" || pinnedId(inputs) !== undefined;
    const refused = `The update will fail: ${existsError(shape, inputs, binding.idOf(live)).message}`;
    warn(adopts ? adoptionNote(shape, binding, inputs, live, unknown) : refused);
  } catch (error) {
    const isUnclear = error instanceof AmbiguousError || error instanceof OtherFormError;
    if (!isServiceError(error) && !isUnclear) throw error;
    warn(`Whether ${shape.subject(inputs)} exists cannot be seen: ${messageOf(error)}`);
  }
}

/** What adopting an object changes, by the names of its fields. `unknown`: names of inputs whose values are not known yet. */
export function adoptionNote<Declared, Live>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  inputs: Fields,
  live: Live,
  unknown: readonly string[] = [],
): string {
  const fields = binding.compare(declaredOf(shape, inputs), live).map(({ path }) => path);
  const what =
    fields.length === 0 ? "nothing is changed" : `${fields.join(", ")} ${fields.length === 1 ? "is" : "are"} changed`;
  const pending = unknown.filter((name) => Object.hasOwn(shape.declared.shape, name));
  const perhaps = pending.length === 0 ? "" : ` as far as is known (not known yet: ${pending.join(", ")})`;
  return (
    `${shape.subject(inputs)} exists: ${binding.idOf(live)}. It is adopted, and ${what}${perhaps}. If another stack has it, both ` +
    "will change it."
  );
}

export function existsError<Declared, Live>(shape: Shape<Declared, Live>, inputs: Fields, id: string): Error {
  const pin = shape.name === "project" ? ` or \`adoptId: "${id}"\`` : "";
  return new Error(
    `${shape.subject(inputs)} already exists: ${id}. If another resource of this stack has it, and was renamed, give this one ` +
      `the old name in \`aliases\`. To take what no resource has, what another one gives up, or what this one had before, declare ` +
      `\`ifExists: "adopt"\`${pin}, or for one update set PROJECTSYNC_IF_EXISTS=adopt. If another stack has it, both would change it. ` +
      "To replace the object with `--replace`, declare `deleteBeforeReplace: true`.",
  );
}
