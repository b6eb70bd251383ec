export type { ProjectComponentArgs } from "./pulumi/component-args.ts";
export { ProjectComponent } from "./pulumi/component.ts";
export { Domain, type DomainArgs } from "./pulumi/domain.ts";
export {
  getComponent,
  getComponentOutput,
  type ComponentSetting,
  type ComponentVersion,
  type GetComponentArgs,
  type GetComponentResult,
} from "./pulumi/get-component.ts";
export type { AutocaptureArgs, ForwardedHeaderArgs, IfExists, ProjectArgs } from "./pulumi/project-args.ts";
export type { LookupOptions } from "./pulumi/lookup-options.ts";
export { ProjectFile, type ProjectFileArgs } from "./pulumi/project-file.ts";
export { Project } from "./pulumi/project.ts";
export type {
  CacheRuleArgs,
  CacheRuleConditionsArgs,
  PresenceArgs,
  RateLimitingConditionsArgs,
  RateLimitingRuleArgs,
} from "./pulumi/rules-args.ts";
