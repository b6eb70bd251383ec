import { isServiceError, messageOf } from "../../api/errors.ts";
import { planning } from "../../reconcile/view.ts";
import { AmbiguousError, OtherFormError } from "../../resources/failures.ts";
import { keyForm } from "../../resources/forms.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { adopts, claimOf, declaredFields, type Shape } from "../shapes/shape.ts";
import { holdsUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { adoptionNote, existsError, searchOf } from "./adoption.ts";

/** Warns in the check of a new resource that its object exists: what adopting it changes, or that the create will fail. */
export async function warnOfExisting(shape: Shape, preview: Connection, given: Fields): Promise<void> {
  const inputs = Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsUnknown(value)));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
  // Whether it adopts is not known yet.
  if (unknown.includes("if_exists") || unknown.includes("adopt_id")) return;
  const { project_id: projectId } = inputs;
  const isKeyKnown = Object.hasOwn(shape.inputs.shape, "project_id") ? typeof projectId === "string" : true;
  const isNewProject = preview.newProjects.has(String(projectId));
  if (!isKeyKnown || isNewProject || !shape.declared.safeParse(declaredFields(shape, inputs)).success) return;
  const binding = await shape.bind(preview, inputs, {});
  try {
    const declaration = binding.declare(inputs);
    const live = await preview.observer.plan(planning(searchOf(binding, declaration)));
    if (live === undefined) return;
    const { kept, made, declaredBefore } = preview.claims;
    const claim = claimOf(binding, binding.idOf(live));
    if (kept.has(claim) || made.has(claim) || declaredBefore.has(keyForm(shape.subject(inputs)))) return;
    const refused = `The update will fail: ${existsError(binding, binding.idOf(live)).message}`;
    warn(adopts(binding) ? adoptionNote(binding, declaration, live, unknown) : refused);
  } catch (error) {
    const isUnclear = error instanceof AmbiguousError || error instanceof OtherFormError;
    if (!isServiceError(error) && !isUnclear) throw error;
    warn(`Whether ${shape.subject(inputs)} exists cannot be seen: ${messageOf(error)}`);
  }
}
