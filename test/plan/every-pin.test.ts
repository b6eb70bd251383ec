import { expect, it } from "vitest";
import { sample } from "../rounds.ts";
import type { Content, DeclaredComponent } from "./generated/draw-files.ts";
import { projectWith, serviceWith, type LiveComponent, type Service } from "./generated/draw-service.ts";
import { load, play, type Played } from "./generated/plan-scene.ts";
import { runRules } from "./generated/run-rules.ts";
import { safetyRules } from "./generated/safety-rules.ts";

/*
 * Every way in which two lines of a file can mean two live components: a pin that is right, wrong or gone, a slug, the catalogue's id, a
 * removal. What must hold is in generated/: above all, nothing is deleted that a line keeps, and nothing is created that may be live.
 */

const { isDoneAfterOne } = runRules;
const SLUGS = ["edgee/ga4", "acme/ga4", "ga4", undefined];
const CATALOGUE_IDS = ["cat_edgee_ga4", "cat_acme_ga4", undefined];

const settings = { measurement_id: "G-1" };
/** `c9` is not live. */
const LINES = [undefined, "c1", "c2", "c9"].flatMap((id) =>
  [false, true].map((absent): DeclaredComponent => ({ settings, ...(id && { id }), ...(absent && { absent }) })),
);
const FILES = LINES.flatMap((one) =>
  [undefined, ...LINES].map((other) => ({ "edgee/ga4": one, ...(other && { "acme/ga4": other }) })),
);

const components = (id: string): LiveComponent[] =>
  SLUGS.flatMap((slug) =>
    CATALOGUE_IDS.map((catalogueId) => ({
      record: {
        id,
        ...(slug && { component_slug: slug }),
        ...(catalogueId && { component_id: catalogueId }),
        component_version: "1.1.0",
        settings,
      },
      unlisted: [],
    })),
  );
const isConsistent = ({ record: { component_slug: slug, component_id: id } }: LiveComponent): boolean =>
  !slug?.includes("/") || id === undefined || id === `cat_${slug.replace("/", "_")}`;
const areRemovals = (lines: object): boolean => {
  const all: DeclaredComponent[] = Object.values(lines);
  return all.length > 1 && all.every(({ absent }) => absent === true);
};
const LIVE = components("c1").flatMap((one) => [[one], ...components("c2").map((other) => [one, other])]);

const PROJECT = { organization_id: "org_1", slug: "one" };
const service = (components: readonly LiveComponent[]): Service =>
  serviceWith([projectWith({ id: "p1", ...PROJECT }, { components })]);

/** Nothing is deleted that a line keeps: by its pin, right or wrong, or by its slug, unless the line has another one. */
function keepsWhatALineNames({ contents, planned, steps, service: { projects } }: Played): string[] {
  const lines = contents.flatMap(({ components = {} }) => Object.entries(components));
  const records = projects.flatMap((project) => project.components.map(({ record }) => record));
  const works = planned.projects.flatMap(({ children }) => children);
  return [...steps.values()].flatMap(({ action, kind, id }) => {
    if (action !== "delete" || kind !== "component") return [];
    const slug = records.find((record) => record.id === id)?.component_slug;
    const keeper = lines.find(([name, { absent, id: pin }]) => {
      const hasAnother = works.some((work) => work.name === name && work.live !== undefined);
      return absent !== true && (pin === id || (slug === name && !hasAnother));
    });
    return keeper === undefined ? [] : [`${id} is deleted, and ${keeper[0]} keeps it`];
  });
}

it.each(["kept", "absent"] as const)("two lines and two live components, in a project that is %s", async (fate) => {
  const isKept = fate === "kept";
  const broken: string[] = [];
  for (const lines of FILES) {
    if (!isKept && Object.values(lines).some(({ absent }) => absent !== true)) continue;
    const project = { ...PROJECT, ...(isKept ? {} : { absent: true }) };
    const content: Content = { version: 1, project, components: lines };
    const contents = [content];
    const files = await load(contents);
    for (const live of sample(LIVE, 50)) {
      const scene = { contents, service: service(live), options: isKept ? { prune: ["components"] as const } : {} };
      const played = play(scene, files);
      // Two removals may take two runs: the second is certain once the first is done.
      const always = { ...safetyRules, keepsWhatALineNames };
      const rules = live.every(isConsistent) || !areRemovals(lines) ? { ...always, isDoneAfterOne } : always;
      const wrong = Object.entries(rules).flatMap(([name, rule]) => rule(played).map((each) => `${name}: ${each}`));
      if (wrong.length > 0) broken.push(JSON.stringify([lines, live.map(({ record }) => record), wrong]));
    }
  }
  expect(broken.length, broken.slice(0, 5).join("\n")).toBe(0);
});

/** Which declared components an unnamed one, or a similar one, may be: all but those that another line certainly means. */
const UNCERTAIN: readonly (readonly [shown: object, lines: Content["components"], actions: readonly string[]])[] = [
  [{}, { "edgee/ga4": { settings } }, ["blocked"]],
  [{}, { "edgee/ga4": { settings }, "acme/ga4": { id: "c1" } }, ["create", "unchanged"]],
  [{ component_slug: "ga4" }, { "edgee/ga4": { settings } }, ["blocked"]],
  [{ component_slug: "ga4" }, { "edgee/ga4": { settings }, "acme/ga4": { id: "c1" } }, ["create", "unchanged"]],
  // A pin that is wrong says nothing.
  [{ component_slug: "@edgee/ga4" }, { "edgee/ga4": { settings }, "acme/ga4": { id: "c1" } }, ["blocked", "blocked"]],
];

it.each(UNCERTAIN)("%j and the lines %j: %j", async (shown, lines = {}, actions) => {
  const contents: readonly Content[] = [{ version: 1, project: PROJECT, components: lines }];
  const live = [{ record: { id: "c1", settings, ...shown }, unlisted: [] }];
  const played = play({ contents, service: service(live), options: {} }, await load(contents));
  const items = new Map(played.planned.plan.items.map(({ key, action }) => [key, action]));
  expect(Object.keys(lines).map((name) => items.get(`org_1/one/${name}`))).toEqual(actions);
});
