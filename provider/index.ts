// oxlint-disable-next-line import/no-unassigned-import -- it checks the version, before anything else is loaded
import "./node-version.ts";
export type { ProjectComponentArgs } from "./pulumi/component-args.ts";
export { ProjectComponent } from "./pulumi/component.ts";
export type { WaitFor } from "./resources/domain-status.ts";
export { Domain, type DomainArgs } from "./pulumi/domain.ts";
export {
  getComponent,
  getComponentOutput,
  type ComponentSetting,
  type ComponentVersion,
  type GetComponentArgs,
  type GetComponentResult,
} from "./pulumi/get-component.ts";
export { getDomain, getDomainOutput, type GetDomainArgs, type GetDomainResult } from "./pulumi/get-domain.ts";
export {
  getProject,
  getProjectOutput,
  listProjects,
  listProjectsOutput,
  type FoundProject,
  type GetProjectArgs,
  type GetProjectOutputArgs,
  type ListProjectsArgs,
} from "./pulumi/get-project.ts";
export type { AutocaptureArgs, ForwardedHeaderArgs, IfExists, ProjectArgs } from "./pulumi/project-args.ts";
export { ProjectFile, type ProjectFileArgs } from "./pulumi/project-file.ts";
export { Project } from "./pulumi/project.ts";
export type { LookupOptions } from "./pulumi/resource.ts";
export type {
  CacheRuleArgs,
  CacheRuleConditionsArgs,
  PresenceArgs,
  RateLimitingConditionsArgs,
  RateLimitingRuleArgs,
} from "./pulumi/rules-args.ts";
