import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { PlanOptions } from "../../core/plan/plan-options.ts";
import type { Content, DeclaredProject } from "./generated/draw-files.ts";
import {
  projectWith,
  serviceWith,
  type LiveComponent,
  type LiveProject,
  type Service,
} from "./generated/draw-service.ts";
import { load, play } from "./generated/plan-scene.ts";

/* Plays the table in core/plan/planner.ts: each row once, and no row that is not there. */

interface Row {
  readonly kind: string;
  readonly declared: string;
  readonly live: string;
  readonly action: string;
}

const PLANNER = path.join(import.meta.dirname, "../../core/plan/planner.ts");
const ROWS = Array.from(
  readFileSync(PLANNER, "utf8").matchAll(/^ \* (project|component|domain) +\| (.+?) +\| (.+?) +\| (.+)$/gm),
  ([, kind = "", declared = "", live = "", action = ""]): Row => ({ kind, declared, live, action }),
);

type Declares = Pick<Content, "components" | "domains" | "ignore"> & {
  readonly project?: Partial<DeclaredProject>;
  readonly options?: PlanOptions;
};

const [GA4, WWW] = ["edgee/ga4", "www.example.com"];
const SETTINGS = { active: true, settings: { measurement_id: "G-1" } };
const PRUNED: PlanOptions = { prune: ["components", "domains"] };

/** By kind: what the file of the project `site` declares. */
const DECLARED: Readonly<Record<string, Readonly<Record<string, Declares>>>> = {
  project: {
    "a project": { project: { force_https: true } },
    "`must_exist`": { project: { must_exist: true } },
    "an `id`": { project: { id: "p1" } },
    "`previous_slug`": { project: { previous_slug: "before" } },
    "`absent`": { project: { absent: true } },
    "`absent`, with `prune: all`": { project: { absent: true }, options: { prune: ["all"] } },
  },
  component: {
    "a component": { components: { [GA4]: SETTINGS } },
    "`absent`": { components: { [GA4]: { absent: true } } },
    "no section": {},
    "a section without it": { components: {} },
    "a section without it, pruned": { components: {}, options: PRUNED },
    "`ignore`, pruned": { components: {}, ignore: { components: ["edgee/*"] }, options: PRUNED },
  },
  domain: {
    "a domain": { domains: [{ name: WWW }] },
    "`absent`": { domains: [{ name: WWW, absent: true }] },
    "a section without it": { domains: [] },
    "a section without it, pruned": { domains: [], options: PRUNED },
  },
};

const KEYS: ReadonlySet<string> = new Set(["org_1/site", `org_1/site/${GA4}`, `org_1/site/${WWW}`]);

const record = { id: "p1", organization_id: "org_1", slug: "site" };
const one = (rest: Partial<LiveProject> = {}, fields: object = {}): Partial<Service> => ({
  projects: [projectWith({ ...record, ...fields }, rest)],
});
const components = (...records: readonly object[]): Partial<Service> =>
  one({
    components: records.map((fields, index): LiveComponent => ({
      record: { id: `c${index + 1}`, component_slug: GA4, component_version: "1.0.0", active: true, ...fields },
      unlisted: [],
    })),
  });
const ofSettings = (settings: object): object => ({ settings: { measurement_id: "G-1", ...settings } });
const elsewhere = (sections: Pick<Content, "domains">): Partial<Service> & { readonly other: Content } => ({
  projects: [projectWith(record), projectWith({ ...record, id: "p2", slug: "other" }, { domains: [{ name: WWW }] })],
  other: {
    version: 1,
    project: { organization_id: "org_1", slug: "other" },
    ...sections,
  },
});

/** A project that is to get the slug of another one, which a file renames or removes. */
const holder = (project: Partial<DeclaredProject>): Partial<Service> & { readonly other: Content } => ({
  projects: [projectWith({ ...record, slug: "before" }), projectWith({ ...record, id: "p2" })],
  other: { version: 1, project: { organization_id: "org_1", slug: "site", ...project } },
});

/** By kind: the service, and maybe the file of another project. */
const LIVE: Readonly<Record<string, Readonly<Record<string, Partial<Service> & { readonly other?: Content }>>>> = {
  project: {
    "nothing with its slug": {},
    "nothing of that id": {},
    "as declared": one({}, { force_https: true }),
    "a declared field differs": one({}, { force_https: false }),
    "two with its slug": { projects: [projectWith(record), projectWith({ ...record, id: "p2" })] },
    "one whose slug is similar": one({}, { slug: "acme/site" }),
    "another organization's, in the list": one({}, { organization_id: "org_2" }),
    "its list cannot be read": { ...one(), failures: new Map([["projects org_1", "500"]]) },
    "the project of that id": one(),
    "that project, with another slug": one({}, { slug: "renamed" }),
    "only the earlier slug": one({}, { slug: "before" }),
    "its slug at one that gets another slug": holder({ slug: "after", previous_slug: "site" }),
    "its slug at one that gets its old slug": holder({ slug: "before", previous_slug: "site" }),
    "its slug at one that is removed": holder({ id: "p2", absent: true }),
    "both slugs, the earlier one declared": {
      projects: [projectWith(record), projectWith({ ...record, id: "p2", slug: "before" })],
      other: { version: 1, project: { organization_id: "org_1", slug: "before" } },
    },
    "both slugs": { projects: [projectWith(record), projectWith({ ...record, id: "p2", slug: "before" })] },
    "it, with nothing in it": one(),
    "it, with something in it": one({ domains: [{ name: WWW }] }),
  },
  component: {
    "nothing of it": one(),
    "as declared": components(ofSettings({})),
    "a declared field differs": components({ active: false, ...ofSettings({}) }),
    "two of it": components(ofSettings({}), ofSettings({})),
    "one without a name": components({ component_slug: undefined }),
    "its project is blocked": one({}, { slug: "acme/site" }),
    "an update could lose a secret": components(ofSettings({ measurement_id: "G-0", api_key: "***" })),
    it: components(ofSettings({})),
    one: components(ofSettings({})),
    "one that names another project": components({ project_id: "p9", ...ofSettings({}) }),
  },
  domain: {
    "nothing of it": one(),
    "as declared": one({ domains: [{ name: "WWW.example.com." }] }),
    "at a project whose file lets it go": elsewhere({ domains: [] }),
    "at a project whose file has no section": elsewhere({}),
    "one with a port": one({ domains: [{ name: `${WWW}:443` }] }),
    it: one({ domains: [{ name: WWW }] }),
    one: one({ domains: [{ name: WWW }] }),
  },
};

it("has more than a few rows, and each once", () => {
  const names = ROWS.map(({ kind, declared, live }) => `${kind}: ${declared} / ${live}`);
  expect(names.length).toBeGreaterThan(30);
  expect(new Set(names).size).toBe(names.length);
});

it("names each thing that is declared or live here", () => {
  const unused = (["declared", "live"] as const).flatMap((side) =>
    Object.entries(side === "declared" ? DECLARED : LIVE).flatMap(([kind, scenes]) =>
      Object.keys(scenes).filter((name) => !ROWS.some((row) => row.kind === kind && row[side] === name)),
    ),
  );
  expect(unused).toEqual([]);
});

it.each(ROWS)("$kind: $declared, and live is $live: $action", async ({ kind, declared, live, action }) => {
  const declares = DECLARED[kind]?.[declared];
  const service = LIVE[kind]?.[live];
  if (declares === undefined || service === undefined) throw new Error("The row has no scene.");
  const { project, options = {}, ...sections } = declares;
  const { other, projects = [], ...rest } = service;
  const own: Content = { version: 1, project: { organization_id: "org_1", slug: "site", ...project }, ...sections };
  const contents = other === undefined ? [own] : [own, other];
  const { planned } = play({ contents, service: serviceWith(projects, rest), options }, await load(contents));
  const items = planned.plan.items.filter((item) => item.kind === kind && item.key.startsWith("org_1/site"));
  // Beside a declared object that is blocked, the live ones that it may be are unmanaged.
  const named = items.filter(({ key }) => KEYS.has(key));
  const actions = (named.length > 0 ? named : items).map((item) => item.action);
  expect([...new Set(actions)]).toEqual(action === "(none)" ? [] : [action]);
});
