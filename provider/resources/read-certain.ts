import type { ReadClient } from "../api/client.ts";
import type { Kind } from "./kind.ts";
import { rememberedLists } from "./lists.ts";

/** Reads one object by its id or name. A record that may be of another address counts only if the list shows it at this one. */
export async function readCertain<Address, Declared, Live>(
  kind: Kind<Address, Declared, Live>,
  client: ReadClient,
  address: Address,
  name: string,
): Promise<Live | undefined> {
  const live = await kind.read(client, address, name);
  if (live === undefined || kind.mayBeElsewhere?.(address, live) !== true) return live;
  const listed = await kind.list(rememberedLists(client), address);
  return listed.find((other) => kind.idOf(other) === kind.idOf(live));
}
