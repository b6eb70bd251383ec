import { expect, it } from "vitest";
import type { Report } from "../../sync/report/report.ts";
import { file } from "../reconcile/scene.ts";
import { openWorld } from "./open-world.ts";

/* Eight jobs of a matrix at once, each with a part of the files, over one service. */

const JOBS = Array.from({ length: 8 }, (_item, job) => job);
const GA4 = "components:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n";
/** The files of one job: ten projects, each with a component and two domains. */
const filesOf = (job: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: 10 }, (_item, index) => {
      const slug = `site-${job}-${index}`;
      return [`${slug}.yaml`, file(slug, `  description: x\n${GA4}domains: [a.${slug}.example, b.${slug}.example]\n`)];
    }),
  );

function openMatrix() {
  const world = openWorld({ seed: { organizations: ["org_1"] } });
  world.service.holding((_request, phase, closed) =>
    phase === "handled" ? world.clock.sleep(20, closed) : Promise.resolve(),
  );
  const apply = (files: Readonly<Record<string, string>>, options = {}): Promise<Report> =>
    world.run({ mode: "apply", ...options }, files, 8);
  return { ...world, apply, keys: () => [...world.service.truth().values()].map(({ key }) => key) };
}

it("makes each object once, and writes nothing the second time", async () => {
  const { apply, keys, service } = openMatrix();
  const first = await Promise.all(JOBS.map((job) => apply(filesOf(job))));
  expect(first.map(({ result }) => result)).toEqual(JOBS.map(() => "applied"));
  expect(new Set(keys()).size).toBe(8 * 10 * 4);
  expect(keys()).toHaveLength(8 * 10 * 4);
  service.takeSeen();
  await Promise.all(JOBS.map((job) => apply(filesOf(job))));
  expect(service.takeSeen().filter(({ method }) => method !== "GET")).toEqual([]);
});

it("refuses the deletions of one job by its own limit, and not those of the others", async () => {
  const { apply, keys } = openMatrix();
  await Promise.all(JOBS.map((job) => apply(filesOf(job))));
  const emptied = (job: number): Record<string, string> =>
    Object.fromEntries(
      Object.entries(filesOf(job)).map(([name, text]) => [name, text.replace(/domains: .*/, "domains: []")]),
    );
  const results = await Promise.all(
    JOBS.map((job) => apply(emptied(job), { prune: ["domains"], maxDeletes: job === 0 ? 5 : 20 })),
  );
  expect(results.map(({ result }) => result)).toEqual(JOBS.map((job) => (job === 0 ? "refused" : "applied")));
  const left = keys().filter((key) => /\/[ab]\.site-/.test(key));
  expect(left).toHaveLength(20);
  expect(left.every((key) => key.startsWith("org_1/site-0-"))).toBe(true);
});

it("shows which project has a host name that moves from one job to another, and leaves it there", async () => {
  const { apply, keys } = openMatrix();
  const NAME = "www.example.com";
  await apply({ "old.yaml": file("old", `domains: [${NAME}]\n`) });
  const taken = await apply({ "new.yaml": file("new", `domains: [${NAME}]\n`) }, { mode: "plan" });
  expect(taken.plan?.items.flatMap(({ notes }) => notes).join(" ")).toContain("old");
  const applied = await apply({ "new.yaml": file("new", `domains: [${NAME}]\n`) });
  expect(applied.result).toBe("partial");
  expect(keys()).toContain(`org_1/old/${NAME}`);
});
