import type { Body } from "../api/client.ts";
import type { Change, KindName } from "../resources/kind.ts";
import type { DomainRecord, ProjectComponentRecord, ProjectRecord } from "../api/records.ts";
import * as componentBody from "../resources/component/body.ts";
import { compareComponent } from "../resources/component/compare.ts";
import type { DeclaredComponent } from "../resources/component/declared.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import * as projectBody from "../resources/project-body.ts";
import type { DeclaredProject } from "../resources/project-fields.ts";
import { compareProject } from "../resources/compare-project.ts";

/** The action of a step on its object. */
export type StepAction = "create" | "update" | "delete" | "move";

/** One write of a plan: what is sent for one object. */
export interface Step {
  readonly kind: KindName;
  /** `organization/project`; for an object in a project followed by `/component` or `/host name`. */
  readonly key: string;
  readonly action: StepAction;
  readonly organizationId: string;
  /** The key of its project: its own for a project. */
  readonly project: string;
  /** The slugs that its project may have in this run: the live and the declared one. */
  readonly slugs: readonly string[];
  /** The id of its project. `undefined` if that is yet to be created. */
  readonly projectId: string | undefined;
  /** The object's id, or the host name as the service writes it. `undefined` for a create. */
  readonly id: string | undefined;
  /** The body of a create or an update, and the host name of an attachment. */
  readonly body: Body;
  /** The settings of a new project: its create takes none. */
  readonly settings?: Body;
  /** The changes of an update. Holds real values. */
  readonly changes: readonly Change[];
  /** The update sends live settings too, so they must be those of this moment. */
  readonly sendsLive: boolean;
  /** The id of the project that has to give up its slug first. */
  readonly awaits?: string;
  /** True if a create adopts what somebody else has created meanwhile. Default: true. */
  readonly adopts?: boolean;
  /** The project that a domain moves away from. */
  readonly from?: {
    readonly projectId: string;
    readonly organizationId: string;
    /** The slugs that it may have in this run. */
    readonly slugs: readonly string[];
    /** The host name as the service has it. */
    readonly name: string;
  };
}

/** Why an object cannot be planned. */
export interface Blocker {
  readonly error: Error;
  /** Several live objects have its key. */
  readonly isDoubled: boolean;
  /** The service did not answer. */
  readonly isUnread: boolean;
  /** A later read may show something else. */
  readonly mayPass: boolean;
}

/** The steps that are left to write, and the objects that are there. All by the name of the object. */
export interface RemainingPlan {
  readonly steps: ReadonlyMap<string, Step>;
  /** The ids of the live objects. */
  readonly ids: ReadonlyMap<string, string>;
  readonly blockers: ReadonlyMap<string, Blocker>;
}

/** Names an object. No two objects of a plan have the same name. */
export function nameOf({ kind, key }: Pick<Step, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** The name of the project that an object is in. */
export function projectNameOf({ project }: Pick<Step, "project">): string {
  return nameOf({ kind: "project", key: project });
}

export function isDeletionOfProject({ kind, action }: Step): boolean {
  return kind === "project" && action === "delete";
}

/** True if an approved step covers a later one: the same, without a new field, or the rest of a create or a move. */
export function covers(approved: Step, later: Step): boolean {
  // A project with another slug is not the one of the plan.
  const isOther = later.kind === "project" && later.changes.some(({ path }) => path === "slug");
  // Another project may have its key by now.
  const isElsewhere = approved.projectId !== undefined && later.projectId !== approved.projectId;
  if (isElsewhere || (later.from !== undefined && later.from.projectId !== approved.from?.projectId)) return false;
  if (approved.action === "create") return later.action === "create" || (later.action === "update" && !isOther);
  if (approved.action === "move") return later.action === "move" || later.action === "create";
  if (approved.action !== later.action || approved.id !== later.id) return false;
  const fields = new Set(approved.changes.map(fieldOf));
  return later.changes.every((change) => fields.has(fieldOf(change)));
}

/** The field of a change. Settings are sent together, so they count as one. */
function fieldOf({ path }: Change): string {
  return path.startsWith("settings.") ? "settings" : path;
}

/** True if a later update of an object changes nothing that the approved one does not, each setting counted. */
export function showsNoMore({ action, changes }: Step, later: Step): boolean {
  const paths = new Set(changes.map(({ path }) => path));
  return action !== "update" || later.changes.every(({ path }) => paths.has(path));
}

const WORDS = { create: "creation", update: "update", delete: "deletion", move: "move" };
const OWN_WORDS: { readonly [Kind in KindName]?: Partial<typeof WORDS> } = {
  component: { create: "integration", delete: "removal" },
  domain: { create: "attachment", delete: "detachment" },
};

/** Names one request of a step, such as `the creation of project org_1/site`. */
export function describeRequest({ kind, key, action }: Step, request: keyof typeof WORDS | "settings"): string {
  if (request === "settings") return `the settings of ${kind} ${key}`;
  // An object that a create found is updated instead.
  return `the ${{ ...WORDS, ...OWN_WORDS[kind] }[action === "create" ? request : action]} of ${kind} ${key}`;
}

/*
 * The one write of an object: what is sent, from what is declared and what is live. Sync and Pulumi make their steps here.
 */

/** The parts of a step that do not depend on what is sent. */
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
  forceSecrets: boolean,
): Step {
  const changes = live === undefined ? [] : compareComponent(declared, live, entry, forceSecrets);
  const body =
    live === undefined
      ? componentBody.creationBody(declared)
      : componentBody.updateBody(declared.component, declared, live, changes, entry);
  const sendsLive = changes.some(({ path }) => path.startsWith("settings."));
  return { ...frame, kind: "component", id: live?.id, body, changes, sendsLive };
}

/** A domain has no other field than its name, so it is never updated. */
export function domainStep(frame: StepFrame, name: string, live: DomainRecord | undefined): Step {
  return { ...frame, kind: "domain", id: live?.name, body: { name }, changes: [], sendsLive: false };
}

/** `id`: the host name of a domain as the service has it. */
export function deletionStep(frame: Omit<StepFrame, "action">, kind: Step["kind"], id: string): Step {
  return { ...frame, kind, action: "delete", id, body: {}, changes: [], sendsLive: false };
}
