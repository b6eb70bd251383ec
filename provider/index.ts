// oxlint-disable-next-line import/no-unassigned-import -- it checks the version, before anything else is loaded
import "./node-version.ts";
export { ProjectComponent, type ProjectComponentArgs } from "./pulumi/component.ts";
export type { WaitFor } from "./resources/domain-status.ts";
export { Domain, type DomainArgs } from "./pulumi/domain.ts";
export {
  getCatalogueComponent,
  getCatalogueComponentOutput,
  type ComponentSetting,
  type ComponentVersion,
  type GetCatalogueComponentArgs,
  type GetCatalogueComponentResult,
} from "./pulumi/get-catalogue-component.ts";
export { getDomain, getDomainOutput, type GetDomainArgs, type GetDomainResult } from "./pulumi/get-domain.ts";
export {
  getProjectComponent,
  getProjectComponentOutput,
  type GetProjectComponentArgs,
  type GetProjectComponentResult,
} from "./pulumi/get-project-component.ts";
export {
  getProject,
  getProjectOutput,
  getProjects,
  getProjectsOutput,
  type FoundProject,
  type GetProjectArgs,
  type GetProjectsArgs,
} from "./pulumi/get-project.ts";
export { ProjectFile, type ProjectFileArgs } from "./pulumi/project-file.ts";
export { Project, type ProjectArgs } from "./pulumi/project.ts";
export type { IfExists, LookupOptions } from "./pulumi/resource.ts";
export type {
  AutocaptureArgs,
  ForwardedHeaderArgs,
  CacheRuleArgs,
  CacheRuleConditionsArgs,
  PresenceArgs,
  RateLimitingConditionsArgs,
  RateLimitingRuleArgs,
} from "../schema/pulumi-arguments.ts";
