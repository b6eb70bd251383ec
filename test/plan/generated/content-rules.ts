import { SECRET } from "../../../core/resources/hidden-value.ts";
import type { Step } from "../../../core/reconcile/step.ts";
import { isChange, refusals, type PlanItem } from "../../../core/plan/plan.ts";
import { declaredIn, foundProjects, nameOf, projectKeyOf, type DeclaredObject } from "./meant.ts";
import type { Content } from "./draw-files.ts";
import type { Played } from "./plan-scene.ts";

/* What a plan says and sends for one object. Each rule returns what breaks it. */

/** An update has a change; each goes from the live value to the declared one, and the two differ. */
function changesWhatDiffers({ planned: { plan }, contents, service }: Played): string[] {
  const declared = new Map(declaredIn(contents).map((each) => [nameOf(each), each]));
  const lives = new Map<string | undefined, object>(
    service.projects.flatMap(({ record, components }) => [
      [record.id, record] as const,
      ...components.map((each) => [each.record.id, each.record] as const),
    ]),
  );
  return plan.items
    .filter(({ action }) => action === "update")
    .flatMap((item) => {
      const name = nameOf(item);
      const declaration = declared.get(name);
      if (declaration === undefined || item.changes.length === 0) return [`${name} updates nothing that is declared`];
      return item.changes.flatMap(({ path, from, to }) => {
        const wanted = declaredAt(declaration, path);
        const wrong = (why: string): string[] => [`${name} ${path}: ${why}`];
        const isHidden = [from, to].every((each) => each === null || each === SECRET);
        // Where it is not known which version is live, any setting may be a secret.
        if (path.startsWith("settings.") && isHidden) return [];
        if (path === "settings.api_key") return wrong("a secret is shown");
        if (same(from, to)) return wrong(`from ${JSON.stringify(from)} to the same`);
        if (!same(to, wanted)) return wrong(`to ${JSON.stringify(to)}, declared: ${JSON.stringify(wanted)}`);
        // A component's id names one in its project only.
        const live = item.kind === "project" ? at(lives.get(item.id) ?? {}, path) : from;
        return same(from, live) ? [] : wrong(`from ${JSON.stringify(from)}, live: ${JSON.stringify(live)}`);
      });
    });
}

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

function declaredAt({ kind, content, component }: DeclaredObject, path: string): unknown {
  if (kind === "project") return at({ ...content.project.extra, ...content.project }, path);
  // The catalogue's latest version.
  if (path === "version" && component?.version === "latest") return "1.1.0";
  return at(component ?? {}, path);
}

function at(value: object, path: string): unknown {
  let found: unknown = value;
  for (const name of path.split(".")) {
    found = typeof found === "object" && found !== null ? new Map(Object.entries(found)).get(name) : undefined;
  }
  return found;
}

/** Fields that the service does not have. */
const OF_THE_FILE = new Set(["previous_slug", "must_exist", "id", "absent", "protect"]);

/** A body has what is declared, and besides it only live settings and live events. */
function sendsWhatIsDeclared({ contents, steps, service }: Played): string[] {
  const declared = new Map(declaredIn(contents).map((each) => [nameOf(each), each]));
  return [...steps.values()].flatMap((step) => {
    const name = nameOf(step);
    const declaration = declared.get(name);
    if (step.action === "delete" || declaration === undefined) return [];
    if (step.kind === "domain")
      return same(step.body, { name: declaration.name }) ? [] : [`${name}: ${JSON.stringify(step.body)}`];
    const parent = service.projects.find(({ record }) => record.id === step.projectId);
    const live =
      step.kind === "project" ? parent?.record : parent?.components.find(({ record }) => record.id === step.id)?.record;
    return undeclaredIn(step, allowedIn(declaration, live ?? {}, step)).map((field) => `${name} sends ${field}`);
  });
}

/** By dotted path, the values that may be sent. */
function allowedIn(
  { kind, content, component }: DeclaredObject,
  live: object,
  step: Step,
): ReadonlyMap<string, readonly unknown[]> {
  const allowed = new Map<string, unknown[]>();
  const allow = (path: string, value: unknown): void => void allowed.set(path, [...(allowed.get(path) ?? []), value]);
  const entriesAt = (of: object, path: string): [string, unknown][] => {
    const value = at(of, path);
    return typeof value === "object" && value !== null ? Object.entries(value) : [];
  };
  if (kind === "project") {
    const { extra, ...fields } = content.project;
    const sent = Object.entries({ ...extra, ...fields }).filter(([name]) => !OF_THE_FILE.has(name));
    for (const [name, value] of sent) allow(name, value);
    // What asks for the default where `null` cannot be sent.
    if (fields.description === null) allow("description", "");
    for (const of of [live, fields])
      for (const [event, value] of entriesAt(of, "autocapture")) allow(`autocapture.${event}`, value);
    if (step.action === "create") allow("type", "proxy");
    return allowed;
  }
  const { version, active, settings } = component ?? {};
  allow("component_slug", step.action === "create" ? step.key.split("/").slice(2).join("/") : undefined);
  if (version !== undefined) allow("component_version", version === "latest" ? "1.1.0" : version);
  if (active !== undefined) allow("active", active ?? true);
  for (const [name, value] of Object.entries(settings ?? {})) allow(`settings.${name}`, value);
  // A live secret is never sent back.
  for (const [name, value] of entriesAt(live, "settings")) if (name !== "api_key") allow(`settings.${name}`, value);
  return allowed;
}

function undeclaredIn({ body, settings }: Step, allowed: ReadonlyMap<string, readonly unknown[]>): string[] {
  return Object.entries({ ...body, ...settings }).flatMap(([name, value]) => {
    const isByKey = (name === "settings" || name === "autocapture") && typeof value === "object" && value !== null;
    const parts = isByKey
      ? Object.entries(value).map(([key, part]) => [`${name}.${key}`, part] as const)
      : [[name, value] as const];
    return parts
      .filter(([path, part]) => !(allowed.get(path) ?? []).some((each) => same(each, part)))
      .map(([path, part]) => `${path} = ${JSON.stringify(part)}`);
  });
}

/** What is declared, and what is live in a declared section, has an item. A plan without `only` leaves nothing out. */
function leavesNothingOut(played: Played): string[] {
  const { planned, contents, options, service } = played;
  if (options.only !== undefined) return [];
  const items = new Map(planned.plan.items.map((item) => [nameOf(item), item]));
  const found = foundProjects(played);
  const isAbsent = ({ project }: Content): boolean => project.absent === true;
  const declared = declaredIn(contents).filter(({ kind, content }) => kind === "project" || !isAbsent(content));
  const movedFrom = new Set(
    planned.plan.items.flatMap(({ from, key }) => (from === undefined ? [] : [`${from}/${key.split("/").at(-1)}`])),
  );
  const missing = declared.filter((each) => !items.has(nameOf(each)) && !movedFrom.has(each.key)).map(nameOf);
  const unseen = contents.flatMap((content) => {
    const key = projectKeyOf(content);
    const live = service.projects.find(({ record }) => record.id === found.get(key));
    if (live === undefined || items.get(`project ${key}`)?.action === "blocked") return [];
    const shown = planned.projects.filter(({ item }) => item.key === key).flatMap(({ children }) => children);
    const ids = new Set(
      shown.map(({ live: child }) => (child !== undefined && "id" in child ? child.id : child?.name)),
    );
    // A doubled one is named by the item that it blocks.
    const reasons = shown.map(({ item }) => item.reason ?? "").join(" ");
    const isShown = (id: string): boolean => ids.has(id) || reasons.includes(id);
    return [
      ...(content.components === undefined && !isAbsent(content) ? [] : live.components.map(({ record }) => record.id)),
      ...(content.domains === undefined && !isAbsent(content) ? [] : live.domains.map(({ name }) => name)),
    ]
      .filter((id) => !isShown(id) && ![...movedFrom].some((each) => each.startsWith(`${key}/`)))
      .map((id) => `${id} in ${key}`);
  });
  return [...missing, ...unseen];
}

/** The counts are those of the items, and a blocked item says why. */
function saysWhatItHas({ planned: { plan } }: Played): string[] {
  const count = (action: string): number => plan.items.filter((item) => item.action === action).length;
  const isWrong = Object.entries(plan.counts).some(([action, number]) => number !== count(action));
  const silent = plan.items.filter(({ action, reason = "" }) => action === "blocked" && reason === "").map(nameOf);
  return [...(isWrong ? ["The counts differ"] : []), ...silent];
}

/** A plan with an error of the catalogue is refused. An unchanged or unmanaged object has no changes. */
function refusesErrors({ planned: { plan } }: Played): string[] {
  const isInvalid = plan.problems.some(({ level }) => level === "error");
  const calm = (item: PlanItem): boolean => isChange(item) || item.changes.length === 0;
  return [
    ...(isInvalid && refusals(plan).length === 0 ? ["An error does not refuse the plan"] : []),
    ...plan.items.filter((item) => !calm(item)).map((item) => `${nameOf(item)} is ${item.action} with changes`),
  ];
}

export const contentRules = { changesWhatDiffers, sendsWhatIsDeclared, leavesNothingOut, saysWhatItHas, refusesErrors };
