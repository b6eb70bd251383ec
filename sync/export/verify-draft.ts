import { loadFile, type LoadOptions } from "../../core/file/load-file.ts";
import { isWithin, pathText } from "../../core/file/position.ts";
import { isError, problemPath, type Problem } from "../../core/file/problem.ts";
import { fileText } from "../../core/file/write-file.ts";
import { projectKey } from "../../core/plan/project-items.ts";
import { isChange, type PlanItem } from "../../core/plan/plan.ts";
import type { Observer } from "../../core/reconcile/observe.ts";
import { createPlanner } from "../../core/plan/planner.ts";
import { SECTIONS, type SectionName } from "../../core/resources/kind.ts";
import { fileData, secretsIn, type FileDraft, type DraftField } from "./draft.ts";

/** A field that a file cannot declare, or that a plan would change. */
type Objection = Pick<Problem, "path" | "message">;

/** The service that a draft is compared with. */
interface Service {
  readonly observer: Observer;
  readonly origin: string;
}

/** The part that is left out for an objection. */
type Part = DraftField | SectionName | "project";

/**
 * Leaves out of a draft what does not fit, each with a note. The file that remains loads, and plans to nothing, with its secrets in the
 * environment and without them. Returns the reason if no such file remains. `observer` keeps what was read before.
 */
export async function verifyDraft(
  draft: FileDraft,
  service: Service,
): Promise<FileDraft | { readonly reason: string }> {
  const odd = draft.fields.flatMap((field) =>
    field.problem === undefined ? [] : [[field, { path: problemPath(field.path), message: field.problem }] as const],
  );
  // Each round leaves out at least one field or section, so this ends.
  for (let verified = leaveOut(draft, new Map(odd)); ;) {
    const objections = await objectionsTo(verified, service);
    if (objections.length === 0) return verified;
    const byPart = new Map<Part, Objection>();
    for (const objection of objections.toReversed()) byPart.set(partAt(verified, objection.path), objection);
    const ofProject = byPart.get("project");
    // It may follow from the other objections, so these come first.
    byPart.delete("project");
    if (byPart.size === 0) return { reason: `${ofProject?.path}: ${ofProject?.message}` };
    verified = leaveOut(verified, new Map([...byPart].toReversed()));
  }
}

async function objectionsTo(draft: FileDraft, service: Service): Promise<readonly Objection[]> {
  const secrets = secretsIn(draft);
  const environment = Object.fromEntries(secrets.map(({ name, value }) => [name, value]));
  const whole = await firstObjections(draft, { environment, missingVariables: "error" }, service);
  if (whole.length > 0 || secrets.length === 0) return whole;
  return firstObjections(draft, { environment: {}, missingVariables: "tolerate" }, service);
}

/** The objections of the first stage that has any. */
async function firstObjections(
  draft: FileDraft,
  options: LoadOptions,
  { observer, origin }: Service,
): Promise<readonly Objection[]> {
  const { file, problems } = loadFile("export.yaml", fileText(fileData(draft)), options);
  if (file === undefined) return problems.filter(isError);
  const planner = createPlanner([file], origin);
  const { plan: planned, check } = await observer.plan((snapshot) => planner.all(snapshot));
  check();
  const wrong = planned.problems.filter(isError);
  const prefix = `${projectKey(file)}/`;
  return wrong.length > 0 ? wrong : planned.items.filter(isChange).flatMap((item) => objectionsOfItem(item, prefix));
}

function objectionsOfItem({ kind, key, action, changes, reason }: PlanItem, prefix: string): Objection[] {
  // Nothing tells the place of a domain in its list.
  const place = { project: ["project"], component: ["components", key.slice(prefix.length)], domain: ["domains"] };
  const paths = changes.length === 0 ? [[]] : changes.map(({ path }) => [path]);
  return paths.map((path) => ({
    path: problemPath([...place[kind], ...path]),
    message: reason ?? `a plan would still ${action} ${key}.`,
  }));
}

/** The smallest part of the draft that can be left out and holds the path. */
function partAt({ fields, sections }: FileDraft, path: string): Part {
  const [field] = fields
    .filter((candidate) => isWithin(path, problemPath(candidate.path)))
    .toSorted((a, b) => pathText(b.path).length - pathText(a.path).length);
  const isAround = (section: SectionName): boolean => sections[section] !== undefined && isWithin(path, section);
  return field ?? Object.values(SECTIONS).find(isAround) ?? "project";
}

/** A section goes as a whole if an object in it cannot be declared. If only the object went, a run that prunes would delete it. */
function leaveOut(draft: FileDraft, parts: ReadonlyMap<Part, Objection>): FileDraft {
  const left = new Set<unknown>(parts.keys());
  return {
    ...draft,
    sections: Object.fromEntries(Object.entries(draft.sections).filter(([section]) => !left.has(section))),
    fields: draft.fields.filter((field) => !left.has(field) && !left.has(field.path[0])),
    notes: [...draft.notes, ...[...parts].map(([part, objection]) => noteOn(draft, part, objection))],
  };
}

function noteOn({ sections }: FileDraft, part: Part, { path, message }: Objection): string {
  if (typeof part !== "string") {
    const inside = path === problemPath(part.path) ? "" : `${path}: `;
    return `${pathText(part.path)} is left out: ${inside}${message}`;
  }
  // Its name: without the section, the number of an item tells a reader nothing.
  const [, number] = /^\w+\[(\d+)\]/.exec(path) ?? [];
  const item = part === "project" ? undefined : sections[part]?.[Number(number)];
  return `The section ${part} is left out: ${item?.name ?? path}: ${message}`;
}
