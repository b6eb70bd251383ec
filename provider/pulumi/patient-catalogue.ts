import type { ClientOptions } from "../api/client.ts";
import { lookUp, type CatalogueEntry } from "../resources/catalogue.ts";
import { patientRun } from "./patience.ts";

/** A preview looks up each component twice, in the program, which marks secrets, and in the provider, which checks: twice this. */
const SILENCE = 7_000;

/** Looks up components. A catalogue that hangs is given up for all of them together. */
export function patientCatalogue(options: ClientOptions): (slug: string) => Promise<CatalogueEntry> {
  const run = patientRun(options, { subject: "the catalogue", silence: SILENCE });
  return (slug) => run({ method: "GET", path: `/v1/components/${slug}` }, (client) => lookUp(client, slug));
}
