import { describe, expect, it } from "vitest";
import type { Write } from "../world/oracle/service.ts";
import {
  always,
  answered,
  CREATES,
  DELETIONS,
  EMPTY,
  file,
  type Given,
  ARRIVED,
  MOVE_AND_DELETE,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  refused,
  renameOf,
  SITE,
  UPDATES,
} from "./scene.ts";

/* What is read again right before a write: nothing is sent if it cannot be read, or shows something else. */

const PROJECT = `GET ${PROJECTS}/prj_1`;
const COMPONENT = `${PROJECT}/components/pc_1`;
const forbidden = refused(403, "forbidden_error");
const missing = refused(404, "not_found_error");
const page = { kind: "html", status: 404 } as const;
/** So the plan reads each object by its id. */
const LISTS_SAY_LITTLE = { lists: { fields: "ids" } } as const;
const SECOND = { method: "POST", body: { component_slug: "edgee/ga4", settings: { measurement_id: "G-3" } } } as const;
const SETTING = file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n");

it.each([...UPDATES, ...CREATES.slice(1), ...DELETIONS.slice(1)])(
  "$path: not started while its project may not be read",
  async (subject) => {
    const { outcomes, messages, writes } = await open({ faults: [on(PROJECT, forbidden, always)] }).apply(subject.file);
    expect([outcomes, writes]).toEqual([[`not-started ${subject.key}`], []]);
    expect(messages).toEqual([expect.stringContaining(`${PROJECT}: 403`)]);
  },
);

it.each([
  ["a component may not be read", [on(COMPONENT, forbidden, always)]],
  [
    "a component is not found, and its project does not answer",
    [on(COMPONENT, missing, always), on(PROJECT, page, { nth: 2, ...always })],
  ],
  ["a gateway does not find the project", [on(PROJECT, page, always)]],
])("settings are not started if %s", async (_what, faults) => {
  const { outcomes, writes } = await open({ faults }).apply(SETTING);
  expect([outcomes, writes]).toEqual([["not-started org_1/site/edgee/ga4"], []]);
});

it("a component that is gone, though a list shows it, is not made in place of the old one", async () => {
  const scene = open({ service: { staleListsMs: 4_000 } });
  scene.meddle({ method: "DELETE", path: `${PROJECTS}/prj_1/components/pc_1` });
  const { outcomes, writes } = await scene.apply(SETTING);
  expect([outcomes, writes]).toEqual([["failed org_1/site/edgee/ga4"], []]);
});

it("a stop while reads by id still show the slug of before is no rename by somebody else", async () => {
  const stop = new AbortController();
  const scene = open({
    projects: [{ ...SITE, slug: "new" }],
    faults: [on(PROJECT, answered({ id: "prj_1", organization_id: "org_1", slug: "site" }), always)],
    meanwhile: { at: PROJECT, nth: 2, calls: () => stop.abort("SIGINT") },
  });
  const { outcomes, messages, writes } = await scene.apply(file("new", "  description: changed\n"), {
    signal: stop.signal,
  });
  expect([outcomes, messages, writes]).toEqual([["not-started org_1/new"], ["The run was stopped."], []]);
});

describe("what somebody else does while the plan is confirmed", () => {
  type Files = Parameters<ReturnType<typeof open>["apply"]>[0];
  type Confirmed = Given & { readonly milliseconds?: number };

  /** Applies a file. Before the plan is confirmed, somebody else writes, and time passes. */
  async function confirmed(files: Files, writes: readonly Write[], { milliseconds = 0, ...given }: Confirmed = {}) {
    const scene = open(given);
    const applied = await scene.apply(files, {
      confirm: async () => {
        for (const write of writes) scene.meddle(write);
        await scene.pass(milliseconds);
        return true;
      },
    });
    return { ...applied, scene };
  }

  it("is seen five seconds later: nothing is written into a project that was renamed", async () => {
    const renamed = { method: "POST", path: `${PROJECTS}/prj_1`, body: { id: "prj_1", slug: "other" } } as const;
    const { outcomes, writes } = await confirmed(file("site", "  description: changed\n"), [renamed], {
      milliseconds: 5_001,
      habits: LISTS_SAY_LITTLE,
    });
    expect([outcomes, writes]).toEqual([["failed org_1/site"], []]);
  });

  it("is seen in the list if the project is once not found by its id: what was renamed is not deleted", async () => {
    const { outcomes, writes } = await confirmed(MOVE_AND_DELETE, [renameOf("prj_old")], {
      milliseconds: 60_000,
      projects: [OLD, NEW],
      faults: [on(`GET ${PROJECTS}/prj_old`, missing)],
    });
    expect(outcomes).toContain("failed org_1/old");
    expect(writes).not.toContain(`DELETE ${PROJECTS}/prj_old`);
  });

  const OTHERS = { id: "prj_2", slug: "empty", organization_id: "org_2" };
  const RENAMED = file("other", "  previous_slug: empty\n");
  const DELETED = file("empty", "  absent: true\n");
  it.each([
    ["shows it: it is not deleted", [OTHERS], DELETED],
    ["has it no more: it is not deleted", [], DELETED],
    ["shows it: it is not renamed", [OTHERS], RENAMED],
    ["has it no more: it is not renamed", [], RENAMED],
  ])("is seen of a project that another organization has by now, if its list %s", async (_what, data, text) => {
    const list = answered({ object: "list", data, has_more: false });
    const scene = open({ projects: [EMPTY], faults: [on("GET /v1/projects", list, { nth: 2, ...always })] });
    const { outcomes, writes } = await scene.apply(text, { confirm: async () => (await scene.pass(6_000), true) });
    expect([outcomes, writes]).toEqual([[expect.stringMatching(/^(failed|not-started) org_1\/(empty|other)$/)], []]);
  });

  it("is left for the next run if its list shows it no more for a moment", async () => {
    const list = answered({ object: "list", data: [], has_more: false });
    const scene = open({ projects: [EMPTY], faults: [on("GET /v1/projects", list, { nth: 2 })] });
    const { messages } = await scene.apply(DELETED);
    expect(messages).toEqual([expect.stringContaining("do not agree about whether it is there")]);
    expect(await scene.again(DELETED)).toEqual([[`DELETE ${PROJECTS}/prj_2`], []]);
  });

  it("may lack it after a deletion of this run", async () => {
    const lost = on(`DELETE ${PROJECTS}/prj_2`, ARRIVED, always);
    const scene = open({ projects: [EMPTY], habits: { late: { readsMs: 12_000 } }, faults: [lost] });
    const { outcomes } = await scene.apply(DELETED);
    expect(outcomes).toEqual(["done org_1/empty"]);
  });

  it("is not taken for gone from a list with an odd row", async () => {
    const list = answered({ object: "list", data: [{ slug: "empty" }], has_more: false });
    const scene = open({ projects: [EMPTY], faults: [on("GET /v1/projects", list, { nth: 2 })] });
    const { outcomes } = await scene.apply(DELETED);
    expect([outcomes, scene.live()]).toEqual([["done org_1/empty"], []]);
  });

  it.each(["previous_slug: b", "id: prj_2"])(
    "does not give away the slug of a project that is once not found: %s",
    async (told) => {
      const site = { id: "prj_1", organization_id: "org_1", slug: "site" };
      const scene = open({
        projects: [site, { ...site, id: "prj_2", slug: "b" }],
        service: { duplicateSlugs: true },
        faults: [on(PROJECT, missing)],
      });
      const files = { "1.yaml": file("s2", "  previous_slug: site\n"), "2.yaml": file("site", `  ${told}\n`) };
      const { writes } = await scene.apply(files);
      expect([writes, scene.live()]).toEqual([
        [`POST ${PROJECTS}/prj_1`, `POST ${PROJECTS}/prj_2`],
        ["org_1/s2", "org_1/site"],
      ]);
    },
  );

  it("is no reason to delete a project if the list of its organization cannot be read", async () => {
    const scene = open({ projects: [EMPTY], faults: [on("GET /v1/projects", forbidden, { nth: 2, ...always })] });
    const { outcomes, writes } = await scene.apply(file("empty", "  absent: true\n"));
    expect([outcomes, writes]).toEqual([["not-started org_1/empty"], []]);
  });

  it("makes the deletion of a project done that somebody else has deleted", async () => {
    const scene = open({ projects: [EMPTY] });
    const { outcomes } = await scene.apply(file("empty", "  absent: true\n"), {
      confirm: async () => {
        scene.meddle({ method: "DELETE", path: `${PROJECTS}/prj_2` });
        await scene.pass(6_000);
        return true;
      },
    });
    expect(outcomes).toEqual(["done org_1/empty"]);
  });

  it("is said of what was to be pruned, and is not certain any more", async () => {
    const scene = open({ service: { duplicateComponents: true } });
    const { outcomes, messages, writes } = await scene.apply(file("site", "components: {}\n"), {
      prune: ["components"],
      confirm: async () => {
        scene.meddle({ ...SECOND, path: `${PROJECTS}/prj_1/components` });
        await scene.pass(6_000);
        return true;
      },
    });
    expect([outcomes, writes]).toEqual([["failed org_1/site/edgee/ga4"], []]);
    expect(messages).toEqual([expect.stringContaining("It changed since the plan was made")]);
  });

  it("is not overwritten: another object of the same key is not the one that was shown", async () => {
    const again = [
      { method: "DELETE", path: `${PROJECTS}/prj_1/components/pc_1` },
      {
        method: "POST",
        path: `${PROJECTS}/prj_1/components`,
        body: { component_slug: "edgee/ga4", settings: { measurement_id: "G-3" } },
      },
    ] as const;
    const { outcomes, writes } = await confirmed(SETTING, again, { milliseconds: 5_001 });
    expect([outcomes, writes]).toEqual([["failed org_1/site/edgee/ga4"], []]);
  });

  it("is sent back with the declared settings, not what the plan read", async () => {
    const path = `${PROJECTS}/prj_1/components/pc_1`;
    const theirs = { method: "POST", path, body: { settings: { measurement_id: "G-1", sample_rate: 0.5 } } } as const;
    const { outcomes, scene } = await confirmed(SETTING, [theirs], { habits: LISTS_SAY_LITTLE });
    expect(outcomes).toEqual(["done org_1/site/edgee/ga4"]);
    expect(scene.record("org_1/site/edgee/ga4")?.["settings"]).toEqual({ measurement_id: "G-2", sample_rate: 0.5 });
  });
});

it("a create that is answered with a project that was there made nothing: its settings are not sent there", async () => {
  const { outcomes, writes } = await open({ faults: [on(`POST ${PROJECTS}`, answered({ id: "prj_1" }))] }).apply(
    file("third", "  cache: true\n"),
  );
  expect([outcomes, writes]).toEqual([["unknown org_1/third"], [`POST ${PROJECTS}`]]);
});

describe("a list that cannot be read after the plan", () => {
  const projects = [{ ...SITE, components: [], domains: [] }, NEW, { ...OLD, domains: [] }];
  const cases = [
    ["a project is created", "/v1/projects", file("third")],
    ["a project is deleted", "/v1/projects/prj_old/domains", file("old", "  absent: true\n")],
    ["a component is integrated", "/v1/projects/prj_new", file("new", "components:\n  edgee/maintenance-page: {}\n")],
  ] as const;

  it.each(cases.flatMap((each) => (["always", 1] as const).map((times) => [...each, times] as const)))(
    "holds the write that relies on it, and is read again, if %s: %s %s %s",
    async (_what, path, text, times) => {
      const scene = open({ projects });
      let isWriting = false;
      const { outcomes, writes } = await scene.apply(text, {
        onProgress: ({ stage }) => {
          if (isWriting || stage !== "write") return;
          isWriting = true;
          scene.setFaults([on(`GET ${path}`, { kind: "html" }, { times })]);
        },
      });
      expect(outcomes).toEqual([expect.stringMatching(times === 1 ? /^done / : /^not-started /)]);
      expect(writes).toHaveLength(times === 1 ? 1 : 0);
    },
  );
});

describe("a token that is refused", () => {
  const refusal = refused(401, "authentication_error");
  const hosts = Array.from({ length: 20 }, (_item, index) => `host-${index}.example.com`);
  const text = file("site", `  description: changed\ndomains: [${hosts.join(", ")}]\n`);
  const DOMAINS = `${PROJECTS}/prj_1/domains`;

  it("in the middle of 20 writes lets no other begin, and the next run does the rest", async () => {
    const scene = open({ faults: [on(`POST ${DOMAINS}`, refusal, { nth: 5, times: "always" })] });
    const { report, messages, writes } = await scene.apply(text, { concurrency: 8 });
    const { done = 0, failed = 0, "not-started": held = 0 } = report.applied?.counts ?? {};
    // The project's update, and four host names. Eight were under way.
    expect(done).toBe(5);
    expect(failed).toBe(writes.length - done);
    expect(writes.length).toBeLessThanOrEqual(5 + 8 + 4);
    expect(messages.filter((message) => message === "The service no longer accepts the token.")).toHaveLength(held);
    expect((await scene.again(text)).map((each) => each.length)).toEqual([21 - done, 0]);
  });

  it.each([
    ["by a project's update", text, `POST ${PROJECTS}/prj_1`, { failed: 1, "not-started": 20 }, 1],
    [
      "between a project's two calls",
      file("third", "  force_https: false\ndomains: [a.example.com]\n"),
      `POST ${PROJECTS}/prj_3`,
      { partial: 1, "not-started": 1 },
      2,
    ],
  ])("%s ends all writes", async (_what, files, at, counts, sent) => {
    const { report, writes } = await open({ faults: [on(at, refusal, always)] }).apply(files);
    expect(report.applied?.counts).toMatchObject({ done: 0, ...counts });
    expect(writes).toHaveLength(sent);
  });

  it("by a read of the plan fails the run", async () => {
    const { report, writes } = await open({ faults: [on(`GET ${DOMAINS}`, refusal, always)] }).apply(text);
    expect(report).toMatchObject({
      result: "failed",
      error: expect.stringContaining("Check the access token, or create a new one."),
    });
    expect(writes).toEqual([]);
  });
});

it.each([
  ["components", `${PROJECTS}/prj_1/components`, CREATES[1]?.file ?? ""],
  ["domains", `${PROJECTS}/prj_1/domains`, CREATES[2]?.file ?? ""],
  ["projects", PROJECTS, file("new")],
])("a list of %s that may not be read, or is not found, is never taken for an empty one", async (_kind, path, text) => {
  for (const fault of [forbidden, missing, page]) {
    const { result, writes } = await open({
      projects: [SITE, EMPTY],
      faults: [on(`GET ${path}`, fault, always)],
    }).apply(text);
    expect(["blocked", "failed"]).toContain(result);
    expect(writes).toEqual([]);
  }
});

it("a deletion does not wait for projects that take no domain from it", async () => {
  const { calls } = await open({
    projects: [EMPTY],
    faults: [on(`POST ${PROJECTS}`, { kind: "hang", handled: true })],
  }).apply({ "new.yaml": file("new"), "old.yaml": file("empty", "  absent: true\n") }, { concurrency: 8 });
  expect(calls).toContain(`DELETE ${PROJECTS}/prj_2`);
});

describe("reads by id that lag behind the list, after a rename a moment ago", () => {
  const renamed = () => {
    const scene = open({ habits: { late: { readsMs: 8_000 } } });
    scene.meddle({ method: "POST", path: `${PROJECTS}/prj_1`, body: { slug: "blog" } });
    // Longer than a read counts as fresh.
    const confirm = async (): Promise<boolean> => {
      await scene.pass(6_000);
      return true;
    };
    return { scene, confirm };
  };

  it("are no rename by somebody else: what is declared is written", async () => {
    const { scene, confirm } = renamed();
    const { outcomes } = await scene.apply(file("blog", "domains: [new.example.com]\n"), { confirm });
    expect(outcomes).toEqual(["done org_1/blog/new.example.com"]);
  });

  it("do not make a rename back look done", async () => {
    const { scene, confirm } = renamed();
    const { outcomes } = await scene.apply(file("site", "  previous_slug: blog\n"), { confirm });
    expect(outcomes).toEqual(["done org_1/site"]);
    expect(scene.live()).toContain("org_1/site");
  });
});

describe.each([0, 3_000])("a read by id that shows an object as it was before an edit %i ms ago", (milliseconds) => {
  const settings = (id: string) => ({ settings: { measurement_id: id, currency: "EUR" } });
  const site = { ...SITE, components: [{ id: "pc_1", component_slug: "edgee/ga4", ...settings("G-1") }] };

  it.each([
    ["project", PROJECTS, "prj_1", { description: "theirs" }, "org_1/site", "  description: live\n"],
    [
      "component, with live settings that are sent back",
      `${PROJECTS}/prj_1/components`,
      "pc_1",
      settings("G-2"),
      "org_1/site/edgee/ga4",
      "components:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n",
    ],
  ])("does not make an update look done: %s", async (_what, list, id, body, key, declared) => {
    const scene = open({ projects: [site], habits: { late: { readsMs: 8_000 } } });
    const { updated_at: _time, ...before } = scene.record(key) ?? {};
    scene.meddle({ method: "POST", path: `${list}/${id}`, body });
    await scene.pass(milliseconds);
    const { outcomes, writes } = await scene.apply(file("site", declared));
    expect([outcomes, writes]).toEqual([[`done ${key}`], [`POST ${list}/${id}`]]);
    expect(scene.record(key)).toMatchObject(before);
  });
});

it.each([{ kind: "reset", when: "before" }, { kind: "html" }] as const)(
  "an update without an answer is not done because a read by id shows what was before an edit: $kind",
  async (fault) => {
    const scene = open({ habits: { late: { readsMs: 8_000 } }, faults: [on(`POST ${PROJECTS}/prj_1`, fault, always)] });
    scene.meddle({ method: "POST", path: `${PROJECTS}/prj_1`, body: { description: "theirs" } });
    const { outcomes } = await scene.apply(file("site", "  description: live\n"));
    expect(outcomes).toEqual(["unknown org_1/site"]);
  },
);

describe("the wait for a read by id to show what its list shows", () => {
  const settings = (id: string) => ({ settings: { measurement_id: id, currency: "EUR" } });
  const site = { ...SITE, components: [{ id: "pc_1", component_slug: "edgee/ga4", ...settings("G-1") }] };
  const edit = (id: string): Write => ({ method: "POST", path: COMPONENT.slice(4), body: settings(id) });
  const text = file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\n");

  /** Somebody has set G-2 a moment ago, which only the list shows. */
  const edited = (given: Given) => {
    const scene = open({ projects: [site], habits: { late: { readsMs: 8_000 } }, ...given });
    scene.meddle(edit("G-2"));
    return scene;
  };

  const afterFirst = { nth: 2, ...always };
  const LIST = `GET ${PROJECTS}/prj_1/components`;
  const REFUSED = new RegExp(`^${LIST}.*: 403`);

  it.each([
    ["the token", [on(COMPONENT, refused(401, "authentication_error"), afterFirst)], /^The service no longer accepts/],
    ["the read", [on(COMPONENT, forbidden, afterFirst)], REFUSED],
    ["each second read of the list", [3, 5, 7].map((nth) => on(LIST, forbidden, { nth })), REFUSED],
  ])("ends without a word of what is declared, if the service refuses %s", async (_what, faults, message) => {
    const scene = edited({ faults });
    const { outcomes, messages, writes } = await scene.apply(text);
    expect([outcomes, writes]).toEqual([["not-started org_1/site/edgee/ga4"], []]);
    expect(messages).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    [9_000, 1_000],
    [7_000, 500],
    [12_000, 100],
  ])("sends back no live setting of before the last of two edits, %i and %i ms ago", async (first, second) => {
    const scene = edited({});
    await scene.pass(first - second);
    const body = { settings: { measurement_id: "G-2", currency: "USD" } };
    scene.meddle({ ...edit("G-2"), body });
    await scene.pass(second);
    const { outcomes } = await scene.apply(text, { confirm: async () => (await scene.pass(6_000), true) });
    expect(outcomes).toEqual(["done org_1/site/edgee/ga4"]);
    const settings = { measurement_id: "G-1", currency: "USD" };
    expect(scene.record("org_1/site/edgee/ga4")).toMatchObject({ settings });
  });

  it("sends nothing into a project that was renamed meanwhile", async () => {
    const scene = edited({ meanwhile: { at: COMPONENT, nth: 2, writes: [renameOf("prj_1")] } });
    const { outcomes, writes } = await scene.apply(text);
    expect([outcomes, writes]).toEqual([["failed org_1/site/edgee/ga4"], []]);
  });

  it("is for what its list shows alone: not for what another run has done", async () => {
    const scene = open({ projects: [{ ...site, components: [{ ...site.components[0], ...settings("G-2") }] }] });
    const confirm = async (): Promise<boolean> => {
      scene.meddle(edit("G-1"));
      await scene.pass(5_001);
      return true;
    };
    const { outcomes, writes, seconds } = await scene.apply(text, { confirm });
    expect([outcomes, writes]).toEqual([["done org_1/site/edgee/ga4"], []]);
    expect(seconds).toBeLessThan(6);
  });
});

it("waits once for the slug of a project that was renamed by hand, however much is in it", async () => {
  const scene = open({ projects: [SITE], service: { staleListsMs: 60_000 } });
  scene.meddle(renameOf("prj_1"));
  const hosts = Array.from({ length: 130 }, (_item, index) => `host-${index}.example.com`);
  const { seconds, writes } = await scene.apply(file("site", `domains: [${hosts.join(", ")}]\n`), { concurrency: 8 });
  expect([seconds, writes]).toEqual([10, []]);
});
