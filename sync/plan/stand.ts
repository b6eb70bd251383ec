import type { Body } from "../../provider/api/client.ts";
import { nameOf, type Obstacle, type Stand, type Step, type StepAction } from "../../provider/reconcile/step.ts";
import { sideEffects as componentSideEffects } from "../../provider/resources/component/judge-write.ts";
import { projectComponentRecord, projectRecord } from "../../provider/api/records.ts";
import { creationBody, updateBody } from "../../provider/resources/component/body.ts";
import { compareComponent } from "../../provider/resources/component/compare.ts";
import type { Change } from "../../provider/resources/kind.ts";
import * as projectBody from "../../provider/resources/project-body.ts";
import { sideEffects } from "../../provider/resources/project-side-effects.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { isWritten } from "./plan.ts";
import type { ChildWork, PreviousProject, ProjectWork } from "./work.ts";

/** What a plan writes and what it found, for the loop. */
export function standOf(work: readonly ProjectWork[]): Stand {
  const steps = new Map<string, Step>();
  const ids = new Map<string, string>();
  const obstacles = new Map<string, Obstacle>();
  for (const project of work) {
    for (const each of [project, ...project.children]) {
      const { item, live, isDoubled = false } = each;
      const name = nameOf(item);
      if (live !== undefined) ids.set(name, "id" in live ? String(live.id) : live.name);
      if (item.action === "blocked") {
        const { cause, reason = "It is blocked." } = item;
        const mayPass = !isDoubled && cause !== "forbidden" && cause !== "unauthenticated";
        obstacles.set(name, { error: new Error(reason), isDoubled, isUnread: cause !== undefined, mayPass });
      }
      if (isWritten(item) && (each !== project || project.isLeftOut !== true)) {
        steps.set(name, "children" in each ? projectStep(each) : childStep(each, project));
      }
    }
  }
  return { steps, ids, obstacles };
}

function projectStep(work: ProjectWork): Step {
  const { item, declared, live } = work;
  const changes = live === undefined ? [] : projectKind.compare(declared, live);
  return {
    ...commonOf(item, work),
    kind: "project",
    id: live?.id,
    body: live === undefined ? projectBody.creationBody(declared) : projectBody.updateBody(declared, live, changes),
    ...(live === undefined ? { settings: projectBody.settingsBody(declared) } : {}),
    changes,
    sendsLive: changes.some(({ path }) => path.startsWith("autocapture.")),
  };
}

function childStep(child: ChildWork, project: ProjectWork): Step {
  const common = commonOf(child.item, project);
  if (child.kind === "domain") {
    const { declared, live, from } = child;
    return {
      ...common,
      kind: "domain",
      id: live?.name,
      body: { name: declared?.name },
      changes: [],
      sendsLive: false,
      ...(from === undefined ? {} : { from: movedFrom(from) }),
    };
  }
  const { declared, live, knowledge, policy } = child;
  const changes =
    declared === undefined || live === undefined ? [] : compareComponent(declared, live, knowledge, policy);
  return {
    ...common,
    kind: "component",
    id: live?.id,
    body: componentBody(child, changes),
    changes,
    sendsLive: changes.some(({ path }) => path.startsWith("settings.")),
  };
}

function movedFrom({ projectId, project, slug, name }: PreviousProject): NonNullable<Step["from"]> {
  return { projectId, slugs: [slug, ...(typeof project.slug === "string" ? [project.slug] : [])], name };
}

function componentBody(
  { item: { action }, declared, live, knowledge }: Extract<ChildWork, { kind: "component" }>,
  changes: readonly Change[],
): Body {
  if (declared === undefined || action === "delete") return {};
  if (live === undefined) return creationBody(declared);
  return updateBody(declared.component, declared, live, changes, knowledge);
}

function commonOf(
  { key, action }: ProjectWork["item"],
  { item, declared, live }: ProjectWork,
): Pick<Step, "key" | "action" | "organizationId" | "project" | "projectId" | "slugs"> {
  return {
    key,
    action: stepAction(action),
    organizationId: declared.organization_id,
    project: item.key,
    projectId: live?.id,
    slugs: [declared.slug, ...(typeof live?.slug === "string" ? [live.slug] : [])],
  };
}

function stepAction(action: ProjectWork["item"]["action"]): StepAction {
  if (action === "create" || action === "update" || action === "delete" || action === "move") return action;
  throw new Error(`${action} writes nothing.`);
}

/** What a write did to undeclared fields, by what records of one source showed before and after. */
export function sideEffectsOf(
  work: readonly ProjectWork[],
  { kind, key, body }: Step,
  before: object,
  after: object,
): { readonly lost: readonly string[]; readonly changed: readonly string[] } {
  const nothing = { lost: [], changed: [] };
  if (kind === "project") {
    const project = work.find(({ item }) => item.key === key);
    return project === undefined
      ? nothing
      : sideEffects(project.declared, projectRecord.parse(before), body, projectRecord.parse(after));
  }
  const child = work.flatMap(({ children }) => children).find(({ item }) => item.kind === kind && item.key === key);
  if (child?.kind !== "component" || child.declared === undefined) return nothing;
  const [then, now] = [projectComponentRecord.parse(before), projectComponentRecord.parse(after)];
  return componentSideEffects({ declared: child.declared, knowledge: child.knowledge }, then, body, now);
}
