import { z } from "zod";
import { systemClock } from "./clock.ts";
import { defaultCatalogue } from "./default-catalogue.ts";
import type { JsonObject } from "./json-object.ts";
import { Refusal } from "./refusal.ts";
import type { ServiceBehaviour } from "./faults/schedule.ts";
import { component } from "./schemas/component.ts";
import { seededDomain } from "./schemas/domain.ts";
import { invalidDocument } from "./schemas/invalid-document.ts";
import { projectComponentFields } from "./schemas/project-component.ts";
import { seededProject } from "./schemas/project.ts";
import { check } from "./schemas/read-fields.ts";
import { createCatalogue } from "./store/catalogue.ts";
import { attachDomain } from "./store/domains.ts";
import { createProjectComponent } from "./store/project-components.ts";
import { createProject, updateProject } from "./store/projects.ts";
import { createStore } from "./store/store.ts";
import type { Store, StoreSurroundings } from "./store/store.ts";
import { storeOf } from "./store/visible-projects.ts";

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
  projects: z
    .array(
      seededProject.extend({
        id: z
          .string()
          .regex(/^prj_[A-Za-z0-9_-]+$/, "must begin with prj_")
          .optional(),
        components: z
          .array(
            projectComponentFields.extend({
              id: z
                .string()
                .regex(/^pc_[A-Za-z0-9_-]+$/, "must begin with pc_")
                .optional(),
            }),
          )
          .optional(),
        domains: z.array(seededDomain).optional(),
      }),
    )
    .optional(),
});

/**
 * What an emulator holds from the start, as plain JSON. Every field is optional and unknown ones are refused:
 *
 * - `organizations`: ids of the organizations that the token has access to; creating a project in another one is
 *   refused with 403, and the projects of others are not found. Default: any organization.
 * - `tokens`: more access tokens, each as `token` with its own `organizations`. Default: none.
 * - `catalogue`: catalogue components, in place of the default catalogue. `id` and `slug` ("organization/component") are
 *   required; what else is left out is missing in the answers too.
 * - `projects`: projects in order of their creation, with the fields of the service: `organization_id` and `slug`
 *   (required), `type` (default proxy), `description`, `external_project_url`, `avatar_url` and every setting (default:
 *   the documented one); `id` ("prj_...", default: prj_1, prj_2, ...); and
 *   - `components`: `component_slug` or `component_id`, `component_version` (default: the latest), `active` (default
 *     true), `settings` (default null), `id` ("pc_...", default: pc_1, pc_2, ...);
 *   - `domains`: `name`, `dns_status` and `ssl_status` (default false).
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
 * A seed obeys the rules that requests obey: slugs are unique in their organization, a domain is attached once, a
 * component and its version exist in the catalogue.
 */
export type Seed = z.input<typeof seedSchema>;

/**
 * Reads a seed from parsed JSON.
 *
 * @param behaviour Of the service that it is for: one that allows duplicates takes them from a seed too. Default: strict.
 * @throws Error that names every place that is wrong, such as `projects.0.slug`.
 */
export function readSeed(json: unknown, behaviour: ServiceBehaviour = {}): Seed {
  const seed = parse(json);
  // The references and conflicts in it show when it is planted.
  plant(seed, { clock: systemClock, behaviour: () => behaviour });
  return seed;
}

/**
 * Makes a store that holds what a seed says.
 *
 * @param token The first token; it has the seed's `organizations`.
 * @returns The store as each token sees it.
 * @throws Error as `readSeed` does.
 */
export function storesFromSeed(seed: Seed, token: string, surroundings: StoreSurroundings): ReadonlyMap<string, Store> {
  const parsed = parse(seed);
  // What was there from the start is in the lists at once.
  const beginning: ServiceBehaviour = { ...surroundings.behaviour(), staleListsMs: 0 };
  let isPlanted = false;
  const store = plant(parsed, {
    ...surroundings,
    behaviour: () => (isPlanted ? surroundings.behaviour() : beginning),
  });
  isPlanted = true;
  const tokens = [{ token, organizations: parsed.organizations }, ...(parsed.tokens ?? [])];
  const taken = tokens.findIndex((more, index) => index > 0 && more.token === token);
  if (taken !== -1) {
    throw invalidDocument("seed", [{ param: `tokens.${taken - 1}.token`, message: "is the emulator's own" }]);
  }
  return new Map(tokens.map((more) => [more.token, storeOf(setOf(more.organizations), store)]));
}

type ParsedSeed = z.output<typeof seedSchema>;

function parse(json: unknown): ParsedSeed {
  const result = check(seedSchema, json);
  if ("problems" in result) throw invalidDocument("seed", result.problems);
  return result.fields;
}

function setOf(names: readonly string[] | undefined): ReadonlySet<string> | undefined {
  return names === undefined ? undefined : new Set(names);
}

function plant(seed: ParsedSeed, surroundings: StoreSurroundings): Store {
  const { organizations, tokens = [], catalogue, projects = [] } = seed;
  const components = catalogue ?? z.array(component).parse(defaultCatalogue);
  refuseRepeated("catalogue", components, "id");
  refuseRepeated("catalogue", components, "slug");
  refuseRepeated("tokens", tokens, "token");
  const store = createStore({
    catalogue: createCatalogue(components),
    // A project may be in an organization of any token.
    organizations: setOf(organizations && [...organizations, ...tokens.flatMap((more) => more.organizations)]),
    surroundings,
  });
  // All of them first, so that no counter gives one out.
  for (const [index, project] of projects.entries()) {
    reserve(store, project.id, `projects.${index}.id`);
    for (const [place, { id }] of (project.components ?? []).entries()) {
      reserve(store, id, `projects.${index}.components.${place}.id`);
    }
  }
  for (const [index, project] of projects.entries()) plantProject(store, project, `projects.${index}`);
  return store;
}

function plantProject(store: Store, seeded: NonNullable<ParsedSeed["projects"]>[number], place: string): void {
  const { id, avatar_url, components = [], domains = [], organization_id, slug, type = "proxy", ...rest } = seeded;
  const project = at(place, () => createProject(store, { organization_id, slug, type }, { id, avatar_url }));
  if (Object.keys(rest).length > 0) at(place, () => updateProject(store, project.id, rest));
  for (const [index, { id: componentId, ...body }] of components.entries()) {
    at(`${place}.components.${index}`, () => createProjectComponent(store, project.id, body, componentId));
  }
  for (const [index, { name, ...status }] of domains.entries()) {
    at(`${place}.domains.${index}`, () => attachDomain(store, project.id, { name }, status));
  }
}

/** Does what a request would do, and says of a refusal where in the seed it came from. */
function at<Result>(place: string, create: () => Result): Result {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const problems = error.params.map(({ param, message }) => ({ param: `${place}.${param}`, message }));
    throw invalidDocument("seed", problems.length > 0 ? problems : [{ param: place, message: error.message }]);
  }
}

function reserve(store: Store, id: string | undefined, place: string): void {
  if (id !== undefined && !store.reserveId(id))
    throw invalidDocument("seed", [{ param: place, message: `${id} is taken` }]);
}

function refuseRepeated(list: string, entries: readonly JsonObject[], field: string): void {
  const values = entries.map((entry) => entry[field]);
  const index = values.findIndex((value, place) => values.indexOf(value) !== place);
  if (index !== -1) throw invalidDocument("seed", [{ param: `${list}.${index}.${field}`, message: "is there twice" }]);
}
