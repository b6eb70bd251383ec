import { parseDocument, visit } from "yaml";
import { writtenContent } from "../../core/file/edit-file.ts";
import { loadFile } from "../../core/file/load-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { isWithin, pathText } from "../../core/file/position.ts";
import { isChange, type Plan } from "../../core/plan/plan.ts";
import { createPlanner, type PlanResult } from "../../core/plan/planner.ts";
import type { Planning } from "../../core/reconcile/observe.ts";
import { copyOf, type Snapshot } from "../../core/reconcile/snapshot.ts";
import { planning } from "../../core/reconcile/snapshot-view.ts";
import { isObject, own } from "../../core/resources/json.ts";
import type { Path } from "../../core/resources/schema-walk.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import type { PullOptions } from "../../sync/pull/pull-project.ts";
import { pullFiles, type PulledFile } from "../../sync/pull/pull.ts";
import { withAdded } from "../../sync/pull/unmanaged.ts";
import type { Service } from "../plan/generated/draw-service.ts";
import { readParts } from "../plan/generated/read-service.ts";

/* Pulls over a service that is plain data, and what must hold of each. */

export type Environment = Readonly<Record<string, string>>;

/** Plans files over a service that is plain data. */
function planOver(service: Service) {
  let snapshot: Snapshot = copyOf();
  const planned = <Result>(plan: (snapshot: Snapshot) => Planning<Result>): Result => {
    for (;;) {
      const found = plan(snapshot);
      if ("plan" in found) return found.plan;
      snapshot = readParts(service, found.needs, snapshot);
    }
  };
  return async (files: readonly LoadedFile[]): Promise<PlanResult> => {
    const planner = createPlanner(files, "http://localhost");
    const result = planned((read) => planner.all(read));
    return { ...result, projects: planned(planning((view) => withAdded(result.projects, view))) };
  };
}

export const load = (name: string, text: string, environment: Environment = {}) =>
  loadFile(name, text, { environment, missingVariables: "tolerate" });

export async function pull(
  texts: readonly string[],
  service: Service,
  environment: Environment = {},
  options: PullOptions = {},
  /** The text of a file when it is read the second time. */
  now = (text: string): string => text,
) {
  const plan = planOver(service);
  let first: Plan | undefined;
  const files = texts.map((text, index) => {
    const { file, problems } = load(`${index}.yaml`, text, environment);
    if (file === undefined) throw new Error(JSON.stringify(problems));
    return { file, text: now(text) };
  });
  const pulled = await pullFiles(files, {
    load: (name, text) => load(name, text, environment),
    ...options,
    plan: async (edited) => {
      const planned = await plan(edited);
      first ??= planned.plan;
      return planned;
    },
    redaction: async () => createRedaction(files.flatMap(({ file }) => file.secrets)),
    unmanagedSlugs: () => "",
    goneObjects: async (missing) => new Set((await missing()).map(({ key }) => key)),
  });
  const after = pulled.map(({ file, after: text }) => {
    const { file: edited, problems } = load(file.file, text, environment);
    if (edited === undefined) throw new Error(JSON.stringify(problems));
    return edited;
  });
  return { pulled, differences: first === undefined ? 0 : countDifferences(first), plan: (await plan(after)).plan };
}

/** How many declared fields and objects differ from what is live. */
function countDifferences({ items }: Plan): number {
  return items
    .filter(isChange)
    .reduce((sum, { action, changes }) => sum + (action === "update" ? changes.length : 1), 0);
}

/** Paths at which two contents differ. */
function differing(one: unknown, other: unknown, path: Path = []): string[] {
  if (isObject(one) && isObject(other)) {
    const names = new Set([...Object.keys(one), ...Object.keys(other)]);
    return [...names].flatMap((name) => differing(own(one, name), own(other, name), [...path, name]));
  }
  return JSON.stringify(one) === JSON.stringify(other) ? [] : [pathText(path)];
}

/** What a plan still changes or blocks in a file, as paths of the file. */
function openIn(plan: Plan, { file }: PulledFile): string[] {
  return plan.items
    .filter((item) => isChange(item) && item.source?.file === file.file)
    .flatMap(({ kind, key, changes, action }) => {
      // The slug may be pulled, too.
      const name = key.split("/").slice(2).join("/");
      const index = file.domains?.find(({ declared }) => declared.name === name)?.path;
      const at = kind === "project" ? "project" : kind === "component" ? `components.${name}` : (index ?? "domains");
      return action === "update" ? changes.map(({ path }) => `${at}.${path}`) : [at];
    });
}

/** True if a pull lists what a plan shows at a path. A field of `extra` is shown without it, and an update of settings with hidden secrets. */
function isListed(path: string, listed: readonly string[]): boolean {
  const extra = path.replace(/^(project|components\.[^.]+)\./, "$1.extra.");
  const [settings = "-"] = /^components\.[^.]+\.settings\./.exec(path) ?? [];
  const isWithinListed = (one: string): boolean =>
    [path, extra].some((each) => isWithin(each, one) || isWithin(one, each));
  return listed.some((one) => one === "project" || one.startsWith(settings) || isWithinListed(one));
}

/** True if a name or a text has no quotes. JSON has none such, also with comments. */
function hasPlainTexts(text: string): boolean {
  let found = false;
  visit(parseDocument(text), {
    Scalar: (_key, { type, value }) => {
      found ||= type === "PLAIN" && typeof value === "string";
    },
  });
  return found;
}

/** Lines that have another line end than before, or than all lines before. */
function lostLineEnds(before: string, after: string): string[] {
  const known: readonly string[] = before.match(/.*\n/g) ?? [];
  const isCrlf = known.every((line) => line.endsWith("\r\n"));
  const ofBefore = (line: string): string | undefined => known.find((each) => each.trimEnd() === line.trimEnd());
  return (after.match(/.*\n/g) ?? []).filter((line) =>
    isCrlf ? !line.endsWith("\r\n") : !known.includes(line) && ofBefore(line) !== undefined,
  );
}

/** What is wrong with a pull. */
export async function broken(
  texts: readonly string[],
  service: Service,
  environment: Environment = {},
  options: PullOptions = {},
): Promise<string[]> {
  const { pulled, plan } = await pull(texts, service, environment, options);
  const again = await pull(
    pulled.map(({ after }) => after),
    service,
    environment,
    options,
  );
  return pulled.flatMap((each, index) => {
    const { before, after, changed, notPulled } = each;
    const listed = notPulled.map(({ path }) => path);
    return [
      ...(again.pulled[index]?.after === after ? [] : ["a second pull changes it"]),
      ...differing(writtenContent(before), writtenContent(after))
        .filter((path) => !changed.some((one) => isWithin(path, one)))
        .map((path) => `${path} changed`),
      ...openIn(plan, each)
        .filter((path) => !isListed(path, listed))
        .map((path) => `${path} is neither written nor listed: ${JSON.stringify(listed)}`),
      ...changed
        .filter((path) => path !== "domains" && listed.includes(path))
        .map((path) => `${path} is written and listed`),
      ...[...after.matchAll(/secret-value-1|\*{6}/g)].flatMap(([secret]) =>
        before.includes(secret) ? [] : [`${secret} is in the file`],
      ),
      ...[...before.matchAll(/# c\d+/g)]
        .filter(([comment]) => !after.includes(comment))
        .map(([comment]) => `lost ${comment}`),
      ...(hasPlainTexts(after) && !hasPlainTexts(before) ? ["a name or text of JSON has no quotes"] : []),
      ...lostLineEnds(before, after).map((line) => `the line end of ${JSON.stringify(line)} is lost`),
      ...(before.startsWith("\uFEFF") === after.startsWith("\uFEFF") ? [] : ["the byte order mark is lost"]),
    ];
  });
}
