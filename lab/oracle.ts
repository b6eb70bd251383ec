import { isDeepStrictEqual } from "node:util";
import { domainToASCII } from "node:url";
import type { Arrival, Row, Store } from "./service.ts";

/* Compares what a run said with what the service has. It imports nothing of the product, and reads only its published report. */

/** What a project file says, as data: the part of the format that the lab uses. */
export interface Declared {
  version: 1;
  project: Row & { organization_id: string; slug: string };
  components?: Record<string, { settings?: Row; version?: string; active?: boolean; absent?: true }>;
  domains?: readonly (string | { name: string; absent?: true })[];
}

/** An outcome that this scene may have, and why no better one can be had. */
export type Allowed = Partial<Record<"unknown" | "partial" | "two", string>>;

export interface Run {
  report: unknown;
  code: number | null;
  /** All that it printed or wrote. */
  output: string;
  before: Store;
  after: Store;
  log: readonly Arrival[];
}

interface Item {
  kind: "project" | "component" | "domain";
  key: string;
  action: string;
  status?: string;
  message?: string;
}

/** One declared object, with what the store has of it. */
interface Wanted {
  kind: Item["kind"];
  key: string;
  has: (store: Store) => boolean;
  /** As declared: `absent` is that it is gone. */
  agrees: (store: Store) => boolean;
}

const canonical = (name: unknown): string => domainToASCII(String(name)).replace(/\.$/, "");
const projectKey = (row: Row): string => `${String(row["organization_id"])}/${String(row["slug"]).toLowerCase()}`;
const owner = (store: Store, row: Row): string => {
  const project = store.projects.find((one) => one["id"] === row["project_id"]);
  return project === undefined ? "(none)" : projectKey(project);
};
const componentKey = (store: Store, row: Row): string => `${owner(store, row)}/${String(row["component_slug"])}`;
const domainKey = (store: Store, row: Row): string => `${owner(store, row)}/${canonical(row["name"])}`;
const within = (live: unknown, declared: Row): boolean =>
  Object.entries(declared).every(([name, value]) => isDeepStrictEqual((live as Row | null)?.[name], value));

function wantedIn(declared: readonly Declared[]): Wanted[] {
  return declared.flatMap(({ project, components = {}, domains = [] }) => {
    const { absent: gone, previous_slug: earlier, must_exist: _only, protect: _protect, ...values } = project;
    const key = projectKey(project);
    // A project that is not renamed yet has its objects under the old slug.
    const keys = [key, ...(typeof earlier === "string" ? [projectKey({ ...project, slug: earlier })] : [])];
    const rows = (store: Store): Row[] => store.projects.filter((row) => projectKey(row) === key);
    return [
      {
        kind: "project" as const,
        key,
        has: (store: Store) => rows(store).length > 0,
        agrees: (store: Store) =>
          gone === true ? rows(store).length === 0 : rows(store).some((row) => within(row, values)),
      },
      ...Object.entries(components).map(([slug, { settings = {}, version, active, absent }]) => {
        const fields: Row = {
          ...(version !== undefined && { component_version: version }),
          ...(active !== undefined && { active }),
        };
        const own = (store: Store): Row[] =>
          store.components.filter((row) => keys.some((one) => componentKey(store, row) === `${one}/${slug}`));
        return {
          kind: "component" as const,
          key: `${key}/${slug}`,
          has: (store: Store) => own(store).length > 0,
          agrees: (store: Store) =>
            absent === true
              ? own(store).length === 0
              : own(store).some((row) => within(row["settings"], settings) && within(row, fields)),
        };
      }),
      ...domains.map((entry) => {
        const { name, absent } = typeof entry === "string" ? { name: entry, absent: undefined } : entry;
        const has = (store: Store): boolean =>
          store.domains.some((row) => keys.some((one) => domainKey(store, row) === `${one}/${canonical(name)}`));
        return {
          kind: "domain" as const,
          key: `${key}/${canonical(name)}`,
          has,
          agrees: (store: Store) => has(store) !== (absent === true),
        };
      }),
    ];
  });
}

/** An object that no file declares: a deletion of it is checked by its key alone. */
function undeclared(item: Item): Wanted {
  const has = (store: Store): boolean =>
    [
      ...store.projects.map(projectKey),
      ...store.components.map((row) => componentKey(store, row)),
      ...store.domains.map((row) => domainKey(store, row)),
    ].includes(item.key);
  return { kind: item.kind, key: item.key, has, agrees: (store) => !has(store) };
}

export function judge(
  run: Run,
  declared: readonly Declared[],
  options: { allowed?: Allowed; prune?: boolean } = {},
): string[] {
  const { before, after, code } = run;
  const report = (run.report ?? {}) as { items?: Item[]; error?: string };
  const wanted = wantedIn(declared);
  const faults: string[] = [];
  for (const item of report.items ?? []) {
    const { kind, key, status } = item;
    if (status === undefined) continue;
    const object = wanted.find((one) => one.kind === kind && one.key === key) ?? undeclared(item);
    const agrees = object.agrees(after);
    const appeared = object.has(after) !== object.has(before) || (agrees && !object.agrees(before));
    if (status === "done" && !agrees) faults.push(`done, but not stored: ${key}`);
    else if ((status === "failed" || status === "not-started") && appeared)
      faults.push(`${status}, but stored: ${key}`);
    else if ((status === "unknown" || status === "partial") && options.allowed?.[status] === undefined) {
      faults.push(`${status}: ${key}`);
    }
  }
  if (report.items === undefined && run.log.some(({ effect }) => effect))
    faults.push("written, and no object reported");
  if (code === 0) {
    const missing = wanted.filter((object) => !object.agrees(after));
    faults.push(...missing.map(({ key }) => `exit code 0, but not as declared: ${key}`));
  }
  if (code === null) faults.push("did not end");
  const doubled = options.allowed?.two === undefined ? doubledIn(before, after) : [];
  return [...faults, ...offline(run, wanted), ...doubled, ...touched(run, declared, wanted, options.prune === true)];
}

/** Host names that were live, are declared, and are at no project now, though the run does not say so. */
function offline({ before, after, output }: Run, wanted: readonly Wanted[]): string[] {
  const names = (store: Store): string[] => store.domains.map((row) => canonical(row["name"]));
  const kept = wanted.filter((object) => object.kind === "domain" && !object.agrees({ ...after, domains: [] }));
  return names(before)
    .filter((name) => !names(after).includes(name) && kept.some(({ key }) => key.endsWith(`/${name}`)))
    .filter(() => !/attached to no project|in no project|offline/.test(output))
    .map((name) => `offline, and does not say so: ${name}`);
}

/** Objects of one key that were not so before. A host name may have one owner at all. */
function doubledIn(before: Store, after: Store): string[] {
  const keys = (store: Store): string[] => [
    ...store.projects.map(projectKey),
    ...store.components.map((row) => componentKey(store, row)),
    ...store.domains.map((row) => canonical(row["name"])),
  ];
  const doubled = (store: Store): Set<string> => {
    const all = keys(store);
    return new Set(all.filter((key, index) => all.indexOf(key) !== index));
  };
  const were = doubled(before);
  return [...doubled(after)].filter((key) => !were.has(key)).map((key) => `two of ${key}`);
}

/** Objects and fields that no file names and that are other ones now. */
function touched(
  { before, after }: Run,
  declared: readonly Declared[],
  wanted: readonly Wanted[],
  prune: boolean,
): string[] {
  const faults: string[] = [];
  // A project that is renamed is the same one before and after.
  const renamed = new Map(
    declared.flatMap(({ project }) =>
      typeof project["previous_slug"] === "string"
        ? [[projectKey({ ...project, slug: project["previous_slug"] }), projectKey(project)] as const]
        : [],
    ),
  );
  const keyNow = (key: string): string => {
    const [organization, slug, ...rest] = key.split("/");
    return [renamed.get(`${organization}/${slug}`) ?? `${organization}/${slug}`, ...rest].join("/");
  };
  const declaredKey = (key: string): boolean => wanted.some((object) => object.key === keyNow(key));
  const moved = new Set(wanted.filter(({ kind }) => kind === "domain").map(({ key }) => key.split("/").at(-1)));
  const kinds = [
    { rows: "projects", key: (_store: Store, row: Row) => projectKey(row) },
    { rows: "components", key: componentKey },
    { rows: "domains", key: domainKey },
  ] as const;
  for (const { rows, key: keyOf } of kinds) {
    const same = (one: Row, other: Row): boolean =>
      one["id"] === undefined ? one["name"] === other["name"] : one["id"] === other["id"];
    for (const row of before[rows]) {
      const key = keyOf(before, row);
      const now = after[rows].find((other) => same(row, other));
      const mayGo = declaredKey(key) || (prune && rows !== "projects") || moved.has(canonical(row["name"]));
      if (now === undefined) {
        if (!mayGo) faults.push(`gone, though not declared: ${key}`);
        continue;
      }
      const names = rows === "projects" ? fieldsOf(declared, keyNow(key)) : fieldsOfComponent(declared, keyNow(key));
      const other = Object.keys({ ...row, ...now }).filter(
        (name) => name !== "updated_at" && !names.includes(name) && !isDeepStrictEqual(row[name], now[name]),
      );
      if (rows === "components") other.push(...settingsBeside(declared, keyNow(key), row["settings"], now["settings"]));
      if (other.length > 0 && !moved.has(canonical(row["name"])))
        faults.push(`changed, though not declared: ${key} ${other.join(", ")}`);
    }
    for (const row of after[rows]) {
      const key = keyOf(after, row);
      const automatic = String(row["name"]).startsWith(`${String(row["project_id"]).replace("_", "-")}.`);
      if (!before[rows].some((other) => same(row, other)) && !declaredKey(key) && !automatic) {
        faults.push(`made, though not declared: ${key}`);
      }
    }
  }
  return faults;
}

function fieldsOf(declared: readonly Declared[], key: string): string[] {
  return declared.filter(({ project }) => projectKey(project) === key).flatMap(({ project }) => Object.keys(project));
}

function componentAt(
  declared: readonly Declared[],
  key: string,
): NonNullable<Declared["components"]>[string] | undefined {
  return declared
    .filter(({ project }) => key.startsWith(`${projectKey(project)}/`))
    .map(({ project, components = {} }) => components[key.slice(projectKey(project).length + 1)])
    .find((one) => one !== undefined);
}

function fieldsOfComponent(declared: readonly Declared[], key: string): string[] {
  const { version, active } = componentAt(declared, key) ?? {};
  const named = componentAt(declared, key) === undefined ? [] : ["settings"];
  return [
    ...named,
    ...(version === undefined ? [] : ["component_version"]),
    ...(active === undefined ? [] : ["active"]),
  ];
}

/** Settings that the file does not name, and that are other ones now. */
function settingsBeside(declared: readonly Declared[], key: string, before: unknown, now: unknown): string[] {
  const named = Object.keys(componentAt(declared, key)?.settings ?? {});
  const [old, live] = [(before ?? {}) as Row, (now ?? {}) as Row];
  return Object.keys({ ...old, ...live })
    .filter((name) => !named.includes(name) && !isDeepStrictEqual(old[name], live[name]))
    .map((name) => `settings.${name}`);
}

/** Each secret that an output shows: plain, in base64, or as a URL has it. */
export function shownSecrets(output: string, secrets: readonly string[]): string[] {
  return secrets.flatMap((secret) =>
    [
      { name: "plain", text: secret },
      { name: "percent", text: encodeURIComponent(secret) },
      // Three shifts: it may stand anywhere in what was encoded. The ends depend on what is beside it.
      ...[0, 1, 2].map((shift) => {
        const encoded = Buffer.concat([Buffer.alloc(shift), Buffer.from(secret)]).toString("base64");
        return { name: "base64", text: encoded.slice(shift === 0 ? 0 : 4).replace(/.{0,3}=*$/, "") };
      }),
    ]
      .filter(({ text }) => output.includes(text) || output.includes(text.replaceAll("+", "-").replaceAll("/", "_")))
      .map(({ name }) => `shows a secret (${name})`),
  );
}
