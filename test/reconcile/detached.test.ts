import { expect, it } from "vitest";
import {
  always,
  answered,
  ARRIVED,
  ATTACH,
  DETACH,
  MOVE,
  MOVE_AND_DELETE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  PUT_BACK,
  refused,
} from "./scene.ts";

/* Between its two projects, a live host name is attached to nothing: it is not left so, and not without a word. */

const CONFLICT = refused(409, "conflict_error");
const BAD_GATEWAY = { kind: "answer", status: 502, body: "bad gateway" } as const;
const NOWHERE = /attached to no project now/;

/** Detachments that took effect, and do not say so. */
const UNSAID = [
  ["its answer is lost", on(`DELETE ${DETACH}`, ARRIVED)],
  ['the answer is `"deleted": false`', on(`DELETE ${DETACH}`, answered({ deleted: false, id: NAME }, true))],
] as const;

it.each(UNSAID)("a host name is waited for until it is released: %s", async (_what, unsaid) => {
  for (const fault of [on(`POST ${ATTACH}`, CONFLICT, { times: 7 }), on(`POST ${ATTACH}`, BAD_GATEWAY, { times: 6 })]) {
    const scene = open({ projects: [OLD, NEW], faults: [unsaid, fault] });
    await scene.apply(MOVE);
    expect(scene.live()).toContain(`org_1/new/${NAME}`);
  }
});

it.each(UNSAID)("a host name that the new project refuses is put back: %s", async (_what, unsaid) => {
  const faults = [unsaid, on(`POST ${ATTACH}`, CONFLICT), on(`POST ${ATTACH}`, refused(400), always)];
  const scene = open({ projects: [OLD, NEW], faults });
  const { writes } = await scene.apply(MOVE);
  expect(writes).toContain(`POST ${PUT_BACK}`);
  expect(scene.live()).toContain(`org_1/old/${NAME}`);
});

it.each(UNSAID)(
  "a later round puts it back, or says where it is, if no read by name said that it was detached: %s",
  async (_w, unsaid) => {
    const unread = on(`GET ${DETACH}`, BAD_GATEWAY, always);
    const faults = [unsaid, unread, on(`POST ${ATTACH}`, CONFLICT), on(`POST ${ATTACH}`, refused(400), always)];
    // Behind lists that lag, too, nothing at all says that `"deleted": false` is not true.
    for (const staleListsMs of unsaid === UNSAID[0][1] ? [0, 15_000] : [0]) {
      const scene = open({ projects: [OLD, NEW], service: { staleListsMs }, faults });
      const { messages } = await scene.apply(MOVE);
      const isBack = scene.live().includes(`org_1/old/${NAME}`);
      expect(isBack || NOWHERE.test(messages.join())).toBe(true);
    }
  },
);

it.each(UNSAID)("lists that lag do not keep it detached: %s", async (_what, unsaid) => {
  const scene = open({ projects: [OLD, NEW], service: { staleListsMs: 8_000 }, faults: [unsaid] });
  await scene.apply(MOVE);
  expect(scene.live()).toContain(`org_1/new/${NAME}`);
});

it.each([
  ["{}", {}],
  ["a record without effect", { object: "domain", name: NAME }],
])("the old project is not deleted before its host name shows in the new one: answered %s", async (_what, body) => {
  const scene = open({ projects: [OLD, NEW], faults: [on(`POST ${ATTACH}`, answered(body))] });
  await scene.apply(MOVE_AND_DELETE);
  expect(scene.live()).toContain("org_1/old");
});

it("says that it is attached to nothing, if the new project's list cannot be read and the old one does not show it", async () => {
  const unread = on(`GET ${ATTACH}`, refused(403, "forbidden_error"), { nth: 2, times: "always" });
  const scene = open({
    projects: [OLD, NEW],
    meanwhile: { at: `DELETE ${DETACH}`, writes: [{ method: "DELETE", path: DETACH }] },
    faults: [on(`POST ${ATTACH}`, refused(400), always), unread],
  });
  const { messages } = await scene.apply(MOVE);
  expect(messages.join()).toMatch(NOWHERE);
});

it("says that it may be attached to nothing, if somebody deletes the new project with it", async () => {
  const scene = open({
    projects: [OLD, NEW],
    meanwhile: { at: `GET ${PROJECTS}`, nth: 2, writes: [{ method: "DELETE", path: `${PROJECTS}/prj_new` }] },
  });
  const { outcomes, messages } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`partial org_1/new/${NAME}`]);
  expect(messages.join()).toMatch(NOWHERE);
});

it("names the project that has it, if somebody moved it meanwhile to one that no file is about", async () => {
  const third = { id: "prj_third", organization_id: "org_1", slug: "third" };
  const writes = [
    { method: "DELETE", path: DETACH },
    { method: "POST", path: `${PROJECTS}/prj_third/domains`, body: { name: NAME } },
  ] as const;
  for (const files of [MOVE, MOVE_AND_DELETE]) {
    const scene = open({ projects: [OLD, NEW, third], meanwhile: { at: `DELETE ${DETACH}`, writes } });
    const { messages } = await scene.apply(files);
    expect(scene.live()).toContain(`org_1/third/${NAME}`);
    expect(messages.join()).not.toContain("is attached to no project now");
    expect(messages.join()).toContain("It is attached to project third");
  }
});
