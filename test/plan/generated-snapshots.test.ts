import fc from "fast-check";
import { expect, it } from "vitest";
import { refusals } from "../../core/plan/plan.ts";
import { rounds } from "../rounds.ts";
import { contentRules } from "./generated/content-rules.ts";
import { doubtRules } from "./generated/doubt-rules.ts";
import { moveRules } from "./generated/move-rules.ts";
import { drawnScene, load, play, type Played } from "./generated/plan-scene.ts";
import { runRules } from "./generated/run-rules.ts";
import { safetyRules } from "./generated/safety-rules.ts";

/*
 * The pure plan over generated files and services: twins, keys that are alike, records that lack fields, reads that fail. What must
 * hold, from design.md:
 *
 * - It never throws, and asks for each part of the service once.
 * - The same files and service give the same plan, in any order of files and records.
 * - No two items have one kind and key, and no live object is written for two declarations.
 * - Each write belongs to a declared object. Each deletion belongs to one that is `absent` or that `prune` covers, and not to one that is
 *   declared under another key: so nothing protected is deleted. Nothing outside of `only` is written, and nothing else than without it.
 * - A host name moves if the file of its project lets it go, and only then. It is not detached if it cannot arrive where it is declared.
 *   What a file ignores stays where it is.
 * - An object is created only if everything that could show it was read, and nothing live has its key or a similar one.
 * - If several live objects have a key, the declared one is blocked with all ids. If one is only similar, with its id.
 * - A part that cannot be read changes the plan of its own project or component only.
 * - More deletions and moves than `max-deletes` refuse the plan, and an error of the catalogue does.
 * - Each change of an update goes from the live to the declared value, and the two differ. No secret is shown.
 * - A body has what is declared, and besides it only live settings and events.
 * - Everything declared, and everything live in a declared section, has an item.
 * - Carried out, the plan leaves nothing to write, and what was unmanaged or blocked is as before. One line removes one component.
 */

const RUNS = rounds({ few: 300, all: 5000 });
const MILLISECONDS_A_RUN = 60;

const RULES: readonly (readonly [string, (played: Played) => readonly string[]])[] = Object.entries({
  ...safetyRules,
  ...moveRules,
  ...contentRules,
  ...doubtRules,
  ...runRules,
});

/** What a scene has shown, so that no rule holds because nothing happens. */
function casesOf({ planned: { plan }, service, options }: Played): string[] {
  return [
    ...plan.items.map(({ kind, action }) => `${kind} ${action}`),
    ...(refusals(plan).length === 0 ? [] : ["refused"]),
    ...(service.failures.size === 0 ? [] : ["a failed read"]),
    ...(options.only === undefined ? [] : ["only"]),
    ...(plan.ignored === undefined ? [] : ["ignored"]),
  ];
}

it(
  "has all properties for any files and any service",
  async () => {
    const met = new Set<string>();
    await fc.assert(
      fc.asyncProperty(drawnScene, async (scene) => {
        const played = play(scene, await load(scene.contents));
        for (const each of casesOf(played)) met.add(each);
        expect(RULES.flatMap(([name, rule]) => rule(played).map((broken) => `${name}: ${broken}`))).toEqual([]);
      }),
      { numRuns: RUNS, endOnFailure: false },
    );
    expect([...met].toSorted()).toEqual(
      [
        ...["create", "update", "delete", "blocked", "unchanged"].flatMap((action) => [
          `project ${action}`,
          `component ${action}`,
        ]),
        ...["create", "move", "delete", "blocked", "unchanged"].map((action) => `domain ${action}`),
        "component unmanaged",
        "domain unmanaged",
        "refused",
        "a failed read",
        "only",
        "ignored",
      ].toSorted(),
    );
  },
  Math.max(30_000, RUNS * MILLISECONDS_A_RUN),
);
