import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { componentRecord } from "../../core/api/records.ts";
import { writtenContent } from "../../core/file/edit-file.ts";
import type { LoadedFile } from "../../core/file/loaded-file.ts";
import type { DeclaredComponent } from "../../core/resources/component/declared.ts";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { projectFields } from "../../core/resources/project-fields.ts";
import { defaultCatalogue } from "../../emulator/default-catalogue.ts";
import { child, unwrap } from "../../core/resources/schema-walk.ts";
import { projectWith, serviceWith } from "../plan/generated/draw-service.ts";
import { rounds, sample } from "../rounds.ts";
import { broken, load, pull } from "./pull-world.ts";

const FOLDER = path.resolve(import.meta.dirname, "golden/pull");
/** Files by somebody who has not seen the code. */
const OTHERS = path.resolve(import.meta.dirname, "golden/pull-of-others");
const ENVIRONMENT = {
  ORIGIN_KEY: "origin-key-4711",
  COOKIE: "shop",
  NW_HDR: "hdr-secret-000111",
  NW_REGION: "eu-north",
  CONTOSO_META: "EAAB-contoso-secret-99",
  FL_A: "plain-a",
  FL_B: "secret-bbbbbb",
  FL_META: "secret-meta-fl",
  J_META: "json-secret-tok",
  J_HOST: "env.json.example",
  TAB_GA: "G-TABBED",
  ORG07: "org_1",
  U_META: "unicode-secret-meta",
  PLAT_GA: "G-PLATFORM",
  PLAT_META: "meta-secret-platform",
  ACME_META: "acme-meta-secret-12",
  PRETTY_META: "pretty-meta-secret-12",
  WAREHOUSE_KEY: "warehouse-secret-12",
  CORPUS_ORG: "org_1",
  CORPUS_ABOUT: "a stage",
  CORPUS_HTTPS: "true",
  CORPUS_OFFICES: "192.0.2.1,192.0.2.2",
  CORPUS_TTL: "30",
  CORPUS_GA: "G-STAGE",
  CORPUS_HOST: "stage.example.com",
  CORPUS_URL: "https://console.example.com/secret-path-12",
  CORPUS_AUTH: "authorization-secret-12",
  CORPUS_META: "corpus-meta-secret-12",
  NORDIC_KEY: "nordic-secret-12",
  NORDIC_GA: "G-NORDIC",
};

/** Files as people write them. */
const WRITTEN = [FOLDER, OTHERS].flatMap((folder) =>
  readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")] as const),
);

const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "");
/** Other forms of a file: from Windows, from an editor that adds a byte order mark, and as JSON. */
const FORMS: Readonly<Record<string, (text: string) => string>> = {
  CRLF: (text) => text.replaceAll(/\r?\n/g, "\r\n"),
  "byte order mark": (text) => `\uFEFF${withoutMark(text)}`,
  JSON: (text) => `${JSON.stringify(writtenContent(text), null, 4)}\n`,
};

/** Each file as it is, and in one other form, taken in turn. */
const FILES = WRITTEN.flatMap(([name, text], index) => {
  const [form, write] = Object.entries(FORMS)[index % 3] ?? ["the same", withoutMark];
  return [[name, text] as const, [`${name}, ${form}`, write(text)] as const];
});

it("has forty valid files of different content", () => {
  expect(FILES.flatMap(([, text]) => load("0.yaml", text, ENVIRONMENT).problems)).toEqual([]);
  const contents = WRITTEN.map(([, text]) => JSON.stringify(writtenContent(text)));
  expect(new Set(contents).size).toBeGreaterThanOrEqual(40);
});

const TEXTS = ["new", "a: b # c", "two\nlines\n", "", "it's", "#5"];

/** Another live value of a field. `next`: a number from 0. */
function another(field: z.ZodType | undefined, value: unknown, next: () => number): unknown {
  const inner = field === undefined ? undefined : unwrap(field);
  if (Array.isArray(value)) {
    const items = value.filter(() => next() % 4 > 0).map((item: unknown) => another(child(field, 0), item, next));
    const added = inner instanceof z.ZodArray && next() % 2 === 0 ? [sampleOf(child(field, 0), next)] : [];
    return next() % 4 === 0 ? [...added, ...items.toReversed()] : [...items, ...added];
  }
  if (isObject(value)) {
    const entries = Object.entries(value).map(([name, content]) => {
      return [name, next() % 3 === 0 ? another(child(field, name), content, next) : content] as const;
    });
    return Object.fromEntries(entries);
  }
  if (typeof value === "boolean") return !value;
  if (inner instanceof z.ZodBoolean) return next() % 2 === 0;
  if (typeof value === "number") return value + 1;
  if (inner instanceof z.ZodEnum) return inner.options[next() % inner.options.length];
  if (inner instanceof z.ZodArray) return [sampleOf(child(field, 0), next)];
  const text = TEXTS[next() % TEXTS.length];
  return field?.safeParse(text).success === false ? sampleOf(field, next) : text;
}

function sampleOf(field: z.ZodType | undefined, next: () => number): unknown {
  const number = next();
  const inner = field === undefined ? undefined : unwrap(field);
  if (inner instanceof z.ZodEnum) return inner.options[number % inner.options.length];
  const samples = [
    `192.0.2.${100 + number}`,
    `item${number}`,
    number + 1,
    { path: `/new${number}`, ttl: number, rank: 50 },
    { rank: 60, limit: 7 },
  ];
  return samples.find((each) => field?.safeParse(each).success === true) ?? { name: "X-New", value: "new" };
}

/** Fewer declared fields than these differ in no state. */
const FEWEST = 5;
const STATES = rounds({ few: 3, all: 60 });
const MILLISECONDS_A_STATE = 400;
const CATALOGUE = Object.fromEntries(
  defaultCatalogue.map(({ slug, ...rest }) => [slug, componentRecord.parse({ slug, ...rest })]),
);

/** Counts over all files and states. `reasons`: how often each was listed, without names. */
const counts = { files: 0, states: 0, changed: 0, written: 0, listed: 0, reasons: new Map<string, number>() };

afterAll(() => {
  const { reasons, ...numbers } = counts;
  const common = [...reasons].toSorted(([, a], [, b]) => b - a).map(([reason, number]) => `  ${number} ${reason}`);
  process.stdout.write(`The pull of the corpus: ${JSON.stringify(numbers)}\n${common.join("\n")}\n`);
});

/** Numbers from 0 to 99 that follow from a seed. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state >>> 8) % 100;
  };
}

/** A live state of the project that a file declares. `next`: a number from 0. */
function drawState(file: LoadedFile, next: () => number) {
  const { extra, ...declared } = file.project.declared;
  const live: Fields = { ...declared, ...extra };
  const names = Object.keys(live).filter((name) => name !== "organization_id" && name !== "slug");
  const start = next();
  const changed = names.filter((_each, index) => (index + start) % names.length < FEWEST || next() % 2 === 0);
  const fields = new Map<string, z.ZodType>(Object.entries(projectFields));
  const record = {
    ...live,
    ...Object.fromEntries(changed.map((name) => [name, another(fields.get(name), live[name], next)])),
    slug: file.project.id !== undefined && next() % 3 === 0 ? "renamed" : declared.slug,
    id: "prj_1",
  };
  const components = [...(file.components ?? []).map((each) => each.declared), ...UNMANAGED]
    .filter(() => next() % 8 > 0)
    .map((each, index) => ({ unlisted: [], record: liveComponent(each, `pc_${index + 1}`, next) }));
  const domains = (file.domains ?? []).filter(() => next() % 4 > 0).map(({ declared: { name } }) => ({ name }));
  const project = projectWith(record, { components, domains: [...domains, { name: `new${next()}.example.com` }] });
  return serviceWith([project], { catalogue: CATALOGUE });
}

const UNMANAGED: readonly DeclaredComponent[] = [
  { component: "edgee/other", version: "1.0.0", settings: { anything: "may be a secret" } },
];

function liveComponent({ component, version, settings }: DeclaredComponent, id: string, next: () => number) {
  const versions = Object.keys(CATALOGUE[component]?.versions ?? {});
  return {
    id,
    component_slug: component,
    // Another version may not have the settings.
    component_version: next() % 6 === 0 ? versions[next() % versions.length] : (version ?? versions.at(-1)),
    active: next() % 3 > 0,
    settings: Object.fromEntries(
      Object.entries(settings ?? {}).map(([name, value]) => {
        return [name, next() % 2 === 0 ? another(undefined, value, next) : value] as const;
      }),
    ),
  };
}

it.each(sample(FILES, 24))(
  "pulls %s",
  async (_name, text) => {
    const { file, problems } = load("0.yaml", text, ENVIRONMENT);
    expect(problems).toEqual([]);
    if (file === undefined) return;
    counts.files += 1;
    await fc.assert(
      fc.asyncProperty(fc.nat(), async (seed) => {
        const next = numbersFrom(seed);
        const options = next() % 2 === 0 ? {} : { prune: ["all" as const], includeUnmanaged: true };
        let service = drawState(file, next);
        let { differences, pulled } = await pull([text], service, ENVIRONMENT, options);
        // Another value may mean the same.
        for (let tries = 1; differences < FEWEST && tries < 50; tries += 1) {
          service = drawState(file, next);
          ({ differences, pulled } = await pull([text], service, ENVIRONMENT, options));
        }
        expect(differences).toBeGreaterThanOrEqual(FEWEST);
        expect(await broken([text], service, ENVIRONMENT, options)).toEqual([]);
        counts.states += 1;
        counts.changed += differences;
        counts.written += pulled.flatMap((each) => each.changed).length;
        for (const { message } of pulled.flatMap((each) => each.notPulled)) {
          const reason = message.replace(/ (?:variable|to|:) .*/, " …");
          counts.listed += 1;
          counts.reasons.set(reason, (counts.reasons.get(reason) ?? 0) + 1);
        }
      }),
      { numRuns: STATES },
    );
  },
  Math.max(30_000, STATES * MILLISECONDS_A_STATE),
);
