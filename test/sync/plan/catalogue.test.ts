import { describe, expect, it } from "vitest";
import type { FaultSchedule } from "../../../emulator/start.ts";
import { formatProblem } from "../../../provider/file/problem.ts";
import { changesOf, itemOf, startWorld, type World } from "../world.ts";

const COMPONENTS = "/v1/projects/prj_1/components";
const BOX = "/v1/components/acme/box";
const TWO = "version: 1\nproject: { organization_id: org_1, slug: two }\n";

const site = (component: string): string =>
  `version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n  acme/box: ${component}\n`;

const field = (name: string, more: object = {}) => ({ name, title: name, type: "string", ...more });

function answers(of: Readonly<Record<string, unknown>>, status = 200): FaultSchedule {
  const faults = Object.entries(of).map(([path, body]) => ({
    method: "GET" as const,
    path,
    times: "always" as const,
    fault: { kind: "answer" as const, status, body },
  }));
  return { faults };
}

/** A project with a component, a project without one, and the catalogue's entry of the component. */
async function worldWith(entry: object, component: object, file: string): Promise<World> {
  const projects = [
    { organization_id: "org_1", slug: "site", components: [{ component_slug: "edgee/ga4" }] },
    { organization_id: "org_1", slug: "two" },
  ];
  const live = { id: "pc_1", component_slug: "acme/box", component_version: "1", ...component };
  const world = await startWorld({
    seed: { projects },
    faults: answers({
      [BOX]: { id: "cmp_box", slug: "acme/box", ...entry },
      [COMPONENTS]: { object: "list", data: [live] },
      [`${COMPONENTS}/pc_1`]: live,
    }),
  });
  await world.write({ "site.yaml": file, "two.yaml": TWO });
  return world;
}

/** The bodies of the component's updates. */
function sent(world: World): unknown[] {
  return world.requests().flatMap(({ method, body }) => (method === "POST" ? [body] : []));
}

describe("a new version of a live component", () => {
  const entry = {
    latest_version: "2",
    versions: {
      "1": { dynamic_fields: [field("mode")] },
      "2": { dynamic_fields: [field("region", { required: true })] },
    },
  };
  const live = { settings: { mode: "x" } };

  it("is refused if it requires a setting that is neither live nor declared", async () => {
    await using world = await worldWith(entry, live, site("{ version: latest }"));
    for (const mode of ["plan", "apply"] as const) {
      const report = await world.run(mode);
      expect(report.result).toBe("invalid");
      expect(report.problems.map(formatProblem)).toEqual([
        expect.stringMatching(/^site\.yaml:4:3: warning: .*has no setting mode\. .* so it stays as it is\.$/),
        expect.stringMatching(/^site\.yaml:4:3: error: .*acme\/box 2 requires the setting region\.$/),
      ]);
    }
    expect(world.writes()).toEqual([]);
  });

  it("gets what it requires, and reports settings that stay although it does not have them", async () => {
    await using world = await worldWith(entry, live, site("{ version: latest, settings: { region: eu } }"));
    const report = await world.run("apply");
    expect(report.problems.map(formatProblem)).toEqual([
      expect.stringMatching(/warning: .*has no setting mode\. .* so it stays as it is\.$/),
    ]);
    expect(sent(world)).toEqual([{ component_version: "2", settings: { mode: "x", region: "eu" } }]);
  });

  it("keeps what it requires if null is declared, with a note", async () => {
    const of = { settings: { region: "eu" }, component_version: "2" };
    await using world = await worldWith(entry, of, site("{ settings: null }"));
    const report = await world.run("apply");
    expect(report.result).toBe("no-changes");
    expect(report.problems).toEqual([]);
    expect(itemOf(report, "org_1/site/acme/box").notes).toEqual([
      "settings: null asks for the defaults, and none are documented: the live values stay.",
    ]);
  });
});

describe("a version that is not understood", () => {
  const secret = field("token", { secret: true, required: true });

  it.each<[what: string, version: unknown, versions: object]>([
    ["is not said", undefined, { "1": { dynamic_fields: [field("mode", { secret: false }), secret] } }],
    ["is a number", 1, { "1": { dynamic_fields: [field("mode", { secret: false }), secret] } }],
    ["is not described", "1", { "1": { dynamic_fields: [{ name: 7 }] }, "2": { dynamic_fields: [secret] } }],
  ])("%s: a secret of any other version is not lost, and nothing is shown", async (_what, version, versions) => {
    const live = { component_version: version, settings: { mode: "some-secret-mode" } };
    const file = site('{ version: "1", settings: { mode: n } }');
    await using world = await worldWith({ latest_version: "1", versions }, live, file);
    const report = await world.run("plan");
    expect(itemOf(report, "org_1/site/acme/box")).toMatchObject({
      action: "blocked",
      reason: expect.stringMatching(/^An update of the settings could lose token, which is or may be a secret: /),
      changes: [{ path: "settings.mode", from: "(secret)", to: "(secret)" }],
    });
    await world.run("apply");
    expect(sent(world)).toEqual([]);
  });

  it("makes a setting secret that the live version shows", async () => {
    const versions = { "1": { dynamic_fields: [field("mode", { secret: false })] }, "2": {} };
    const file = site('{ version: "2", settings: { mode: n } }');
    await using world = await worldWith({ latest_version: "2", versions }, { settings: { mode: "m" } }, file);
    expect(itemOf(await world.run("plan"), "org_1/site/acme/box").changes).toEqual([
      { path: "settings.mode", from: "(secret)", to: "(secret)" },
      { path: "version", from: "1", to: "2" },
    ]);
  });

  it.each([undefined, null, 7])("is not sent again and again if the service shows it as %s", async (version) => {
    const versions = { "1": { dynamic_fields: [] } };
    await using world = await worldWith(
      { latest_version: "1", versions },
      { component_version: version },
      site('{ version: "1" }'),
    );
    const report = await world.run("apply");
    expect(report.result).toBe("no-changes");
    expect(itemOf(report, "org_1/site/acme/box")).toMatchObject({
      action: "unchanged",
      notes: ["version: the service does not show it, so it was not compared."],
    });
    expect(sent(world)).toEqual([]);
  });
});

it("a problem with the catalogue is one line, whatever the name of a setting", async () => {
  const entry = { latest_version: "1", versions: { "1": { dynamic_fields: [] } } };
  await using world = await worldWith(entry, {}, site('{ version: "1", settings: { "a\\nb": 1 } }'));
  const [problem] = (await world.run("plan")).problems;
  expect(problem?.path).toBe(String.raw`components.acme/box.settings.a\u{a}b`);
  expect(problem?.message).not.toContain("\n");
});

it("a mask inside a setting is never sent back", async () => {
  const fields = [field("oauth", { type: "object", secret: false }), field("name", { secret: false })];
  const entry = { latest_version: "1", versions: { "1": { dynamic_fields: fields } } };
  const live = { settings: { oauth: { token: "********" }, other: ["****"], name: "n" } };
  await using world = await worldWith(entry, live, site('{ version: "1", settings: { name: m } }'));
  expect(itemOf(await world.run("plan"), "org_1/site/acme/box")).toMatchObject({
    action: "blocked",
    reason: expect.stringMatching(/^An update of the settings could lose oauth, other, /),
  });
  await world.run("apply");
  expect(sent(world)).toEqual([]);
});

describe("an odd answer of the catalogue", () => {
  const good = { dynamic_fields: [field("mode")] };
  const plain = site('{ version: "1", settings: { mode: y } }');

  it.each([
    ["a field without a type in another version", { "1": good, "0.1": { dynamic_fields: [{ name: "x" }] } }],
    ["a version that is null", { "1": good, "0.1": null }],
    ["options that are numbers", { "1": { dynamic_fields: [field("mode"), field("n", { options: [1, 2] })] } }],
    ["a flag that is none in another version", { "1": good, "2": { dynamic_fields: [field("x", { secret: "yes" })] } }],
  ])("with %s stops nothing", async (_what, versions) => {
    await using world = await worldWith({ latest_version: "1", versions }, { settings: { mode: "x" } }, plain);
    const report = await world.run("plan");
    expect(report).toMatchObject({ result: "changes", problems: [] });
    expect(changesOf(report)).toEqual(["update component org_1/site/acme/box"]);
  });

  it("of the version itself leaves it unchecked, with a warning, and its settings secret", async () => {
    const versions = { "1": { dynamic_fields: [field("mode", { required: "maybe" })] } };
    await using world = await worldWith({ latest_version: "1", versions }, { settings: { mode: "x" } }, plain);
    const report = await world.run("plan");
    expect(report.problems.map(({ level, message }) => `${level}: ${message}`)).toEqual([
      "warning: The catalogue does not describe the settings of acme/box 1: not checked.",
    ]);
    expect(itemOf(report, "org_1/site/acme/box").changes).toEqual([
      { path: "settings.mode", from: "(secret)", to: "(secret)" },
    ]);
  });
});

it.each([
  ["yes", true],
  ["off", false],
  [2, true],
])("active as %j differs from %j, and stops no other project", async (odd, active) => {
  const entry = { latest_version: "1", versions: { "1": { dynamic_fields: [] } } };
  await using world = await worldWith(entry, { active: odd }, site(`{ active: ${active} }`));
  const report = await world.run("plan");
  expect(itemOf(report, "org_1/site/acme/box").changes).toEqual([{ path: "active", from: odd, to: active }]);
  expect(itemOf(report, "org_1/two")).toMatchObject({ action: "unchanged" });
  await world.run("apply");
  expect(sent(world)).toEqual([{ active }]);
});

describe("a catalogue that fails for one component", () => {
  const BROKEN: readonly (readonly [what: string, status: number, body: unknown])[] = [
    ["is broken", 500, { error: { type: "internal_error", message: "broken" } }],
    ["answers with a page", 200, "<html>"],
    ["answers with something else", 200, [7]],
  ];

  it.each(BROKEN)("%s: it is blocked with the reason, and the rest goes on", async (_what, status, body) => {
    await using world = await startWorld({
      seed: { projects: [{ organization_id: "org_1", slug: "site", components: [{ component_slug: "edgee/ga4" }] }] },
      faults: answers({ "/v1/components/edgee/ga4": body }, status),
    });
    const file = site("{}").replace("acme/box", "edgee/ga4");
    const more = "domains: [www.example.com]\n";
    await world.write({ "site.yaml": file + more, "two.yaml": TWO });
    const report = await world.run("apply", { prune: ["all"] });
    expect(report.result).toBe("partial");
    expect(itemOf(report, "org_1/site/edgee/ga4")).toMatchObject({
      action: "blocked",
      reason: expect.stringMatching(/^The catalogue could not be asked about edgee\/ga4: GET .* Run this again\.$/),
    });
    expect(world.writes().toSorted()).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1/domains"]);
  });

  it("does not prevent a removal", async () => {
    await using world = await startWorld({
      seed: { projects: [{ organization_id: "org_1", slug: "site", components: [{ component_slug: "edgee/ga4" }] }] },
      faults: answers({ "/v1/components/edgee/ga4": {} }, 500),
    });
    await world.write({ "site.yaml": site("{ absent: true }").replace("acme/box", "edgee/ga4") });
    expect(await world.run("apply")).toMatchObject({ result: "applied" });
    expect(world.writes()).toEqual([`DELETE ${COMPONENTS}/pc_1`]);
  });

  it("stops the run if the token is refused", async () => {
    await using world = await startWorld({
      seed: { projects: [{ organization_id: "org_1", slug: "site" }] },
      faults: answers({ [BOX]: { error: { type: "authentication_error", message: "no" } } }, 401),
    });
    await world.write({ "site.yaml": site("{}") });
    expect(await world.run("plan")).toMatchObject({ result: "failed", error: expect.stringContaining("401") });
  });
});
