import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import type { Problem } from "../file/problem.ts";
import type { DeclaredComponent } from "../resources/component/declared.ts";
import type { DeclaredDomain } from "../resources/domain.ts";
import type { StepFrame, Step } from "../reconcile/step.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import type { Change } from "../resources/kind.ts";
import type { DeclaredProject } from "../resources/project-fields.ts";
import type { PlanItem, PlannedChange } from "./plan.ts";

/*
 * The items of a plan with everything that applying them needs: declared values, secrets included, and live records. Never
 * leaves the process.
 */

interface PlannedObject {
  readonly item: PlanItem;
  /** Several live objects have its key. Default: false. */
  readonly isDoubled?: boolean;
}

interface PlannedInProject extends PlannedObject {
  /** The host name, or `organization/component`. Empty if the service does not show it. */
  readonly name: string;
  /** The write that creates or updates it. `forceSecrets`: with the declared secrets that the service does not show. Absent if nothing is declared. */
  readonly write?: (frame: StepFrame, forceSecrets: boolean) => Step;
  /** The file ignores the undeclared object: no plan shows it. Default: false. */
  readonly isIgnored?: boolean;
  /** Why a project that declares the undeclared object does not get it. Default: nothing speaks against it. */
  readonly stays?: string | undefined;
}

export interface PlannedComponent extends PlannedInProject {
  readonly kind: "component";
  /** With `latest` resolved. Absent for an undeclared one. */
  readonly declared?: DeclaredComponent;
  /** As the file writes it. */
  readonly written?: DeclaredComponent;
  readonly live?: ProjectComponentRecord | undefined;
  /** Differences from the live component, and declared secrets that the service does not show. Default: nothing. */
  readonly differences?: () => readonly Change[];
  /** Its differences as a plan shows them. Absent if nothing is declared. */
  readonly shown?: (changes: readonly Change[]) => readonly PlannedChange[];
  /** Paths of undeclared fields that a write took the value of, by records of one source before and after. Default: none. */
  readonly lost?: (before: object, after: object) => readonly string[];
  /** The catalogue's entry. Absent if it was not asked. */
  readonly entry?: CatalogueEntry;
  /** True if declared secrets that the service does not show are sent. Default: false. */
  readonly forceSecrets?: boolean;
  /** How many declared values were not compared, because the service or its catalogue does not show them. Default: 0. */
  readonly hidden?: number;
  /** The catalogue's objections to the declaration. Default: nothing. */
  readonly problems?: readonly Problem[];
}

export interface PlannedDomain extends PlannedInProject {
  readonly kind: "domain";
  /** Absent for an undeclared one. */
  readonly declared?: DeclaredDomain;
  readonly live?: DomainRecord | undefined;
  /** The project that it moves away from. */
  readonly from?: Step["from"];
}

export type PlannedChild = PlannedComponent | PlannedDomain;

export interface PlannedProject extends PlannedObject {
  readonly file: LoadedFile;
  readonly declared: DeclaredProject;
  readonly live: ProjectRecord | undefined;
  readonly children: readonly PlannedChild[];
  /** The id of the project that has its declared slug, and gives it up in this run. */
  readonly awaits?: string | undefined;
  /** The run does not cover the project itself, only what is in it: the plan does not show it. */
  readonly isLeftOut?: boolean;
}

/** The slugs that a project may have in this run: the declared one, and the live one. */
export function slugsOf({ declared, live }: Pick<PlannedProject, "declared" | "live">): string[] {
  return [declared.slug, ...(typeof live?.slug === "string" ? [live.slug] : [])];
}
