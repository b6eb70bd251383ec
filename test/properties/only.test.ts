import fc from "fast-check";
import { expect, it } from "vitest";
import type { Prune } from "../../sync/plan/options.ts";
import { isChange, projectOf, type PlanItem } from "../../sync/plan/plan.ts";
import { rounds } from "../rounds.ts";
import { startWorld } from "../sync/world.ts";

/*
 * For any files, live objects, prune and `only`: a run plans what a run of everything plans for the same objects, or blocks it. It
 * writes nothing else, and a second one writes nothing.
 */

const HOSTS = ["a.example.com", "b.example.com", "c.example.com"];
const SLUGS = ["one", "two", "three"];
const COMPONENT = "edgee/ga4";

const live = fc.record({
  exists: fc.boolean(),
  description: fc.constantFrom("old", "new"),
  component: fc.boolean(),
  domains: fc.subarray(HOSTS),
});

const file = fc.record({
  fate: fc.constantFrom("absent", "declared", "declared", "declared"),
  component: fc.constantFrom("left out", "absent", "declared"),
  domains: fc.option(fc.dictionary(fc.constantFrom(...HOSTS), fc.boolean()), { nil: undefined }),
});

const KEYS = SLUGS.flatMap((slug) =>
  ["", `/${COMPONENT}`, ...HOSTS.map((name) => `/${name}`)].map((rest) => `org_1/${slug}${rest}`),
);
const pattern = fc.oneof(
  fc.constantFrom(...KEYS),
  fc.constantFrom("*", "org_1/one/*", "*/a.example.com", "*.example.com", "*/ga4", "org_1/{one,two}", "org_1/t*"),
);

const scene = fc.record({
  live: fc.tuple(live, live, live),
  files: fc.tuple(file, file, file),
  prune: fc.constantFrom<readonly Prune[]>([], ["domains"], ["components"], ["all"]),
  only: fc.array(pattern, { minLength: 1, maxLength: 3 }),
});
type Scene = typeof scene extends fc.Arbitrary<infer Value> ? Value : never;

/** A host name is live in one project at most, and declared in one at most. */
function consistent({ live: projects, files, ...rest }: Scene) {
  const attached = new Set<string>();
  const claimed = new Set<string>();
  const takeFree = (taken: Set<string>, name: string): boolean => {
    const isFree = !taken.has(name);
    taken.add(name);
    return isFree;
  };
  const seed = SLUGS.flatMap((slug, index) => {
    const found = projects[index];
    if (found?.exists !== true) return [];
    return [
      {
        id: `prj_${slug}`,
        organization_id: "org_1",
        slug,
        type: "proxy" as const,
        description: found.description,
        components: found.component
          ? [{ id: `pc_${slug}`, component_slug: COMPONENT, settings: { measurement_id: "G-1" } }]
          : [],
        domains: found.domains.filter((name) => takeFree(attached, name)).map((name) => ({ name })),
      },
    ];
  });
  const contents = SLUGS.map((slug, index) => {
    const { fate, component = "left out", domains } = files[index] ?? {};
    const isAbsent = fate === "absent";
    const names = Object.entries(domains ?? {}).filter(
      ([name, absent]) => isAbsent || absent || takeFree(claimed, name),
    );
    const content = {
      version: 1,
      project: { organization_id: "org_1", slug, ...(isAbsent ? { absent: true } : { description: "new" }) },
      ...(component === "left out"
        ? {}
        : {
            components: {
              [COMPONENT]:
                isAbsent || component === "absent" ? { absent: true } : { settings: { measurement_id: "G-2" } },
            },
          }),
      ...(domains === undefined
        ? {}
        : { domains: names.map(([name, absent]) => (isAbsent || absent ? { name, absent: true } : name)) }),
    };
    return [`${slug}.yaml`, JSON.stringify(content)] as const;
  });
  return { ...rest, seed, contents: Object.fromEntries(contents) };
}

const nameOf = ({ kind, key }: PlanItem): string => `${kind} ${key}`;

it("only plans the same as everything or less, writes nothing else, and is done after one apply", async () => {
  let applied = 0;
  await fc.assert(
    fc.asyncProperty(scene.map(consistent), async ({ seed, contents, prune, only }) => {
      await using world = await startWorld({ seed: { organizations: ["org_1"], projects: seed } });
      await world.write(contents);
      const options = { prune, maxDeletes: 100 };
      const whole = await world.run("plan", options);
      const some = await world.run("plan", { ...options, only });
      if (some.failureReason === "bad-input") return;
      if (some.plan === undefined || whole.plan === undefined) throw new Error(some.error);
      const byName = new Map(whole.plan.items.map((item) => [nameOf(item), item]));
      for (const item of some.plan.items.filter(({ action }) => action !== "blocked")) {
        const same = byName.get(nameOf(item));
        // The project that has the name is left out and keeps it: the service refuses the attachment, or its owner says so.
        const isTaken =
          item.action === "create" && (same?.reason?.includes("is attached to") === true || same?.action === "move");
        // Other objects in a project that stays cannot block what is deleted without it.
        const isPartOfDeletion = item.action === "delete" && same?.reason === "Its project is blocked.";
        // A plan of everything does not list what keeps a blocked project.
        const isInBlocked =
          item.action === "unmanaged" && byName.get(`project ${projectOf(item)}`)?.action === "blocked";
        const isMoveOutOfBlocked = item.action === "move" && byName.get(`project ${item.from}`)?.action === "blocked";
        // The project that it moves to, with everything, does not exist or is left out.
        const name = item.key.split("/").at(-1) ?? "";
        const isLeaving =
          item.action === "unmanaged" &&
          whole.plan.items.some(({ key, from }) => from === projectOf(item) && key.endsWith(`/${name}`));
        if (isLeaving || isTaken || isPartOfDeletion || isInBlocked || isMoveOutOfBlocked) continue;
        expect(item).toEqual(same);
      }

      const before = new Map(world.state().map((each) => [each.project["slug"], JSON.stringify(each)]));
      const report = await world.run("apply", { ...options, only });
      const written = (report.applied?.outcomes ?? []).map(({ kind, key }) => `${kind} ${key}`);
      const planned = some.plan.items.filter((item) => isChange(item) && item.action !== "blocked").map(nameOf);
      expect(written.toSorted()).toEqual(planned.toSorted());
      const touched = new Set(
        some.plan.items
          .filter(isChange)
          .flatMap((item) => [projectOf(item), ...(item.from === undefined ? [] : [item.from])]),
      );
      for (const each of world.state().filter(({ project }) => !touched.has(`org_1/${project["slug"]}`))) {
        expect(JSON.stringify(each)).toBe(before.get(each.project["slug"]));
      }
      applied += written.length;

      world.writes();
      const again = await world.run("apply", { ...options, only });
      const refused = new Set(
        (report.applied?.outcomes ?? [])
          .filter(({ status }) => status === "failed")
          .map(({ key }) => key.split("/").at(-1)),
      );
      // A deleted object matches nothing any more, and what was refused is refused again.
      expect(world.writes().filter((call) => !call.endsWith("/domains") || refused.size === 0)).toEqual([]);
      expect(["no-changes", "blocked", "failed"]).toContain(again.result);
    }),
    { numRuns: rounds({ few: 60, all: 400 }) },
  );
  expect(applied).toBeGreaterThan(20);
}, 120_000);
