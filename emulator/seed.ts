import { z } from "zod";
import { systemClock } from "./clock.ts";
import { defaultCatalogue } from "./default-catalogue.ts";
import type { JsonObject } from "./json-object.ts";
import { Refusal } from "./refusal.ts";
import type { ServiceBehaviour } from "./faults/schedule.ts";
import type { Habits } from "./profile/habits.ts";
import { component, createCatalogue } from "./kinds/catalogue.ts";
import { childKinds, childNames, seededChildren } from "./kinds/children.ts";
import { seededProject } from "./schemas/project.ts";
import { invalidDocument, readDocument } from "./schemas/read-fields.ts";
import { segmentText } from "./schemas/segment-text.ts";
import { createCore, type StoreContext } from "./store/core.ts";
import { createProject, findProject, updateProject } from "./store/projects.ts";
import { createStore, type Store } from "./store/store.ts";
import { storeVisibleTo } from "./store/visible-projects.ts";

const organizations = z.array(z.string().min(1));

const seedSchema = z.strictObject({
  organizations: organizations.optional(),
  tokens: z
    .array(
      z.strictObject({
        token: z.string().regex(/^[\x21-\x7e]+$/, "must be printable ASCII without spaces, and not empty"),
        organizations,
      }),
    )
    .optional(),
  catalogue: z.array(component).optional(),
  projects: z.array(seededProject.extend({ id: segmentText.optional(), ...seededChildren })).optional(),
});

/**
 * The first content of an emulator, as plain JSON. Every field is optional. Unknown fields are refused.
 *
 * - `organizations`: ids of the organizations that the token can access. Creating a project in another organization is
 *   refused with 403, and projects of other organizations are not found. Default: all organizations.
 * - `tokens`: more access tokens, each with `token` and its own `organizations`. Default: none.
 * - `catalogue`: catalogue components that replace the default catalogue. `id` and `slug` ("organization/component") are
 *   required. Fields that are left out are also missing in answers.
 * - `projects`: projects in the order of their creation, with the fields of the service: `organization_id` and `slug`
 *   (required), `type` (default: proxy), `description`, `external_project_url`, `avatar_url` and every setting (default:
 *   the documented one). Also `id` (default: prj_1, prj_2, ...) and:
 *   - `components`: `component_slug` or `component_id`, `component_version` (default: the latest), `active`
 *     (default: true), `settings` (default: null), `id` (default: pc_1, pc_2, ...).
 *   - `domains`: `name` (also a wildcard, or a name in Unicode), `dns_status` and `ssl_status` (default: false).
 *
 * ```json
 * {
 *   "organizations": ["org_1"],
 *   "projects": [
 *     {
 *       "organization_id": "org_1",
 *       "slug": "site",
 *       "force_https": false,
 *       "components": [{ "component_slug": "edgee/ga4", "settings": { "measurement_id": "G-1" } }],
 *       "domains": [{ "name": "www.example.com", "dns_status": true }]
 *     }
 *   ]
 * }
 * ```
 *
 * The same rules apply to a seed as to requests: slugs are unique in an organization, a domain is attached once, and
 * components and their versions exist in the catalogue.
 */
export type Seed = z.input<typeof seedSchema>;

/**
 * Reads a seed from parsed JSON.
 *
 * @param behaviour The behaviour of the service. If it allows duplicates, the seed can have them too. Default: strict.
 * @throws Error that lists every problem with its path, such as `projects.0.slug`.
 */
export function readSeed(json: unknown, behaviour: ServiceBehaviour = {}): Seed {
  const seed = readDocument("seed", seedSchema, json);
  // Creating the store checks references and conflicts.
  createSeededStore(seed, { clock: systemClock, habits: () => behaviour });
  return seed;
}

/**
 * Creates a store with the content of a seed.
 *
 * @param token The first token. It can access the seed's `organizations`.
 * @returns By access token: the part of the store that the token can see.
 * @throws Error as `readSeed` does.
 */
export function storesFromSeed(seed: Seed, token: string, context: StoreContext): ReadonlyMap<string, Store> {
  const parsed = readDocument("seed", seedSchema, seed);
  // Reads show the content of the seed at once and unchanged. It may have duplicates.
  const { duplicateSlugs, duplicateDomains, duplicateComponents, automaticHostName } = context.habits();
  const initial: Habits = {
    duplicateSlugs,
    duplicateDomains,
    duplicateComponents,
    ...(automaticHostName === undefined ? {} : { automaticHostName }),
  };
  let isSeeded = false;
  const store = createSeededStore(parsed, {
    ...context,
    habits: () => (isSeeded ? context.habits() : initial),
  });
  isSeeded = true;
  const tokens = [{ token, organizations: parsed.organizations }, ...(parsed.tokens ?? [])];
  const repeated = tokens.findIndex((other, index) => index > 0 && other.token === token);
  if (repeated !== -1) {
    throw invalidDocument("seed", [
      { param: `tokens.${repeated - 1}.token`, message: "is already the token of the emulator" },
    ]);
  }
  return new Map(tokens.map(({ token: each, organizations: own }) => [each, storeVisibleTo(setOf(own), store)]));
}

type ParsedSeed = z.output<typeof seedSchema>;

function setOf(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names === undefined ? undefined : new Set(names);
}

function createSeededStore(seed: ParsedSeed, context: StoreContext): Store {
  const { organizations, tokens = [], catalogue, projects = [] } = seed;
  const components = catalogue ?? z.array(component).parse(defaultCatalogue);
  refuseRepeated("catalogue", components, "id");
  refuseRepeated("catalogue", components, "slug");
  refuseRepeated("tokens", tokens, "token");
  // Projects can be in an organization of any token.
  const all = setOf(organizations && [...organizations, ...tokens.flatMap((token) => token.organizations)]);
  const store = createStore(createCore(createCatalogue(components), context), all);
  // Reserve all ids first, so that no generated id equals one of them.
  for (const [index, project] of projects.entries()) {
    reserve(store, project, `projects.${index}`);
    for (const name of childNames) {
      for (const [at, seeded] of (project[name] ?? []).entries())
        reserve(store, seeded, `projects.${index}.${name}.${at}`);
    }
  }
  for (const [index, project] of projects.entries()) addProject(store, project, `projects.${index}`);
  return store;
}

function addProject(store: Store, seeded: NonNullable<ParsedSeed["projects"]>[number], path: string): void {
  const { id, avatar_url, organization_id, slug, type = "proxy", ...others } = seeded;
  const project = withPath(path, () => createProject(store, { organization_id, slug, type }, { id, avatar_url }));
  const changes = Object.entries(others).filter(([name]) => !Object.hasOwn(childKinds, name));
  if (changes.length > 0) withPath(path, () => updateProject(store, project.id, Object.fromEntries(changes)));
  for (const name of childNames) {
    const place = { core: store, projectId: project.id, items: findProject(store, project.id)[name] };
    for (const [index, child] of (seeded[name] ?? []).entries()) {
      withPath(`${path}.${name}.${index}`, () => childKinds[name].seed(place, child));
    }
  }
}

/** Runs `create`. If it is refused, throws an error with the path in the seed. */
function withPath<Result>(path: string, create: () => Result): Result {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = error.params.map(({ param, message }) => ({ param: `${path}.${param}`, message }));
    throw invalidDocument("seed", problems.length > 0 ? problems : [{ param: path, message: error.message }]);
  }
}

function reserve(store: Store, { id }: JsonObject, path: string): void {
  if (typeof id === "string" && !store.reserveId(id))
    throw invalidDocument("seed", [{ param: `${path}.id`, message: `${id} is already used` }]);
}

function refuseRepeated(list: string, items: readonly JsonObject[], field: string): void {
  const values = items.map((item) => item[field]);
  const index = values.findIndex((value, position) => values.indexOf(value) !== position);
  if (index !== -1) throw invalidDocument("seed", [{ param: `${list}.${index}.${field}`, message: "is a duplicate" }]);
}
