import type { Connection } from "../connection.ts";
import { inputsOf, type Shape } from "../kinds/shape.ts";
import type { Fields } from "../naming.ts";
import { look } from "./look.ts";
import { organizationIn, refuseOtherOrigin } from "./state.ts";

/** Deletes the object; one that is gone already is a success. */
export async function remove<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<void> {
  refuseOtherOrigin(`${shape.kind.name} ${id}`, state, connection.client);
  const parsed = shape.parseId(id);
  const inputs = { ...inputsOf(shape, state), ...parsed.inputs };
  // Where it is follows from its id; what the catalogue says of it does not matter any more.
  const place = await shape.place(connection, parsed.inputs);
  if ((await look(shape, connection, place, parsed.id, organizationIn(state))) === undefined) return;
  await shape.beforeRemoval(connection, parsed.id, inputs);
  await shape.kind.remove(connection.client, place, parsed.id);
}
