import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import type { DeclaredComponent } from "../../provider/resources/component/kind.ts";
import type { DeclaredDomain } from "../../provider/resources/domain.ts";
import type { DeclaredProject } from "../../provider/resources/project-fields.ts";
import type { PlanItem } from "./plan.ts";

/*
 * A plan's items together with what carrying them out takes: declared values in clear and the records as they were read.
 * It never leaves the process.
 */

export interface ComponentWork {
  readonly kind: "component";
  readonly item: PlanItem;
  /** Absent for an undeclared component. */
  readonly declared?: DeclaredComponent;
  readonly live?: ProjectComponentRecord | undefined;
  readonly entry?: CatalogueEntry;
  readonly rewriteSecrets?: boolean | undefined;
}

export interface DomainWork {
  readonly kind: "domain";
  readonly item: PlanItem;
  /** Absent for an undeclared domain. */
  readonly declared?: DeclaredDomain;
  readonly live?: DomainRecord | undefined;
  /** The project that the domain moves away from. */
  readonly from?: DomainSource;
}

export interface DomainSource {
  readonly projectId: string;
  /** As it was when the move was planned. */
  readonly project: ProjectRecord;
  /** What it is called once this run has brought it to its file. */
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
}
