import { expect } from "vitest";
import type { Report } from "../../sync/report/report.ts";
import { differentFields, differentSettings, asObject, hostMeaning, type Fields } from "../world/oracle/meaning.ts";
import { isAutomatic, meaningOf, type LiveObject, type Truth } from "../world/oracle/truth.ts";
import { ENVIRONMENT, MOVED, plain, REMOVED, rich, SETTING_TYPES, type Declared } from "./declared.ts";
import type { Row } from "./row.ts";
import { openScene } from "./scene.ts";

const FILES = [rich, plain];

/**
 * Apply is done, the second apply writes nothing, nothing is left to plan, an export plans to nothing. A move and removals
 * are done too. What others have is untouched.
 */
export async function playServed(row: Row): Promise<ReadonlySet<string>> {
  const scene = openScene(row);
  const others = othersOf(scene.service.truth());
  await isDone(row.files ?? FILES, "the files");
  await scene.settle();
  expect(unlike(await scene.planOfExport()), "the plan of an export").toEqual([]);
  if (row.files === undefined) {
    await isDone(MOVED, "the move");
    await isDone(REMOVED, "the removals");
  }
  expect(othersOf(scene.service.truth()), "what others have").toEqual(others);
  return scene.replies;

  async function isDone(files: readonly Declared[], what: string): Promise<void> {
    await scene.settle();
    const first = await scene.run("apply", files);
    expect(undone(first), `${what}: the apply`).toEqual([]);
    expect(first.result, what).toBe("applied");
    expect(wrong(files, scene.service.truth()), `${what}: what the service has`).toEqual([]);
    scene.writes();
    for (const mode of ["apply", "plan", "drift"] as const) {
      if (row.settles === true) await scene.settle();
      const again = await scene.run(mode, files);
      expect(unlike(again), `${what}: ${mode} after it`).toEqual([]);
      expect(again.result, `${what}: ${mode} after it`).toBe("no-changes");
      expect(scene.writes(), `${what}: ${mode} after it`).toEqual([]);
    }
  }
}

/** The tool says clearly what it cannot do, each time, and loses nothing. */
export async function playRefused(row: Row): Promise<void> {
  const { ends } = row;
  if (ends === undefined) throw new Error("the row is served");
  const scene = openScene(row);
  const others = othersOf(scene.service.truth());
  const files = row.files ?? FILES;
  for (const time of ends.heals === true ? ["first"] : ["first", "second"]) {
    const report = await scene.run("apply", files);
    const texts = said(report);
    expect(["partial", "failed", "blocked"], `${time} apply: ${texts.join("\n")}`).toContain(report.result);
    expect(
      texts.some((text) => ends.message.test(text)),
      `${time} apply: ${texts.join("\n")}`,
    ).toBe(true);
  }
  if (ends.heals === true) {
    expect(undone(await scene.run("apply", files)), "the second apply").toEqual([]);
    expect(unlike(await scene.run("plan", files)), "the plan after it").toEqual([]);
  }
  expect(othersOf(scene.service.truth()), "what others have").toEqual(others);
}

function said({ plan, applied, error = "" }: Report): string[] {
  const blocked = (plan?.items ?? []).flatMap(({ action, reason = "" }) => (action === "blocked" ? [reason] : []));
  const outcomes = (applied?.outcomes ?? []).flatMap(({ status, message = "" }) =>
    status === "done" ? [] : [message],
  );
  return [error, ...blocked, ...outcomes].filter((text) => text !== "");
}

/** What is not done or blocked, in words. */
function undone({ applied, plan, problems, error }: Report): string[] {
  return [
    ...(error === undefined ? [] : [error]),
    ...problems.filter(({ level }) => level === "error").map(({ message }) => message),
    ...(plan?.items ?? [])
      .filter(({ action }) => action === "blocked")
      .map(({ kind, key, reason }) => `blocked ${kind} ${key}: ${reason}`),
    ...(applied?.outcomes ?? [])
      .filter(({ status }) => status !== "done")
      .map(({ status, kind, key, message }) => `${status} ${kind} ${key}: ${message}`),
  ];
}

/** What a plan would change, in words. */
function unlike(report: Report): string[] {
  return [
    ...undone(report),
    ...(report.plan?.items ?? [])
      .filter(({ action }) => !["unchanged", "unmanaged", "blocked"].includes(action))
      .map(({ action, kind, key, changes }) => `${action} ${kind} ${key} ${JSON.stringify(changes)}`),
  ];
}

function othersOf(truth: Truth): readonly string[] {
  const own = new Set(
    [...truth.values()]
      .filter(({ key, kind }) => kind === "project" && /^org_1\/(?:rich|plain)$/.test(key))
      .map(({ project }) => project),
  );
  return meaningOf(new Map([...truth].filter(([, { project }]) => !own.has(project))));
}

/** Everything declared that is not live, by another reading than the product's. */
function wrong(files: readonly Declared[], truth: Truth): string[] {
  return files.flatMap(({ project, components, domains }) => {
    const key = `${String(project["organization_id"])}/${String(project["slug"]).toLowerCase()}`;
    const live = [...truth.values()].filter((object) => object.kind === "project" && object.key.toLowerCase() === key);
    const [own] = live;
    if (project["absent"] === true) return live.map(({ name }) => `${name} is not deleted`);
    if (own === undefined || live.length > 1) return [`${key} is there ${live.length} times`];
    const children = [...truth.values()].filter(
      (object) => object.kind !== "project" && object.project === own.project,
    );
    const { organization_id: _organization, slug: _slug, protect: _protect, ...fields } = project;
    return [
      ...differentFields(asObject(withSecrets(fields)), own.record).map((name) => `${key}: ${name}`),
      ...wrongComponents(key, components, children),
      ...wrongDomains(key, domains, children),
    ];
  });
}

function wrongComponents(key: string, declared: Declared["components"], children: readonly LiveObject[]): string[] {
  const live = children.filter(({ kind }) => kind === "component");
  const unexpected = live.filter(({ record }) => !isWanted(declared[String(record["component_slug"])]));
  return [
    ...unexpected.map(({ key: other }) => `${other} is not declared`),
    ...Object.entries(declared).flatMap(([slug, { active, settings, version, absent }]) => {
      if (absent === true) return [];
      const same = live.filter(({ record }) => record["component_slug"] === slug);
      const [one] = same;
      if (one === undefined || same.length > 1) return [`${key}/${slug} is there ${same.length} times`];
      const held = asObject(one.record["settings"]);
      const wanted = asObject(withSecrets(settings ?? {}));
      return [
        ...differentSettings(wanted, held, SETTING_TYPES[slug] ?? {}).map((name) => `${key}/${slug}: ${name}`),
        ...((active ?? true) === one.record["active"] ? [] : [`${key}/${slug}: active`]),
        ...(version === undefined || version === "latest" || version === one.record["component_version"]
          ? []
          : [`${key}/${slug}: version`]),
      ];
    }),
  ];
}

function wrongDomains(key: string, declared: Declared["domains"], children: readonly LiveObject[]): string[] {
  const wanted = declared.flatMap((domain) => (typeof domain === "string" ? [`${key}/${hostMeaning(domain)}`] : []));
  const live = children.filter((each) => each.kind === "domain" && !isAutomatic(each)).map(({ key: own }) => own);
  return [
    ...wanted.filter((name) => !live.includes(name)).map((name) => `${name} is not attached`),
    ...live.filter((name) => !wanted.includes(name)).map((name) => `${name} is attached`),
  ];
}

/** `{ secret: NAME }` replaced by the text. */
export function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets);
  if (typeof value !== "object" || value === null) return value;
  const fields: Fields = asObject(value);
  if (typeof fields["secret"] === "string") return ENVIRONMENT[fields["secret"]];
  return Object.fromEntries(Object.entries(fields).map(([name, held]) => [name, withSecrets(held)]));
}

function isWanted(part: Declared["components"][string] | undefined): boolean {
  return part !== undefined && part.absent !== true;
}
