import type { LoadedFile } from "../provider/file/loaded-file.ts";
import type { PlanItem } from "./plan/plan.ts";

/* Names of objects are never secret: a secret that is a whole segment of one is shown wherever it occurs. */

/** The names that a file declares. */
export function namesDeclared({ project, components = [], domains = [] }: LoadedFile): string[] {
  const { declared, previousSlug = "", id = "" } = project;
  return [
    declared.organization_id,
    declared.slug,
    previousSlug,
    id,
    ...components.flatMap((component) => [component.declared.component, component.id ?? ""]),
    ...domains.map((domain) => domain.declared.name),
  ];
}

/** The names of what an item of a plan is about, declared or live. */
export function namesInItem({ key, id = "", from = "" }: PlanItem): string[] {
  return [key, id, from];
}
