import { z } from "zod";
import { defaultCatalogue } from "./default-catalogue.ts";
import type { JsonObject } from "./json-object.ts";
import type { ParamProblem } from "./refusal.ts";
import { Refusal } from "./refusal.ts";
import { component } from "./schemas/component.ts";
import { seededDomain } from "./schemas/domain.ts";
import { projectComponentFields } from "./schemas/project-component.ts";
import { seededProject } from "./schemas/project.ts";
import { check } from "./schemas/read-fields.ts";
import { createCatalogue } from "./store/catalogue.ts";
import { attachDomain } from "./store/domains.ts";
import { createProjectComponent } from "./store/project-components.ts";
import { createProject, updateProject } from "./store/projects.ts";
import { createStore } from "./store/store.ts";
import type { Store } from "./store/store.ts";

const seedSchema = z.strictObject({
  organizations: z.array(z.string().min(1)).optional(),
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
 *   refused with 403. Default: any organization.
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
 * @throws Error that names every place that is wrong, such as `projects.0.slug`.
 */
export function readSeed(json: unknown): Seed {
  const seed = parse(json);
  // The references and conflicts in it show when it is planted.
  plant(seed, () => new Date(0));
  return seed;
}

/** Makes a store that holds what a seed says. @throws Error as `readSeed` does. */
export function storeFromSeed(seed: Seed, now: () => Date): Store {
  return plant(parse(seed), now);
}

type ParsedSeed = z.output<typeof seedSchema>;

function parse(json: unknown): ParsedSeed {
  const result = check(seedSchema, json);
  if ("problems" in result) throw invalidSeed(result.problems);
  return result.fields;
}

function plant({ organizations, catalogue, projects = [] }: ParsedSeed, now: () => Date): Store {
  const components = catalogue ?? z.array(component).parse(defaultCatalogue);
  refuseRepeated(components, "id");
  refuseRepeated(components, "slug");
  const store = createStore({ catalogue: createCatalogue(components), organizations, now });
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
    if (error.params.length === 0) throw invalidSeed([{ param: place, message: error.message }]);
    throw invalidSeed(error.params.map(({ param, message }) => ({ param: `${place}.${param}`, message })));
  }
}

function reserve(store: Store, id: string | undefined, place: string): void {
  if (id !== undefined && !store.reserveId(id)) throw invalidSeed([{ param: place, message: `${id} is taken` }]);
}

function refuseRepeated(components: readonly JsonObject[], field: "id" | "slug"): void {
  const values = components.map((entry) => entry[field]);
  const index = values.findIndex((value, place) => values.indexOf(value) !== place);
  if (index !== -1) throw invalidSeed([{ param: `catalogue.${index}.${field}`, message: "is there twice" }]);
}

function invalidSeed(problems: readonly ParamProblem[]): Error {
  const lines = problems.map(({ param, message }) => `${param === "" ? "the seed" : param}: ${message}`);
  return new Error(`The seed is not valid: ${lines.join("; ")}`);
}
