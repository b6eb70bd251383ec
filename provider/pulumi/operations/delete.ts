import { RefusedError } from "../../api/errors.ts";
import type { Removal } from "../../resources/kind.ts";
import type { Connection } from "../connection.ts";
import { inputsOf, type Shape } from "../shapes/shape.ts";
import { readUnlessGone } from "./read-unless-gone.ts";
import { organizationIn, refuseOtherOrigin } from "./state.ts";
import { warn } from "../warnings.ts";
import type { Fields } from "../../resources/json.ts";

/**
 * Deletes the object. Success if it is already gone. Keeps an object that another resource has or looks up: the
 * resource was renamed or replaced by a lookup, and Pulumi deletes the old one after it, in this update or in a later one.
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
  const { claims } = connection;
  const isKept = claims.kept.release(subject, state["ownedSince"]);
  if (isKept || claims.made.has(subject) || claims.lookedUp.has(subject)) {
    warn(`${subject} was kept: another resource of this program has it.`);
    return;
  }
  const inputs = { ...inputsOf(shape, state), ...parsed.inputs };
  // The address follows from the id; what the catalogue says does not matter any more.
  const binding = await shape.bind(connection, parsed.inputs);
  const { kind, address } = binding;
  const { project_id: projectId } = parsed.inputs;
  connection.guard?.checkDelete({
    kind: shape.name,
    subject,
    name: parsed.id,
    id: parsed.id,
    ...(typeof projectId === "string" ? { projectId } : {}),
  });
  const readLive = async (): Promise<Live | undefined> => {
    const live = await readUnlessGone(kind, connection, address, parsed.id, organizationIn(state));
    if (live !== undefined) connection.redaction.add(binding.secretsIn(live));
    return live;
  };
  const send = async (): Promise<Removal> => {
    try {
      const removal = await kind.remove(connection.client, address, parsed.id);
      claims.removed.add(subject);
      return removal;
    } finally {
      for (const lists of claims.lists) shape.wrote(lists, address);
    }
  };
  if (kind.name === "project") {
    if ((await readLive()) === undefined) return;
    await shape.refuseRemoval(connection, parsed.id, inputs);
    await send();
    return;
  }
  // A child is deleted without a read. Only if that fails, it is read: is it gone, or out of the token's sight?
  try {
    if ((await send()) === "not found") await readLive();
  } catch (error) {
    let live: Live | undefined;
    try {
      live = await readLive();
    } catch {
      // The deletion says more than the read after it.
      throw error;
    }
    if (!(error instanceof RefusedError)) throw error;
    // The refusal may quote the live object. Now its secrets are known, so ask again.
    if (live !== undefined) await send();
  }
}
