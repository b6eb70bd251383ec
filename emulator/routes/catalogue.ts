import type { RecordKind } from "../profile/show/record-kind.ts";
import { notFound } from "../refusal.ts";
import { route, type Route } from "./route.ts";

const kind: RecordKind = { object: "component", key: "id" };

export const catalogueRoutes: readonly Route[] = [
  route("GET", "/v1/components/:orgSlug/:componentSlug", (call, { store }) => {
    const slug = `${call.params.orgSlug}/${call.params.componentSlug}`;
    const record = store.catalogue.bySlug(slug);
    if (record === undefined) throw notFound(`Component ${slug} not found`);
    return { kind: "read", of: kind, record };
  }),
];
