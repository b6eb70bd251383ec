import { describe, expect, it } from "vitest";
import type { Habits } from "../../emulator/profile/habits.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { itemOf, startWorld, type World } from "../sync/world.ts";

/*
 * A live secret is never lost, in whatever form the service shows it, and whether an update merges settings or replaces them.
 */

const SECRET = "EAABsb_SECRET_9876";
const HEAD = "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n  acme/pixel:\n";

const MASKS = ["omitted", "empty", "null", "stars", "prefix-stars", "redacted"] as const;

const token = { name: "token", secret: true, required: true };
const key = { name: "key", secret: true };
/** `token` is a secret of the second version only, and `key` of the first only. */
const catalogue = [
  catalogueEntry(
    "acme/pixel",
    [{ name: "mode" }, { name: "token" }, key],
    [{ name: "mode" }, token, { name: "key" }, { name: "spare", secret: true }],
  ),
];

async function world(habits: Habits, version = "2", settings: object = { mode: "a", token: SECRET }): Promise<World> {
  const component = { component_slug: "acme/pixel", component_version: version, settings: { ...settings } };
  const projects = [{ organization_id: "org_1", slug: "site", components: [component] }];
  return startWorld({ habits, seed: { catalogue, projects } });
}

const stored = (service: World) => service.state()[0]?.components[0]?.settings;
const environment = { TOKEN: SECRET };

it.each(["********90", "https://collector:***@cdp.example.com/in"])(
  "what looks like a mask is never sent back, also of a setting that no version calls secret: %s",
  async (mode) => {
    await using service = await world({}, "1", { mode, token: "a" });
    await service.write({ "a.yaml": `${HEAD}    settings: { token: b, key: null }\n` });
    const report = await service.run("apply");
    expect(itemOf(report, "org_1/site/acme/pixel").reason).toMatch(/could lose mode, .*Declare mode too/);
    expect(service.writes()).toEqual([]);
  },
);

describe.each(MASKS)("a secret that the service shows as %s", (as) => {
  describe.each(["merge", "replace"] as const)("and whose updates %s settings", (settings) => {
    const habits = { secrets: { as }, ...(settings === "merge" ? { changes: { settings } } : {}) } as const;

    it("blocks an update of other settings until it is declared", async () => {
      await using service = await world(habits);
      await service.write({ "a.yaml": `${HEAD}    settings: { mode: b }\n` });
      const report = await service.run("apply");
      expect(report.result).toBe("blocked");
      expect(itemOf(report, "org_1/site/acme/pixel").reason).toMatch(
        /^An update of the settings could lose (token|token, key, spare), which is or may be a secret: .*Declare /,
      );
      expect(stored(service)).toEqual({ mode: "a", token: SECRET });

      // If it shows no secret at all, it may hide the optional ones, too.
      await service.write({
        "a.yaml": `${HEAD}    settings: { mode: b, token: { secret: TOKEN }, key: null, spare: null }\n`,
      });
      expect((await service.run("apply", { environment })).result).toBe("applied");
      expect(stored(service)).toEqual({ mode: "b", token: SECRET });
      service.writes();
      expect((await service.run("apply", { environment })).result).toBe("no-changes");
      expect(service.writes()).toEqual([]);
    });

    it("is set by a create, and left alone afterwards", async () => {
      await using service = await startWorld({ habits, seed: { catalogue } });
      await service.write({ "a.yaml": `${HEAD}    settings: { mode: a, token: { secret: TOKEN } }\n` });
      expect((await service.run("apply", { environment })).result).toBe("applied");
      expect(stored(service)).toEqual({ mode: "a", token: SECRET });
      service.writes();
      const report = await service.run("apply", { environment });
      expect(report.result).toBe("no-changes");
      expect(itemOf(report, "org_1/site/acme/pixel").notes).toEqual([
        expect.stringMatching(/^settings\.token: .*rewrite-secrets/),
      ]);
      expect(service.writes()).toEqual([]);
    });
  });
});

describe("a secret that the service shows by its last four letters", () => {
  it.each(["merge", "replace"] as const)(
    "is sent in each run and never lost, if updates %s settings",
    async (settings) => {
      await using service = await world({
        secrets: { as: "suffix" },
        ...(settings === "merge" ? { changes: { settings } } : {}),
      });
      await service.write({ "a.yaml": `${HEAD}    settings: { mode: b }\n` });
      const report = await service.run("apply");
      expect(report.result).toBe("blocked");
      expect(itemOf(report, "org_1/site/acme/pixel").reason).toContain("could lose token, which is");

      await service.write({ "a.yaml": `${HEAD}    settings: { mode: b, token: { secret: TOKEN } }\n` });
      for (const _time of ["first", "second"]) {
        const { result, applied } = await service.run("apply", { environment });
        expect(result).toBe("partial");
        expect(applied?.outcomes.map(({ message }) => message)).toContainEqual(
          expect.stringContaining("Each apply sends it again. Never declare what the service shows"),
        );
        expect(stored(service)).toEqual({ mode: "b", token: SECRET });
      }
    },
  );
});
