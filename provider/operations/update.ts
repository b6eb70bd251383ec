import type { dynamic } from "@pulumi/pulumi";
import type { Fields } from "../../core/resources/json.ts";
import { describe, idOf } from "../kinds/names.ts";
import { bind, inputsOf, type Resource } from "../kinds/resource-kind.ts";
import { outputsAfter } from "./after-write.ts";
import { findNow } from "./adoption.ts";
import { withoutDrift } from "./drift.ts";
import { learnSecrets, readIn, readUnlessGone } from "./read-live.ts";
import { organizationFor, type StateRecord } from "./state.ts";
import { writeDeclared } from "./write-one.ts";

/** Converges the object to what the program changed. No difference, no write. */
export async function update(recorded: StateRecord, news: Fields): Promise<dynamic.UpdateResult> {
  const { kind, connection, id, pulumiId, subject, state } = recorded;
  const before = inputsOf(kind, state);
  // No message shows the secrets that this update replaces.
  await bind(kind, connection, before);
  const resource = await bind(kind, connection, inputsOf(kind, news), before);
  const live = await readUnlessGone(resource, recorded);
  if (live === undefined) {
    throw new Error(`${subject} no longer exists. Run \`pulumi refresh\`; then \`pulumi up\` creates it again.`);
  }
  learnSecrets(resource, live);
  const organization = await organizationFor(connection, state);
  const drift = resource.compare(live, false);
  // A value that stays as it is live is no change of the program, so it sends no secret that the service hides.
  const inputs = withoutDrift(kind, { now: resource.inputs, before }, drift);
  const planned = await bind(kind, connection, inputs.now, inputs.before);
  await refuseTakenSlug(planned, live, id);
  const written = await writeDeclared(planned, live, { find: (view) => readIn(view, planned, id) });
  const { status } = written?.outcome ?? { status: "done" };
  // Nothing took effect: the state stays as it is.
  if (status === "failed" || status === "not-started") throw written?.error;
  const after = { id: pulumiId, news, state: { ...state, organization }, live: written?.live ?? live, written };
  return { outs: await outputsAfter(resource, after) };
}

/** Two projects would have one key, if the service allows that. */
async function refuseTakenSlug(planned: Resource, live: object, id: string): Promise<void> {
  if (planned.kind.name !== "project" || planned.compare(live, true).every(({ path }) => path !== "slug")) return;
  const found = await findNow(planned);
  const other = found && idOf(planned, found);
  if (other === undefined || other === id) return;
  const advice = "If this update takes that slug from it, run it again.";
  throw new Error(`${describe(planned)} already exists: ${other}. Nothing was sent. ${advice}`);
}
