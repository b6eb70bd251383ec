import { causeOf } from "../api/cause.ts";
import type { ReadClient } from "../api/client.ts";
import { isNotFound, isUnauthenticated } from "../api/errors.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";

/** Reads a component of the catalogue. A failure of the service becomes an entry too. Rejects if the service refuses the token. */
export async function readCatalogueEntry(client: ReadClient, slug: string): Promise<CatalogueEntry> {
  const [organization = "", ...name] = slug.split("/");
  try {
    return { status: "found", slug, component: await client.catalogue.get(organization, name.join("/")) };
  } catch (error) {
    if (isNotFound(error)) {
      const reason = `Component ${slug} not found. Check the spelling, and that the token can see it.`;
      return { status: "unavailable", slug, reason };
    }
    if (!(error instanceof Error) || causeOf(error) === undefined || isUnauthenticated(error)) throw error;
    const reason = `The catalogue could not be asked about ${slug}: ${error.message}`;
    return { status: "unavailable", slug, reason, error };
  }
}
