import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ProjectComponentRecord } from "../../../core/api/records.ts";
import type { CatalogueEntry } from "../../../core/resources/catalogue.ts";
import { findComponent, mayBeComponent, mayBePinned } from "../../../core/resources/component/identity.ts";

const SLUG = "acme/box";
const KNOWN: CatalogueEntry = { status: "found", slug: SLUG, component: { id: "cmp_box", slug: SLUG, versions: {} } };
const UNKNOWN: CatalogueEntry = { status: "unavailable", slug: SLUG, reason: "" };

type Shape = readonly [slug?: string | undefined, id?: string | undefined];

const records = (shapes: readonly Shape[]): ProjectComponentRecord[] =>
  shapes.map(([slug, id], index) => ({ id: `pc_${index + 1}`, component_slug: slug, component_id: id }));

/** The id that was found, `none`, or `blocked: …` with the message. */
function find(shapes: readonly Shape[], entry = KNOWN): string {
  try {
    return findComponent(records(shapes), SLUG, entry)?.id ?? "none";
  } catch (caught) {
    return `blocked: ${caught instanceof Error ? caught.message : ""}`;
  }
}

describe("a component", () => {
  it.each<readonly [string, readonly Shape[]]>([
    ["with the slug", [["acme/box"]]],
    ["in another case", [["Acme/BOX"]]],
    ["with the catalogue's id, and a short slug", [["box", "cmp_box"]]],
    ["with the catalogue's id, and no slug", [[undefined, "cmp_box"]]],
    ["with the catalogue's id, and renamed since", [["acme/old", "cmp_box"]]],
    ["with the slug, and another id than the catalogue's", [["acme/box", "cv_1"]]],
    [
      "with the catalogue's id, beside one with the slug and another id",
      [
        ["acme/old", "cmp_box"],
        ["acme/box", "cv_1"],
      ],
    ],
    ["with the slug, beside a similar one", [["acme/box"], ["box"], ["@acme/box"]]],
  ])("%s is found", (_what, shapes) => {
    expect(find(shapes)).toBe("pc_1");
  });

  it.each(["other/box", "acme/box2", "@acme/box2", "big-acme/box", "cup"])("shown as %s is another one", (slug) => {
    expect(find([[slug, "cmp_other"]])).toBe("none");
    expect(find([[slug]], UNKNOWN)).toBe("none");
  });

  it.each(["components/cmp_box", "CMP_BOX", "cmp_box ", "cmp_box@1", "cmp_box?v=1"])(
    "whose id is shown as %j, without a slug, is blocked",
    (id) => {
      expect(find([[undefined, id]])).toMatch(/^blocked: pc_1 is listed without its name/);
    },
  );

  it.each([
    "box",
    "BOX",
    "box@1",
    "@acme/box",
    "@other/box",
    "components/acme/box",
    "https://x/@Acme/Box",
    "registry:acme/box",
    "acme/box@1",
    "acme/box@feature/x",
    "acme/box/cup",
    "acme/box ",
    "acme/box beta",
    "box pending",
    "acme\\box",
    "acme\u2215box",
    "acme/box#1",
    "acme/box?x",
    "acme+box",
    "acme-box",
    "acme.box",
    "acme_box",
    "acme&#47;box",
    "acme/box\0",
    "acme%2Fbox",
    "acme/\u200bbox",
    "ａｃｍｅ/ｂｏｘ",
  ])("shown as %s, without the catalogue's id, is blocked with its id", (slug) => {
    for (const id of [undefined, "cv_1", "CMP_Box"]) {
      expect(find([[slug, id]])).toBe(
        `blocked: pc_1 is ${slug}, and may be acme/box. If it is, pin it with its \`id\` (Pulumi: \`adoptId\`).`,
      );
    }
    expect(find([[slug, "cmp_box"]], UNKNOWN)).toMatch(/^blocked: pc_1 /);
  });

  it("listed without its slug, and without an id that the catalogue can tell, is blocked with its id", () => {
    const message = /^blocked: pc_1 is listed without its name, and may be acme\/box\. If it is, pin it/;
    expect(find([[]])).toMatch(message);
    expect(find([[undefined, "cmp_other"]], UNKNOWN)).toMatch(message);
    expect(find([[undefined, "cmp_other"]])).toBe("none");
  });

  it.each<readonly [string, readonly Shape[]]>([
    ["by its slug", [["acme/box"], ["Acme/Box"]]],
    [
      "by the catalogue's id",
      [
        ["box", "cmp_box"],
        ["x/y", "cmp_box"],
      ],
    ],
    ["once by its slug alone, once by the id", [["x/y", "cmp_box"], ["acme/box"]]],
  ])("that is live twice, %s, is blocked with both ids", (_what, shapes) => {
    expect(find(shapes)).toBe(
      "blocked: acme/box exists 2 times: pc_1, pc_2. Remove the ones that you do not want, or pin one with its `id` (Pulumi: `adoptId`).",
    );
  });
});

it("is found only by its exact key, and none is missed that may be it", () => {
  const slug = fc.constantFrom("acme/box", "ACME/box", "box", "@acme/box", "acme/box@1", "other/box", undefined);
  const id = fc.constantFrom("cmp_box", "cmp_other", undefined);
  fc.assert(
    fc.property(fc.array(fc.tuple(slug, id), { maxLength: 4 }), fc.boolean(), (shapes, isKnown) => {
      const all = records(shapes);
      const result = find(shapes, isKnown ? KNOWN : UNKNOWN);
      const isExact = (live: ProjectComponentRecord): boolean =>
        live.component_slug?.toLowerCase() === SLUG || (isKnown && live.component_id === "cmp_box");
      // The catalogue's id says that one without a slug is another one.
      const isOther = (live: ProjectComponentRecord): boolean =>
        !isExact(live) &&
        (live.component_slug === undefined ? isKnown && live.component_id !== undefined : !mayBeComponent(SLUG, live));
      const outcome = result.startsWith("blocked: ") ? "blocked" : result;
      const exact = all.filter(isExact).map(({ id: own }) => own);
      expect(all.every(isOther) ? ["none"] : ["blocked", ...exact]).toContain(outcome);
    }),
  );
});

it("a pin of a component whose slug names another organization is wrong", () => {
  const isRight = (slug: string | undefined): boolean => mayBePinned("acme/box", { id: "pc_1", component_slug: slug });
  expect(
    ["acme/box", "ACME/box", "@acme/box", "box", "acme/box@1.1.0", "box pending", undefined].filter(isRight),
  ).toHaveLength(7);
  expect(["ａｃｍｅ/ｂｏｘ", "acme /box", "@acme／box"].filter(isRight)).toHaveLength(3);
  expect(
    ["ｏther/box", "other/box", "other box", "@other/box", "other/box@1.1.0", "acme/crate"].filter(isRight),
  ).toEqual([]);
});
