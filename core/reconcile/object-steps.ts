import type { ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import { defaultOf } from "../resources/canonical.ts";
import { CHILDREN, compareFields } from "../resources/children.ts";
import * as componentBody from "../resources/component/body.ts";
import { compareComponent } from "../resources/component/compare.ts";
import type { DeclaredComponent } from "../resources/component/declared.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import { own, presentFields, type Fields } from "../resources/json.ts";
import { ID_FIELDS, type ChildKind } from "../resources/kind.ts";
import * as projectBody from "../resources/project-body.ts";
import type { DeclaredProject } from "../resources/project-fields.ts";
import { compareProject } from "../resources/project.ts";
import { asType } from "../resources/schema-walk.ts";
import type { Step } from "./step.ts";

/*
 * The one write of an object: what is sent, from what is declared and what is live. Sync and Pulumi make their steps here.
 */

/** What a step says besides what it sends. */
export type StepFrame = Pick<Step, "key" | "action" | "organizationId" | "project" | "projectId" | "slugs">;

export function projectStep(frame: StepFrame, declared: DeclaredProject, live: ProjectRecord | undefined): Step {
  const changes = live === undefined ? [] : compareProject(declared, live);
  return {
    ...frame,
    kind: "project",
    id: live?.id,
    body: live === undefined ? projectBody.creationBody(declared) : projectBody.updateBody(declared, live, changes),
    ...(live === undefined ? { settings: projectBody.settingsBody(declared) } : {}),
    changes,
    sendsLive: changes.some(({ path }) => path.startsWith("autocapture.")),
  };
}

export function componentStep(
  frame: StepFrame,
  declared: DeclaredComponent,
  live: ProjectComponentRecord | undefined,
  entry: CatalogueEntry,
  resends: boolean,
): Step {
  const changes = live === undefined ? [] : compareComponent(declared, live, entry, resends);
  const body =
    live === undefined
      ? componentBody.creationBody(declared)
      : componentBody.updateBody(declared.component, declared, live, changes, entry);
  const sendsLive = changes.some(({ path }) => path.startsWith("settings."));
  return { ...frame, kind: "component", id: live?.id, body, changes, sendsLive };
}

/** The write of an object that needs no more than its table of fields. For `null`, an update sends the default. */
export function childStep(frame: StepFrame, kind: ChildKind, declared: Fields, live: Fields | undefined): Step {
  const changes = live === undefined ? [] : compareFields(kind, declared, live);
  const { shape } = CHILDREN[kind].declared;
  const updates = changes.map(({ path, to }) => [path, to ?? defaultOf(asType(own(shape, path))) ?? null]);
  return {
    ...frame,
    kind,
    id: live && String(live[ID_FIELDS[kind]]),
    body: changes.length === 0 ? presentFields(declared) : Object.fromEntries(updates),
    changes,
    sendsLive: false,
  };
}

/** `id`: the host name of a domain as the service has it. */
export function deletionStep(frame: Omit<StepFrame, "action">, kind: Step["kind"], id: string): Step {
  return { ...frame, kind, action: "delete", id, body: {}, changes: [], sendsLive: false };
}
