import type { dynamic } from "@pulumi/pulumi";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { inputsOf, type Shape } from "../shapes/shape.ts";
import { outputsAfter } from "./after-write.ts";
import { plannedInputs } from "./drift.ts";
import { readUnlessGone } from "./read-live.ts";
import { organizationFor, organizationIn, refuseOtherOrigin } from "./state.ts";
import { writeDeclared } from "./write-one.ts";

/** Converges the object to what the program changed. No difference, no write. */
export async function update(
  shape: Shape,
  connection: Connection,
  id: string,
  state: Fields,
  news: Fields,
): Promise<dynamic.UpdateResult> {
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, connection.client);
  const inputs = inputsOf(shape, news);
  const before = inputsOf(shape, state);
  const binding = await shape.bind(connection, inputs, before);
  const declaration = binding.declare(inputs);
  const { id: serviceId } = shape.parseId(id);
  const live = await readUnlessGone(binding, serviceId, organizationIn(state));
  if (live === undefined) {
    throw new Error(`${subject} no longer exists. Run \`pulumi refresh\`; then \`pulumi up\` creates it again.`);
  }
  connection.redaction.add(binding.secretsIn(live));
  const organization = await organizationFor(connection, { ...news, organization: state["organization"] });
  const planned = binding.declare(plannedInputs(shape, inputs, before, declaration.drift(live)));
  const written = await writeDeclared(binding, planned, live, { find: (view) => binding.read(view, serviceId) });
  const updated = written?.live ?? live;
  const status = written?.became.status ?? "done";
  const isUnproven = status === "unknown" && binding.withoutSecrets(updated) !== inputs;
  // Otherwise the state stays as it is.
  if (status !== "done" && status !== "partial" && !isUnproven) throw written?.error;
  const { ownedSince } = state;
  return { outs: await outputsAfter(binding, { id, news, before, live: updated, written, organization, ownedSince }) };
}
