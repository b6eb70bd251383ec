import { describe, expect, it } from "vitest";
import type { Habits } from "../../../emulator/profile/habits.ts";
import { between, records } from "../../habit.ts";
import { changesOf, itemOf, startWorld, type World } from "../world.ts";

/*
 * A live secret is never lost, in whatever form the service shows it, and whether an update merges settings or replaces them.
 */

const SECRET = "EAABsb_SECRET_9876";
const HEAD = "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n  acme/pixel:\n";

const MASKS = ["omitted", "empty", "null", "stars", "prefix-stars", "redacted"] as const;

const field = (name: string, more: object = {}) => ({
  name,
  title: name,
  type: "string" as const,
  required: false,
  ...more,
});

/** `token` is a secret of the second version only, and `key` of the first only. */
const catalogue = [
  {
    id: "cmp_pixel",
    slug: "acme/pixel",
    latest_version: "2",
    versions: {
      "1": { version: "1", dynamic_fields: [field("mode"), field("token"), field("key", { secret: true })] },
      "2": {
        version: "2",
        dynamic_fields: [
          field("mode"),
          field("token", { secret: true, required: true }),
          field("key"),
          field("spare", { secret: true }),
        ],
      },
    },
  },
];

async function world(habits: Habits, version = "2", settings: object = { mode: "a", token: SECRET }): Promise<World> {
  const components = [
    { id: "pc_1", component_slug: "acme/pixel", component_version: version, settings: { ...settings } },
  ];
  return startWorld({
    habits,
    seed: { catalogue, projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", components }] },
  });
}

const stored = (service: World) => service.state()[0]?.components[0]?.settings;
const environment = { TOKEN: SECRET };

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

    it("is sent again by rewrite-secrets", async () => {
      await using service = await world(habits, "2", { mode: "a", token: "another-secret-1" });
      await service.write({
        "a.yaml": `${HEAD}    settings: { mode: a, token: { secret: TOKEN }, key: null, spare: null }\n`,
      });
      await service.run("apply", { environment, rewriteSecrets: true });
      expect(stored(service)).toEqual({ mode: "a", token: SECRET });
    });

    it("is not lost if only another version calls it a secret", async () => {
      await using service = await world(habits, "1");
      await service.write({ "a.yaml": `${HEAD}    settings: { mode: b, key: null }\n` });
      await service.run("apply");
      expect(stored(service)).toEqual({ mode: "a", token: SECRET });
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

describe.each([
  ["may not be read", { kind: "answer", status: 403, body: { error: { type: "forbidden_error", message: "no" } } }],
  ["does not have the component", { kind: "answer", status: 404, body: { error: { type: "not_found_error" } } }],
  [
    "describes another version",
    {
      kind: "answer",
      status: 200,
      body: { ...catalogue[0], versions: { "1": { version: "1", dynamic_fields: [field("mode")] } } },
    },
  ],
  [
    "describes the setting in an older version only, where it is no secret",
    {
      kind: "answer",
      status: 200,
      body: { ...catalogue[0], versions: { ...catalogue[0]?.versions, "2": { version: "2" } } },
    },
  ],
  [
    "describes no settings",
    { kind: "answer", status: 200, body: { ...catalogue[0], versions: { "2": { version: "2" } } } },
  ],
] as const)("a secret, where the catalogue %s", (_what, fault) => {
  it.each(["suffix", "redacted"] as const)("is not overwritten with its mask: %s", async (as) => {
    await using service = await world({ secrets: { as } });
    service.setFaults({ faults: [{ method: "GET", path: "/v1/components/acme/pixel", times: "always", fault }] });
    await service.write({ "a.yaml": `${HEAD}    settings: { mode: b }\n` });
    await service.run("apply");
    expect(stored(service)).toMatchObject({ token: SECRET });
  });
});

describe("a secret that the service shows", () => {
  it("is compared: another one is a change, the same is none", async () => {
    await using service = await world({}, "2", { mode: "a", token: `${SECRET}x` });
    await service.write({ "a.yaml": `${HEAD}    settings: { token: { secret: TOKEN } }\n` });
    expect(changesOf(await service.run("plan", { environment }))).toEqual(["update component org_1/site/acme/pixel"]);
    expect((await service.run("apply", { environment })).result).toBe("applied");
    expect(stored(service)).toEqual({ mode: "a", token: SECRET });
    expect((await service.run("apply", { environment })).result).toBe("no-changes");
  });

  it("shows that a missing optional one is not set", async () => {
    await using service = await world({});
    await service.write({
      "a.yaml": `${HEAD}    settings: { token: { secret: TOKEN }, spare: { secret: SPARE } }\n`,
    });
    await service.run("apply", { environment: { ...environment, SPARE: "spare-secret-1" } });
    expect(stored(service)).toEqual({ mode: "a", token: SECRET, spare: "spare-secret-1" });
  });
});

const asText = (settings: unknown) =>
  Object.fromEntries(Object.entries(Object(settings)).map(([name, value]) => [name, String(value)]));

describe("settings that the service stores as text", () => {
  it("mean the same by the catalogue's type, and another value is a change", async () => {
    const components = [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }];
    await using service = await startWorld({
      between: between(records("project_component", (record) => ({ ...record, settings: asText(record["settings"]) }))),
      seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site", components }] },
    });
    const file = (rate: number) =>
      `version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n  edgee/ga4:\n    settings: { measurement_id: G-1, sample_rate: ${rate}, anonymize_ip: true }\n`;
    await service.write({ "a.yaml": file(0.5) });
    expect((await service.run("apply")).result).toBe("applied");
    service.writes();
    expect((await service.run("apply")).result).toBe("no-changes");
    expect(service.writes()).toEqual([]);
    await service.write({ "a.yaml": file(0.51) });
    expect((await service.run("plan")).result).toBe("changes");
  });
});
