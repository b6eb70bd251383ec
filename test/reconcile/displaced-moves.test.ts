import { expect, it } from "vitest";
import {
  always,
  ATTACH,
  DETACH,
  MOVE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  PUT_BACK,
  refused,
  renameOf,
  twinOf,
} from "./scene.ts";

/* Somebody doubles or renames a project of a move that is refused: what is said of where the host name is. */

const [TWIN, RENAME] = [twinOf("new"), renameOf("prj_new")];
const NOWHERE = { status: "failed", live: [], says: "attached to no project now" };
const BACK = { status: "failed", live: [`org_1/old/${NAME}`], says: "is attached to prj_old." };
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

/* The same with the OLD project. */
const DISPLACING = [
  [twinOf("old"), "old"],
  [renameOf("prj_old"), "theirs"],
] as const;

it.each([
  ["was put back", `POST ${ATTACH}`, refused(400)],
  ["was never detached", `DELETE ${DETACH}`, refused(403, "forbidden_error")],
])("a host name that %s is not said to be attached to nothing", async (_what, at, fault) => {
  for (const [write, slug] of DISPLACING) {
    const scene = open({
      projects: [OLD, NEW],
      service: { duplicateSlugs: true },
      meanwhile: { at, writes: [write] },
      faults: [on(at, fault, always)],
    });
    const { messages } = await scene.apply(MOVE);
    expect(scene.live()).toContain(`org_1/${slug}/${NAME}`);
    expect(messages.join()).not.toContain("attached to no project now");
  }
});
