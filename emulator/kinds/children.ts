import { z } from "zod";
import type { Collection } from "../store/collection.ts";
import type { Core } from "../store/core.ts";
import type { ChildKind } from "./child-kind.ts";
import { domains, seededDomain, type Domain } from "./domain.ts";
import { projectComponents, seededComponent, type ProjectComponent } from "./project-component.ts";

/** What lives in a project, by the name of its list in paths, seeds and the state. The compiler finds what a new name lacks. */
export const childNames = ["components", "domains"] as const;
export type ChildName = (typeof childNames)[number];

export const childKinds: { readonly [Name in ChildName]: ChildKind } = { components: projectComponents, domains };

export const seededChildren = {
  components: z.array(seededComponent).optional(),
  domains: z.array(seededDomain).optional(),
} as const satisfies { readonly [Name in ChildName]: z.ZodType };

interface Items {
  readonly components: ProjectComponent;
  readonly domains: Domain;
}

/** What is in one project. */
export type Children = { readonly [Name in ChildName]: Collection<Items[Name]> };

export function newChildren(core: Core): Children {
  return { components: core.newCollection(), domains: core.newCollection() };
}

export type ChildRecords = { readonly [Name in ChildName]: readonly Items[Name][] };

export function recordsOf({ components, domains }: Children): ChildRecords {
  return { components: components.records(), domains: domains.records() };
}
