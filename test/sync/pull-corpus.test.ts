import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { writtenContent } from "../../core/file/edit-file.ts";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { projectFields } from "../../core/resources/project-fields.ts";
import { child, unwrap } from "../../core/resources/schema-walk.ts";
import { projectWith, serviceWith } from "../plan/generated/draw-service.ts";
import { rounds, sample } from "../rounds.ts";
import { broken, load } from "./pull-world.ts";

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
};

/** Files as people write them, each as it is, from Windows, from an editor that adds a byte order mark, and as JSON. */
const OURS = readdirSync(FOLDER).flatMap((name) => {
  const text = readFileSync(path.join(FOLDER, name), "utf8");
  return [
    [name, text],
    [`${name}, CRLF`, text.replaceAll("\n", "\r\n")],
    [`${name}, byte order mark`, `\uFEFF${text}`],
    [`${name}, JSON`, `${JSON.stringify(writtenContent(text), null, 4)}\n`],
  ] as const;
});

const FILES = [
  ...OURS,
  ...readdirSync(OTHERS).map((name) => [name, readFileSync(path.join(OTHERS, name), "utf8")] as const),
];

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
  if (typeof value === "boolean" || inner instanceof z.ZodBoolean) return value !== true;
  if (typeof value === "number") return value + 1;
  if (inner instanceof z.ZodEnum) return inner.options[next() % inner.options.length];
  return inner instanceof z.ZodArray ? [sampleOf(child(field, 0), next)] : TEXTS[next() % TEXTS.length];
}

function sampleOf(field: z.ZodType | undefined, next: () => number): unknown {
  const number = next();
  const samples = [
    `192.0.2.${100 + number}`,
    `item${number}`,
    { path: `/new${number}`, ttl: number, rank: 50 },
    { rank: 60, limit: 7 },
  ];
  return samples.find((each) => field?.safeParse(each).success === true) ?? { name: "X-New", value: "new" };
}

const STATES = rounds({ few: 3, all: 200 });
const MILLISECONDS_A_STATE = 300;

it.each(sample(FILES, 12))(
  "pulls %s",
  async (_name, text) => {
    const { file, problems } = load("0.yaml", text, ENVIRONMENT);
    expect(problems).toEqual([]);
    if (file === undefined) return;
    const { extra, ...declared } = file.project.declared;
    const live: Fields = { ...declared, ...extra };
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(99), { minLength: 40, maxLength: 80 }), async (drawn) => {
        let at = 0;
        const next = (): number => drawn[(at += 1) % drawn.length] ?? 0;
        const names = Object.keys(live).filter((name) => name !== "organization_id" && name !== "slug");
        const start = next();
        const changed = names.filter((_each, index) => (index + start) % names.length < 5 || next() % 2 === 0);
        const fields = new Map<string, z.ZodType>(Object.entries(projectFields));
        const record = {
          ...live,
          ...Object.fromEntries(changed.map((name) => [name, another(fields.get(name), live[name], next)])),
          slug: file.project.id !== undefined && next() % 3 === 0 ? "renamed" : declared.slug,
          id: "prj_1",
        };
        const components = (file.components ?? []).map(({ declared: { component, settings } }) => ({
          unlisted: [],
          record: {
            id: "c1",
            component_slug: component,
            component_version: next() % 2 === 0 ? "1.0.0" : "1.1.0",
            active: next() % 3 > 0,
            settings: Object.fromEntries(
              Object.entries({ measurement_id: "G-1", ...settings }).map(([name, value]) => {
                return [name, next() % 2 === 0 ? another(undefined, value, next) : value] as const;
              }),
            ),
          },
        }));
        const domains = (file.domains ?? []).filter(() => next() % 4 > 0).map(({ declared: { name } }) => ({ name }));
        const service = serviceWith([
          projectWith(record, { components, domains: [...domains, { name: `new${next()}.example.com` }] }),
        ]);
        const options = next() % 2 === 0 ? {} : { prune: ["all" as const], includeUnmanaged: true };
        expect(await broken([text], service, ENVIRONMENT, options)).toEqual([]);
      }),
      { numRuns: STATES },
    );
  },
  Math.max(30_000, STATES * MILLISECONDS_A_STATE),
);
