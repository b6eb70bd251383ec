import type { Component } from "../schemas/component.ts";

/** The components that projects can integrate. The catalogue never changes while the emulator runs. */
export interface Catalogue {
  byId(id: string): Component | undefined;
  /** By "organization/component". */
  bySlug(slug: string): Component | undefined;
}

export function createCatalogue(components: readonly Component[]): Catalogue {
  const ids = new Map(components.map((component) => [component.id, component]));
  const slugs = new Map(components.map((component) => [component.slug, component]));
  return { byId: (id) => ids.get(id), bySlug: (slug) => slugs.get(slug) };
}
