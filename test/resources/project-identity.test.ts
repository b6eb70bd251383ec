import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ProtocolError } from "../../core/api/errors.ts";
import type { ProjectRecord } from "../../core/api/records.ts";
import { findProject } from "../../core/resources/project-identity.ts";

const KEY = { organization_id: "org_1", slug: "site" };
const OTHER = { id: "prj_8", organization_id: "org_1", slug: "other" };

interface Live {
  readonly records: readonly ProjectRecord[];
  /** Slugs of records without an id. */
  readonly odd?: readonly (string | undefined)[];
}

/** The id that was found, `none`, or `blocked: …` with the message. */
function find({ records, odd = [] }: Live): string {
  const error = new ProtocolError({ method: "GET", path: "/v1/projects" }, "item 2 has no id.");
  try {
    return findProject({ records, unparseable: odd.map((slug) => ({ slug, error })) }, KEY)?.id ?? "none";
  } catch (caught) {
    return `blocked: ${caught instanceof Error ? caught.message : ""}`;
  }
}

const named = (slug: string, id = "prj_1", owner: string | undefined = "org_1"): ProjectRecord => ({
  id,
  slug,
  organization_id: owner,
});

describe("a project", () => {
  it.each<readonly [string, Live]>([
    ["with the key", { records: [named("site")] }],
    ["in another case", { records: [named("Site", "prj_1", "ORG_1")] }],
    ["beside one that differs in case", { records: [named("Site", "prj_2"), named("site")] }],
    ["beside a similar one", { records: [named("acme/site", "prj_2"), named("site")] }],
    ["beside one without a slug", { records: [{ id: "prj_2" }, named("site")] }],
    ["beside an odd record", { records: [named("site")], odd: [undefined, "site"] }],
    ["beside one of another organization", { records: [named("site", "prj_2", "org_2"), named("site")] }],
  ])("%s is found", (_what, live) => {
    expect(find(live)).toBe("prj_1");
  });

  it.each<readonly [string, Live]>([
    ["with another slug", { records: [named("sit"), named("site2"), named("big-site")] }],
    [
      "of another organization, in a list that ignores the filter",
      { records: [OTHER, named("site", "prj_1", "org_2")] },
    ],
    ["similar, of another organization", { records: [OTHER, named("acme/site", "prj_1", "org_2")] }],
    ["without a slug, of another organization", { records: [OTHER, { id: "prj_1", organization_id: "org_2" }] }],
    ["that an odd record names otherwise", { records: [], odd: ["blog"] }],
  ])("%s is not the declared one", (_what, live) => {
    expect(find(live)).toBe("none");
  });

  it.each<readonly [string, Live, string]>([
    ["twice, in two cases", { records: [named("Site"), named("SITE", "prj_2")] }, "exists 2 times: prj_1, prj_2."],
    [
      "with something in front",
      { records: [named("acme/site")] },
      "prj_1 is acme/site, and may be project site of org_1.",
    ],
    ...[
      "site ",
      "\u200bsite",
      "ｓｉｔｅ",
      "acme/ Site",
      "site\0",
      ".site",
      '"site".',
      "site/acme",
      "site (prj_1)",
      "site#1",
      "\x1bsite",
      "si\ud800te",
      "site\uffff",
      "site\ufffd",
      "site/",
      "s%69te",
      "acme\\site",
    ].map((slug): [string, Live, string] => [
      `that only looks like it (${JSON.stringify(slug)})`,
      { records: [named(slug)] },
      `prj_1 is ${slug}, and may be`,
    ]),
    ...[" ", "?", "***"].map((slug): [string, Live, string] => [
      `that names nothing (${JSON.stringify(slug)})`,
      { records: [named(slug)] },
      "prj_1 is listed without its slug",
    ]),
    ["with its organization in front", { records: [named("org_1:Site")] }, "prj_1 is org_1:Site, and may be"],
    [
      "whose organization is not shown",
      { records: [{ id: "prj_1", slug: "site" }] },
      "prj_1 is site, listed without its organization, and may be",
    ],
    [
      "beside one whose organization is not shown",
      { records: [named("site"), { id: "prj_2", slug: "site" }] },
      "exists 2 times: prj_1, prj_2.",
    ],
    [
      "of an organization in a form of its own",
      { records: [named("site", "prj_1", "urn:1")] },
      "`organization_id: urn:1`",
    ],
    [
      "without a slug",
      { records: [{ id: "prj_1" }] },
      "prj_1 is listed without its slug, and may be project site of org_1.",
    ],
    ...["org_1/", "organizations/org_1", "org%5F1", "ｏrg_1", "org_1\\"].map(
      (organization_id): [string, Live, string] => [
        `whose organization only looks like the declared one (${organization_id})`,
        { records: [{ id: "prj_1", organization_id, slug: "site" }, named("other", "prj_2")] },
        "If it is the project of org_1, correct that record at the service.",
      ],
    ),
    ["that is odd", { records: [], odd: ["SITE"] }, "item 2 has no id."],
    ["that is odd, with its organization in front", { records: [], odd: ["acme/site"] }, "item 2 has no id."],
    ["that is odd, and looks like it", { records: [], odd: ["ｓｉｔｅ "] }, "item 2 has no id."],
    ["that is odd, without a slug", { records: [], odd: [undefined] }, "item 2 has no id."],
  ])("%s is blocked, and its id is named", (_what, live, message) => {
    expect(find(live)).toMatch(/^blocked: /);
    expect(find(live)).toContain(message);
  });
});

it("is found only by its exact key, and never missed where something is similar", () => {
  const slug = fc.constantFrom("site", "SITE", "acme/site", "org_1:site", "other", undefined);
  const owner = fc.constantFrom("org_1", "Org_1", "org_2", undefined);
  const shapes = fc.array(fc.record({ slug, organization_id: owner }), { maxLength: 4 });
  fc.assert(
    fc.property(shapes, (listed) => {
      const records = listed.map((shape, index) => ({ ...shape, id: `prj_${index}` }));
      const isInOwn = (record: ProjectRecord): boolean => record.organization_id?.toLowerCase() === "org_1";
      const own = records.filter((record) => isInOwn(record) && record.slug?.toLowerCase() === "site");
      // A list that shows the declared organization shows which projects are of another one.
      const isForeign = (record: ProjectRecord): boolean => records.some(isInOwn) && record.organization_id === "org_2";
      const isNoneMeant = records.every((record) => record.slug === "other" || isForeign(record));
      const result = find({ records });
      const outcome = result.startsWith("blocked: ") ? "blocked" : result;
      expect(isNoneMeant ? ["none"] : ["blocked", ...own.map(({ id }) => id)]).toContain(outcome);
    }),
  );
});
