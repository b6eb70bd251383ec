import { causeOf } from "../api/cause.ts";
import type { ReadClient } from "../api/client.ts";
import { isNotFound, isUnauthenticated, ProtocolError } from "../api/errors.ts";
import { mayBeComponent } from "../resources/component/identity.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";

/** Reads a component of the catalogue. A failure of the service becomes an entry too. Rejects if the service refuses the token. */
export async function readCatalogueEntry(client: ReadClient, slug: string): Promise<CatalogueEntry> {
  const [organization = "", ...name] = slug.split("/");
  try {
    const component = await client.catalogue.get(organization, name.join("/"));
    // A gateway may have another one in its cache. Its id and settings say nothing of this one.
    if (component.slug && !mayBeComponent(slug, { component_slug: component.slug })) {
      const call = { method: "GET", path: `/v1/components/${slug}` };
      throw new ProtocolError(
        call,
        "the answer is about another component; if this one was renamed, write its new name",
      );
    }
    return { status: "found", slug, component };
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
