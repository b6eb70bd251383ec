import type { Connection } from "../connection.ts";
import { inputsOf, type Shape } from "../shapes/shape.ts";
import { readUnlessGone } from "./read-unless-gone.ts";
import { organizationIn, refuseOtherOrigin } from "./state.ts";
import { warn } from "../warnings.ts";
import type { Fields } from "../../resources/json.ts";

/**
 * Deletes the object. Success if it is already gone. Keeps an object that another resource of the same update created,
 * adopted or looks up: its resource was renamed or replaced by a lookup, and Pulumi deletes the old one after it.
 */
export async function remove<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<void> {
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, connection.client);
  const parsed = shape.parseId(id);
  if (connection.made.has(subject) || connection.lookedUp.has(subject)) {
    warn(`${subject} was kept: another resource of this update created, adopted or looked it up.`);
    return;
  }
  connection.kept.delete(subject);
  const inputs = { ...inputsOf(shape, state), ...parsed.inputs };
  // The address follows from the id; what the catalogue says does not matter any more.
  const binding = await shape.bind(connection, parsed.inputs);
  const { kind, address } = binding;
  const live = await readUnlessGone(kind, connection, address, parsed.id, organizationIn(state));
  if (live === undefined) return;
  connection.redaction.add(binding.secretsIn(live));
  await shape.refuseRemoval(connection, parsed.id, inputs);
  await kind.remove(connection.client, address, parsed.id);
}
