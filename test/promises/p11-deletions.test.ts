import { describe, expect, it } from "vitest";
import type { Mode } from "../../sync/report/report.ts";
import { parseHostPattern } from "../../sync/run/sweep.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";
import { code, failureOf, ga4, nextUpdate, open, writes, www, type Scene } from "../provider/provider.ts";
import { itemOf, startWith } from "../sync/world.ts";
import { NOT_SAID, othersThan, showing } from "./odd-owners.ts";

/*
 * P11: nothing is deleted that is not certainly of this project. What a project's list shows is its own, unless the row names another project
 * or one that cannot be read.
 */

const PROJECT = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "site",
  components: [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
  domains: [{ name: "pr-7.example.com" }],
};
const SEED = { projects: [PROJECT, { organization_id: "org_1", slug: "other" }] };
const HEAD = "version: 1\nproject: { organization_id: org_1, slug: site }\n";
const DOMAIN = "org_1/site/pr-7.example.com";
const COMPONENT = "org_1/site/edgee/ga4";

interface Attack {
  readonly what: string;
  readonly mode: Mode;
  readonly text: string;
  readonly key: string;
  readonly options?: Partial<RunOptions>;
}

const apply = (what: string, key: string, rest: string): Attack => ({
  what,
  mode: "apply",
  text: `${HEAD}${rest}\n`,
  key,
});

const ATTACKS: readonly Attack[] = [
  apply("a pruned domain", DOMAIN, "domains: []"),
  apply("an absent domain", DOMAIN, "domains: [{ name: pr-7.example.com, absent: true }]"),
  apply("a declared domain", DOMAIN, "domains: [PR-7.example.com.]"),
  apply("a pruned component", COMPONENT, "components: {}"),
  apply("an absent component", COMPONENT, "components: { edgee/ga4: { absent: true } }"),
  apply("an absent, pinned component", COMPONENT, "components: { edgee/ga4: { id: pc_1, absent: true } }"),
  apply("a changed component", COMPONENT, "components: { edgee/ga4: { active: false } }"),
  apply("a changed, pinned component", COMPONENT, "components: { edgee/ga4: { id: pc_1, active: false } }"),
  {
    ...apply("a swept domain", DOMAIN, "domains: []"),
    mode: "sweep",
    options: {
      sweep: {
        numberIn: parseHostPattern("p", "pr-{number}.example.com"),
        judge: async () => new Map([[7, { action: "delete", reason: "It is over." } as const]]),
        isDryRun: false,
      },
    },
  },
];

const habitFor = (key: string, owner: unknown, where?: "lists") =>
  showing(key === DOMAIN ? "domain" : "project_component", owner, where);

describe.each(ATTACKS)("$what in the list of a project", ({ mode, text, key, options }) => {
  it.each(othersThan("prj_1").map((owner) => ({ owner })))("stays where its row names $owner", async ({ owner }) => {
    await using world = await startWith({ "a.yaml": text }, { seed: SEED, between: habitFor(key, owner, "lists") });
    const report = await world.run(mode, { prune: ["all"], ...options });
    expect(itemOf(report, key)).toMatchObject({ action: "blocked", reason: expect.stringMatching(/belongs to /) });
    expect(world.writes()).toEqual([]);
  });

  it.each([...NOT_SAID, "prj_1"].map((owner) => ({ owner })))(
    "is its own where its row says $owner",
    async ({ owner }) => {
      await using world = await startWith({ "a.yaml": text }, { seed: SEED, between: habitFor(key, owner) });
      const report = await world.run(mode, { prune: ["all"], ...options });
      expect(report.result).toBe(text.includes("PR-7") ? "no-changes" : "applied");
    },
  );
});

describe.each([
  ["with everything in it", HEAD.replace(" }", ", absent: true }")],
  [
    "with what is declared absent",
    `${HEAD.replace(" }", ", absent: true }")}components: { edgee/ga4: { absent: true } }\ndomains: [{ name: pr-7.example.com, absent: true }]\n`,
  ],
])("a project that is to be deleted %s", (_what, text) => {
  it.each(["domain", "project_component"] as const)(
    "stays while a row of it names another project: %s",
    async (sort) => {
      for (const owner of othersThan("prj_1")) {
        await using world = await startWith({ "a.yaml": text }, { seed: SEED, between: showing(sort, owner, "lists") });
        const report = await world.run("apply", { prune: ["all"] });
        expect(report.plan?.items[0]).toMatchObject({ kind: "project", action: "blocked" });
        expect(world.writes()).toEqual([]);
      }
    },
  );
});

it("a host name does not move away from a project whose list shows it for another one", async () => {
  const files = {
    "a.yaml": `${HEAD}domains: []\n`,
    "b.yaml": `${HEAD.replace("site", "other")}domains: [pr-7.example.com]\n`,
  };
  for (const owner of othersThan("prj_1")) {
    await using world = await startWith(files, { seed: SEED, between: showing("domain", owner, "lists") });
    const report = await world.run("apply", { prune: ["domains"] });
    expect(itemOf(report, "org_1/other/pr-7.example.com").action).toBe("blocked");
    expect(world.writes()).toEqual([]);
  }
});

it("a host name is not taken to have left its project where the read of it names no readable owner", async () => {
  const files = {
    "a.yaml": `${HEAD}domains: []\n`,
    "b.yaml": `${HEAD.replace("site", "other")}domains: [pr-7.example.com]\n`,
  };
  const kept = { kind: "answer", status: 200, body: { deleted: false } } as const;
  const path = "/v1/projects/prj_1/domains/pr-7.example.com";
  await using world = await startWith(files, {
    seed: SEED,
    between: showing("domain", { id: "prj_1" }, "single"),
    faults: { faults: [{ method: "DELETE", path, times: "always", fault: kept }] },
  });
  await world.run("apply");
  expect(world.writes().filter((call) => call.startsWith("POST"))).toEqual([]);
});

it("a component is not updated where the read right before its update names another project", async () => {
  const text = `${HEAD}components: { edgee/ga4: { settings: { measurement_id: G-2 } } }\n`;
  for (const owner of othersThan("prj_1")) {
    const habit = showing("project_component", owner, "single");
    await using world = await startWith({ "a.yaml": text }, { seed: SEED, between: habit });
    const { applied } = await world.run("apply");
    expect(applied?.outcomes).toMatchObject([{ status: "failed", message: expect.stringContaining("belongs to") }]);
    expect(world.writes()).toEqual([]);
  }
});

it("an answer about another object is no answer about the one that was asked for", async () => {
  const SHORT = { lists: { fields: "ids" } } as const;
  const theirs = { id: "pc_9", component_slug: "edgee/ga4", settings: { measurement_id: "G-9" } };
  const seed = { projects: [PROJECT, { organization_id: "org_1", slug: "other", id: "prj_2", components: [theirs] }] };
  const answer = {
    kind: "answer",
    status: 200,
    body: { ...theirs, object: "project_component", active: true },
  } as const;
  const path = "/v1/projects/prj_1/components/pc_1";
  const faults = { faults: [{ method: "GET", path, times: "always", fault: answer } as const] };
  const text = `${HEAD}components: { edgee/ga4: { active: false } }\n`;
  await using world = await startWith({ "a.yaml": text }, { seed, habits: SHORT, faults });
  await world.run("apply");
  expect(world.writes()).toEqual([]);
});

describe("in Pulumi", () => {
  const ids = { component: "prj_1/pc_1", domain: "prj_1/pr-7.example.com" } as const;
  const inputs = {
    component: { ...ga4, settings: { measurement_id: "G-2" } },
    domain: { ...www, name: "pr-7.example.com" },
  };
  const kinds = ["component", "domain"] as const;
  const sorts = { component: "project_component", domain: "domain" } as const;

  async function started(kind: "component" | "domain", where: "lists" | "single") {
    let owner: unknown;
    const scene = await open({
      seed: SEED,
      between: (request, serve) =>
        owner === undefined ? serve(request) : showing(sorts[kind], owner, where)(request, serve),
    });
    const { props } = await scene[kind].read(ids[kind], code);
    const state = { ...code, ...props, origin: scene.emulator.url, __lookedUp: undefined };
    return { scene, state, show: (next: unknown) => (owner = next) };
  }

  it.each(kinds)("a %s is not adopted where its row or its record names another project", async (kind) => {
    for (const where of ["lists", "single"] as const) {
      const { scene, show } = await started(kind, where);
      await using _scene: Scene = scene;
      for (const owner of othersThan("prj_1")) {
        show(owner);
        const next = await nextUpdate(scene);
        const error = await failureOf(next[kind].create({ ...inputs[kind], ifExists: "adopt" }));
        expect([where, owner, error.message]).toEqual([where, owner, expect.stringContaining("belongs to")]);
      }
      expect(writes(scene.emulator)).toEqual([]);
    }
  });

  it.each(kinds)(
    "a %s is not deleted where its row, or its record without a row, names another project",
    async (kind) => {
      for (const where of ["lists", "single"] as const) {
        const { scene, state, show } = await started(kind, where);
        const body = { object: "list", data: [], has_more: false };
        const path = `/v1/projects/prj_1/${kind}s`;
        const isHidden = {
          method: "GET",
          path,
          times: "always",
          fault: { kind: "answer", status: 200, body },
        } as const;
        if (where === "single") scene.emulator.setFaults({ faults: [isHidden] });
        await using _scene: Scene = scene;
        for (const owner of othersThan("prj_1")) {
          show(owner);
          const error = await failureOf((await nextUpdate(scene))[kind].delete(ids[kind], state));
          expect([where, owner, error.message]).toEqual([where, owner, expect.stringContaining("belongs to")]);
        }
        expect(writes(scene.emulator)).toEqual([]);
      }
    },
  );

  it("a component is not updated where its record names another project", async () => {
    const { scene, state, show } = await started("component", "single");
    await using _scene: Scene = scene;
    for (const owner of othersThan("prj_1")) {
      show(owner);
      const { component } = await nextUpdate(scene);
      await expect(component.update(ids.component, state, inputs.component)).rejects.toThrow("belongs to");
    }
    expect(writes(scene.emulator)).toEqual([]);
  });

  it("a component is not adopted by its id if the project's own list does not show it", async () => {
    const theirs = { id: "prj_2", organization_id: "org_1", slug: "other", components: PROJECT.components };
    await using scene = await open({
      seed: { projects: [{ organization_id: "org_1", slug: "site", id: "prj_1" }, theirs] },
      // The service finds a component in any project.
      between: (request, serve) =>
        serve({ ...request, target: request.target.replace("/prj_1/components/pc_1", "/prj_2/components/pc_1") }),
    });
    const error = await failureOf(scene.component.create({ ...inputs.component, adoptId: "pc_1" }));
    expect(error.message).toContain("does not show that component pc_1 belongs to prj_1");
    expect(writes(scene.emulator)).toEqual([]);
  });
});
