import { describe, expect, it } from "vitest";
import type { Write } from "../world/oracle/service.ts";
import {
  always,
  answered,
  ARRIVED,
  ATTACH,
  blocked,
  CREATES,
  DELETIONS,
  DETACH,
  EMPTY,
  file,
  LOST,
  MOVE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  refused,
  renameOf,
  SITE,
  UPDATES,
  type Meanwhile,
} from "./scene.ts";

const COMPONENTS_OF_SITE = `${PROJECTS}/prj_1/components`;

/* What somebody else does while a run is under way: another run, or an edit by hand. */

const ELSEWHERE = "Already done: by somebody else, or by a gateway that repeated the request.";
const TWICE = { duplicateSlugs: true, duplicateComponents: true };
const LISTED = CREATES.filter(({ kind }) => kind !== "domain");
const post = (path: string, body: object) => ({ method: "POST", path, body }) as const;
const deletion = (path: string) => ({ method: "DELETE", path }) as const;
const RENAME = post(`${PROJECTS}/prj_1`, { slug: "theirs" });
const create = ({ path, theirs }: (typeof CREATES)[number]) => [post(path, theirs)];
const [project, , domain] = CREATES;
/** When the plan has read all that it needs. */
const planned = (subject: { kind: string; list: string; path: string }): string =>
  subject.kind === "project" && subject.path !== PROJECTS && subject.path !== `${PROJECTS}/prj_1`
    ? `GET ${subject.path}/domains`
    : `GET ${subject.list}`;

describe("what somebody else did since the plan", () => {
  it("create of a project: is done, and not sent", async () => {
    const scene = open({ service: TWICE, meanwhile: { at: "GET /v1/projects", nth: 2, writes: create(project) } });
    const { outcomes, messages, writes } = await scene.apply(project.file);
    expect([outcomes, messages, writes]).toEqual([["done org_1/new"], [ELSEWHERE], []]);
    expect(await scene.again(project.file)).toEqual([[], []]);
  });

  it.each(CREATES)("create of a $kind, which a read by its id shows late: nothing is sent", async (each) => {
    const habits = { late: { readsMs: 4_000 } };
    const scene = open({ service: TWICE, habits });
    const confirm = async (): Promise<boolean> => {
      await scene.pass(60_000);
      for (const write of create(each)) scene.meddle(write);
      return true;
    };
    const { writes } = await scene.apply(each.file, { confirm });
    expect(writes).toEqual([]);
    expect(await scene.again(each.file)).toEqual([[], []]);
  });

  it("attachment of a host name, which a read by its name shows late, after the last read: is done", async () => {
    const scene = open({
      habits: { late: { readsMs: 400 } },
      meanwhile: { at: `POST ${domain.path}`, writes: create(domain) },
    });
    const { outcomes } = await scene.apply(domain.file);
    expect(outcomes).toEqual([`done ${domain.key}`]);
  });

  it("create of a project, which a read by its id shows late: nothing is sent to it either", async () => {
    const scene = open({
      habits: { late: { readsMs: 4_000 } },
      meanwhile: { at: "GET /v1/projects", nth: 2, writes: create(project) },
    });
    const { outcomes, writes } = await scene.apply(`${project.file}domains: [new.example.com]\n`);
    const notStarted = ["not-started org_1/new", "not-started org_1/new/new.example.com"];
    expect([outcomes, writes]).toEqual([notStarted, []]);
  });

  it.each(CREATES)(
    "create of a $kind, after the last read: is taken as it is where the service refuses two",
    async (each) => {
      const scene = open({ meanwhile: { at: `POST ${each.path}`, writes: create(each) } });
      const { outcomes, messages, writes } = await scene.apply(each.file);
      expect([outcomes, messages, writes]).toEqual([[`done ${each.key}`], [ELSEWHERE], [`POST ${each.path}`]]);
      expect(await scene.again(each.file)).toEqual([[], []]);
    },
  );

  it.each(LISTED.flatMap((each) => [undefined, ARRIVED].map((fault) => ({ ...each, fault }))))(
    "create of a $kind, after the last read: two are partial, and blocked in the next run ($fault.kind)",
    async ({ fault, ...each }) => {
      const faults = fault === undefined ? [] : [on(`POST ${each.path}`, fault)];
      const scene = open({ service: TWICE, faults, meanwhile: { at: `POST ${each.path}`, writes: create(each) } });
      const first = await scene.apply(each.file);
      const ids = /exists 2 times: (prj_3, prj_4|pc_[23], pc_[23])\. /;
      expect(first.outcomes).toEqual([`partial ${each.key}`]);
      expect(first.messages).toEqual([expect.stringMatching(ids)]);
      const next = await scene.apply(each.file);
      expect([next.result, next.writes]).toEqual(["blocked", []]);
      expect(blocked(next.report)).toEqual([expect.stringMatching(ids)]);
    },
  );

  it("attachment of a host name, which lists do not show yet: is done, because its refusal makes the run look", async () => {
    const meanwhile = { at: `POST ${domain.path}`, writes: create(domain) };
    const scene = open({ service: { staleListsMs: 60_000 }, meanwhile });
    const { outcomes, writes, seconds } = await scene.apply(domain.file);
    expect([outcomes, writes, seconds]).toEqual([[`done ${domain.key}`], [`POST ${domain.path}`], 0]);
  });

  it.each(UPDATES)("update of a $kind: is done", async ({ file: text, key, path, list, theirs }) => {
    const scene = open({ meanwhile: { at: `GET ${list}`, phase: "handled", writes: [post(path, theirs)] } });
    expect((await scene.apply(text)).outcomes).toEqual([`done ${key}`]);
    expect(await scene.again(text)).toEqual([[], []]);
  });

  it.each(DELETIONS)("deletion of a $kind: is done", async (each) => {
    const scene = open({ meanwhile: { at: planned(each), phase: "handled", writes: [deletion(each.path)] } });
    expect((await scene.apply(each.file)).outcomes).toEqual([`done ${each.key}`]);
    expect(await scene.again(each.file)).toEqual([[], []]);
  });

  it("deletion of a component, in the moment of its update: is partial, though a plan would be blocked", async () => {
    const [, update] = UPDATES;
    if (update === undefined) throw new Error("no update of a component");
    const meanwhile = { at: `POST ${update.path}`, phase: "handled", writes: [deletion(update.object)] } as const;
    const { outcomes, messages } = await open({ meanwhile }).apply(update.file);
    const gone = "It was deleted meanwhile. Run this again to create it.";
    expect([outcomes, messages]).toEqual([[`partial ${update.key}`], [gone]]);
  });

  it("a declared setting that is lost with an update is said to be, though the catalogue cannot say whether it is hidden", async () => {
    const path = `${PROJECTS}/prj_1/components/pc_1`;
    const settings = { measurement_id: "G-1", currency: "EUR" };
    const scene = open({
      projects: [{ ...SITE, components: [{ id: "pc_1", component_slug: "edgee/ga4", settings }] }],
      faults: [on("GET /v1/components/edgee/ga4", refused(403, "forbidden_error"), always)],
      meanwhile: {
        at: `POST ${path}`,
        phase: "handled",
        writes: [post(path, { settings: { measurement_id: "G-2" } })],
      },
    });
    const text = file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2, currency: EUR } }\n");
    const { outcomes, messages } = await scene.apply(text);
    const lost = "The update of component pc_1 also removed settings.currency.";
    expect([outcomes, messages]).toEqual([["partial org_1/site/edgee/ga4"], [expect.stringContaining(lost)]]);
  });

  it("deletion of a component, in the moment of its creation: no list is said to be late where no read shows it", async () => {
    const [, made] = CREATES;
    const meanwhile = { at: `POST ${made.path}`, phase: "handled", writes: [deletion(made.object)] } as const;
    const scene = open({ meanwhile, faults: [on(`GET ${made.object}`, refused(500), always)] });
    const { outcomes, messages } = await scene.apply(made.file);
    expect(outcomes).toEqual([`done ${made.key}`]);
    expect(messages).toEqual([expect.stringContaining("The service's lists may not show it yet")]);
  });

  it("deletion in a project where nothing is gone: lists that show neither for a moment are no evidence", async () => {
    const hides = (list: string, nth: number) => on(`GET ${list}`, answered({ data: [], has_more: false }), { nth });
    const faults = [
      on(`DELETE ${PROJECTS}/prj_1/domains/${NAME}`, refused(403, "forbidden_error"), always),
      on(`DELETE ${PROJECTS}/prj_1`, refused(502), always),
      hides(`${PROJECTS}/prj_1/domains`, 2),
      hides(PROJECTS, 3),
      on(`GET ${PROJECTS}`, refused(500), { nth: 4, ...always }),
      on(`GET ${PROJECTS}/prj_1`, refused(500), { nth: 2, ...always }),
    ];
    const scene = open({ projects: [{ ...SITE, components: [] }], faults });
    const { outcomes } = await scene.apply(file("site", "  absent: true\n"), { prune: ["all"] });
    expect(outcomes).toEqual(["unknown org_1/site", `failed org_1/site/${NAME}`]);
  });

  const IN_NEW = `${PROJECTS}/prj_3/components`;
  it.each([
    ["does not find it", []],
    ["is refused", [on(`GET ${IN_NEW}/pc_9`, refused(403), always)]],
  ])(
    "a component in a project that appeared is left for the next run if only a list shows it, and its read %s",
    async (_what, faults) => {
      const old = { id: "pc_9", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
      const scene = open({
        meanwhile: { at: "GET /v1/projects", nth: 2, writes: create(project) },
        faults: [on(`GET ${IN_NEW}`, answered({ data: [old], has_more: false })), ...faults],
      });
      const text = file("new", "components:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n");
      const { outcomes, writes } = await scene.apply(text);
      expect([outcomes, writes]).toEqual([["done org_1/new", "not-started org_1/new/edgee/ga4"], []]);
      expect((await scene.again(text)).flat()).toEqual([`POST ${IN_NEW}`]);
    },
  );

  it.each([
    { ...UPDATES[1], old: [{ id: "pc_1", component_slug: "edgee/ga4", active: false }] },
    { ...DELETIONS[1], old: [] },
    { ...DELETIONS[2], old: [] },
  ])("$path: an old list that shows it as declared is no evidence, and it is sent", async (subject) => {
    const { file: text = "", path = "", list = "", key = "", old } = subject;
    const scene = open({
      faults: [
        // Its children are read again, because this takes too long.
        on(`POST ${PROJECTS}/prj_1`, { kind: "slow-body", chunkBytes: 20, everyMs: 1000 }),
        on(`GET ${list}`, answered({ data: old, has_more: false }), { nth: 2 }),
      ],
    });
    const both = text.replace("slug: site\n", "slug: site\n  description: changed\n");
    const { outcomes, writes } = await scene.apply(both);
    expect(outcomes).toEqual(["done org_1/site", `done ${key}`]);
    expect(writes.at(-1)).toMatch(path);
    expect(await scene.again(both)).toEqual([[], []]);
  });

  it("fields of a project: only what still differs is sent", async () => {
    const writes = [post(`${PROJECTS}/prj_1`, { description: "changed" })];
    const scene = open({ meanwhile: { at: "GET /v1/projects", phase: "handled", writes } });
    const { outcomes, requests } = await scene.apply(file("site", "  description: changed\n  force_https: false\n"));
    expect(outcomes).toEqual(["done org_1/site"]);
    expect(requests.flatMap(({ method, body }) => (method === "POST" ? [body] : []))).toEqual([
      { id: "prj_1", force_https: false },
    ]);
  });
});

describe("an object that is gone since the plan", () => {
  it.each(UPDATES)(
    "$kind: its update fails, and the next run creates it",
    async ({ kind, file: text, key, list, object }) => {
      const scene = open({ meanwhile: { at: `GET ${list}`, phase: "handled", writes: [deletion(object)] } });
      const { outcomes, messages, writes } = await scene.apply(text);
      expect(outcomes).toEqual([`failed ${key}`]);
      expect(messages).toEqual([expect.stringContaining(kind === "project" ? "nothing was sent" : "404")]);
      expect(writes).toEqual(kind === "project" ? [] : [`POST ${object}`]);
      const next = kind === "project" ? text : text.replace("active: false", "settings: { measurement_id: G-1 }");
      expect(await scene.again(next)).toEqual([[`POST ${list}`], []]);
    },
  );

  it.each(CREATES.slice(1))("its project: a $kind is not created, nor is the project", async ({ file: text, list }) => {
    const writes = [deletion(`${PROJECTS}/prj_1`)];
    const scene = open({ meanwhile: { at: `GET ${list}`, phase: "handled", writes } });
    expect((await scene.apply(text)).result).toBe("failed");
    expect(scene.live()).toEqual(["org_1/empty"]);
  });
});

describe("a project that is to be deleted", () => {
  it("and got something since the plan stays, and the next run is blocked", async () => {
    const path = `${PROJECTS}/prj_2/domains`;
    const writes = [post(path, { name: "late.example.com" })];
    const scene = open({ meanwhile: { at: `GET ${path}`, phase: "handled", writes } });
    const { outcomes, messages, writes: sent } = await scene.apply(file("empty", "  absent: true\n"));
    expect([outcomes, sent]).toEqual([["failed org_1/empty"], []]);
    expect(messages).toEqual([expect.stringContaining("it holds late.example.com")]);
    expect((await scene.apply(file("empty", "  absent: true\n"))).result).toBe("blocked");
  });

  it("and that somebody else deletes with what is in it is done", async () => {
    const scene = open({
      meanwhile: { at: "GET /v1/projects", nth: 2, writes: [deletion(`${PROJECTS}/prj_1`)] },
    });
    const { outcomes } = await scene.apply(file("site", "  absent: true\n"), { prune: ["all"] });
    expect(outcomes).toEqual(["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`]);
  });

  it("and is renamed by hand stays, and says so, if another one is created", async () => {
    const scene = open({
      projects: [EMPTY],
      habits: { late: { readsMs: 4_000 } },
      meanwhile: { at: "GET /v1/projects", nth: 2, writes: [{ ...RENAME, path: `${PROJECTS}/prj_2` }] },
    });
    const { messages } = await scene.apply({ "a.yaml": file("empty", "  absent: true\n"), "b.yaml": project.file });
    expect(messages[0]).toMatch(/changed since the plan|renamed/);
    expect(scene.live()).toEqual(["org_1/new", "org_1/theirs"]);
  });

  it("and gets something while what is in it is deleted stays", async () => {
    const writes = [post(`${PROJECTS}/prj_1/domains`, { name: "new.example.com" })];
    const projects = [{ ...SITE, components: [] }];
    const scene = open({ projects, meanwhile: { at: `DELETE ${PROJECTS}/prj_1/domains/${NAME}`, writes } });
    const { outcomes } = await scene.apply(file("site", "  absent: true\n"), { prune: ["all"] });
    expect(outcomes).toEqual(["failed org_1/site", `done org_1/site/${NAME}`]);
    expect(scene.live()).toEqual(["org_1/site", "org_1/site/new.example.com"]);
  });

  it("and in which somebody else deletes something is deleted, and all of it is done", async () => {
    const scene = open({
      meanwhile: { at: `GET ${PROJECTS}/prj_1`, writes: [deletion(`${PROJECTS}/prj_1/domains/${NAME}`)] },
    });
    // The domains are read again, because this takes too long.
    const confirm = () => scene.pass(6_000).then(() => true);
    const { outcomes, writes } = await scene.apply(file("site", "  absent: true\n"), { prune: ["all"], confirm });
    expect(outcomes).toEqual(["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`]);
    expect(writes).not.toContain(`DELETE ${PROJECTS}/prj_1/domains/${NAME}`);
  });

  it("and is renamed by hand stays", async () => {
    const scene = open({
      projects: [EMPTY],
      meanwhile: { at: "GET /v1/projects", nth: 2, writes: [{ ...RENAME, path: `${PROJECTS}/prj_2` }] },
    });
    const { messages } = await scene.apply(file("empty", "  absent: true\n"));
    expect(messages).toEqual([expect.stringContaining("renamed from empty to theirs")]);
    expect(scene.live()).toEqual(["org_1/theirs"]);
  });
});

describe("a project that is renamed by hand", () => {
  const MANY = Array.from({ length: 60 }, (_item, index) => `d${index}.example.com`);
  it.each([
    ["a host name is attached", "POST /v1/projects/prj_1/domains", "domains: [new.example.com]\n"],
    ["many are attached", "POST /v1/projects/prj_1/domains", `domains: [${MANY.join(", ")}]\n`],
    ["it is updated", "POST /v1/projects/prj_1", "  cache: true\ndomains: [new.example.com]\n"],
  ])("while %s makes what was written partial, and says so", async (_what, at, rest) => {
    const { messages, outcomes } = await open({ meanwhile: { at, writes: [RENAME] } }).apply(file("site", rest), {
      concurrency: 8,
    });
    expect(outcomes.every((line) => line.startsWith("partial "))).toBe(true);
    for (const message of messages) expect(message).toMatch(/ prj_1(, which)? was renamed to theirs meanwhile\. /);
  });

  it("to its previous slug after the plan is not made a second time, and not renamed unasked", async () => {
    const scene = open({
      projects: [{ ...SITE, slug: "theirs" }],
      meanwhile: { at: "GET /v1/projects", nth: 2, writes: [{ ...RENAME, body: { slug: "old-site" } }] },
    });
    const { outcomes, writes } = await scene.apply(file("site", "  previous_slug: old-site\n"));
    expect([outcomes, writes]).toEqual([["failed org_1/site"], []]);
  });

  it.each([
    ["gets no writes in it", "components:\n  edgee/maintenance-page: {}\n"],
    ["is not updated, which would rename it back", "  cache: true\n"],
    ["is not deleted", "  absent: true\n"],
  ])("and that a stale list shows as before %s", async (_what, rest) => {
    const scene = open({ projects: [{ ...SITE, components: [], domains: [] }], service: { staleListsMs: 8_000 } });
    scene.meddle(RENAME);
    const { outcomes, messages, writes } = await scene.apply(file("site", rest));
    expect(outcomes).toEqual([expect.stringMatching(/^failed org_1\/site/)]);
    expect(messages).toEqual([expect.stringContaining("prj_1 was renamed from site to theirs")]);
    expect(writes).toEqual([]);
  });
});

describe("a project that is pinned by its id, and that somebody renames before the answer to the question", () => {
  it.each([
    ["a component that changes", "components:\n  edgee/ga4: { active: false }\n"],
    ["a new component", "components:\n  edgee/maintenance-page: {}\n"],
    ["a new host name", "domains: [new.example.com]\n"],
    ["a field", "  cache: true\n"],
  ])("is not written: %s", async (_what, rest) => {
    const scene = open();
    const confirm = async (): Promise<boolean> => {
      scene.meddle(RENAME);
      await scene.pass(60_000);
      return true;
    };
    const { outcomes, messages, writes } = await scene.apply(file("site", `  id: prj_1\n${rest}`), { confirm });
    expect(outcomes).toEqual([expect.stringMatching(/^failed org_1\/site/)]);
    expect(messages).toEqual([
      expect.stringContaining("prj_1 was renamed from site to theirs since the plan was made"),
    ]);
    expect(writes).toEqual([]);
  });
});

it("no host name is taken from a project that is pinned by its id, and that somebody renames meanwhile", async () => {
  const files = { ...MOVE, "old.yaml": MOVE["old.yaml"].replace("slug: old", "slug: old\n  id: prj_old") };
  const scene = open({ projects: [OLD, NEW] });
  const confirm = async (): Promise<boolean> => {
    scene.meddle(renameOf("prj_old"));
    await scene.pass(60_000);
    return true;
  };
  const { messages, writes } = await scene.apply(files, { confirm });
  expect(messages).toEqual([expect.stringContaining("prj_old was renamed from old to theirs since the plan was made")]);
  expect(writes).toEqual([]);
});

describe("what is in a project whose new slug somebody takes meanwhile", () => {
  const text = file("new", "  id: prj_1\ndomains: [new.example.com]\n");
  const taken: Meanwhile = {
    at: `POST ${PROJECTS}/prj_1`,
    writes: [post(PROJECTS, { organization_id: "org_1", slug: "new", type: "proxy" })],
  };

  it.each([0, 15_000])(
    "is done if its list shows it, although it is not compared: reads by id are %d ms late",
    async (readsMs) => {
      const { outcomes, messages } = await open({ meanwhile: taken, habits: { late: { readsMs } } }).apply(text);
      expect(outcomes).toEqual(["failed org_1/new", "done org_1/new/new.example.com"]);
      expect(messages[1]).toMatch(/^It was not compared: prj_1 cannot get the slug new: \w+ already has it\.[^.]*\.$/);
    },
  );

  it.each([
    ["a host name", "domains: [new.example.com]", "new.example.com", { name: "new.example.com" }],
    ["a component", "components: { edgee/maintenance-page: {} }", "edgee/maintenance-page", {}],
  ])("is unknown if its list does not: %s", async (_what, declared, key, body) => {
    const faults = [on(`POST ${PROJECTS}/prj_1/${declared.split(":")[0]}`, answered(body))];
    const { outcomes, messages } = await open({ meanwhile: taken, faults }).apply(
      file("new", `  id: prj_1\n${declared}\n`),
    );
    expect(outcomes).toEqual(["failed org_1/new", `unknown org_1/new/${key}`]);
    expect(messages[1]).toMatch(/(?:does|did) not show the object/);
  });

  it("is done, and not read back, if neither its list nor a read by its id is allowed then", async () => {
    const list = `GET ${PROJECTS}/prj_1/domains`;
    const faults = [on(list, refused(403), { nth: 2, times: 99 }), on(`${list}/*`, refused(403), always)];
    const { outcomes, messages } = await open({ meanwhile: taken, faults }).apply(text);
    expect(outcomes).toEqual(["failed org_1/new", "done org_1/new/new.example.com"]);
    expect(messages[1]).toMatch(/^It was not read back: prj_1 cannot get the slug new/);
  });

  it("is deleted if a read by its id says so, although its list cannot be read any more", async () => {
    const unread = on(`GET ${PROJECTS}/prj_1/domains`, { kind: "html", status: 502 }, { nth: 2, times: 99 });
    const gone = file("new", "  id: prj_1\ndomains: [{ name: www.example.com, absent: true }]\n");
    const { outcomes } = await open({ meanwhile: taken, faults: [unread] }).apply(gone);
    expect(outcomes).toEqual(["failed org_1/new", "done org_1/new/www.example.com"]);
  });

  it("is done, and not read back, if its list shows one more object without its key", async () => {
    const scene = open({
      meanwhile: taken,
      projects: [{ ...SITE, components: [] }],
      habits: { lists: { fields: "ids" }, answers: { create: "none", update: "none", delete: "none" } },
    });
    const { outcomes, messages } = await scene.apply(
      file("new", "  id: prj_1\ncomponents: { edgee/maintenance-page: {} }\n"),
    );
    expect(outcomes).toEqual(["failed org_1/new", "done org_1/new/edgee/maintenance-page"]);
    expect(messages[1]).toMatch(/^It was not read back: /);
  });
});

it("a host name that has left a project is attached, whatever somebody calls that by now", async () => {
  const scene = open({
    projects: [OLD, NEW],
    faults: [
      on(`DELETE ${DETACH}`, answered({ deleted: false }, true)),
      on(`GET ${DETACH}`, refused(403, "forbidden_error"), { times: 1 }),
    ],
    meanwhile: { at: `DELETE ${DETACH}`, phase: "handled", writes: [renameOf("prj_old")] },
  });
  expect((await scene.apply(MOVE)).outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect(scene.live()).toContain(`org_1/new/${NAME}`);
});

describe("a project that was deleted by hand, and that a stale list shows", () => {
  const gone = () => {
    const scene = open({ service: { staleListsMs: 8_000 } });
    scene.meddle(deletion(`${PROJECTS}/prj_1`));
    return scene;
  };

  it("is absent as declared", async () => {
    expect((await gone().apply(file("site", "  absent: true\n"), { prune: ["all"] })).writes).toEqual([]);
  });

  it("is not updated", async () => {
    const { messages, writes } = await gone().apply(file("site", "  cache: true\n"));
    expect(messages).toEqual(["prj_1 is not found by its id: nothing was sent. Run plan."]);
    expect(writes).toEqual([]);
  });

  it("blocks only its own file", async () => {
    const files = { "a.yaml": file("site", "domains: [new.example.com]\n"), "b.yaml": file("b") };
    const { outcomes, report } = await gone().apply(files);
    expect(outcomes).toEqual(["done org_1/b"]);
    expect(blocked(report)[0]).toContain("prj_1 is gone, but the service's list still shows it");
  });
});

it.each([
  ["partial", "is answered", []],
  // Nothing says that it arrived.
  ["unknown", "is not answered", [on(`POST ${PROJECTS}/prj_1/domains`, LOST, { times: "always" })]],
])("in a project that somebody doubles meanwhile is %s, with both ids, what %s", async (status, _answer, faults) => {
  const twin = post(PROJECTS, { organization_id: "org_1", slug: "site", type: "proxy" });
  const scene = open({
    service: { duplicateSlugs: true },
    meanwhile: { at: `POST ${PROJECTS}/prj_1/domains`, writes: [twin] },
    faults,
  });
  const { outcomes, messages } = await scene.apply(file("site", "domains: [new.example.com]\n"));
  expect(outcomes).toEqual([`${status} org_1/site/new.example.com`]);
  expect(messages).toEqual([expect.stringMatching(/project site of org_1 exists 2 times: prj_1, prj_\w+\./)]);
  // It is blocked then.
  expect(messages.join("\n")).not.toContain("The next run creates it");
});

it("a component that somebody adds to a project of this run is never doubled in silence", async () => {
  const path = `${PROJECTS}/prj_1/components`;
  const body = { component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
  const scene = open({
    projects: [],
    service: TWICE,
    meanwhile: { at: `POST ${PROJECTS}/prj_1`, writes: [post(path, body)] },
  });
  const components = "components:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n";
  const { outcomes, messages } = await scene.apply(file("new", `  cache: true\n${components}`));
  expect(outcomes).toEqual(["done org_1/new", "partial org_1/new/edgee/ga4"]);
  expect(messages[1]).toMatch(/exists 2 times: pc_\d, pc_\d/);
});

describe("a host name that is to move, and that somebody else", () => {
  const moving = { projects: [OLD, NEW] };
  const detached = deletion(DETACH);
  const attached = post(ATTACH, { name: NAME });
  const deleted = deletion(`${PROJECTS}/prj_old`);

  it("detached first is not put back when the attachment fails", async () => {
    const faults = [on(`POST ${ATTACH}`, refused(403), always)];
    const scene = open({ ...moving, faults, meanwhile: { at: `DELETE ${DETACH}`, writes: [detached] } });
    expect((await scene.apply(MOVE)).outcomes).toEqual([`failed org_1/new/${NAME}`]);
    expect(scene.live()).toEqual(["org_1/new", "org_1/old"]);
  });

  it.each([
    ["moved first", `DELETE ${DETACH}`, [detached, attached], []],
    ["took the project of before it began", "GET /v1/projects/prj_old", [deleted], []],
    [
      "took the project of in between, with the answer lost",
      `POST ${ATTACH}`,
      [deleted],
      [on(`POST ${ATTACH}`, refused(409, "conflict_error", true))],
    ],
  ])("%s is done", async (_what, at, writes, faults) => {
    const scene = open({ ...moving, faults, meanwhile: { at, writes } });
    expect((await scene.apply(MOVE)).outcomes).toEqual([`done org_1/new/${NAME}`]);
    expect(scene.live()).toContain(`org_1/new/${NAME}`);
  });
});

it("two runs at the same time make one object for each key, and neither fails", async () => {
  const scene = open({ projects: [] });
  const text = file("new", "components:\n  edgee/maintenance-page: {}\ndomains: [a.example.com, b.example.com]\n");
  const runs = await Promise.all([scene.apply(text), scene.apply(text)]);
  for (const { result } of runs) expect(["applied", "no-changes"]).toContain(result);
  expect(scene.live()).toHaveLength(4);
  expect(await scene.again(text)).toEqual([[], []]);
});

it("a project that gets the slug of a create without an answer is not taken for the new one", async () => {
  const rename = { method: "POST", path: `${PROJECTS}/prj_1`, body: { slug: "new" } } as const;
  const scene = open({
    faults: [on(`POST ${PROJECTS}`, LOST)],
    meanwhile: { at: `POST ${PROJECTS}`, writes: [rename] },
  });
  const text = file("new", "  cache: true\ncomponents: { edgee/legacy-pixel: { settings: { pixel_id: '1' } } }\n");
  const { outcomes, writes } = await scene.apply(text);
  expect(outcomes).toEqual(["unknown org_1/new", "not-started org_1/new/edgee/legacy-pixel"]);
  expect([writes, scene.record("org_1/new")]).toEqual([
    [`POST ${PROJECTS}`],
    expect.objectContaining({ cache: false }),
  ]);
});

it("a project that gets the earlier slug of a create that is answered without an id is not said to be its answer", async () => {
  const rename = { method: "POST", path: `${PROJECTS}/prj_2`, body: { slug: "old" } } as const;
  const scene = open({
    faults: [on(`POST ${PROJECTS}`, answered({}))],
    meanwhile: { at: `POST ${PROJECTS}`, writes: [rename] },
  });
  const { outcomes, messages } = await scene.apply(file("new", "  previous_slug: old\n"));
  expect(outcomes).toEqual(["unknown org_1/new"]);
  expect(messages[0]).toContain("The service answered the request, and shows prj_2. Nothing more was sent.");
});

describe("a project that another one replaces under its slug, beside one that is written", () => {
  const OTHER = { id: "prj_9", organization_id: "org_1", slug: "other", domains: [{ name: "www.example.com" }] };
  const written = file("empty", "  description: changed\n");
  const replaced = async (
    given: readonly (typeof OTHER)[],
    files: Readonly<Record<string, string>>,
    writes: readonly Write[] = [],
  ) => {
    const scene = open({ projects: [...given, OTHER, EMPTY] });
    const confirm = async (): Promise<boolean> => {
      scene.meddle(renameOf("prj_1"));
      scene.meddle({ method: "POST", path: `${PROJECTS}/prj_9`, body: { slug: "site" } });
      for (const write of writes) scene.meddle(write);
      await scene.pass(60_000);
      return true;
    };
    const { writes: sent, messages } = await scene.apply({ ...files, "empty.yaml": written }, { confirm });
    return { writes: sent, messages: messages.join("\n") };
  };

  it("gets nothing that was planned for the first one", async () => {
    const site = file(
      "site",
      "components: { edgee/ga4: { settings: { measurement_id: G-2 } } }\ndomains: [a.example.com]\n",
    );
    const { writes, messages } = await replaced(
      [{ id: "prj_1", organization_id: "org_1", slug: "site", domains: [] }],
      {
        "site.yaml": site,
      },
    );
    expect(writes).toEqual([`POST ${PROJECTS}/prj_2`]);
    expect(messages).toContain("prj_1 was renamed from site to theirs");
  });

  it("loses no host name that was planned to leave the first one", async () => {
    const first = { id: "prj_1", organization_id: "org_1", slug: "site", domains: [{ name: "b.example.com" }] };
    const files = {
      "site.yaml": file("site", "domains: [{ name: b.example.com, absent: true }]\n"),
      "new.yaml": file("new", "domains: [b.example.com]\n"),
    };
    const { writes } = await replaced([first, { ...NEW, domains: [] }], files, [
      { method: "DELETE", path: `${PROJECTS}/prj_1/domains/b.example.com` },
      { method: "POST", path: `${PROJECTS}/prj_9/domains`, body: { name: "b.example.com" } },
    ]);
    expect(writes).toEqual([`POST ${PROJECTS}/prj_2`]);
  });
});

it.each([
  ["component", file("site", "components: { edgee/ga4: { settings: { measurement_id: G-2 } } }\n"), COMPONENTS_OF_SITE],
  ["project", file("new", "  description: ours\n"), PROJECTS],
] as const)("a %s that is replaced by hand after it was created is not written", async (kind, text, path) => {
  const theirs =
    kind === "project"
      ? { organization_id: "org_1", slug: "new", type: "proxy", description: "theirs" }
      : { component_slug: "edgee/ga4", settings: { measurement_id: "G-THEIRS" } };
  const made = kind === "project" ? "prj_3" : "pc_1";
  const scene = open({
    projects: [{ ...SITE, components: [], domains: [] }, EMPTY],
    meanwhile: {
      at: `POST ${path}`,
      phase: "handled",
      writes: [
        { method: "DELETE", path: `${path}/${made}` },
        { method: "POST", path, body: theirs },
      ],
    },
  });
  const { writes, outcomes } = await scene.apply(text);
  expect(writes).toEqual([`POST ${path}`]);
  expect(outcomes.filter((outcome) => outcome.startsWith("done "))).toEqual([]);
});
