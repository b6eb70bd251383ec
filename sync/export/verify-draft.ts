import { loadFile } from "../../provider/file/load-file.ts";
import { isWithin, pathText } from "../../provider/file/path.ts";
import { problemPath, type Problem } from "../../provider/file/problem.ts";
import { fileText } from "../../provider/file/write-file.ts";
import type { Observer } from "../../provider/reconcile/observe.ts";
import type { Path } from "../../provider/resources/schema-walk.ts";
import { isChange, type PlanItem } from "../plan/plan.ts";
import { createPlanner, plan } from "../plan/planner.ts";
import { projectKey } from "../plan/project-items.ts";
import { fileData, leaveOut, secretsIn, type Draft } from "./draft.ts";

/** What a file cannot say, or what a plan would change. */
interface Objection {
  /** Path in the file, in the form of a problem's path. */
  readonly path: string;
  /** A sentence without a value. */
  readonly reason: string;
}

/** The service that a draft is compared with. */
interface Service {
  readonly observer: Observer;
  readonly origin: string;
}

/**
 * Leaves out of a draft what does not fit, each with a note. The file that remains loads, and plans to nothing, with its secrets in the
 * environment and without them. Returns the reason if no such file remains. `observer` keeps what was read before.
 */
export async function verifyDraft(draft: Draft, service: Service): Promise<Draft | { readonly reason: string }> {
  // Each round leaves out at least one part, so this ends.
  for (let verified = draft; ;) {
    const objections = await objectionsTo(verified, service);
    const [first] = objections;
    if (first === undefined) return verified;
    const found = objections.map((objection) => ({ objection, part: partAt(verified, objection.path) }));
    // What is wrong with the project may follow from the other objections, so these come first.
    if (found.every(({ part }) => part === undefined)) return { reason: `${first.path}: ${first.reason}` };
    for (const { objection, part } of found) {
      if (part !== undefined) verified = leaveOut(verified, part, reasonFor(draft, part, objection));
    }
  }
}

/** With the values that the service shows, and without any: the objections of the first of them that has any. */
async function objectionsTo(draft: Draft, service: Service): Promise<readonly Objection[]> {
  const shown = secretsIn(draft.fields).flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]));
  const objections = await objectionsWith(draft, Object.fromEntries(shown), service);
  return objections.length > 0 ? objections : objectionsWith(draft, {}, service);
}

/** The objections of the first stage that has any: loading, and planning. */
async function objectionsWith(
  draft: Draft,
  environment: Readonly<Record<string, string>>,
  { observer, origin }: Service,
): Promise<readonly Objection[]> {
  const options = { environment, missingVariables: "tolerate" } as const;
  const { file, problems } = loadFile("export.yaml", fileText(fileData(draft)), options);
  if (file === undefined) return objectionsOfProblems(problems);
  const { plan: planned } = await plan(observer, createPlanner([file], origin));
  const wrong = objectionsOfProblems(planned.problems);
  const prefix = `${projectKey(file)}/`;
  return wrong.length > 0 ? wrong : planned.items.filter(isChange).flatMap((item) => objectionsOfItem(item, prefix));
}

function objectionsOfProblems(problems: readonly Problem[]): Objection[] {
  return problems.filter(({ level }) => level === "error").map(({ path, message }) => ({ path, reason: message }));
}

function objectionsOfItem({ kind, key, action, changes, reason }: PlanItem, prefix: string): Objection[] {
  const sections = { project: ["project"], component: ["components", key.slice(prefix.length)], domain: ["domains"] };
  const paths = changes.length === 0 ? [[]] : changes.map(({ path }) => [path]);
  return paths.map((path) => ({
    path: problemPath([...sections[kind], ...path]),
    reason: reason ?? `a plan would still ${action} ${key}.`,
  }));
}

/** The smallest part of the draft that holds the path. `undefined`: the project as a whole. */
function partAt({ fields }: Draft, path: string): Path | undefined {
  const [part] = fields
    .map((field) => field.path)
    .filter((candidate) => isWithin(path, problemPath(candidate)))
    .toSorted((a, b) => pathText(b).length - pathText(a).length);
  // If only a component went, a run that prunes would delete it.
  return part?.[0] === "components" && part.length === 2 ? ["components"] : part;
}

/** Names what is wrong in the part, if it is not all of it: a host name, because its number tells a reader nothing. */
function reasonFor(draft: Draft, part: Path, { path, reason }: Objection): string {
  if (path === problemPath(part)) return reason;
  const hostName = fileData(draft).domains?.[Number(/^domains\[(\d+)\]/.exec(path)?.[1])];
  return `${typeof hostName === "string" ? hostName : path}: ${reason}`;
}
