import type { Connection } from "../connection.ts";
import { inputsOf, type Shape } from "../shapes/shape.ts";
import { readUnlessGone } from "./read-unless-gone.ts";
import { organizationIn, refuseOtherOrigin } from "./state.ts";
import type { Fields } from "../../resources/json.ts";

/** Deletes the object. Success if it is already gone. */
export async function remove<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<void> {
  refuseOtherOrigin(`${shape.name} ${id}`, state, connection.client);
  const parsed = shape.parseId(id);
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
