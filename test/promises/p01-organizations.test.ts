import { describe, expect, it } from "vitest";
import { parseHostPattern } from "../../sync/run/sweep.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";
import type { Mode } from "../../sync/report/report.ts";
import { code, failureOf, nextUpdate, open, SITE, site, writes } from "../provider/provider.ts";
import { startWith } from "../sync/world.ts";
import { NOT_SAID, othersThan, showing } from "./odd-owners.ts";

/* P1: a file author changes only projects of the listed organizations, and of the one that the file declares. */

const victim = {
  id: "prj_9",
  organization_id: "org_2",
  slug: "site",
  components: [{ id: "pc_9", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
  domains: [{ name: "victim.example.com" }, { name: "pr-3.preview.example.com" }],
};
const own = { id: "prj_1", organization_id: "org_1", slug: "own" };
const SEED = { projects: [own, victim] };
const PIN = "organization_id: org_1, slug: site, id: prj_9";
const limits = { organizations: ["org_1"], prune: ["all"], maxDeletes: 100 } as const;

interface Attack {
  readonly what: string;
  readonly mode: Mode;
  readonly text: string;
  readonly options?: Partial<RunOptions>;
}

const attack = (what: string, text: string, mode: Mode = "apply", options: Partial<RunOptions> = {}): Attack => ({
  what,
  mode,
  text,
  options,
});

const ATTACKS: readonly Attack[] = [
  attack("update", `project: { ${PIN}, description: changed }`),
  attack("rename", "project: { organization_id: org_1, slug: new, previous_slug: site, id: prj_9 }"),
  attack("component", `project: { ${PIN} }\ncomponents: { edgee/ga4: { active: false } }`),
  attack("attach", `project: { ${PIN} }\ndomains: [new.example.com, victim.example.com, pr-3.preview.example.com]`),
  attack("prune", `project: { ${PIN} }\ncomponents: {}\ndomains: []`),
  attack(
    "absent line",
    `project: { ${PIN} }\ncomponents: { edgee/ga4: { absent: true } }\ndomains: [{ name: victim.example.com, absent: true }]`,
  ),
  attack("absent project", `project: { ${PIN}, absent: true }`),
  attack("sweep", `project: { ${PIN} }\ndomains: []`, "sweep", {
    sweep: {
      numberIn: parseHostPattern("p", "pr-{number}.preview.example.com"),
      judge: async () => new Map([[3, { action: "delete", reason: "It is over." } as const]]),
      isDryRun: false,
    },
  }),
];

describe.each(ATTACKS)("a pinned project of another organization: $what", ({ mode, text, options }) => {
  it.each([...NOT_SAID, ...othersThan("org_1")].map((owner) => ({ owner })))(
    "is blocked with its id, and nothing is written, where its record shows $owner",
    async ({ owner }) => {
      const files = { "a.yaml": `version: 1\n${text}\n` };
      await using world = await startWith(files, { seed: SEED, between: showing("project", owner) });
      const report = await world.run(mode, { ...limits, ...options });
      expect(report.result).toBe("blocked");
      expect(report.plan?.items.find(({ kind }) => kind === "project")).toMatchObject({
        action: "blocked",
        reason: expect.stringContaining("prj_9"),
      });
      expect(world.writes()).toEqual([]);
      expect(world.requests().some(({ path }) => path.startsWith("/v1/projects/prj_9/"))).toBe(false);
    },
  );
});

it("a host name does not move away from a pinned project of another organization", async () => {
  const files = {
    "a.yaml": "version: 1\nproject: { organization_id: org_1, slug: own }\ndomains: [victim.example.com]\n",
    "b.yaml": `version: 1\nproject: { ${PIN} }\ndomains: []\n`,
  };
  for (const owner of [...NOT_SAID, ...othersThan("org_1")]) {
    const isVictim = ({ id }: { readonly id?: unknown }): boolean => id === "prj_9";
    const habit = showing("project", owner, "both", isVictim);
    await using world = await startWith(files, { seed: SEED, between: habit });
    await world.run("apply", limits);
    expect(world.writes().filter((call) => call.includes("prj_9"))).toEqual([]);
    expect(await world.ask("GET", "/v1/projects/prj_9/domains")).toHaveProperty("data.length", 2);
  }
});

describe("a pinned project whose own record does not say whose it is", () => {
  const file = {
    "a.yaml": "version: 1\nproject: { organization_id: org_1, slug: own, id: prj_1, description: new }\n",
  };

  it.each(NOT_SAID.map((owner) => ({ owner })))(
    "is written if the list of its organization has it: $owner",
    async ({ owner }) => {
      for (const where of ["single", "both"] as const) {
        await using world = await startWith(file, { seed: SEED, between: showing("project", owner, where) });
        expect((await world.run("apply", limits)).result).toBe("applied");
      }
    },
  );

  it.each([403, 500])("is blocked if that list cannot be read: %i", async (status) => {
    const body = { error: { type: "forbidden_error", message: "no" } };
    const habit = showing("project", undefined);
    await using world = await startWith(file, {
      seed: SEED,
      between: (request, serve) =>
        request.target.startsWith("/v1/projects?")
          ? {
              kind: "whole",
              answer: { status, headers: { "content-type": "application/json" }, body: JSON.stringify(body) },
            }
          : habit(request, serve),
    });
    expect((await world.run("apply", limits)).plan?.items ?? []).not.toContainEqual(
      expect.objectContaining({ action: "update" }),
    );
    expect(world.writes()).toEqual([]);
  });
});

it.each(othersThan("org_1").map((owner) => ({ owner })))(
  "a project that only a read by its id shows as another's is not written: $owner",
  async ({ owner }) => {
    const files = { "a.yaml": "version: 1\nproject: { organization_id: org_1, slug: own, description: new }\n" };
    // The list is short, so the project is read by its id.
    const habit = showing("project", owner, "single");
    await using world = await startWith(files, {
      seed: SEED,
      between: (request, serve) => {
        const reply = habit(request, serve);
        if (reply.kind !== "whole" || !request.target.startsWith("/v1/projects?")) return reply;
        const { data, ...list } = JSON.parse(reply.answer.body);
        const short = data.map(({ id, organization_id, slug }: Record<string, unknown>) => ({
          id,
          organization_id,
          slug,
        }));
        return { ...reply, answer: { ...reply.answer, body: JSON.stringify({ ...list, data: short }) } };
      },
    });
    expect((await world.run("apply", limits)).result).toBe("blocked");
    expect(world.writes()).toEqual([]);
  },
);

it("a project that becomes another organization's while the plan is confirmed is not written, nor what is in it", async () => {
  const text = "project: { organization_id: org_1, slug: own, description: new }\ndomains: [a.example.com]";
  for (const owner of othersThan("org_1")) {
    let shown: unknown = "org_1";
    await using world = await startWith(
      { "a.yaml": `version: 1\n${text}\n` },
      { seed: SEED, between: (request, serve) => showing("project", shown, "single")(request, serve) },
    );
    const confirm = async (): Promise<boolean> => {
      shown = owner;
      await world.client().pause(6_000, "for the question");
      return true;
    };
    const { applied } = await world.run("apply", { confirm });
    expect(applied?.outcomes.map(({ status }) => status)).toEqual(["failed", "failed"]);
    expect(world.writes()).toEqual([]);
  }
});

it("`organizations` compares ids as everything else does: without case, and exactly", async () => {
  const files = { "a.yaml": "version: 1\nproject: { organization_id: Org_1, slug: own, description: new }\n" };
  const resultOf = async (organizations: string[]) => {
    await using world = await startWith(files, { seed: SEED });
    const { result } = await world.run("apply", { organizations });
    return { result, writes: world.writes().length };
  };
  expect(await resultOf(["ORG_1"])).toEqual({ result: "applied", writes: 1 });
  for (const other of ["org_", "org_11", "org-1", "org_1*", "*", " org_1"])
    expect(await resultOf([other])).toEqual({ result: "invalid", writes: 0 });
});

describe("in Pulumi", () => {
  it.each([...NOT_SAID, ...othersThan("org_1")].map((owner) => ({ owner })))(
    "a project of another organization is not adopted by its id: $owner",
    async ({ owner }) => {
      await using scene = await open({ seed: SEED, between: showing("project", owner) });
      const error = await failureOf(scene.project.create({ ...site, adoptId: "prj_9", description: "changed" }));
      expect(error.message).toContain("prj_9");
      expect(writes(scene.emulator)).toEqual([]);
    },
  );

  it.each(othersThan("org_1").map((owner) => ({ owner })))(
    "a project that has become another organization's is neither updated nor deleted, and a refresh fails: $owner",
    async ({ owner }) => {
      let shown: unknown = "org_1";
      await using scene = await open({
        seed: { projects: [SITE] },
        between: (request, serve) => showing("project", shown)(request, serve),
      });
      const { id, outs } = await scene.project.create({ ...site, ifExists: "adopt" });
      const state = { ...code, ...outs };
      shown = owner;
      const next = async () => (await nextUpdate(scene)).project;
      const changed = { ...site, description: "changed" };
      await expect((await next()).update(id, state, changed)).rejects.toThrow("belongs to");
      await expect((await next()).delete(id, { ...state, forceDestroy: true })).rejects.toThrow("belongs to");
      await expect((await next()).read(id, state)).rejects.toThrow("belongs to");
      expect(writes(scene.emulator)).toEqual([]);
    },
  );
});
