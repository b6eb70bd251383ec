import { describe, expect, it } from "vitest";
import {
  always,
  answered,
  ARRIVED,
  ATTACH,
  busy,
  DETACH,
  file,
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
  TAKES,
} from "./scene.ts";

/* Between its two projects, a live host name is attached to nothing: it is not left so, and not without a word. */

const CONFLICT = refused(409, "conflict_error");
const BAD_GATEWAY = { kind: "answer", status: 502, body: "bad gateway" } as const;
const UNREAD = on(`GET ${DETACH}`, BAD_GATEWAY, always);
const RECORD = { object: "domain", name: NAME };
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

it("a later round puts it back once, and says so, if no read by name said that it was detached", async () => {
  for (const then of [refused(400), CONFLICT]) {
    for (const staleListsMs of [0, 15_000]) {
      const faults = [UNSAID[0][1], UNREAD, on(`POST ${ATTACH}`, CONFLICT), on(`POST ${ATTACH}`, then, always)];
      const scene = open({ projects: [OLD, NEW], service: { staleListsMs }, faults });
      const { outcomes, messages, writes } = await scene.apply(MOVE);
      expect(scene.live()).toContain(`org_1/old/${NAME}`);
      expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
      expect(messages.join()).toContain("is attached to prj_old.");
      expect(writes.slice(writes.indexOf(`POST ${PUT_BACK}`))).not.toContain(`DELETE ${DETACH}`);
    }
  }
});

it.each([
  ["lists that lag", { service: { staleListsMs: 8_000 } }, []],
  ["reads that are late", { habits: { late: { readsMs: 1_500 } } }, []],
  ["reads by name that fail", {}, [UNREAD]],
] as const)("%s do not keep it detached", async (_what, given, more) => {
  for (const [, unsaid] of UNSAID)
    for (const files of [MOVE, MOVE_AND_DELETE]) {
      const scene = open({ projects: [OLD, NEW], ...given, faults: [unsaid, ...more] });
      await scene.apply(files);
      expect(scene.live()).toContain(`org_1/new/${NAME}`);
    }
});

it("what somebody else has detached is not put back, though the answer to its attachment is lost", async () => {
  const second = "b.example.com";
  const letsGo = `domains: [{ name: ${NAME}, absent: true }, { name: ${second}, absent: true }]\n`;
  const scene = open({
    projects: [{ ...OLD, domains: [{ name: NAME }, { name: second }] }, NEW],
    meanwhile: { at: `GET ${PUT_BACK}`, nth: 2, writes: [{ method: "DELETE", path: DETACH }] },
    faults: [
      on(`DELETE ${DETACH}`, { kind: "answer", status: 429, body: "slow down" }, always),
      on(`POST ${ATTACH}`, BAD_GATEWAY),
      on(`POST ${ATTACH}`, refused(400), { nth: 2, ...always }),
    ],
  });
  const { writes } = await scene.apply({ ...TAKES, "old.yaml": file("old", letsGo) });
  expect(writes).not.toContain(`POST ${PUT_BACK}`);
});

it.each([
  ["with {}", {}, []],
  ["with a record", RECORD, []],
  ["with a record, and no read by name answers", RECORD, [on(`GET ${ATTACH}/${NAME}`, BAD_GATEWAY, always)]],
  ["with a record, and only the first does", RECORD, [on(`GET ${ATTACH}/${NAME}`, BAD_GATEWAY, { nth: 2, times: 7 })]],
])("the old project is not deleted before its host name shows in the new one: answered %s", async (_w, body, more) => {
  const scene = open({ projects: [OLD, NEW], faults: [on(`POST ${ATTACH}`, answered(body), always), ...more] });
  await scene.apply(MOVE_AND_DELETE);
  expect(scene.live()).toContain("org_1/old");
});

it.each([`DELETE ${DETACH}`, `POST ${ATTACH}`])(
  "a move that %s refuses with a conflict is not advised",
  async (call) => {
    const scene = open({ projects: [OLD, NEW], faults: [on(call, CONFLICT, always)] });
    const { messages } = await scene.apply(MOVE);
    expect(messages.join()).not.toContain("plan both projects together");
  },
);

it("is attached again after an answer that does not show it: it may be that of a gateway", async () => {
  const scene = open({ projects: [OLD, NEW], faults: [on(`POST ${ATTACH}`, answered({ status: "maintenance" }))] });
  const { outcomes } = await scene.apply(MOVE);
  expect([outcomes, scene.live()]).toEqual([
    [`done org_1/new/${NAME}`],
    ["org_1/new", `org_1/new/${NAME}`, "org_1/old"],
  ]);
});

it("says that it may be attached to nothing, if it does not show and a late list shows it at its old project", async () => {
  const faults = [on(`POST ${ATTACH}`, answered({}), always), on(`POST ${PUT_BACK}`, refused(400), always)];
  const scene = open({ projects: [OLD, NEW], service: { staleListsMs: 60_000 }, faults });
  const { messages } = await scene.apply(MOVE_AND_DELETE);
  expect(messages[0]).toMatch(NOWHERE);
});

it("says that it may be attached to nothing, if the new project's list cannot be read and the old one does not show it", async () => {
  const unread = on(`GET ${ATTACH}`, refused(403, "forbidden_error"), { nth: 2, times: "always" });
  const scene = open({
    projects: [OLD, NEW],
    meanwhile: { at: `DELETE ${DETACH}`, writes: [{ method: "DELETE", path: DETACH }] },
    faults: [on(`POST ${ATTACH}`, refused(400), always), unread],
  });
  const { messages } = await scene.apply(MOVE);
  expect(messages.join()).toMatch(NOWHERE);
});

it("says that it may be attached to nothing, if it was attached, and no read and no list shows it", async () => {
  const unread = on(`GET ${ATTACH}/${NAME}`, refused(404, "not_found_error"), always);
  const scene = open({ projects: [OLD, NEW], service: { staleListsMs: 60_000 }, faults: [unread] });
  const { outcomes, messages } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`partial org_1/new/${NAME}`]);
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

it("says that its old project has it still, if the answer to its detachment was not the service's", async () => {
  const scene = open({ projects: [OLD, NEW], faults: [on(`DELETE ${DETACH}`, answered({ deleted: true }), always)] });
  const { outcomes, messages } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(messages.join()).toContain("is attached to prj_old.");
  expect(messages.join()).not.toMatch(NOWHERE);
});

it.each([
  [
    "reads are old answers of a service that died",
    [on(`DELETE ${DETACH}`, ARRIVED), on("DELETE", BAD_GATEWAY, always)],
    true,
  ],
  [
    "a gateway refuses its detachment with a page",
    [on("DELETE", { kind: "answer", status: 403, body: "<html>" }, always)],
    false,
  ],
] as const)("says only where it may be that it may be attached to nothing: %s", async (_what, faults, isSaid) => {
  const scene = open({
    projects: [OLD, NEW],
    service: { staleListsMs: 600_000 },
    habits: { late: { readsMs: 600_000 } },
    faults: [...faults, on("POST", BAD_GATEWAY, always)],
  });
  const { outcomes, messages } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`unknown org_1/new/${NAME}`]);
  expect(NOWHERE.test(messages.join())).toBe(isSaid);
});

it("names the project that has it, if somebody moved it meanwhile to one that no file is about", async () => {
  const third = { id: "prj_third", organization_id: "org_1", slug: "third" };
  const writes = [
    { method: "DELETE", path: DETACH },
    { method: "POST", path: `${PROJECTS}/prj_third/domains`, body: { name: NAME } },
  ] as const;
  for (const [files, faults] of [
    [MOVE, []],
    [MOVE_AND_DELETE, []],
    [MOVE, [on(`DELETE ${DETACH}`, BAD_GATEWAY)]],
    // The old project alone answers that another one has it.
    [MOVE, [on(`POST ${ATTACH}`, refused(400), always)]],
  ] as const) {
    const scene = open({ projects: [OLD, NEW, third], faults, meanwhile: { at: `DELETE ${DETACH}`, writes } });
    const { messages } = await scene.apply(files);
    expect(scene.live()).toContain(`org_1/third/${NAME}`);
    expect(messages.join()).toContain("It is attached to project third");
  }
});

/** Somebody deletes the old project as its host name is detached. */
const GONE_MEANWHILE = {
  at: `DELETE ${DETACH}`,
  writes: [{ method: "DELETE", path: `${PROJECTS}/prj_old` } as const],
};

it("a host name whose old project somebody deletes meanwhile is attached once it is released", async () => {
  const faults = [on(`POST ${ATTACH}`, CONFLICT, { times: 2 })];
  const scene = open({ projects: [OLD, NEW], meanwhile: GONE_MEANWHILE, faults });
  expect((await scene.apply(MOVE)).outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect(scene.live()).toContain(`org_1/new/${NAME}`);
});

it("a host name whose old project somebody deletes meanwhile, and that is refused, is said to be nowhere", async () => {
  const faults = [on(`POST ${ATTACH}`, refused(400), always)];
  const { outcomes, messages } = await open({
    projects: [OLD, NEW],
    meanwhile: GONE_MEANWHILE,
    faults,
  }).apply(MOVE);
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(messages.join()).toMatch(NOWHERE);
});

it("a host name whose old project somebody deletes meanwhile, and that waits for a pause, is said to be nowhere", async () => {
  const faults = [on(`DELETE ${DETACH}`, busy("6"), always)];
  const { outcomes, messages } = await open({ projects: [OLD, NEW], meanwhile: GONE_MEANWHILE, faults }).apply(MOVE);
  expect(outcomes).toEqual([`unknown org_1/new/${NAME}`]);
  expect(messages.join()).toMatch(NOWHERE);
});

it("a host name that was put back is not said to be nowhere, although a list does not show it there yet", async () => {
  const faults = [on(`POST ${ATTACH}`, refused(423), always)];
  const { outcomes, messages } = await open({ projects: [OLD, NEW], service: { staleListsMs: 1_500 }, faults }).apply(
    MOVE,
  );
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(messages.join()).toMatch(/attached to prj_old\.$/);
  expect(messages.join()).not.toMatch(NOWHERE);
});

it("a host name is not back where only an answer without it says so", async () => {
  const page = answered({});
  const faults = [on(`POST ${ATTACH}`, page, always), on(`POST ${PUT_BACK}`, page, always)];
  const scene = open({ projects: [OLD, NEW], faults });
  const { messages } = await scene.apply(MOVE);
  expect(scene.live()).not.toContain(`org_1/old/${NAME}`);
  expect(messages.join()).toMatch(NOWHERE);
});

it("a host name is back where a service answers without a body, and reads show it", async () => {
  const scene = open({
    projects: [OLD, NEW],
    habits: { answers: { create: "none", update: "none", delete: "none" } },
    faults: [on(`POST ${ATTACH}`, refused(400), always)],
  });
  const { messages, seconds } = await scene.apply(MOVE);
  expect(scene.live()).toContain(`org_1/old/${NAME}`);
  expect(messages.join()).toContain("is attached to prj_old.");
  expect(seconds).toBe(0);
});

describe('a deletion that is answered with `"deleted": false`, and shows late', () => {
  const late = { service: { staleListsMs: 1_500 }, habits: { late: { readsMs: 1_500 } } };
  const denied = answered({ deleted: false, id: NAME }, true);

  it("is the first half of a move: the host name arrives", async () => {
    const scene = open({ ...late, projects: [OLD, NEW], faults: [on(`DELETE ${DETACH}`, denied)] });
    const { outcomes } = await scene.apply(MOVE);
    expect([outcomes, scene.live()]).toEqual([
      [`done org_1/new/${NAME}`],
      ["org_1/new", `org_1/new/${NAME}`, "org_1/old"],
    ]);
  });

  it("is done", async () => {
    const scene = open({ ...late, projects: [OLD], faults: [on(`DELETE ${DETACH}`, denied)] });
    expect((await scene.apply(file("old", `domains: [{ name: ${NAME}, absent: true }]\n`))).outcomes).toEqual([
      `done org_1/old/${NAME}`,
    ]);
  });

  it("fails if it still shows after the window", async () => {
    const scene = open({ projects: [OLD], faults: [on(`DELETE ${DETACH}`, answered({ deleted: false }))] });
    const { outcomes, seconds } = await scene.apply(file("old", `domains: [{ name: ${NAME}, absent: true }]\n`));
    expect([outcomes, seconds]).toEqual([[`failed org_1/old/${NAME}`], 10]);
  });
});

it.each([
  ["took effect", ARRIVED],
  ["did not", { kind: "reset", when: "before" }],
] as const)(
  "an attachment without an answer is looked up where somebody else has detached the host name, and lists lag: it %s",
  async (_, fault) => {
    const scene = open({
      projects: [OLD, NEW],
      service: { staleListsMs: 400 },
      habits: { late: { readsMs: 400 } },
      faults: [on(`POST ${ATTACH}`, fault)],
      meanwhile: { at: `DELETE ${DETACH}`, writes: [{ method: "DELETE", path: DETACH }] },
    });
    const { outcomes } = await scene.apply(MOVE);
    expect([outcomes, scene.live()]).toEqual([
      [`done org_1/new/${NAME}`],
      ["org_1/new", `org_1/new/${NAME}`, "org_1/old"],
    ]);
  },
);

it("an attachment without an answer is found in the list where a host name cannot be read alone", async () => {
  const faults = [on(`POST ${ATTACH}`, ARRIVED), on("GET /v1/projects/*/domains/*", refused(403), always)];
  const { outcomes, seconds } = await open({ projects: [OLD, NEW], faults }).apply(MOVE);
  expect([outcomes, seconds]).toEqual([[`done org_1/new/${NAME}`], 0]);
});

it("a host name that somebody else has moved meanwhile is done, also where reads lag", async () => {
  const writes = [
    { method: "DELETE", path: DETACH },
    { method: "POST", path: ATTACH, body: { name: NAME } },
  ] as const;
  const scene = open({
    projects: [OLD, NEW],
    service: { staleListsMs: 1_500 },
    habits: { late: { readsMs: 3_000 } },
    meanwhile: { at: `DELETE ${DETACH}`, writes },
  });
  expect((await scene.apply(MOVE)).outcomes).toEqual([`done org_1/new/${NAME}`]);
});

it("a host name that moves is waited for, although the list of its new project is refused once", async () => {
  const scene = open({
    projects: [OLD, NEW],
    service: { staleListsMs: 1_500 },
    habits: { late: { readsMs: 1_500 } },
    faults: [
      on(`DELETE ${DETACH}`, answered({ deleted: false, id: NAME }, true)),
      on(`GET ${ATTACH}`, refused(403), { nth: 2 }),
    ],
  });
  const { outcomes } = await scene.apply(MOVE);
  expect([outcomes, scene.live()]).toEqual([
    [`done org_1/new/${NAME}`],
    ["org_1/new", `org_1/new/${NAME}`, "org_1/old"],
  ]);
});

it("a move whose detachment a gateway refused once is sent again, although lists are refused then", async () => {
  const faults = [
    on(`DELETE ${DETACH}`, { kind: "answer", status: 403, body: "<html>" }),
    on("GET /v1/projects/*/domains", refused(403), { nth: 3, times: "always" }),
  ];
  const { outcomes } = await open({ projects: [OLD, NEW], faults }).apply(MOVE);
  expect(outcomes).toEqual([`done org_1/new/${NAME}`]);
});
