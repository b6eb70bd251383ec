import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { writtenContent } from "../../core/file/edit-file.ts";
import { loadFile } from "../../core/file/load-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import { isWithin, pathText } from "../../core/file/position.ts";
import { blockText } from "../../core/file/write-file.ts";
import { isChange, type Plan } from "../../core/plan/plan.ts";
import { createPlanner, type PlanResult } from "../../core/plan/planner.ts";
import { copyOf, valueOf, type Snapshot } from "../../core/reconcile/snapshot.ts";
import { isObject, own, type Fields } from "../../core/resources/json.ts";
import type { Path } from "../../core/resources/schema-walk.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import type { PullOptions } from "../../sync/pull/pull-project.ts";
import { pullFiles, type PulledFile } from "../../sync/pull/pull.ts";
import { fittingFile, type Generated } from "../file/generated-files.ts";
import { drawnScene } from "../plan/generated/plan-scene.ts";
import { projectWith, serviceWith, type Service } from "../plan/generated/draw-service.ts";
import { readParts } from "../plan/generated/read-service.ts";
import { rounds } from "../rounds.ts";

type Environment = Readonly<Record<string, string>>;

/** Plans files over a service that is plain data. */
function planOver(service: Service) {
  let snapshot: Snapshot = copyOf();
  return async (files: readonly LoadedFile[]): Promise<PlanResult> => {
    const planner = createPlanner(files, "http://localhost");
    for (;;) {
      const planning = planner.all(snapshot);
      if ("plan" in planning) return planning.plan;
      snapshot = readParts(service, planning.needs, snapshot);
    }
  };
}

const load = (name: string, text: string, environment: Environment = {}) =>
  loadFile(name, text, { environment, missingVariables: "tolerate" });

async function pull(
  texts: readonly string[],
  service: Service,
  environment: Environment = {},
  options: PullOptions = {},
) {
  const plan = planOver(service);
  const files = texts.map((text, index) => {
    const { file, problems } = load(`${index}.yaml`, text, environment);
    if (file === undefined) throw new Error(JSON.stringify(problems));
    return { file, text };
  });
  const pulled = await pullFiles(files, {
    load: (name, text) => load(name, text, environment),
    ...options,
    plan,
    catalogue: async (names) =>
      names.flatMap((key) => valueOf(readParts(service, [{ of: "catalogue", key }]).catalogue.get(key)) ?? []),
    redaction: createRedaction([]),
    unmanagedSlugs: () => "",
  });
  const after = pulled.map(({ file, after: text }) => {
    const { file: edited, problems } = load(file.file, text, environment);
    if (edited === undefined) throw new Error(JSON.stringify(problems));
    return edited;
  });
  return { pulled, plan: (await plan(after)).plan };
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
  const { organization_id: organization, slug } = file.project.declared;
  return plan.items
    .filter((item) => isChange(item) && item.source?.file === file.file)
    .flatMap(({ kind, key, changes, action }) => {
      const name = key.slice(`${organization}/${slug}/`.length);
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

/** What is wrong with a pull. */
async function broken(
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
      ...(/\r/.test(before) && /[^\r]\n/.test(after) ? ["a line end is lost"] : []),
      ...(before.startsWith("\uFEFF") === after.startsWith("\uFEFF") ? [] : ["the byte order mark is lost"]),
    ];
  });
}

const FIELDS = z.record(z.string(), z.unknown());
const FORMS = {
  json: (data: object) => JSON.stringify(data),
  "pretty json": (data: object) => `${JSON.stringify(data, null, 2)}\n`,
  yaml: (data: object) => yaml(data),
  "yaml with comments": (data: object) => commented(yaml(data)),
  "yaml of Windows": (data: object) => `\uFEFF${commented(yaml(data)).replaceAll("\n", "\r\n")}`,
} as const;
const form = fc.constantFrom(...Object.values(FORMS));

function yaml(data: object): string {
  return blockText(data, 2);
}

/** A comment behind each field of the project, and above each section. */
function commented(text: string): string {
  let count = 0;
  const comment = (): string => `# c${(count += 1)}`;
  return text
    .split("\n")
    .map((line) => {
      if (/^\w+:$/.test(line)) return `${comment()}\n${line} ${comment()}`;
      return /^ {2}\w+:(?: [^|>'"]*)?$/.test(line) ? `${line} ${comment()}` : line;
    })
    .join("\n");
}

const CHANCES = fc.array(fc.nat(9), { minLength: 1, maxLength: 30 });

const RUNS = rounds({ few: 60, all: 5000 });

describe("the pull of generated files", () => {
  it(
    "has all properties over any service",
    async () => {
      let changes = 0;
      await fc.assert(
        fc.asyncProperty(drawnScene, form, async ({ contents, service, options }, drawn) => {
          const pullOptions = { prune: options.prune ?? [], includeUnmanaged: options.rewriteSecrets === true };
          const texts = contents.map((content) => drawn(content));
          expect(await broken(texts, service, {}, pullOptions)).toEqual([]);
          const { pulled } = await pull(texts, service, {}, pullOptions);
          changes += pulled.flatMap(({ changed }) => changed).length;
        }),
        { numRuns: RUNS },
      );
      expect(changes).toBeGreaterThan(RUNS / 4);
    },
    Math.max(60_000, RUNS * 100),
  );

  it(
    "has all properties for any fields of a project",
    async () => {
      let changed = 0;
      await fc.assert(
        fc.asyncProperty(fittingFile, fittingFile, form, CHANCES, async (declared, other, drawn, chances) => {
          const text = drawn(fileOf(declared.data));
          if (load("0.yaml", text, declared.environment).file === undefined) return;
          const service = serviceWith([projectWith(recordOf(declared, other, chances))]);
          expect(await broken([text], service, declared.environment)).toEqual([]);
          const { pulled } = await pull([text], service, declared.environment);
          changed += pulled.flatMap((each) => each.changed).length;
        }),
        { numRuns: RUNS },
      );
      expect(changed).toBeGreaterThan(RUNS / 4);
    },
    Math.max(60_000, RUNS * 100),
  );
});

const KEY = { organization_id: "org_1", slug: "site" };

const project = z.object({ project: z.looseObject({ extra: FIELDS.optional() }) });

function fileOf(data: unknown): Fields {
  const { id: _id, previous_slug: _slug, absent: _absent, ...fields } = project.parse(data).project;
  return { version: 1, project: { ...fields, ...KEY } };
}

/** The live project of a file, with some values and items of lists left out, changed, or as another file has them. */
function recordOf(declared: Generated, other: Generated, chances: readonly number[]) {
  let drawn = 0;
  const next = (): number => chances[(drawn += 1) % chances.length] ?? 0;
  const vary = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.filter(() => next() > 1).map(vary);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, vary(each)]));
    if (typeof value === "number" && next() < 4) return value + 1;
    return typeof value === "boolean" && next() < 6 ? !value : value;
  };
  const fieldsOf = ({ data, environment }: Generated): Fields => {
    const { must_exist: _must, protect: _protect, absent: _gone, extra, ...fields } = project.parse(data).project;
    const resolved = resolve({ ...extra, ...fields }, environment);
    return isObject(resolved) ? resolved : {};
  };
  const [one, two] = [fieldsOf(declared), fieldsOf(other)];
  const both = Object.entries({ ...two, ...one }).map(([name, value]) => {
    const [left, right] = [vary(value), own(two, name)];
    if (Array.isArray(left) && Array.isArray(right)) return [name, [...left, ...right]] as const;
    return [name, next() > 2 ? left : (right ?? left)] as const;
  });
  return { ...Object.fromEntries(both), ...KEY, id: "prj_1" };
}

function resolve(value: unknown, environment: Environment): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => resolve(item, environment));
  if (!isObject(value)) return value;
  const [[key, name] = [], ...more] = Object.entries(value);
  if (more.length === 0 && (key === "env" || key === "secret")) return environment[String(name)];
  return Object.fromEntries(Object.entries(value).map(([each, content]) => [each, resolve(content, environment)]));
}

describe("the pull of a list", () => {
  const rules = (text: string): string =>
    `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n  override_cache:\n${text}`;

  it.each<readonly [about: string, before: string, live: readonly Fields[], after: string]>([
    [
      "keeps ranks, order, comments and what means the same",
      "    # second\n    - { path: /b, rank: 7 } # bee\n    # first\n    - { path: /a, rank: 1, regex: false }\n",
      [
        { path: "/a", rank: 10, ttl: 0, pass: false },
        { path: "/b", rank: 20, ttl: 5 },
      ],
      "    # second\n    - { path: /b, rank: 7, ttl: 5 } # bee\n    # first\n    - { path: /a, rank: 1, regex: false }\n",
    ],
    [
      "writes the live ranks where those of the file do not give the order",
      "    - path: /a # a\n      rank: 1\n    - path: /b\n      rank: 2\n",
      [
        { path: "/a", rank: 10 },
        { path: "/new", rank: 15, swr: 3 },
        { path: "/b", rank: 20 },
      ],
      "    - path: /a # a\n      rank: 10\n    - path: /new\n      swr: 3\n      rank: 15\n    - path: /b\n      rank: 20\n",
    ],
    [
      "needs no ranks where the file has none",
      "    - path: /a\n    # bee\n    - path: /b\n",
      [
        { path: "/b", rank: 1 },
        { path: "/a", rank: 2 },
        { path: "/c", rank: 3 },
      ],
      "    # bee\n    - path: /b\n    - path: /a\n    - path: /c\n",
    ],
    [
      "takes what changed by its place",
      "    # the shop\n    - path: /a\n      conditions:\n        request_methods: [get, POST] # both\n",
      [{ path: "/z", conditions: { request_methods: ["GET", "PUT"] } }],
      "    # the shop\n    - path: /z\n      conditions:\n        request_methods: [get, PUT] # both\n",
    ],
  ])("%s", async (_about, before, live, after) => {
    const service = serviceWith([
      projectWith({ id: "prj_1", organization_id: "org_1", slug: "site", override_cache: live }),
    ]);
    expect((await pull([rules(before)], service)).pulled[0]?.after).toBe(rules(after));
    expect(await broken([rules(before)], service)).toEqual([]);
  });
});
