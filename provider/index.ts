// oxlint-disable-next-line import/no-unassigned-import -- it checks the version, before anything else is loaded
import "../core/node-version.ts";
export { ProjectComponent, type ProjectComponentArgs } from "./component.ts";
export type { WaitFor } from "../core/resources/wait-for.ts";
export { Domain, type DomainArgs } from "./domain.ts";
export {
  getCatalogueComponent,
  getCatalogueComponentOutput,
  type ComponentSetting,
  type ComponentVersion,
  type GetCatalogueComponentArgs,
  type GetCatalogueComponentResult,
} from "./get-catalogue-component.ts";
export { getDomain, getDomainOutput, type GetDomainArgs, type GetDomainResult } from "./get-domain.ts";
export {
  getProjectComponent,
  getProjectComponentOutput,
  type GetProjectComponentArgs,
  type GetProjectComponentResult,
} from "./get-project-component.ts";
export {
  getProject,
  getProjectOutput,
  getProjects,
  getProjectsOutput,
  type FoundProject,
  type GetProjectArgs,
  type GetProjectsArgs,
} from "./get-project.ts";
export { ProjectFile, type ProjectFileArgs } from "./project-file.ts";
export { Project, type ProjectArgs } from "./project.ts";
export type { IfExists, LookupOptions } from "./resource.ts";
export type {
  AutocaptureArgs,
  ForwardedHeaderArgs,
  CacheRuleArgs,
  CacheRuleConditionsArgs,
  PresenceArgs,
  RateLimitingConditionsArgs,
  RateLimitingRuleArgs,
} from "../schema/pulumi-arguments.ts";
