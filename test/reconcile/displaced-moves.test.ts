import { expect, it } from "vitest";
import { always, ATTACH, DETACH, MOVE, NAME, NEW, OLD, on, open, PROJECTS, PUT_BACK, refused } from "./scene.ts";

/* A move into a project that somebody doubles or renames meanwhile, which is refused: what is said of the host name. */

const TWIN = {
  method: "POST",
  path: PROJECTS,
  body: { organization_id: "org_1", slug: "new", type: "proxy" },
} as const;
const RENAME = { method: "POST", path: `${PROJECTS}/prj_new`, body: { slug: "theirs" } } as const;
const NOWHERE = { status: "failed", live: [], says: "attached to no project now" };
const BACK = { status: "failed", live: [`org_1/old/${NAME}`], says: "is attached to prj_old again" };
const refusesBack = on(`POST ${PUT_BACK}`, refused(400), always);

it.each([
  ["the old project refuses it too", [TWIN, RENAME], 400, [refusesBack], NOWHERE],
  ["the old project takes it back", [TWIN, RENAME], 400, [], BACK],
  ["the new one does not answer", [TWIN], 500, [refusesBack], { ...NOWHERE, status: "unknown" }],
])("says first where the host name is: %s", async (_what, displacing, status, more, expected) => {
  for (const write of displacing) {
    const scene = open({
      projects: [OLD, NEW],
      service: { duplicateSlugs: true },
      meanwhile: { at: `POST ${ATTACH}`, writes: [write] },
      faults: [on(`POST ${ATTACH}`, refused(status), always), ...more],
    });
    const { outcomes, messages } = await scene.apply(MOVE);
    expect(scene.live().filter((key) => key.endsWith(NAME))).toEqual(expected.live);
    expect(outcomes).toEqual([`${expected.status} org_1/new/${NAME}`]);
    expect(messages).toEqual([expect.stringContaining(expected.says)]);
  }
});

it("says first that it is attached to nothing, if the old project lost it meanwhile", async () => {
  for (const write of [TWIN, RENAME]) {
    const scene = open({
      projects: [OLD, NEW],
      service: { duplicateSlugs: true },
      meanwhile: { at: `DELETE ${DETACH}`, writes: [write, { method: "DELETE", path: DETACH }] },
      faults: [on(`POST ${ATTACH}`, refused(400), always)],
    });
    const { outcomes, messages } = await scene.apply(MOVE);
    expect(scene.live().filter((key) => key.endsWith(NAME))).toEqual([]);
    expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
    expect(messages).toEqual([expect.stringMatching(/^www.example.com (?:is|may be) attached to no project now/)]);
  }
});

it("is not said to be at one of its own two projects, where a list that lags shows it", async () => {
  const scene = open({
    projects: [OLD, NEW],
    service: { staleListsMs: 3_600_000 },
    faults: [on(`POST ${PROJECTS}/*/domains`, refused(400), always)],
  });
  const { messages } = await scene.apply(MOVE);
  expect(scene.live().filter((key) => key.endsWith(NAME))).toEqual([]);
  expect(messages).toEqual([expect.stringMatching(/attached to no project now\..*attach it by hand\.$/)]);
});
