import { tableOf } from "../../core/api/table-of.ts";
import { CHILD_KINDS, type ChildKind, type KindName } from "../../core/resources/kind.ts";
import { plainKind } from "./child.ts";
import { componentKind } from "./component.ts";
import { domainKind } from "./domain.ts";
import type { Kind } from "./kind.ts";
import { projectKind } from "./project.ts";

/** Every kind as it appears in Pulumi. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  ...tableOf<Record<ChildKind, Kind>>(CHILD_KINDS.map((kind) => [kind, plainKind(kind)])),
  project: projectKind,
  component: componentKind,
  domain: domainKind,
};
