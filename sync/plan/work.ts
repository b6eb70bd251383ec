import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { DeclaredComponent } from "../../provider/resources/component/declared.ts";
import type { ComponentKnowledge, WritePolicy } from "../../provider/resources/component/knowledge.ts";
import type { DeclaredDomain } from "../../provider/resources/domain.ts";
import type { DeclaredProject } from "../../provider/resources/project-fields.ts";
import type { PlanItem } from "./plan.ts";

/*
 * The items of a plan with everything that applying them needs: declared values, secrets included, and live records. Never
 * leaves the process.
 */

export interface ComponentWork {
  readonly kind: "component";
  /** Several live objects have its key. Default: false. */
  readonly isDoubled?: boolean;
  readonly item: PlanItem;
  /** Absent for an unmanaged component. */
  readonly declared?: DeclaredComponent;
  readonly live?: ProjectComponentRecord | undefined;
  readonly knowledge: ComponentKnowledge;
  readonly policy: WritePolicy;
}

export interface DomainWork {
  readonly kind: "domain";
  /** Several live objects have its key. Default: false. */
  readonly isDoubled?: boolean;
  readonly item: PlanItem;
  /** Absent for an unmanaged domain. */
  readonly declared?: DeclaredDomain;
  readonly live?: DomainRecord | undefined;
  /** The project that the domain moves away from. */
  readonly from?: PreviousProject;
}

export interface PreviousProject {
  readonly projectId: string;
  /** The project as it was when the move was planned. */
  readonly project: ProjectRecord;
  /** The slug that the project has after this run. */
  readonly slug: string;
  /** The host name as the service has it. */
  readonly name: string;
}

export type ChildWork = ComponentWork | DomainWork;

export interface ProjectWork {
  readonly item: PlanItem;
  readonly declared: DeclaredProject;
  readonly live: ProjectRecord | undefined;
  readonly children: readonly ChildWork[];
  /** The slug that the project may still have: then it is renamed. */
  readonly previousSlug?: string;
  /** Several live projects have its key. Default: false. */
  readonly isDoubled?: boolean;
  /** The run does not cover the project itself, only what is in it: the plan does not show it. */
  readonly isLeftOut?: boolean;
}
