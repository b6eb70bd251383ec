import type { KindName } from "../../core/resources/kind.ts";
import { componentKind } from "./component-kind.ts";
import { domainKind } from "./domain-kind.ts";
import { projectKind } from "./project-kind.ts";
import type { ResourceKind } from "./resource-kind.ts";

/** Every kind as it appears in Pulumi. */
export const kinds: Readonly<Record<KindName, ResourceKind>> = {
  project: projectKind,
  component: componentKind,
  domain: domainKind,
};
