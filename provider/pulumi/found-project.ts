import type * as pulumi from "@pulumi/pulumi";
import type { ProjectRecord } from "../api/records.ts";
import { declaredProject } from "../resources/project-fields.ts";
import { fieldsFromService } from "./naming.ts";
import type { ProjectArgs } from "./project-args.ts";
import { shownFields } from "./shapes/project-shape.ts";

/** What a program may declare and a service cannot answer. */
type NotLive = "extra" | "ifExists" | "adoptId" | "forceDestroy" | "previousSlug" | "profile";

/**
 * A live project. A field is missing if the service does not send it, if it has no value, and if its value may be a credential:
 * forwarded headers, conditions of cache rules, a URL with a user or a query.
 */
export type FoundProject = {
  readonly [Name in keyof ProjectArgs as Exclude<Name, NotLive>]?: NonNullable<pulumi.Unwrap<ProjectArgs[Name]>>;
} & { readonly id: string };

/**
 * A live project as a program gets it.
 *
 * @internal The package's types must not need zod's, which some compilers refuse.
 */
export function foundProject(live: ProjectRecord): FoundProject {
  const present = Object.entries(shownFields(live)).filter(([, value]) => value !== undefined && value !== null);
  return { ...fieldsFromService(declaredProject, Object.fromEntries(present)), id: live.id };
}
