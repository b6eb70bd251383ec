import { isServiceError, messageOf } from "../../api/errors.ts";
import { planning } from "../../reconcile/view.ts";
import { AmbiguousError, OtherFormError } from "../../resources/failures.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { bind, declaredFields, type Kind } from "../kinds/kind.ts";
import { claimOf, keyOf, subjectOf } from "../kinds/names.ts";
import { holdsUnknown } from "../unknown.ts";
import { warn } from "../warnings.ts";
import { adoptionNote, refusalOf, searchOf } from "./adoption.ts";

/** Warns in the check of a new resource that its object exists: what adopting it changes, or that the create will fail. */
export async function warnOfExisting(kind: Kind, preview: Connection, given: Fields): Promise<void> {
  const inputs = Object.fromEntries(Object.entries(given).filter(([, value]) => !holdsUnknown(value)));
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(inputs, name));
  // Whether it adopts is not known yet, or in which project.
  if (["if_exists", "adopt_id", "project_id"].some((name) => unknown.includes(name))) return;
  if (preview.newProjects.has(String(inputs["project_id"]))) return;
  if (!kind.declared.safeParse(declaredFields(kind, inputs)).success) return;
  const resource = await bind(kind, preview, inputs, {});
  try {
    const live = await preview.observer.plan(planning(searchOf(resource)));
    if (live === undefined) return;
    const { claims } = preview;
    if (claims.isTaken(claimOf(resource, resource.idOf(live))) || claims.declaredBefore.has(keyOf(resource))) return;
    const refusal = refusalOf(resource, live, true);
    warn(refusal ? `The update will fail: ${refusal.message}` : adoptionNote(resource, live, unknown));
  } catch (error) {
    const isUnclear = error instanceof AmbiguousError || error instanceof OtherFormError;
    if (!isServiceError(error) && !isUnclear) throw error;
    warn(`Whether ${subjectOf(resource)} exists cannot be seen: ${messageOf(error)}`);
  }
}
