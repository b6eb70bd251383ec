import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Seed } from "../../../emulator/start.ts";
import { hasMask } from "../../../core/resources/component/masked-settings.ts";
import { freeValue, oddText, projectFields } from "./live-fields.ts";
import { expectNothingToDo, startExportWorld } from "./export-world.ts";

/*
 * Whatever a project holds: its export validates, and plans to nothing with the secrets in the environment; with prune too,
 * and applying it writes nothing.
 */

const setting = oddText.filter((name) => name !== "__proto__" && name !== "");

/** A component of the catalogue that describes what it takes, and settings that fit; some of them are secrets. */
const described = fc
  .uniqueArray(
    fc.record({
      name: setting,
      type: fc.constantFrom("string" as const, "bool" as const, "number" as const),
      required: fc.boolean(),
      secret: fc.option(fc.boolean(), { nil: undefined }),
      text: oddText,
      number: fc.double({ noNaN: true, noDefaultInfinity: true }),
      bool: fc.boolean(),
      shown: fc.boolean(),
    }),
    { selector: ({ name }) => name, maxLength: 5 },
  )
  .map((fields) => ({
    fields: fields.map(({ name, type, required, secret }) => ({
      name,
      type,
      required,
      title: name,
      ...(secret === undefined ? {} : { secret }),
    })),
    settings: Object.fromEntries(
      fields
        .filter(({ shown }) => shown)
        .map(({ name, type, text, number, bool }) => [name, { string: text, number, bool }[type]]),
    ),
  }));

const project = (slug: string, host: string) =>
  fc.record({
    fields: projectFields,
    described: fc.option(described, { nil: undefined }),
    free: fc.option(fc.dictionary(setting, freeValue, { maxKeys: 4 }), { freq: 3 }),
    active: fc.boolean(),
    domains: fc.subarray([`a.${host}`, `b.${host}`, `xn--bcher-kva.${host}`]),
    slug: fc.constant(slug),
  });

type Generated = ReturnType<typeof project> extends fc.Arbitrary<infer Value> ? Value : never;

function seedOf(projects: readonly Generated[]): Seed {
  return {
    catalogue: [
      ...projects.map(({ slug, described: about }) => ({
        id: `cmp_${slug}`,
        slug: `acme/${slug}`,
        latest_version: "1.10",
        versions: { "1.10": { version: "1.10", dynamic_fields: about?.fields ?? [] } },
      })),
      { id: "cmp_free", slug: "acme/free", latest_version: "012", versions: { "012": { version: "012" } } },
    ],
    projects: projects.map(({ fields, slug, described: about, free, active, domains }) => ({
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)),
      organization_id: "org_1",
      slug,
      components: [
        ...(about === undefined ? [] : [{ component_slug: `acme/${slug}`, settings: about.settings, active }]),
        { component_slug: "acme/free", settings: free },
      ],
      domains: domains.map((name) => ({ name })),
    })),
  };
}

/** What the service shows of each text, by project and path: any of them may be one that a file takes from the environment. */
function liveTexts(projects: readonly Generated[]): ReadonlyMap<string, string> {
  return new Map(
    projects.flatMap(({ slug, described: about, free, fields }) => [
      ...texts(fields, `org_1/${slug} project`),
      ...texts(about?.settings, `org_1/${slug} components.acme/${slug}.settings`),
      ...texts(free, `org_1/${slug} components.acme/free.settings`),
    ]),
  );
}

/** Whether the note is on a field that holds a text of another place, long enough to be taken for a secret. */
function repeatsText(note: string, live: ReadonlyMap<string, string>): boolean {
  const [field, ...others] = note.split(" is left out: it holds the value of a secret.");
  if (field === undefined || others.join("") !== "" || others.length !== 1) return false;
  const inField = [...live].filter(([path]) => path.startsWith(field));
  return inField.some(([path, text]) =>
    [...live].some(([other, secret]) => other !== path && secret.length >= 8 && text.includes(secret)),
  );
}

/** Paths of the lists in which a value that may be secret looks as if the service hid it, or is a number. */
function hiddenLists({ fields: { forwarded_headers: headers, override_cache: rules } }: Generated): string[] {
  const mayBeSecret = {
    override_cache: leaves(rules, "").filter(([path]) => CACHE_VALUE.test(path)),
    forwarded_headers: leaves(headers, "").filter(([path]) => path.endsWith("].value")),
  };
  return Object.entries(mayBeSecret).flatMap(([name, found]) =>
    found.some(([, value]) => hasMask(value) || typeof value === "number") ? [`project.${name}`] : [],
  );
}

const LEFT_OUT = / is left out: (?:the service hides a value in it|it holds a sensitive number)/;

const CACHE_VALUE =
  /^\[\d+\]\.conditions\.(?:request_headers|request_cookies|request_query_params|response_headers)\.values\./;

function texts(value: unknown, path: string): (readonly [path: string, text: string])[] {
  return leaves(value, path).flatMap(([at, leaf]) => (typeof leaf === "string" ? [[at, leaf]] : []));
}

function leaves(value: unknown, path: string): (readonly [path: string, leaf: unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([key, content]) =>
    leaves(content, isList ? `${path}[${key}]` : `${path}.${key}`),
  );
}

describe("an export", () => {
  it("validates and plans to nothing, whatever is live", async () => {
    await fc.assert(
      fc.asyncProperty(
        project("one", "example.com"),
        project("two", "example.org"),
        fc.boolean(),
        async (one, two, isMinimal) => {
          await using exporting = await startExportWorld({ seed: seedOf([one, two]), pageSize: 3 });
          const exported = await exporting.export(undefined, { isMinimal });
          expect(exported.leftOut).toEqual([]);
          expect(exported.projects.map(({ fileName }) => fileName)).toEqual(["one.yaml", "two.yaml"]);
          const texts = await exporting.files(exported);
          const again = await exporting.export(undefined, { isMinimal });
          expect(await exporting.files(again)).toEqual(texts);
          const live = liveTexts([one, two]);
          const environment: Record<string, string> = {};
          for (const { key, secrets } of exported.projects) {
            for (const { name, path, hidden } of secrets) {
              const value = hidden ? "what somebody else knows" : String(live.get(`${key} ${path}`));
              // One variable for two texts only where they are the same.
              expect(value).toBe(environment[name] ?? value);
              environment[name] = value;
            }
          }
          // A file has every field of the project, except those that repeat what may be a secret, and lists with a hidden
          // value or a number that may be one.
          const notes = exported.projects.flatMap(({ key, notes }) => notes.map((note) => `${key} ${note}`));
          const ofProject = notes.filter((note) => !/^\S+ components\./.test(note) && !repeatsText(note, live));
          expect(ofProject.map((note) => note.split(LEFT_OUT)[0])).toEqual(
            [one, two].flatMap((each) => hiddenLists(each).map((list) => `org_1/${each.slug} ${list}`)),
          );
          await expectNothingToDo(exporting, environment);
        },
      ),
      { numRuns: 40 },
    );
  }, 120_000);
});
