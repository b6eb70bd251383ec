import { describe, expect, it } from "vitest";
import { projectKind } from "../../provider/kinds/project-kind.ts";
import { camelCase } from "../../provider/naming.ts";
import { between, records, without } from "../habit.ts";
import { asObject } from "../world/oracle/meaning.ts";
import { code, ga4, made, nextUpdate, open, reasonsOf, site } from "./provider.ts";

/** A service whose projects have one more field, with this value at first. */
function withField(name: string, first: unknown) {
  const live = { value: first };
  const habit = between({
    ask: (asked) => {
      const body = asObject(asked.body);
      if (asked.method !== "POST" || !Object.hasOwn(body, name)) return asked;
      live.value = body[name];
      return { ...asked, body: without(body, [name]) };
    },
    ...records("project", (record) => ({ ...record, [name]: live.value })),
  });
  return { live, habit };
}

/** The inputs that are no fields of the service. */
const options = Object.keys(projectKind.inputs.shape).filter(
  (name) => !Object.hasOwn(projectKind.declared.shape, name),
);

describe("a field in extra", () => {
  it.each([
    ["other line ends", "a\r\nb", "a\nb"],
    ["white space at its end", "a", "a "],
  ])("is written with %s", async (_what, before, now) => {
    const { live, habit } = withField("note", null);
    await using scene = await open({ between: habit });
    const state = await made(scene.project, { ...site, extra: { note: before } });
    await scene.project.update("prj_1", state, { ...site, extra: { note: now } });
    expect(live.value).toBe(now);
  });

  it.each([...options, "description", "extra"])("is no other input if its name is %s", async (name) => {
    const { live, habit } = withField(name, null);
    await using scene = await open({ between: habit });
    const state = await made(scene.project, { ...site, extra: { [name]: false } });
    live.value = true;
    const { project } = await nextUpdate(scene);
    const { inputs, props } = await project.read("prj_1", { ...state, forceDestroy: false });
    expect(inputs).toEqual({ organizationId: "org_1", slug: "site", forceDestroy: false, extra: { [name]: true } });
    expect(props).toMatchObject({ forceDestroy: false });
  });

  it.each(options)("is not imported as an option: %s", async (name) => {
    await using scene = await open({ between: withField(name, true).habit });
    await scene.project.create(site);
    const { inputs, props } = await scene.project.read("prj_1", code);
    for (const found of [inputs, props]) {
      expect(found).not.toHaveProperty(name);
      expect(found).not.toHaveProperty(camelCase(name));
    }
  });

  it.each([...options, "extra"])("is refused with the name of an argument, in any spelling: %s", async (option) => {
    await using scene = await open();
    const spellings = [option, camelCase(option), option.toUpperCase(), option.replaceAll("_", "-")];
    for (const name of spellings)
      expect(await reasonsOf(scene.project.check({}, { ...site, extra: { [name]: 1 } }))).toEqual([
        expect.stringMatching(/^extra.*: not a field of the service but of the resource; move it out/),
      ]);
  });

  it("is refused with the name of another argument of a component", async () => {
    await using scene = await open();
    for (const name of ["component", "adoptId", "profile"])
      expect(await reasonsOf(scene.component.check({}, { ...ga4, extra: { [name]: 1 } }))).toHaveLength(1);
  });

  it("is refused with a name that JavaScript does not keep", async () => {
    await using scene = await open();
    const extra: object = JSON.parse('{"__proto__":1}');
    expect(await reasonsOf(scene.project.check({}, { ...site, extra }))).toHaveLength(1);
  });
});
