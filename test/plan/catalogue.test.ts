import { describe, expect, it } from "vitest";
import { SECRET } from "../../core/resources/hidden-value.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { formatProblem } from "../../core/file/problem.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { always, on } from "../reconcile/scene.ts";
import { itemOf, startWorld, type World } from "../sync/world.ts";

const COMPONENTS = "/v1/projects/prj_1/components";
const BOX = "/v1/components/acme/box";
const TWO = "version: 1\nproject: { organization_id: org_1, slug: two }\n";

const site = (component: string): string =>
  `version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n  acme/box: ${component}\n`;

function answers(of: Readonly<Record<string, unknown>>, status = 200): FaultSchedule {
  return {
    faults: Object.entries(of).map(([path, body]) => on(`GET ${path}`, { kind: "answer", status, body }, always)),
  };
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
    faults: answers({ [BOX]: entry, [COMPONENTS]: { object: "list", data: [live] }, [`${COMPONENTS}/pc_1`]: live }),
  });
  await world.write({ "site.yaml": file, "two.yaml": TWO });
  return world;
}

/** The bodies of the component's updates. */
function sent(world: World): unknown[] {
  return world.requests().flatMap(({ method, body }) => (method === "POST" ? [body] : []));
}

describe("a new version of a live component", () => {
  const entry = catalogueEntry("acme/box", [{ name: "mode" }], [{ name: "region", required: true }]);
  const live = { settings: { mode: "x" } };

  it("gets what it requires, and reports settings that stay although it does not have them", async () => {
    await using world = await worldWith(entry, live, site("{ version: latest, settings: { region: eu } }"));
    const report = await world.run("apply");
    expect(report.problems.map(formatProblem)).toEqual([
      expect.stringMatching(/warning: .*has no setting mode\. .* so it stays as it is\.$/),
    ]);
    expect(itemOf(report, "org_1/site/acme/box")).toMatchObject({
      changes: expect.arrayContaining([expect.objectContaining({ path: "version", from: "1", to: "2" })]),
      notes: ["outdated: 1 is live, the latest is 2."],
    });
    expect(sent(world)).toEqual([{ component_version: "2", settings: { mode: "x", region: "eu" } }]);
  });
});

it("a problem with the catalogue is one line, whatever the name of a setting", async () => {
  await using world = await worldWith(
    catalogueEntry("acme/box", []),
    {},
    site('{ version: "1", settings: { "a\\nb": 1 } }'),
  );
  const [problem] = (await world.run("plan")).problems;
  expect(problem?.path).toBe(String.raw`components.acme/box.settings.a\u{a}b`);
  expect(problem?.message).not.toContain("\n");
});

describe("a catalogue that fails for one component", () => {
  const BROKEN: readonly (readonly [what: string, status: number, body: unknown])[] = [
    ["refuses it", 403, { error: { type: "forbidden_error", message: "no" } }],
    ["is broken", 500, { error: { type: "internal_error", message: "broken" } }],
    ["answers with a page", 200, "<html>"],
    ["answers with something else", 200, [7]],
  ];

  it.each(BROKEN)("%s: a new one is blocked with the reason, and the rest goes on", async (_what, status, body) => {
    await using world = await startWorld({
      seed: { projects: [{ organization_id: "org_1", slug: "site" }] },
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

  describe("for a live one", () => {
    const live = { component_slug: "acme/box", component_version: "1", settings: { mode: "x", token: "****" } };
    const worldOf = async (file: string): Promise<World> => {
      const world = await startWorld({
        seed: {
          projects: [{ organization_id: "org_1", slug: "site", components: [live] }],
          catalogue: [catalogueEntry("acme/box", [{ name: "mode" }, { name: "token", secret: true }])],
        },
        faults: answers({ [BOX]: {} }, 500),
      });
      await world.write({ "site.yaml": site(file) });
      return world;
    };

    it("a live one is compared as far as the service shows it, with a warning, and a second apply writes nothing", async () => {
      await using world = await worldOf("{ version: latest, active: false, settings: { mode: x, token: t } }");
      const report = await world.run("apply");
      expect(report.result).toBe("applied");
      expect(report.problems.map(formatProblem)).toEqual([
        expect.stringMatching(
          /^site\.yaml:4:3: warning: .*The catalogue could not be asked about acme\/box: GET .* not checked\.$/,
        ),
      ]);
      expect(sent(world)).toEqual([{ active: false }]);
      const drift = await world.run("drift");
      expect(drift).toMatchObject({ result: "no-changes", plan: { hidden: 2 } });
      expect(itemOf(drift, "org_1/site/acme/box").notes).toEqual([
        "version: the catalogue does not say which one latest is, so it was not compared.",
        "settings.token: the service does not show it, so it was not compared; rewrite-secrets sends it.",
      ]);
      expect(await world.run("apply")).toMatchObject({ result: "no-changes" });
      expect(sent(world)).toHaveLength(1);
    });

    it("an update that would have to send a hidden value back is refused, and names the setting", async () => {
      await using world = await worldOf("{ settings: { mode: y } }");
      expect(itemOf(await world.run("plan"), "org_1/site/acme/box")).toMatchObject({
        action: "blocked",
        reason: expect.stringMatching(/^An update of the settings could lose token, /),
        changes: [{ path: "settings.mode", from: SECRET, to: SECRET }],
      });
      await world.run("apply");
      expect(sent(world)).toEqual([]);
    });
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
});

it.each(["edgee/ga4", "acme/box2", "box2"])(
  "an answer about another component (%s) is not the catalogue's",
  async (slug) => {
    const entry = { ...catalogueEntry("acme/box", [{ name: "mode" }]), id: "cmp_other", slug };
    await using world = await worldWith(
      entry,
      { component_id: "cmp_other", component_slug: undefined },
      site("{ absent: true }"),
    );
    await world.run("apply");
    expect(world.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  },
);
