import type { dynamic } from "@pulumi/pulumi";
import type { Connection } from "../connection.ts";
import { declaredOf, inputsOf, writeTarget, type Shape } from "../shapes/shape.ts";
import { OutcomeUnknownError } from "../../resources/failures.ts";
import type { Fields } from "../../resources/json.ts";
import { warn } from "../warnings.ts";
import { partlyDone } from "./failure.ts";
import { plannedInputs } from "./planned-inputs.ts";
import { withDrift } from "./read.ts";
import { stateWithout, unprovenSecrets, without } from "./unproven.ts";
import { organizationFor, outputsOf, properties, refuseOtherOrigin } from "./state.ts";

/** Converges the object to what the program changed. No difference, no write. */
export async function update<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
  news: Fields,
): Promise<dynamic.UpdateResult> {
  const { client } = connection;
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const inputs = inputsOf(shape, news);
  const declared = declaredOf(shape, inputs);
  const written = inputsOf(shape, state);
  const binding = await shape.bind(connection, inputs, written);
  // Before anything is sent: an answer that quotes a secret is shortened, and half a secret would not be found afterwards.
  connection.redaction.add(await shape.secrets(connection, inputs));
  const { kind, address } = binding;
  const live = await kind.read(client, address, shape.parseId(id).id);
  if (live === undefined) {
    throw new Error(`${subject} no longer exists. Run \`pulumi refresh\`; then \`pulumi up\` creates it again.`);
  }
  connection.redaction.add(binding.secretsIn(live));
  const organization = await organizationFor(connection, { ...news, organization: state["organization"] });
  const planned = declaredOf(shape, plannedInputs(shape, inputs, written, binding.drift(declared, live)));
  const ownership = { organization, origin: client.origin, ownedSince: state["ownedSince"] };
  binding.checkWrite(planned, live);
  connection.guard?.checkUpdate(writeTarget(shape, inputs, kind.idOf(live)), kind.compare(planned, live));
  const {
    live: updated,
    notes,
    incomplete,
  } = await kind
    .ensure(client, address, planned, live)
    .catch((error: unknown) => {
      const unproven = unprovenSecrets(binding, planned, live, inputs, written);
      if (!(error instanceof OutcomeUnknownError) || unproven.length === 0) throw error;
      throw partlyDone(id, news, stateWithout(shape, state, news, unproven), withHiddenSecrets(error, unproven));
    })
    .finally(() => {
      for (const lists of connection.claims.lists) shape.wrote(lists, address);
    });
  for (const note of notes) warn(note);
  if (incomplete !== undefined) {
    // The state holds what the service stored, so that the next update tries again.
    const proven = without(inputs, unprovenSecrets(binding, declared, updated, inputs, written));
    const stored = properties(shape, withDrift(shape, proven, binding.drift(declared, updated)));
    throw partlyDone(id, news, outputsOf(shape, stored, updated, ownership), incomplete);
  }
  return { outs: outputsOf(shape, news, updated, ownership) };
}

/** The error's advice is to read the service, which does not show the secrets at these paths. */
function withHiddenSecrets({ message }: Error, paths: readonly string[]): Error {
  return new Error(
    `${message} The service hides ${paths.join(", ")}: the next \`pulumi up\` sends the declared value again.`,
  );
}
