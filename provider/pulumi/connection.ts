import { createClient, type Client } from "../api/client.ts";
import { lookUp, type CatalogueEntry } from "../resources/catalogue.ts";
import { joinedLists, type Lists } from "../resources/lists.ts";
import { userAgent } from "../user-agent.ts";
import type { Configuration } from "./configuration.ts";

export interface Connection {
  readonly client: Client;
  /** Joins reads that are under way at one time; catalogue entries are kept for the life of the process. */
  readonly lists: Lists;
}

const connections = new Map<string, Connection>();

/** One client for each service and token, however many kinds of resource use it: they share its limit of requests. */
export function connect({ baseUrl, token }: Configuration): Connection {
  const key = `${baseUrl} ${token}`;
  const known = connections.get(key);
  if (known !== undefined) return known;
  const client = createClient({ baseUrl, token, userAgent });
  const connection = { client, lists: { ...joinedLists(client), catalogue: rememberedCatalogue(client) } };
  connections.set(key, connection);
  return connection;
}

/** A lookup that failed is forgotten, so that the next one may succeed. */
function rememberedCatalogue(client: Client): (slug: string) => Promise<CatalogueEntry> {
  const entries = new Map<string, Promise<CatalogueEntry>>();
  return (slug) => {
    const known = entries.get(slug);
    if (known !== undefined) return known;
    const looking = lookUp(client, slug);
    entries.set(slug, looking);
    looking.catch(() => entries.delete(slug));
    return looking;
  };
}
