import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Rule } from "../../emulator/faults/schedule.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import type { Seed } from "../../emulator/seed.ts";
import { SETTLE_WINDOW } from "../../core/reconcile/settle.ts";
import {
  nextUpdate,
  open,
  UPDATE,
  writes,
  type Properties,
  type Scene,
  site,
  ga4,
  www,
  SITE,
} from "../provider/provider.ts";

/* What a create, an update and a deletion say of their write. The table itself is in test/world/outcomes.test.ts. */

const GA4 = { component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };

interface Row {
  readonly kind: "project" | "component" | "domain";
  readonly inputs: Properties;
  readonly id: string;
  /** Where it is created. */
  readonly list: string;
  readonly path: string;
}
const rowOf = (kind: Row["kind"], inputs: Properties, list: string, name: string): Row => {
  const id = kind === "project" ? name : `prj_1/${name}`;
  return { kind, inputs, id, list, path: `${list}/${name}` };
};
const project = rowOf("project", site, "/v1/projects", "prj_1");
const component = rowOf("component", ga4, "/v1/projects/prj_1/components", "pc_1");
const domain = rowOf("domain", www, "/v1/projects/prj_1/domains", www.name);
const rows = [project, component, domain];
const updates = [
  { ...project, news: { ...site, cookieName: "mine" } },
  { ...component, news: { ...ga4, active: false } },
];

const PAGE = { kind: "html", status: 200 } as const;
const LOST = { kind: "reset", when: "before" } as const;
const FORBIDDEN = { kind: "answer", status: 403, body: { error: { type: "forbidden_error", message: "no" } } } as const;

/** The service before the create of a row. */
const beforeIts = ({ kind }: Row): Seed => ({ organizations: ["org_1"], projects: kind === "project" ? [] : [SITE] });
const live: Seed = { projects: [{ ...SITE, components: [GA4], domains: [{ name: www.name }] }] };

async function faulty(seed: Seed, ...faults: Rule[]): Promise<Scene> {
  const scene = await open({ seed });
  scene.emulator.setFaults({ faults });
  return scene;
}

/** What an operation says, and how long it took. */
async function outcome({ clock }: Scene, operation: Promise<unknown>) {
  const start = clock.client.now();
  const failure = await operation.then(
    () => undefined,
    (error: unknown) => Object(error),
  );
  return { failure, waited: clock.client.now() - start };
}

const update = ({ emulator, ...scene }: Scene, { kind, id, inputs, news }: (typeof updates)[number]) =>
  scene[kind].update(id, { ...inputs, origin: emulator.url, organization: "org_1" }, news);
const remove = ({ emulator, ...scene }: Scene, { kind, id, inputs }: Row) =>
  scene[kind].delete(id, { ...inputs, origin: emulator.url, organization: "org_1", forceDestroy: true });

const UNKNOWN = /^The outcome of the \w+ of \w+ \S+ is unknown: .* Run plan or pulumi refresh: it reads the service/;

beforeEach(() => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("a create whose answer is lost", () => {
  it.each([project, component])(
    "and that never arrived is unknown, without an id, and not sent again: $kind",
    async (row) => {
      await using scene = await faulty(beforeIts(row), { method: "POST", path: row.list, fault: LOST });
      const { failure, waited } = await outcome(scene, scene[row.kind].create(row.inputs));
      expect(failure).toMatchObject({ message: expect.stringMatching(UNKNOWN) });
      expect(failure).not.toHaveProperty("id");
      expect(waited).toBe(SETTLE_WINDOW);
      expect(writes(scene.emulator)).toEqual([`POST ${row.list}`]);
    },
  );
});

describe("an update whose answer is lost", () => {
  it.each(updates)("is done if the service shows it, and unknown if it never arrives: $kind", async (row) => {
    const rule = { method: "POST", path: row.path, times: "always" } as const;
    await using done = await faulty(live, { ...rule, fault: { ...PAGE, handled: true } });
    await update(done, row);
    expect(writes(done.emulator)).toHaveLength(1);
    await using scene = await faulty(live, { ...rule, fault: PAGE });
    const { failure } = await outcome(scene, update(scene, row));
    // The state has what the service shows, so the next update sends it again.
    expect(failure).toMatchObject({ id: row.id, message: expect.stringMatching(UNKNOWN) });
    expect(await scene[row.kind].diff(row.id, failure.properties, row.news)).toEqual(UPDATE);
  });
});

describe("a write that is refused or not sent fails with the service's own words", () => {
  const refusal = (method: string, path: string) => `${method} ${path}: 403 forbidden_error: no`;

  it.each(rows)("a create and a deletion: $kind", async (row) => {
    for (const [seed, method, path, run] of [
      [beforeIts(row), "POST", row.list, (scene: Scene) => scene[row.kind].create(row.inputs)],
      [live, "DELETE", row.path, (scene: Scene) => remove(scene, row)],
    ] as const) {
      await using scene = await faulty(seed, { method, path, times: "always", fault: FORBIDDEN });
      await expect(run(scene)).rejects.toThrow(refusal(method, path));
      expect(writes(scene.emulator)).toEqual([`${method} ${path}`]);
    }
  });
});

describe("an object is gone only if the service says so", () => {
  const faults = [{ kind: "html", status: 404 }, FORBIDDEN, { kind: "answer", status: 500 }] as const;

  it.each(rows)("a refresh keeps what it cannot read: $kind", async ({ kind, inputs, id }) => {
    for (const fault of faults) {
      await using scene = await faulty(live, { method: "GET", times: "always", fault });
      const state = { ...inputs, origin: scene.emulator.url, organization: "org_1" };
      await expect(scene[kind].read(id, state)).rejects.toThrow(/GET \/v1/);
    }
  });
});

describe("a service that answers writes with little, and shows them late", () => {
  it.each<Habits["answers"] & object>([
    { create: "none", update: "none", delete: "none" },
    { create: "empty", update: "empty" },
    { create: "id", update: "id" },
    { update: "old" },
  ])("gets each write once: %j", async (answers) => {
    for (const late of [0, 4_000]) {
      const habits = { answers, late: { readsMs: late }, staleListsMs: late };
      await using scene = await open({ seed: { organizations: ["org_1"] }, habits });
      for (const { kind, inputs, id } of rows)
        expect(await scene[kind].create({ ...inputs, ...(kind === "project" ? { cache: true } : {}) })).toMatchObject({
          id,
        });
      const second = await nextUpdate(scene);
      for (const row of updates) await update(second, row);
      const third = await nextUpdate(scene);
      for (const row of rows.toReversed()) await remove(third, row);
      expect(writes(scene.emulator)).toEqual([
        `POST ${project.list}`,
        `POST ${project.path}`,
        `POST ${component.list}`,
        `POST ${domain.list}`,
        `POST ${project.path}`,
        `POST ${component.path}`,
        ...[domain, component, project].map(({ path }) => `DELETE ${path}`),
      ]);
      expect(scene.emulator.state()).toEqual([]);
    }
  });
});
