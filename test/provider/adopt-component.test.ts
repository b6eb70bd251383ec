import { describe, expect, it, vi } from "vitest";
import type { FaultSchedule } from "../../emulator/start.ts";
import { ask } from "../ask.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { code, open, writes, type Scene, UPDATE, reasonsOf, ga4, SITE, seed } from "./provider.ts";

const COMPONENTS = "/v1/projects/prj_1/components";

function answers(...given: readonly (readonly [path: string, status: number, body: unknown])[]): FaultSchedule {
  return {
    faults: given.map(([path, status, body]) => ({
      method: "GET" as const,
      path,
      times: "always" as const,
      fault: { kind: "answer" as const, status, body },
    })),
  };
}

/** The catalogue does not give what is declared. */
const unlisted = (status: number, type: string) =>
  ["/v1/components/gone/away", status, { error: { type, message: "no" } }] as const;
const shown = (live: object) =>
  [
    [COMPONENTS, 200, { object: "list", data: [{ id: "pc_1", ...live }] }],
    [`${COMPONENTS}/pc_1`, 200, { id: "pc_1", ...live }],
  ] as const;

const adopted = { ...code, projectId: "prj_1", ifExists: "adopt" };
const away = { ...adopted, component: "gone/away", version: "1", settings: { key: "k" } };
const old = { ...adopted, component: "edgee/ga4", version: "0.9", settings: { measurement_id: "G-1" } };
const incomplete = { ...adopted, component: "edgee/meta-capi", version: "2.0.1", settings: { pixel_id: "1" } };

const CASES = [
  ["that the catalogue does not give", away, [unlisted(404, "not_found_error")]],
  ["that the catalogue shows to others only", away, [unlisted(403, "forbidden_error")]],
  ["whose version the catalogue no longer has", old, []],
  ["that lacks a required setting", incomplete, []],
] as const;

/** The calls that Pulumi makes for a new resource. */
async function checkAndCreate(scene: Scene, news: Readonly<Record<string, unknown>>) {
  const { failures, inputs } = await scene.component.check({}, news);
  expect(failures).toEqual([]);
  return scene.component.create({ ...code, ...inputs });
}

describe("a component to adopt", () => {
  it.each(CASES)("%s is adopted if it is live, and nothing is written", async (_what, news, catalogue) => {
    const { component: slug, version, settings } = news;
    const live = shown({ component_slug: slug, component_version: version, settings });
    const faults = answers(...live, ...catalogue);
    await using scene = await open({ seed, faults });
    expect(await checkAndCreate(scene, news)).toMatchObject({ id: "prj_1/pc_1", outs: { version } });
    expect(writes(scene.emulator)).toEqual([]);
  });

  it.each(CASES)(
    "%s is refused where there is none to adopt, and nothing is written",
    async (_what, news, catalogue) => {
      await using scene = await open({ seed, faults: answers(...catalogue) });
      await expect(checkAndCreate(scene, news)).rejects.toThrow(
        /(Component gone\/away not found|could not be asked about gone\/away: .*|has no version 0\.9|requires the setting access_token).* Nothing was sent\.$/,
      );
      expect(writes(scene.emulator)).toEqual([]);
    },
  );

  it.each(CASES)("%s is refused in the check if it is not to be adopted", async (_what, news, catalogue) => {
    await using scene = await open({ seed, faults: answers(...catalogue) });
    for (const ifExists of ["fail", undefined]) {
      const { failures } = await scene.component.check({}, { ...news, ifExists });
      expect(failures).toHaveLength(1);
    }
  });

  it("gets the catalogue's findings as warnings", async () => {
    const warnings: string[] = [];
    using _quiet = vi.spyOn(process.stderr, "write").mockImplementation((text) => warnings.push(String(text)) > 0);
    await using scene = await open({ seed: { ...seed, catalogue: [] } });
    const { failures } = await scene.component.check({}, { ...adopted, component: "acme/nowhere", version: "1" });
    expect(failures).toEqual([]);
    expect(warnings).toEqual([
      expect.stringMatching(/^warning: Component acme\/nowhere not found\. .*not checked\.\n$/),
    ]);
  });

  it("is refused in the check for errors that concern a live one too", async () => {
    await using scene = await open({ seed });
    const settings = { measurement_id: 1, colour: 1 };
    expect(await reasonsOf(scene.component.check({}, { ...old, version: "1.2.0", settings }))).toEqual([
      expect.stringContaining("has no setting colour"),
      expect.stringContaining("must be a string"),
    ]);
    const none = await scene.component.check({}, { ...old, version: "1.2.0", settings: null });
    expect(none.failures).toEqual([]);
  });

  it("as `latest` is refused in the check if `latest` cannot be resolved", async () => {
    await using scene = await open({ seed: { ...seed, catalogue: [] } });
    const { version: _, ...before } = away;
    for (const olds of [{}, before]) {
      expect(await reasonsOf(scene.component.check(olds, { ...away, version: "latest" }))).toEqual([
        expect.stringContaining("Component gone/away not found."),
      ]);
    }
  });

  it("that replaces another is checked like a new one, before the other is removed", async () => {
    await using scene = await open({ seed });
    expect(await reasonsOf(scene.component.check({ ...incomplete, projectId: "prj_2" }, incomplete))).toEqual([
      expect.stringContaining("requires the setting"),
    ]);
  });

  it("without a version is checked against the live version, before anything is written", async () => {
    const live = { component_slug: "edgee/ga4", component_version: "1.0.0", settings: { measurement_id: "G-1" } };
    await using scene = await open({ seed: { projects: [{ ...SITE, components: [live] }] } });
    const news = { ...adopted, component: "edgee/ga4", settings: { anonymize_ip: true } };
    await expect(checkAndCreate(scene, news)).rejects.toThrow(/edgee\/ga4 1\.0\.0 has no setting anonymize_ip/);
    expect(writes(scene.emulator)).toEqual([]);
  });
});

describe("a component whose version changes", () => {
  const state = { ...code, projectId: "prj_1", component: "acme/box", version: "1", settings: { a: "x" } };
  const catalogue = [catalogueEntry("acme/box", [{ name: "a" }], [{ name: "brand", required: true }])];

  it("is not updated if it would lack what the new version requires", async () => {
    await using scene = await open({ seed: { ...seed, catalogue } });
    const { id, outs } = await scene.component.create(state);
    const { failures, inputs } = await scene.component.check(state, { ...state, version: "2", settings: {} });
    expect(failures).toEqual([]);
    scene.emulator.reset();
    const update = scene.component.update(id, { ...code, ...outs }, { ...code, ...inputs });
    await expect(update).rejects.toThrow("acme/box 2 requires the setting brand. Nothing was sent.");
    expect(writes(scene.emulator)).toEqual([]);
    const settings = { brand: "b" };
    await scene.component.update(id, { ...code, ...outs }, { ...code, ...inputs, settings });
    expect(await ask(scene.emulator, `GET ${COMPONENTS}/pc_1`)).toMatchObject({
      component_version: "2",
      settings: { a: "x", brand: "b" },
    });
  });

  it("that the catalogue does not have is refused in the check; the live version only gets a warning", async () => {
    await using scene = await open({ seed: { ...seed, catalogue } });
    expect(await reasonsOf(scene.component.check(state, { ...state, version: "33" }))).toEqual([
      expect.stringContaining("has no version 33"),
    ]);
    const gone = { ...state, version: "0.9" };
    expect((await scene.component.check(gone, gone)).failures).toEqual([]);
  });
});

describe("a refresh", () => {
  it.each([[true], [false], [null]])(
    "of active, declared as %j, shows an odd value, also the next time",
    async (active) => {
      const live = { component_slug: "edgee/ga4", component_version: "1.2.0", active: "on" };
      await using scene = await open({ seed, faults: answers(...shown(live)) });
      const news = { ...code, projectId: "prj_1", component: "edgee/ga4", version: "1.2.0", active };
      const state = { ...news, organization: "org_1", origin: scene.emulator.url };
      const read = await scene.component.read("prj_1/pc_1", state);
      expect(read.inputs).toMatchObject({ active: "on", version: "1.2.0" });
      expect(await scene.component.read("prj_1/pc_1", { ...code, ...read.props })).toEqual(read);
      expect(await scene.component.diff("prj_1/pc_1", read.props, news)).toEqual(UPDATE);
    },
  );

  it("of a version that the service does not show leaves it unchanged", async () => {
    const live = { component_slug: "edgee/ga4", component_version: 1.2 };
    await using scene = await open({ seed, faults: answers(...shown(live)) });
    const props = { ...old, organization: "org_1", origin: scene.emulator.url };
    expect((await scene.component.read("prj_1/pc_1", props)).inputs).toHaveProperty("version", "0.9");
  });
});

describe("a component that stays at its version", () => {
  const news = { ...code, projectId: "prj_1", component: "acme/box", settings: { a: "x" } };

  it("is updated with a setting that the catalogue no longer has, but that setting may not change", async () => {
    const catalogue = [catalogueEntry("acme/box", [{ name: "a" }])];
    const live = { component_slug: "acme/box", component_version: "1", settings: { a: "x" } };
    const seed = { catalogue, projects: [{ ...SITE, components: [live] }] };
    const faults = answers(["/v1/components/acme/box", 200, catalogueEntry("acme/box", [])]);
    await using scene = await open({ seed, faults });
    const { id, outs } = await scene.component.create({ ...news, ifExists: "adopt" });
    expect(writes(scene.emulator)).toEqual([]);
    const olds = { ...code, ...outs };
    await expect(scene.component.update(id, olds, { ...news, settings: { a: "y" } })).rejects.toThrow(
      "acme/box 1 has no setting a. It takes no settings. Nothing was sent.",
    );
    await scene.component.update(id, olds, { ...news, active: false });
    expect(scene.emulator.requests().flatMap(({ body }) => body ?? [])).toEqual([{ active: false }]);
  });
});

describe("a live component that may be the declared one", () => {
  const news = { ...ga4, version: "1.2.0" };
  const live = { component_version: "1.2.0", settings: ga4.settings };

  it.each([
    ["ga4", "cv_1"],
    ["@edgee/ga4", undefined],
  ])("by its slug %s is not created again, adopted by its id, and no drift", async (slug, id) => {
    const faults = answers(...shown({ ...live, component_slug: slug, component_id: id }));
    await using scene = await open({ seed, faults });
    for (const ifExists of ["fail", "adopt"]) {
      await expect(scene.component.create({ ...news, ifExists })).rejects.toThrow(
        `pc_1 is ${slug}, and may be component edgee/ga4 in project prj_1. If it is, pin it with its \`id\``,
      );
    }
    const inputs = { ...news, adoptId: "pc_1" };
    const { id: made, outs } = await scene.component.create(inputs);
    expect(made).toBe("prj_1/pc_1");
    const { props } = await scene.component.read(made, { ...code, ...outs });
    await expect(scene.component.diff(made, { ...code, ...props }, inputs)).resolves.toEqual({ changes: false });
    expect(writes(scene.emulator)).toEqual([]);
  });
});

it("a component whose slug names another organization is not adopted by its id", async () => {
  const faults = answers(...shown({ component_slug: "acme/ga4@1.1.0", settings: {} }));
  await using scene = await open({ seed, faults });
  await expect(scene.component.create({ ...ga4, adoptId: "pc_1" })).rejects.toThrow(
    /pc_1 cannot be adopted: its component differs/,
  );
  expect(writes(scene.emulator)).toEqual([]);
});
