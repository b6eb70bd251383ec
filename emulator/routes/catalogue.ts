import { notFound } from "../refusal.ts";
import { route } from "./route.ts";
import type { Route } from "./route.ts";

export const catalogueRoutes: readonly Route[] = [
  route("GET", "/v1/components/:orgSlug/:componentSlug", (call, { store }) => {
    const slug = `${call.params.orgSlug}/${call.params.componentSlug}`;
    const record = store.catalogue.bySlug(slug);
    if (record === undefined) throw notFound(`Component ${slug} not found`);
    return { kind: "read", of: "catalogue", record };
  }),
];
