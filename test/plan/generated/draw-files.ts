import { domainToASCII } from "node:url";
import fc from "fast-check";

/*
 * Project files over a small alphabet, so that they meet each other and what is live. Each is the content of a file, as JSON. Two of
 * them never declare one project or one host name: `validate` refuses that.
 */

export interface Declared {
  readonly absent?: boolean;
  readonly protect?: boolean;
  readonly id?: string;
}

export interface DeclaredComponent extends Declared {
  readonly version?: string;
  readonly active?: boolean | null;
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface DeclaredDomain extends Omit<Declared, "id"> {
  readonly name: string | { readonly env: string };
}

export interface DeclaredProject extends Declared {
  readonly organization_id: string;
  readonly slug: string;
  readonly previous_slug?: string;
  readonly must_exist?: boolean;
  readonly description?: string | null;
  readonly force_https?: boolean | null;
  readonly blocked_ips?: readonly string[];
  readonly autocapture?: Readonly<Record<string, boolean>>;
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The content of one project file. */
export interface Content {
  readonly version: 1;
  readonly project: DeclaredProject;
  readonly components?: Readonly<Record<string, DeclaredComponent>>;
  readonly domains?: readonly DeclaredDomain[];
  readonly ignore?: { readonly components?: readonly string[]; readonly domains?: readonly string[] };
}

export const SLUGS = ["one", "two", "three"];
export const COMPONENTS = ["edgee/ga4", "edgee/px", "acme/ga4"];
/** Four host names. The first three are one. */
const HOSTS = [
  "a.example.com",
  "A.Example.com",
  "a.example.com.",
  "b.example.com",
  "bücher.example.com",
  "xn--bcher-kva.example.com",
  "c.example.com",
];
export const PROJECT_IDS = ["p1", "p2", "p3", "p4"];
export const COMPONENT_IDS = ["c1", "c2", "c3"];

/** The canonical host name, by Node. */
export function hostForm(name: string): string {
  return domainToASCII(name).replace(/\.$/, "") || name.toLowerCase();
}

/** Draws a value for `true` in one of `outOf` draws. */
export function rarely(outOf: number): fc.Arbitrary<boolean> {
  return fc.nat(outOf - 1).map((drawn) => drawn === 1);
}

/** Draws what is odd in one of `outOf` draws, and what is usual in all others. */
export function mostly<Usual, Odd>(outOf: number, usual: fc.Arbitrary<Usual>, odd: fc.Arbitrary<Odd>) {
  return fc.oneof({ weight: outOf - 1, arbitrary: usual }, { weight: 1, arbitrary: odd });
}

/** Draws a value in one of `outOf` draws, and `undefined` in all others. */
export function sometimes<Value>(outOf: number, value: fc.Arbitrary<Value>): fc.Arbitrary<Value | undefined> {
  return mostly(outOf, fc.constant(undefined), value);
}

const lifecycle = { absent: sometimes(4, fc.constant(true)), protect: sometimes(6, fc.constant(true)) };

const project = fc.record({
  organization_id: fc.constantFrom("org_1", "org_1", "org_1", "Org_1", "org_2"),
  slug: fc.constantFrom(...SLUGS, "One"),
  previous_slug: sometimes(6, fc.constantFrom(...SLUGS)),
  must_exist: sometimes(12, fc.constant(true)),
  id: sometimes(12, fc.constantFrom(...PROJECT_IDS, "p9")),
  absent: sometimes(6, fc.constant(true)),
  protect: sometimes(8, fc.constant(true)),
  description: sometimes(2, fc.constantFrom("old", "new", "new ", "", null)),
  force_https: sometimes(3, fc.constantFrom(true, false, null)),
  blocked_ips: sometimes(4, fc.constantFrom(["192.0.2.1"], ["192.0.2.1", "192.0.2.2"], [])),
  autocapture: sometimes(5, fc.constantFrom({}, { click: true }, { click: false, form: true })),
  extra: sometimes(8, fc.constantFrom({ region: "eu" }, { region: null })),
});

const component = fc.record({
  ...lifecycle,
  id: sometimes(12, fc.constantFrom(...COMPONENT_IDS, "c9")),
  version: sometimes(3, fc.constantFrom("1.0.0", "1.1.0", "1.1.0", "latest", "latest", "9.0.0")),
  active: sometimes(4, fc.constantFrom(true, false, null)),
  settings: fc.record(
    {
      measurement_id: fc.constantFrom("G-1", "G-1", "G-2", "G-2", "G-2", null),
      api_key: fc.constantFrom("secret-value-1", "secret-value-2", null),
      level: fc.constantFrom(1, "2"),
    },
    { requiredKeys: ["measurement_id"] },
  ),
});

const domain = fc.record({
  ...lifecycle,
  name: mostly(21, fc.constantFrom(...HOSTS), fc.constant({ env: "NOT_SET" })),
});

const content = fc.record({
  project,
  components: fc.option(fc.dictionary(fc.constantFrom(...COMPONENTS), component, { maxKeys: 2 }), {
    nil: undefined,
    freq: 4,
  }),
  domains: fc.option(fc.array(domain, { maxLength: 3 }), { nil: undefined, freq: 4 }),
  ignore: sometimes(
    4,
    fc.record(
      {
        components: fc.subarray(["acme/*", "EDGEE/g*"], { minLength: 1 }),
        domains: fc.subarray(["B.*", "xn--*", "a.example.com"], { minLength: 1 }),
      },
      { requiredKeys: [] },
    ),
  ),
});
type Drawn = typeof content extends fc.Arbitrary<infer Value> ? Value : never;

/** An `absent` object is not protected, and an absent project has only absent objects. */
function lived({ project: declared, components, domains, ignore }: Drawn): Content {
  const { absent, previous_slug: previous, ...rest } = declared;
  const isAbsent = absent === true;
  const state = <Object extends Drawn["project"] | NonNullable<Drawn["domains"]>[number]>(object: Object): Object => {
    const gone = isAbsent || object.absent === true;
    return { ...object, absent: gone || undefined, protect: gone ? undefined : object.protect };
  };
  return withoutUndefined({
    version: 1,
    project: {
      ...state({ ...rest, absent, previous_slug: previous === rest.slug ? undefined : previous }),
      ...(isAbsent ? { must_exist: undefined } : {}),
    },
    components:
      components &&
      Object.fromEntries(
        Object.entries(components).map(([name, each]) => {
          const gone = isAbsent || each.absent === true;
          return [name, { ...each, absent: gone || undefined, protect: gone ? undefined : each.protect }];
        }),
      ),
    domains: domains?.map(state),
    ignore,
  });
}

/** As JSON has it. */
function withoutUndefined(value: object): Content {
  const parsed: Content = JSON.parse(JSON.stringify(value));
  return parsed;
}

/** Without what an earlier file, or an earlier line, declares already. */
function consistent(contents: readonly Content[]): Content[] {
  const projects = new Set<string>();
  const attached = new Set<string>();
  return contents.flatMap((each) => {
    const key = `${each.project.organization_id}/${each.project.slug}`.toLowerCase();
    if (projects.has(key)) return [];
    projects.add(key);
    if (each.domains === undefined) return [each];
    const here = new Set<string>();
    const domains = each.domains.filter(({ name, absent }) => {
      const form = typeof name === "string" ? hostForm(name) : "";
      if (here.has(form) || (absent !== true && attached.has(form))) return false;
      here.add(form);
      if (absent !== true && form !== "") attached.add(form);
      return true;
    });
    return [{ ...each, domains }];
  });
}

/** Up to three files. */
export const drawnFiles: fc.Arbitrary<readonly Content[]> = fc
  .array(content.map(lived), { minLength: 1, maxLength: 3 })
  .map(consistent);
