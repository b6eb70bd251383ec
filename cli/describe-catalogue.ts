import type { ReadClient } from "../provider/api/client.ts";
import { catalogueSchema } from "../provider/file/catalogue-schema.ts";
import type { Schema } from "../provider/file/json-schema-rules.ts";
import type { LoadedFile } from "../provider/file/loaded-file.ts";
import { lookUp } from "../provider/resources/catalogue.ts";

export interface DescribedCatalogue {
  readonly schema: Schema;
  /** Components that are not in the catalogue, or that this token cannot see. */
  readonly unavailable: readonly { readonly slug: string; readonly reason: string }[];
}

/** The JSON Schema of project files, with the catalogue's description of each component that these files use. */
export async function describeCatalogue(files: readonly LoadedFile[], client: ReadClient): Promise<DescribedCatalogue> {
  const used = files.flatMap(({ components = [] }) => components.filter(({ absent }) => !absent));
  const slugs = [...new Set(used.map(({ declared }) => declared.component))].toSorted();
  const entries = await Promise.all(slugs.map((slug) => lookUp(client, slug)));
  return {
    schema: catalogueSchema(entries.flatMap((entry) => (entry.status === "found" ? [entry] : []))),
    unavailable: entries.flatMap((entry) => (entry.status === "unavailable" ? [entry] : [])),
  };
}
