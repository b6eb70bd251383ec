import fc from "fast-check";
import { NoAnswerError, ProtocolError, RefusedError } from "../../../core/api/errors.ts";
import type {
  ComponentRecord,
  DomainRecord,
  ProjectComponentRecord,
  ProjectRecord,
} from "../../../core/api/records.ts";
import { redacted } from "../../redacted.ts";
import { COMPONENT_IDS, COMPONENTS, mostly, PROJECT_IDS, rarely, SLUGS } from "./draw-files.ts";

/*
 * A service as plain data: live objects, what its lists leave out, and the reads that fail. Two projects, two components or two host
 * names may have one key, or a similar one.
 */

export interface LiveComponent {
  readonly record: ProjectComponentRecord;
  /** Fields that the list leaves out. */
  readonly unlisted: readonly string[];
}

export interface LiveProject {
  /** The organization in whose list it is. Its record may not show it. */
  readonly organization: string;
  readonly record: ProjectRecord;
  readonly unlisted: readonly string[];
  /** A list still shows it; all else is not found. */
  readonly isGone: boolean;
  readonly components: readonly LiveComponent[];
  readonly domains: readonly DomainRecord[];
}

export interface Service {
  readonly projects: readonly LiveProject[];
  /** What a record that cannot be read says, in the list of `org_1`. */
  readonly odd: readonly { readonly slug?: string }[];
  /** Components that the catalogue does not have. */
  readonly unknown: readonly string[];
  /** By name: what the catalogue has. Default: the three components that generated files declare. */
  readonly catalogue?: Readonly<Record<string, ComponentRecord>>;
  /** By the name of the part (`partName`). */
  readonly failures: ReadonlyMap<string, Failure>;
  /** Whether an update of settings keeps those that it does not send. */
  readonly merges: boolean;
  /** Whether the list of an organization shows the projects of all. */
  readonly showsAll: boolean;
}

/** A live project of org_1 with this record, and nothing in it unless it says so. */
export const projectWith = (record: ProjectRecord, rest: Partial<LiveProject> = {}): LiveProject => ({
  organization: "org_1",
  record,
  unlisted: [],
  isGone: false,
  components: [],
  domains: [],
  ...rest,
});

/** A service with these projects. Unless it says otherwise, all of it can be read. */
export const serviceWith = (projects: readonly LiveProject[], rest: Partial<Service> = {}): Service => ({
  projects,
  odd: [],
  unknown: [],
  failures: new Map(),
  merges: false,
  showsAll: false,
  ...rest,
});

export const FAILURES = ["500", "404", "403", "no answer", "odd answer"] as const;
export type Failure = (typeof FAILURES)[number];

const CALL = { method: "GET", path: "/v1/part" };

export function errorOf(failure: Failure, part: string): Error {
  const call = { ...CALL, path: `/v1/${part}` };
  const refusal = (status: number, type: string) =>
    new RefusedError(call, { status, body: "documented", type: redacted(type), message: redacted("no") });
  const errors: Readonly<Record<Failure, Error>> = {
    "500": new RefusedError(call, { status: 500, body: "message", message: redacted("broken") }),
    "404": refusal(404, "not_found_error"),
    "403": refusal(403, "forbidden_error"),
    "no answer": new NoAnswerError(call, "timeout", true),
    "odd answer": new ProtocolError(call, "not a list"),
  };
  return errors[failure];
}

/** The slug by the position in the list, so that most objects have one of their own. */
const OWN = "own";

const unlisted = (...names: readonly string[]): fc.Arbitrary<readonly string[]> =>
  mostly(7, fc.constant([]), fc.subarray([...names]));

const componentRecord = fc.record(
  {
    component_slug: mostly(
      9,
      fc.constant(OWN),
      fc.constantFrom("edgee/px", "Edgee/GA4", "ga4", "@edgee/ga4", "edgee/ga4@1.1.0", "other/ga4", undefined),
    ),
    showsId: fc.boolean(),
    component_version: fc.constantFrom("1.0.0", "1.1.0"),
    active: fc.boolean(),
    settings: fc.record(
      {
        measurement_id: fc.constantFrom("G-1", "G-2"),
        api_key: fc.constantFrom("secret-value-1", "******", ""),
        kept: fc.constant("live"),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["component_slug", "showsId"] },
);

const HOSTS = ["a.example.com", "b.example.com", "xn--bcher-kva.example.com", "c.example.com"];
const ODD_HOSTS =
  "A.example.com b.example.com. bücher.example.com https://a.example.com/ b.example.com:443 *.example.com".split(" ");
const host = mostly(7, fc.constantFrom(...HOSTS), fc.constantFrom(...ODD_HOSTS));

const project = fc.record({
  organization: fc.constantFrom("org_1", "org_1", "org_1", "org_2"),
  showsOrganization: fc.constantFrom<"yes" | "otherwise" | "no">("yes", "yes", "yes", "yes", "otherwise", "no"),
  slug: mostly(9, fc.constant(OWN), fc.constantFrom("one", "two", "One", "TWO", "acme/one", "org_1:two", undefined)),
  fields: fc.record(
    {
      type: fc.constant("proxy"),
      description: fc.constantFrom<string | null>("old", "new", null),
      force_https: fc.boolean(),
      blocked_ips: fc.constantFrom<readonly string[]>(["192.0.2.1"], ["192.0.2.2/32", "192.0.2.1"], []),
      autocapture: fc.constantFrom({ click: true }, { scroll: true }),
      region: fc.constantFrom("eu", "us"),
    },
    { requiredKeys: [] },
  ),
  unlisted: unlisted("slug", "organization_id", "description", "force_https", "autocapture"),
  isGone: rarely(30),
  components: fc.array(
    fc.record({ record: componentRecord, unlisted: unlisted("component_slug", "settings", "active") }),
    { maxLength: 3 },
  ),
  domains: fc.uniqueArray(host, { maxLength: 3 }),
});
type Drawn = typeof project extends fc.Arbitrary<infer Value> ? Value : never;

function live(drawn: Drawn, index: number): LiveProject {
  const { organization, showsOrganization, slug, fields, components, domains, ...rest } = drawn;
  const id = String(PROJECT_IDS[index]);
  const shown = { yes: organization, otherwise: organization.toUpperCase(), no: undefined }[showsOrganization];
  return {
    ...rest,
    organization,
    record: {
      id,
      ...(shown === undefined ? {} : { organization_id: shown }),
      ...(slug === undefined ? {} : { slug: slug === OWN ? String(SLUGS[index % SLUGS.length]) : slug }),
      ...fields,
    },
    components: components.map(({ record: { component_slug: drawnSlug, showsId, ...record }, ...each }, at) => {
      const componentSlug = drawnSlug === OWN ? String(COMPONENTS[at]) : drawnSlug;
      const catalogueId = showsId ? idOf(componentSlug) : undefined;
      return {
        ...each,
        record: {
          id: String(COMPONENT_IDS[at]),
          ...(componentSlug === undefined ? {} : { component_slug: componentSlug }),
          ...(catalogueId === undefined ? {} : { component_id: catalogueId }),
          ...record,
        },
      };
    }),
    domains: domains.map((name) => ({ name })),
  };
}

/** The catalogue's id of what a record calls its component, in any form. `edgee/px` has none, and `other/ga4` that of another one. */
function idOf(slug: string | undefined): string | undefined {
  if (slug === "edgee/px") return undefined;
  return slug === "acme/ga4" ? "cat_acme_ga4" : "cat_edgee_ga4";
}

const parts = [
  ...["org_1", "Org_1", "org_2", "undefined"].map((key) => `projects ${key}`),
  ...["p1", "p2", "p3"].flatMap((id) => [`project ${id}`, `components ${id}`, `domains ${id}`, `component ${id}/c1`]),
  ...["edgee/ga4", "edgee/px", "acme/ga4"].map((key) => `catalogue ${key}`),
];

const failures = fc
  .array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom<Failure>(...FAILURES)), { minLength: 1, maxLength: 2 })
  // A project that is not found is gone: see `isGone`. A component that a list shows is there.
  .map(
    (drawn) => new Map(drawn.filter(([part, failure]) => failure !== "404" || !/^(?:project|component) /.test(part))),
  );

export const drawnService: fc.Arbitrary<Service> = fc.record({
  projects: fc.array(project, { maxLength: 4 }).map((drawn) => drawn.map(live)),
  odd: mostly(
    16,
    fc.constant([]),
    fc.constantFrom({}, { slug: "two" }).map((record) => [record]),
  ),
  unknown: mostly(6, fc.constant([]), fc.constant(["edgee/ga4"])),
  failures: mostly(3, fc.constant(new Map<string, Failure>()), failures),
  merges: fc.boolean(),
  showsAll: rarely(12),
});
