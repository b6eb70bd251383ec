import type { Client } from "../../api/client.ts";
import { AmbiguousError } from "../../resources/failures.ts";
import type { Fields } from "../../resources/json.ts";
import { rememberedLists, type Lists } from "../../resources/lists.ts";
import { readCertain } from "../../resources/read-certain.ts";
import { READ_DELAYS } from "../../resources/settle.ts";
import { declaredOf, type Binding, type Shape } from "../shapes/shape.ts";

/** The live object with the key, read by its id before it is adopted: a list may still show what was just deleted. */
export async function findLive<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  binding: Binding<Address, Declared, Live>,
  inputs: Fields,
  client: Client,
  lists: Lists,
): Promise<Live | undefined> {
  const listed = await find(shape, binding, inputs, lists);
  return listed === undefined ? undefined : readAgain(shape, binding, inputs, client, listed);
}

/**
 * An object of a list, as it is now. A list may lag: what a read contradicts is gone or has another key, so the list is read
 * again within the settle window until it says the same.
 */
async function readAgain<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  binding: Binding<Address, Declared, Live>,
  inputs: Fields,
  client: Client,
  first: Live,
): Promise<Live | undefined> {
  const { kind, address } = binding;
  const previous = shape.previousKey(inputs);
  const keys = [inputs, ...(previous === undefined ? [] : [previous])].map((key) => declaredOf(shape, key));
  let listed = first;
  for (const delay of READ_DELAYS) {
    const live = await readCertain(kind, client, address, kind.nameOf(listed));
    if (live !== undefined && keys.some((declared) => kind.hasKey(declared, live))) return live;
    if (delay > 0) await client.pause(delay, `for the list to show what became of ${kind.idOf(listed)}`);
    const next = await find(shape, binding, inputs, rememberedLists(client));
    if (next === undefined) return undefined;
    listed = next;
  }
  throw new Error(
    `${shape.subject(inputs)}: the service's list shows ${kind.idOf(listed)}, and a read does not. Run it again.`,
  );
}

async function find<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  { kind, address }: Binding<Address, Declared, Live>,
  inputs: Fields,
  lists: Lists,
): Promise<Live | undefined> {
  try {
    const found = await kind.find(lists, address, declaredOf(shape, inputs));
    const previous = shape.previousKey(inputs);
    const renamed = previous === undefined ? undefined : await kind.find(lists, address, declaredOf(shape, previous));
    if (found !== undefined && renamed !== undefined && kind.idOf(found) !== kind.idOf(renamed)) {
      throw new Error(
        `${shape.subject(inputs)} is ${kind.idOf(found)}, and ${kind.idOf(renamed)} still has the previous slug. If they are two ` +
          "projects, remove `previousSlug`.",
      );
    }
    return found ?? renamed;
  } catch (error) {
    if (!(error instanceof AmbiguousError) || error.ids.length === 1) throw error;
    const pin = shape.name === "domain" ? "" : ", or adopt one with `adoptId`";
    throw new Error(
      `${shape.subject(inputs)} exists ${error.ids.length} times: ${error.ids.join(", ")}. Nothing was changed. Remove the ` +
        `ones that you do not want${pin}.`,
      { cause: error },
    );
  }
}
