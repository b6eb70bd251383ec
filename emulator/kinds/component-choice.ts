import type { JsonObject } from "../json-object.ts";
import type { ParamProblem } from "../refusal.ts";
import type { Catalogue, Component } from "./catalogue.ts";

/** The catalogue component and version that a request body names. `chosen` is undefined if there is a problem. */
export interface ComponentChoice {
  readonly chosen: { readonly component: Component; readonly version: string } | undefined;
  readonly problems: readonly ParamProblem[];
}

/**
 * Finds the component and version that the body of a create names. It ignores values of a wrong type: the schema reports
 * those, so one answer lists both kinds of problems.
 */
export function chooseComponent(catalogue: Catalogue, body: JsonObject): ComponentChoice {
  const { component_id: id, component_slug: slug, component_version: version } = body;
  if (id === undefined && slug === undefined) {
    return failed({ param: "component_slug", message: "is required if component_id is absent" });
  }
  const problems: ParamProblem[] = [];
  const byId = typeof id === "string" ? catalogue.byId(id) : undefined;
  const bySlug = typeof slug === "string" ? catalogue.bySlug(slug) : undefined;
  if (typeof id === "string" && byId === undefined) {
    problems.push({ param: "component_id", message: "is not in the catalogue" });
  }
  if (typeof slug === "string" && bySlug === undefined) {
    problems.push({ param: "component_slug", message: "is not in the catalogue" });
  }
  if (byId !== undefined && bySlug !== undefined && byId !== bySlug) {
    problems.push({ param: "component_id", message: "names another component than component_slug" });
  }
  const component = byId ?? bySlug;
  if (problems.length > 0 || component === undefined) return failed(...problems);

  const wanted = version === undefined ? component.latest_version : version;
  if (wanted === undefined)
    return failed({ param: "component_version", message: "is required, because the component has no latest_version" });
  if (typeof wanted !== "string") return failed();
  if (!hasVersion(component, wanted)) return failed(unknownVersion(component));
  return { chosen: { component, version: wanted }, problems: [] };
}

/** Problems with the component and version that the body of an update names. The component cannot be changed. */
export function findReferenceProblems(component: Component, body: JsonObject): readonly ParamProblem[] {
  const { component_id: id, component_slug: slug, component_version: version } = body;
  const problems: ParamProblem[] = [];
  if (typeof id === "string" && id !== component.id)
    problems.push({ param: "component_id", message: "cannot be changed" });
  if (typeof slug === "string" && slug !== component.slug) {
    problems.push({ param: "component_slug", message: "cannot be changed" });
  }
  if (typeof version === "string" && !hasVersion(component, version)) problems.push(unknownVersion(component));
  return problems;
}

function failed(...problems: readonly ParamProblem[]): ComponentChoice {
  return { chosen: undefined, problems };
}

/** If the seed leaves out the versions of a component, any version is accepted. */
function hasVersion(component: Component, version: string): boolean {
  return component.versions === undefined || Object.hasOwn(component.versions, version);
}

function unknownVersion(component: Component): ParamProblem {
  return { param: "component_version", message: `is not a version of ${component.slug}` };
}
