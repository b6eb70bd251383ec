import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { Step } from "../../provider/reconcile/step.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import type { DeclaredComponent } from "../../provider/resources/component/declared.ts";
import { hostNameOf, type DeclaredDomain } from "../../provider/resources/domain.ts";
import type { DeclaredProject } from "../../provider/resources/project-fields.ts";
import type { PlanItem } from "./plan.ts";

/*
 * The items of a plan with everything that applying them needs: declared values, secrets included, and live records. Never
 * leaves the process.
 */

interface Work {
  readonly item: PlanItem;
  /** Several live objects have its key. Default: false. */
  readonly isDoubled?: boolean;
}

interface WorkInProject extends Work {
  /** The file ignores the undeclared object: no plan shows it. Default: false. */
  readonly isIgnored?: boolean;
}

export interface ComponentWork extends WorkInProject {
  readonly kind: "component";
  /** With `latest` resolved. Absent for an undeclared component. */
  readonly declared?: DeclaredComponent;
  /** The same as the file writes it. */
  readonly written?: DeclaredComponent;
  readonly live?: ProjectComponentRecord | undefined;
  readonly entry: CatalogueEntry;
  /** Whether declared secrets that the service does not show are sent. Default: false. */
  readonly resends?: boolean;
}

export interface DomainWork extends WorkInProject {
  readonly kind: "domain";
  /** Absent for an undeclared domain. */
  readonly declared?: DeclaredDomain;
  readonly live?: DomainRecord | undefined;
  /** The project that the domain moves away from. */
  readonly from?: Step["from"];
  /** Why a project that declares the undeclared domain does not get it. Default: nothing speaks against it. */
  readonly stays?: string | undefined;
}

export type ChildWork = ComponentWork | DomainWork;

export interface ProjectWork extends Work {
  readonly file: LoadedFile;
  readonly declared: DeclaredProject;
  readonly live: ProjectRecord | undefined;
  readonly children: readonly ChildWork[];
  /** The run does not cover the project itself, only what is in it: the plan does not show it. */
  readonly isLeftOut?: boolean;
}

/** The slugs that a project may have in this run: the declared one, and the live one. */
export function slugsOf({ declared, live }: Pick<ProjectWork, "declared" | "live">): string[] {
  return [declared.slug, ...(typeof live?.slug === "string" ? [live.slug] : [])];
}

/** The host name of a domain. */
export function nameOf({ declared, live }: DomainWork): string {
  return declared?.name ?? (live === undefined ? "" : hostNameOf(live));
}
