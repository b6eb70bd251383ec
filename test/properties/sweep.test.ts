import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalHostName } from "../../core/resources/host-name.ts";
import { parseHostPattern } from "../../sync/run/sweep.ts";
import type { SweepDecision } from "../../core/plan/plan-options.ts";
import { rounds } from "../rounds.ts";
import { startWorld } from "../sync/world.ts";

/*
 * For any live and declared host names, and any answers about their numbers: a sweep removes exactly what is undeclared, of the pattern and
 * over, if that is not more than it may remove. It writes nothing else, and a second one writes nothing.
 */

const HOSTS = [
  ...["1", "2", "12", "120", "01", "", "x"].map((number) => `pr-${number}.preview.example.com`),
  "PR-21.Preview.Example.com",
  "pr-3.preview.example.com.evil.example",
  "api.pr-2.preview.example.com",
  "www.example.com",
].filter((name) => canonicalHostName(name) !== undefined);

const fate = fc.constantFrom<SweepDecision["action"] | "none">("delete", "delete", "unmanaged", "blocked", "none");

const scene = fc.record({
  live: fc.subarray(HOSTS),
  declared: fc.subarray(HOSTS, { maxLength: 4 }),
  isAbsent: fc.boolean(),
  isProtected: fc.boolean(),
  isIgnored: fc.boolean(),
  fates: fc.record({ 1: fate, 2: fate, 12: fate, 120: fate, 21: fate, 3: fate }),
  maxDeletes: fc.constantFrom(1, 5, 5),
  isDryRun: fc.constantFrom(true, false, false, false),
});

const numberOf = (name: string): string | undefined =>
  /^pr-([1-9]\d*)\.preview\.example\.com$/.exec(name.toLowerCase())?.[1];

it("removes exactly what is undeclared, of the pattern and over", async () => {
  let removed = 0;
  await fc.assert(
    fc.asyncProperty(
      scene,
      async ({ live, declared, isAbsent, isProtected, isIgnored, fates, maxDeletes, isDryRun }) => {
        const domains = live.map((name) => ({ name }));
        const seed = { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", domains }] };
        await using world = await startWorld({ seed });
        const flags = isAbsent ? ", absent: true" : isProtected ? ", protect: true" : "";
        const lines = declared.map((name) => `  - { name: ${name}${flags} }\n`).join("");
        const head = "version: 1\nproject: { organization_id: org_1, slug: site, description: new }\n";
        const ignore = isIgnored ? 'ignore: { domains: ["pr-*.preview.example.com"] }\n' : "";
        await world.write({ "site.yaml": `${head}${lines === "" ? "" : `domains:\n${lines}`}${ignore}` });

        const known = Object.entries(fates).flatMap(([number, action]): [number, SweepDecision][] =>
          action === "none" ? [] : [[Number(number), { action, reason: "x" }]],
        );
        const sweep = {
          numberIn: parseHostPattern("p", "pr-{number}.preview.example.com"),
          judge: async () => new Map(known),
          isDryRun,
        };
        await world.run("sweep", { sweep, maxDeletes, prune: ["all"] });

        const isOver = new Set(known.flatMap(([number, { action }]) => (action === "delete" ? [String(number)] : [])));
        const over = live.filter((name) => !declared.includes(name) && isOver.has(numberOf(name) ?? ""));
        const expected = isDryRun || over.length > maxDeletes ? [] : over;
        // The emulator knows a name as it was attached only; the canonical spelling is sent first.
        const spellings = expected.flatMap((name) => [...new Set([name, name.toLowerCase()])]);
        expect(world.writes().toSorted()).toEqual(
          spellings.map((name) => `DELETE /v1/projects/prj_1/domains/${name}`).toSorted(),
        );
        removed += expected.length;
        await world.run("sweep", { sweep, maxDeletes });
        expect(world.writes()).toEqual([]);
      },
    ),
    { numRuns: rounds({ few: 150, all: 1000 }) },
  );
  expect(removed).toBeGreaterThan(0);
});
