import fc from "fast-check";

/*
 * The project files of a schedule, as the generator thinks of them and as the oracle reads them: nothing here comes from
 * the product.
 */

export const HOSTS = ["a.example.com", "b.example.com", "c.example.com"] as const;
export const ENVIRONMENT = { ACCESS_TOKEN: "canary-access-token" } as const;

/** The projects that files may declare, one file each. */
const SLOTS = [
  { organization: "org_1", slug: "site" },
  { organization: "org_1", slug: "shop" },
  { organization: "org_2", slug: "site" },
] as const;

export interface DeclaredComponent {
  readonly absent: boolean;
  readonly version?: string | undefined;
  readonly active?: boolean | null | undefined;
  readonly settings?: Readonly<Record<string, string>> | undefined;
}

export interface DeclaredProject {
  readonly organization: string;
  readonly slug: string;
  readonly previousSlug?: string | undefined;
  readonly absent: boolean;
  /** Values by the service's names; `null` asks for the default. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** By slug in the catalogue. */
  readonly components?: ReadonlyMap<string, DeclaredComponent> | undefined;
  /** By host name: whether it is absent. */
  readonly domains?: ReadonlyMap<string, boolean> | undefined;
}

const CACHE_RULES = [
  { path: "/b", ttl: 60, rank: 7 },
  { path: "/a", pass: true, rank: 3, conditions: { request_methods: ["POST", "GET"] } },
];
const LIMITS = [
  { rank: 1, limit: 5, window: "60s" },
  { rank: 2, limit: 6, conditions: { method: ["GET"], country: ["FR"] } },
];

const fields = fc.record(
  {
    description: fc.constantFrom(null, "one", "two"),
    force_https: fc.constantFrom(null, true, false),
    log_severity: fc.constantFrom(null, "INFO", "ERROR"),
    blocked_ips: fc.constantFrom(null, [], ["203.0.113.7"], ["203.0.113.8", "203.0.113.7"]),
    autocapture: fc.constantFrom({ click: true }, { click: false, form: true }),
    type: fc.constantFrom("proxy", "mcp"),
    external_project_url: fc.constantFrom("", "https://example.com"),
    cookie_name: fc.constantFrom(null, "shop"),
    cookie_whitelist: fc.constantFrom(null, ["b", "a"]),
    override_cache: fc.constantFrom<readonly object[]>([], CACHE_RULES.slice(1), CACHE_RULES),
    rate_limiting: fc.constantFrom<readonly object[] | null>(null, LIMITS.slice(1), LIMITS),
  },
  { requiredKeys: [] },
);

const rarely = fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 9);

const component = (settings: fc.Arbitrary<Readonly<Record<string, string>>>, versions: readonly string[]) =>
  fc.record(
    {
      absent: rarely,
      version: fc.constantFrom(...versions),
      active: fc.constantFrom(null, true, false),
      settings,
    },
    { requiredKeys: ["absent", "settings"] },
  );

const components = fc.record(
  {
    "edgee/ga4": component(fc.constantFrom({ measurement_id: "G-1" }, { measurement_id: "G-2" }), [
      "latest",
      "1.1.0",
      "1.2.0",
    ]),
    "edgee/meta-capi": component(
      fc.constantFrom({ pixel_id: "1", access_token: "(secret)" }, { pixel_id: "2", access_token: "(secret)" }),
      ["latest"],
    ),
  },
  { requiredKeys: [] },
);

const file = fc.record({
  renamed: rarely,
  previous: fc.boolean(),
  absent: rarely,
  fields,
  components: fc.option(components, { nil: undefined }),
  domains: fc.integer({ min: 0, max: 3 }).map((drawn) => drawn < 3),
});

/** Which file declares a host name, if one, and which of the others say that it is absent. */
const host = fc.record({
  owner: fc.constantFrom(-1, 0, 0, 1, 1, 2),
  absent: fc.tuple(rarely, rarely, rarely),
  released: fc.constantFrom(true, true, false),
});

export const declarations: fc.Arbitrary<readonly DeclaredProject[]> = fc
  .record({
    files: fc.tuple(file, fc.option(file, { nil: undefined }), fc.option(file, { nil: undefined })),
    hosts: fc.tuple(host, host, host),
  })
  .map(({ files, hosts }) =>
    files.flatMap((spec, index) => {
      const slot = SLOTS[index];
      if (spec === undefined || slot === undefined) return [];
      const other = `${slot.slug}-new`;
      const domains = HOSTS.flatMap((name, place) => {
        const { owner = -1, absent = [], released = false } = hosts[place] ?? {};
        if (owner === index) return [[name, spec.absent] as const];
        return (absent[index] ?? false) || (released && owner !== -1) ? [[name, true] as const] : [];
      });
      const parts = Object.entries(spec.components ?? {}).map(
        ([slug, part]) => [slug, spec.absent ? { ...part, absent: true } : part] as const,
      );
      return [
        {
          organization: slot.organization,
          slug: spec.renamed ? other : slot.slug,
          previousSlug: spec.previous ? (spec.renamed ? slot.slug : other) : undefined,
          absent: spec.absent,
          fields: spec.fields,
          components: spec.components === undefined ? undefined : new Map(parts),
          domains: spec.domains ? new Map(domains) : undefined,
        },
      ];
    }),
  );

export function keyOf({ organization, slug }: Pick<DeclaredProject, "organization" | "slug">): string {
  return `${organization}/${slug}`;
}

/** Project files by name. JSON is YAML. */
export function render(declared: readonly DeclaredProject[]): ReadonlyMap<string, string> {
  return new Map(
    declared.map((project) => [
      `${keyOf(project).replace("/", "-")}.yaml`,
      JSON.stringify({
        version: 1,
        project: {
          organization_id: project.organization,
          slug: project.slug,
          ...(project.previousSlug === undefined ? {} : { previous_slug: project.previousSlug }),
          ...(project.absent ? { absent: true } : {}),
          ...project.fields,
        },
        ...(project.components === undefined
          ? {}
          : {
              components: Object.fromEntries([...project.components].map(([slug, part]) => [slug, renderPart(part)])),
            }),
        ...(project.domains === undefined
          ? {}
          : { domains: [...project.domains].map(([name, absent]) => (absent ? { name, absent } : name)) }),
      }),
    ]),
  );
}

function renderPart({ absent, version, active, settings }: DeclaredComponent): object {
  const { access_token: token, ...open } = settings ?? {};
  return {
    ...(absent ? { absent } : {}),
    ...(version === undefined ? {} : { version }),
    ...(active === undefined ? {} : { active }),
    settings: token === undefined ? open : { ...open, access_token: { secret: "ACCESS_TOKEN" } },
  };
}
