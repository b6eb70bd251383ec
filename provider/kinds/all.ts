import { tableOf } from "../../core/api/table-of.ts";
import { CHILD_KINDS, type ChildKind, type KindName } from "../../core/resources/kind.ts";
import { plainKind } from "./child-kind.ts";
import { componentKind } from "./component-kind.ts";
import { domainKind } from "./domain-kind.ts";
import type { ResourceKind } from "./resource-kind.ts";
import { projectKind } from "./project-kind.ts";

/** Every kind as it appears in Pulumi. */
export const kinds: Readonly<Record<KindName, ResourceKind>> = {
  ...tableOf<Record<ChildKind, ResourceKind>>(CHILD_KINDS.map((kind) => [kind, plainKind(kind)])),
  project: projectKind,
  component: componentKind,
  domain: domainKind,
};
