import type { dynamic } from "@pulumi/pulumi";
import type { View } from "../../reconcile/view.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { declaredOf, inputsOf, writeTarget, type Shape } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { partlyDone } from "./failure.ts";
import { plannedInputs } from "./planned-inputs.ts";
import { withDrift } from "./read.ts";
import { readNow } from "./read-now.ts";
import { stateWithout, unprovenSecrets, without } from "./unproven.ts";
import { organizationFor, outputsOf, properties, refuseOtherOrigin } from "./state.ts";
import { writeOne } from "./write-one.ts";

/** Converges the object to what the program changed. No difference, no write. */
export async function update<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
  news: Fields,
): Promise<dynamic.UpdateResult> {
  const { client, redaction } = connection;
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const inputs = inputsOf(shape, news);
  const declared = declaredOf(shape, inputs);
  const before = inputsOf(shape, state);
  const binding = await shape.bind(connection, inputs, before);
  // Before anything is sent: an answer that quotes a secret is shortened, and half a secret would not be found afterwards.
  redaction.add(await shape.secrets(connection, inputs));
  const { id: serviceId } = shape.parseId(id);
  const find = (view: View): Live | undefined => binding.read(view, serviceId);
  const live = await readNow(binding, connection, serviceId);
  if (live === undefined) {
    throw new Error(`${subject} no longer exists. Run \`pulumi refresh\`; then \`pulumi up\` creates it again.`);
  }
  redaction.add(binding.secretsIn(live));
  const organization = await organizationFor(connection, { ...news, organization: state["organization"] });
  const ownership = { organization, origin: client.origin, ownedSince: state["ownedSince"] };
  const planned = declaredOf(shape, plannedInputs(shape, inputs, before, binding.drift(declared, live)));
  binding.checkWrite(planned, live);
  connection.guard?.checkUpdate(writeTarget(shape, inputs, binding.idOf(live)), binding.compare(planned, live));
  const approved = binding.step(planned, live, true);
  let updated: Live = live;
  if (approved !== undefined) {
    const written = await writeOne(connection, {
      approved,
      binding,
      declared: planned,
      find,
    });
    const { became, error } = written;
    updated = written.live ?? live;
    const unproven = unprovenSecrets(binding, declared, updated, inputs, before);
    if (became.status === "unknown" && unproven.length > 0)
      throw partlyDone(id, news, stateWithout(shape, state, news, unproven), withHiddenSecrets(error, unproven));
    if (became.status === "partial") {
      // The state holds what the service stored, so that the next update tries again.
      const stored = properties(shape, withDrift(shape, without(inputs, unproven), binding.drift(declared, updated)));
      throw partlyDone(id, news, outputsOf(shape, stored, updated, ownership), error);
    }
    if (became.status !== "done") throw error;
    for (const note of became.notes) warn(note);
  }
  const ready = await shape.awaitReady(connection, inputs, updated);
  const outs = outputsOf(shape, news, ready.live, ownership);
  if (ready.missing !== undefined) throw partlyDone(id, news, outs, ready.missing);
  return { outs };
}

/** The error's advice is to read the service, which does not show the secrets at these paths. */
function withHiddenSecrets(error: Error | undefined, paths: readonly string[]): Error {
  return new Error(
    `${error?.message ?? ""} The service hides ${paths.join(", ")}: the next \`pulumi up\` sends the declared value again.`,
  );
}
