import type { Seed } from "../../../emulator/seed.ts";
import type { Prune } from "../../../core/plan/plan-options.ts";
import type { DeclaredProject } from "../random/declarations.ts";

/** One project with one component and one domain, and what a run does with it. */
export interface Situation {
  readonly name: "create" | "change" | "rename" | "move" | "delete";
  readonly live: NonNullable<Seed["projects"]>;
  readonly declared: readonly DeclaredProject[];
  readonly prune: readonly Prune[];
}

type SeededProject = NonNullable<Seed["projects"]>[number];

const SECRET = "canary-access-token";
const HOST = "www.example.com";

/** What no file declares, and no run may change. */
const neighbour: SeededProject = {
  organization_id: "org_1",
  slug: "neighbour",
  description: "not declared",
  components: [{ component_slug: "edgee/meta-capi", settings: { pixel_id: "9", access_token: "their-own-secret" } }],
  domains: [{ name: "neighbour.example.com" }],
};

/** The project before the run. `cookie_name` and `region` are set by hand. */
const before: SeededProject = {
  organization_id: "org_1",
  slug: "site",
  description: "before",
  cookie_name: "by-hand",
  components: [{ component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: SECRET, region: "eu" } }],
  domains: [{ name: HOST }],
};

const site: DeclaredProject = {
  organization: "org_1",
  slug: "site",
  absent: false,
  fields: { description: "after", force_https: false, blocked_ips: ["203.0.113.7"] },
  components: new Map([
    ["edgee/meta-capi", { absent: false, active: true, settings: { pixel_id: "2", access_token: "(secret)" } }],
  ]),
  domains: new Map([[HOST, false]]),
};

export const SITUATIONS: readonly Situation[] = [
  { name: "create", live: [neighbour], declared: [site], prune: [] },
  { name: "change", live: [neighbour, before], declared: [site], prune: [] },
  {
    name: "rename",
    live: [neighbour, { ...before, slug: "old-site" }],
    declared: [{ ...site, previousSlug: "old-site" }],
    prune: [],
  },
  {
    name: "move",
    live: [
      neighbour,
      { ...before, domains: [] },
      { organization_id: "org_1", slug: "shop", domains: [{ name: HOST }] },
    ],
    declared: [
      site,
      { organization: "org_1", slug: "shop", absent: false, fields: {}, domains: new Map([[HOST, true]]) },
    ],
    prune: [],
  },
  {
    name: "delete",
    live: [neighbour, before],
    declared: [
      {
        ...site,
        absent: true,
        fields: {},
        components: new Map([["edgee/meta-capi", { absent: true }]]),
        domains: new Map([[HOST, true]]),
      },
    ],
    prune: [],
  },
];
