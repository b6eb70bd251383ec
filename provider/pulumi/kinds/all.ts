import type { KindName } from "../../resources/kind.ts";
import { componentKind } from "./component.ts";
import { domainKind } from "./domain.ts";
import type { Kind } from "./kind.ts";
import { projectKind } from "./project.ts";

/** Every kind as it appears in Pulumi. */
export const kinds: Readonly<Record<KindName, Kind>> = {
  project: projectKind,
  component: componentKind,
  domain: domainKind,
};
