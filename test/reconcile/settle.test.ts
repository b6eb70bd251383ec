import { describe, expect, it } from "vitest";
import {
  always,
  answered,
  ARRIVED,
  CREATES,
  DELETIONS,
  EMPTY,
  file,
  MOVE_AND_DELETE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  refused,
  SITE,
  UPDATES,
} from "./scene.ts";

/* How long a run reads until its writes show: at these seconds after the write, and not after the last of them. */
const READS = [0, 0.5, 2, 5, 10];
const LATE = "The service's lists do not show it yet: wait before the next run, which relies on them.";
const MAYBE_LATE = LATE.replace("do not", "may not");
const until = (seconds: number): readonly number[] => READS.slice(0, READS.findIndex((at) => at >= seconds) + 1);

describe.each([0, 0.4, 1, 4, 9])("lists that show a write after %d s", (seconds) => {
  it.each([...CREATES, ...DELETIONS])(
    "$kind $path: are read until they do, and the next run writes nothing",
    async (subject) => {
      const scene = open({ service: { staleListsMs: seconds * 1000 } });
      const { outcomes, messages, timed, writes } = await scene.apply(subject.file);
      expect([outcomes, messages]).toEqual([[`done ${subject.key}`], [""]]);
      expect(writes).toHaveLength(1);
      const reads = timed.filter((line) => line.endsWith(` GET ${subject.list}`));
      expect(reads.slice(-until(seconds).length)).toEqual(until(seconds).map((at) => `${at} GET ${subject.list}`));
      expect(await scene.again(subject.file)).toEqual([[], []]);
    },
  );
});

it.each(CREATES)("$kind: lists that never show it end the wait after 10 s", async (subject) => {
  const scene = open({ service: { staleListsMs: 60_000 } });
  const { outcomes, messages, timed, seconds } = await scene.apply(subject.file);
  expect([outcomes, messages, seconds]).toEqual([[`done ${subject.key}`], [LATE], 10]);
  expect(timed.at(-1)).toBe(`10 GET ${subject.object}`);
});

it("reads that have no answer are not repeated when one began after the window", async () => {
  const [, , domain] = CREATES;
  const silent = on(`GET ${domain.list}`, { kind: "hang" }, { nth: 2, times: "always" });
  const { outcomes, timed } = await open({ faults: [silent] }).apply(domain.file);
  expect(outcomes).toEqual([`done ${domain.key}`]);
  const reads = timed.filter((line) => line.endsWith(` GET ${domain.list}`));
  // Each is tried twice. The second begins when the window is over.
  expect(reads).toEqual([0, 30, 60.5, 90.5].map((at) => `${at} GET ${domain.list}`));
});

it("what is not found below a new project is late, in whatever words the service says it", async () => {
  const notYet = on(`POST ${PROJECTS}/prj_3/domains`, refused(404, "no_permission_error"));
  const { outcomes } = await open({ faults: [notYet] }).apply(file("new", `domains: [new.example.com]\n`));
  expect(outcomes).toEqual(["done org_1/new", "done org_1/new/new.example.com"]);
});

it("says that lists are late if the token is refused once while they are read", async () => {
  const habits = { answers: { create: "id", update: "empty", delete: "none" } } as const;
  // The first read of the project says which one the answer to its creation is about.
  const refusedOnce = on(`GET ${PROJECTS}/*`, refused(401, "authentication_error"), { nth: 2 });
  const scene = open({ habits, service: { staleListsMs: 2_000 }, faults: [refusedOnce] });
  const { outcomes, messages } = await scene.apply({ "new.yaml": file("new", "  log_severity: null\ndomains: []\n") });
  expect([outcomes, messages]).toEqual([["done org_1/new"], [LATE]]);
});

it("says so of a project too if the token is refused for the first list of another project", async () => {
  const refusedOnce = on(`GET ${PROJECTS}/*/domains`, refused(401, "authentication_error"));
  const scene = open({ projects: [], service: { staleListsMs: 9_000 }, faults: [refusedOnce] });
  const other = file("other", `domains: [other.example.com]\n`);
  const { outcomes, messages } = await scene.apply({ "new.yaml": file("new", ""), "other.yaml": other });
  expect(outcomes).toEqual(["done org_1/new", "done org_1/other", "done org_1/other/other.example.com"]);
  expect(messages.slice(0, 2)).toEqual([LATE, LATE]);
});

it("a stop does not take what is created, and not found yet by its id, for deleted", async () => {
  const stop = new AbortController();
  const scene = open({
    habits: { late: { readsMs: 1_500 } },
    service: { staleListsMs: 5_000 },
    meanwhile: { at: `POST ${PROJECTS}/prj_3/components`, phase: "handled", calls: () => stop.abort("SIGINT") },
  });
  const text = file("new", "components:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n");
  const { outcomes, messages } = await scene.apply(text, { signal: stop.signal });
  expect([outcomes, messages]).toEqual([
    ["done org_1/new", "done org_1/new/edgee/legacy-pixel"],
    [LATE, MAYBE_LATE],
  ]);
});

it("what is deleted with its project is not read back either if the list of projects is refused afterwards", async () => {
  const refusedLast = on(`GET ${PROJECTS}`, refused(403, "forbidden_error"), { nth: 3, times: "always" });
  const scene = open({ projects: [OLD, NEW], service: { staleListsMs: 9_000 }, faults: [refusedLast] });
  const { outcomes } = await scene.apply(MOVE_AND_DELETE["old.yaml"], { prune: ["all"] });
  expect(outcomes).toEqual(["done org_1/old", `done org_1/old/${NAME}`]);
});

it.each([
  ["a project", file("empty", "  absent: true\n"), PROJECTS, "done org_1/empty", []],
  ["a domain", file("site", "  absent: true\n"), `${PROJECTS}/prj_1/domains`, `done org_1/site/${NAME}`, [2]],
])(
  "says that the deletion of %s was not read back if the token is refused after it, and may be its list before it",
  async (_what, text, list, outcome, before) => {
    const faults = [
      ...before.map((nth) => on(`GET ${list}`, refused(403, "forbidden_error"), { nth })),
      on(`GET ${list}`, refused(401, "authentication_error"), { nth: 3 }),
    ];
    const scene = open({ habits: { late: { readsMs: 1_500 } }, faults });
    const { outcomes, messages } = await scene.apply(text, { prune: ["all"] });
    const index = outcomes.indexOf(outcome);
    expect([outcomes, messages[index]]).toEqual([
      expect.arrayContaining([outcome]),
      "It was not read back: The service no longer accepts the token.",
    ]);
  },
);

it.each(UPDATES)(
  "$kind: a run right after an update changes nothing, though lists show the old value",
  async (subject) => {
    const scene = open({ service: { staleListsMs: 9_000 } });
    expect((await scene.apply(subject.file)).writes).toEqual([`POST ${subject.path}`]);
    expect(await scene.again(subject.file)).toEqual([[], []]);
  },
);

it("what is in a new project is read again until it is found, also if its create was answered without an id", async () => {
  const habits = { answers: { create: "none" }, late: { newProjectMs: 4_000 } } as const;
  const scene = open({ projects: [SITE], habits });
  const text = file(
    "new",
    `  force_https: false\ncomponents:\n  edgee/ga4: { settings: { measurement_id: G-1 } }\ndomains: [new.example.com]\n`,
  );
  const { outcomes } = await scene.apply(text);
  expect(outcomes).toEqual(["done org_1/new", "done org_1/new/edgee/ga4", "done org_1/new/new.example.com"]);
  expect(await scene.again(text)).toEqual([[], []]);
});

it.each([
  [4_000, "done"],
  [60_000, "unknown"],
])("a create without an answer is looked up where lists are late by %d ms: %s", async (staleListsMs, status) => {
  for (const subject of CREATES.filter(({ kind }) => kind !== "domain")) {
    const scene = open({ service: { staleListsMs }, faults: [on(`POST ${subject.path}`, ARRIVED)] });
    const { outcomes, writes } = await scene.apply(subject.file);
    expect(outcomes).toEqual([`${status} ${subject.key}`]);
    expect(writes).toEqual([`POST ${subject.path}`]);
  }
});

it("a host name that is detached and wanted again at once is attached again", async () => {
  const scene = open({ service: { staleListsMs: 9_000 } });
  await scene.apply(file("site", `domains: [{ name: ${NAME}, absent: true }]\n`));
  const { writes } = await scene.apply(file("site", `domains: [${NAME}]\n`));
  expect(writes).toEqual(["POST /v1/projects/prj_1/domains"]);
});

it("a list that fails in between is read again, so that the next run creates nothing twice", async () => {
  const files = { "a.yaml": file("a", "components:\n  edgee/maintenance-page: {}\n"), "b.yaml": file("b", "") };
  const scene = open({
    projects: [],
    service: { staleListsMs: 9_000, duplicateSlugs: true, duplicateComponents: true },
    faults: [on("GET /v1/projects/*/components", { kind: "html" }, { nth: 2, times: 2 })],
  });
  expect((await scene.apply(files)).result).toBe("applied");
  expect(await scene.again(files)).toEqual([[], []]);
});

it("a list that is refused is not waited for", async () => {
  const scene = open({ projects: [] });
  // In the plan of the organization and of all, and before the creates.
  scene.setFaults([on("GET /v1/projects", refused(400, "invalid_request_error"), { nth: 4, times: 99 })]);
  const { outcomes, messages, seconds } = await scene.apply(file("site"));
  expect(outcomes).toEqual(["done org_1/site"]);
  expect(messages).toEqual([expect.stringMatching(`^It was not read back: .* ${MAYBE_LATE}$`)]);
  expect(seconds).toBeLessThan(10);
});

describe("a write that lists do not show yet when one is refused", () => {
  const CASES = [
    ...CREATES.map((subject) => ({ ...subject, method: "POST" })),
    ...UPDATES.map((subject) => ({ ...subject, method: "POST" })),
    ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" })),
  ];

  it.each(CASES)("may be late, and the run says that it did not show: $method of a $kind", async (subject) => {
    const { method, path: at, list, file: text, key } = subject;
    const { calls } = await open().apply(text);
    const earlier = calls.slice(0, calls.indexOf(`${method} ${at}`)).filter((call) => call === `GET ${list}`).length;
    const scene = open({
      service: { staleListsMs: 1_000 },
      faults: [on(`GET ${list}`, refused(422), { nth: earlier + 2, times: 1 })],
    });
    const { outcomes, messages } = await scene.apply(text);
    expect(outcomes).toEqual([`done ${key}`]);
    expect(messages[0]).toMatch(/^It did not show when it was last read: GET .*: 422/);
  });
});

it.each(CREATES)(
  "a create of $kind without an answer that lists have shown is done, although one is refused then",
  async (subject) => {
    const { path: at, list, file: text, key } = subject;
    const { calls } = await open().apply(text);
    const earlier = calls.slice(0, calls.indexOf(`POST ${at}`)).filter((call) => call === `GET ${list}`).length;
    const scene = open({
      faults: [
        on(`POST ${at}`, ARRIVED),
        // In doubt, it is read by its id too, until that answers.
        on(`GET ${list}/*`, { kind: "html", status: 502 }, always),
        on(`GET ${list}`, refused(422), { nth: earlier + 3, times: 99 }),
      ],
    });
    expect((await scene.apply(text)).outcomes).toEqual([`done ${key}`]);
  },
);

it("what a list does not show yet is done by its answer if its project may not be read any more", async () => {
  const faults = [
    on(`GET ${PROJECTS}/prj_1`, refused(403, "forbidden_error"), { nth: 2, times: 99 }),
    on(`POST ${PROJECTS}/prj_1`, ARRIVED, always),
    on(`POST ${PROJECTS}/prj_1/domains`, answered({}, true)),
  ];
  const scene = open({ service: { staleListsMs: 4_000 }, faults });
  const { outcomes } = await scene.apply(file("site", "  id: prj_1\n  cache: true\ndomains: [new.example.com]\n"));
  expect(outcomes).toEqual(["unknown org_1/site", "done org_1/site/new.example.com"]);
});

it("what no plan compares, because its project may not be read any more, is not taken for shown", async () => {
  const faults = [on(`GET ${PROJECTS}/prj_1`, refused(403, "forbidden_error"), { nth: 2, times: 99 })];
  const scene = open({ service: { staleListsMs: 60_000 }, faults });
  const { messages } = await scene.apply(file("site", "  id: prj_1\n  cache: true\ndomains: [new.example.com]\n"));
  expect(messages[1]).toMatch(/^It was not read back: /);
});

describe("a list inside a new project that cannot be read", () => {
  const unreadable = { kind: "html", status: 502 } as const;
  const inside = "GET /v1/projects/*/components";
  const text = file("new", "components:\n  edgee/maintenance-page: {}\n");

  it("says nothing of the project, which its own list shows", async () => {
    const scene = open({ projects: [], faults: [on(inside, unreadable, always)] });
    const { outcomes, messages } = await scene.apply(text);
    expect([outcomes, messages]).toEqual([
      ["done org_1/new", "done org_1/new/edgee/maintenance-page"],
      ["", ""],
    ]);
  });

  it("says nothing of what its id does not find", async () => {
    const made = answered({ id: "pc_7", component_slug: "edgee/maintenance-page" });
    const faults = [on(inside, unreadable, always), on("POST /v1/projects/*/components", made)];
    const { outcomes } = await open({ projects: [], faults }).apply(text);
    expect(outcomes).toEqual(["done org_1/new", "unknown org_1/new/edgee/maintenance-page"]);
  });
});

it("a project that its service shows late gets all its children in one run, however many", async () => {
  const names = Array.from({ length: 45 }, (_item, index) => `w${index}.example.com`);
  const scene = open({ projects: [], habits: { late: { readsMs: 4_000 } } });
  const { outcomes } = await scene.apply(file("new", `domains: [${names.join(", ")}]\n`));
  expect(outcomes.filter((line) => line.startsWith("done "))).toHaveLength(46);
  expect(scene.live()).toHaveLength(46);
});

it("what is not found below a new project within the window fails", async () => {
  const faults = [{ path: "/v1/projects/prj_1/*", ...always, fault: refused(404, "not_found_error") }];
  const scene = open({ projects: [], faults });
  const { outcomes } = await scene.apply(
    file("new", `components:\n  edgee/maintenance-page: {}\ndomains: [${NAME}]\n`),
  );
  expect(outcomes).toEqual(["done org_1/new", "failed org_1/new/edgee/maintenance-page", `failed org_1/new/${NAME}`]);
});

it("an update that is answered with an old record is done as soon as a read shows it", async () => {
  const scene = open({ faults: [on("POST /v1/projects/prj_1", { kind: "html", handled: true })] });
  expect((await scene.apply(UPDATES[0]?.file ?? "")).outcomes).toEqual(["done org_1/site"]);
  const other = open({ faults: [on("POST /v1/projects/prj_1", answered({}, true))] });
  expect((await other.apply(UPDATES[0]?.file ?? "")).messages).toEqual([""]);
});

it("lists that never show a new project are said to be late, although its project is read by its id", async () => {
  const scene = open({ projects: [], service: { staleListsMs: 60_000 } });
  const { messages } = await scene.apply(file("new", `domains: [${NAME}]\n`));
  expect(messages).toEqual([LATE, LATE]);
});

it("a list that is not found once, although its project is there, is read again", async () => {
  const path = `${PROJECTS}/prj_1/components`;
  const faults = [on(`POST ${path}`, ARRIVED), on(`GET ${path}`, refused(404, "not_found_error"), { nth: 2 })];
  const { outcomes } = await open({ faults }).apply(CREATES[1]?.file ?? "");
  expect(outcomes).toEqual(["done org_1/site/edgee/legacy-pixel"]);
});

it("a list that goes back in time hides again what it showed: all that was sent is waited for", async () => {
  const projects = ["one", "two"].map((slug) => ({
    id: `prj_${slug}`,
    organization_id: "org_1",
    slug,
    description: "old",
  }));
  const scene = open({ projects });
  const files = { "one.yaml": file("one", "  description: new\n"), "two.yaml": file("two", "  description: new\n") };
  // The second list is the first after the writes.
  const shows = (nth: number, changed: string): ReturnType<typeof on> => {
    const data = projects.map((project) => (project.slug === changed ? { ...project, description: "new" } : project));
    return on(`GET ${PROJECTS}`, answered({ data, has_more: false }), { nth });
  };
  scene.setFaults([shows(2, "one"), shows(3, "two")]);
  const { outcomes, seconds } = await scene.apply(files);
  expect([outcomes, seconds]).toEqual([["done org_1/one", "done org_1/two"], 2]);
});

it("what is late of a project whose create got no answer is sent again", async () => {
  const faults = [on(`POST ${PROJECTS}`, ARRIVED)];
  const scene = open({ habits: { late: { newProjectMs: 3_000 } }, faults });
  expect((await scene.apply({ "new.yaml": file("new", "  cache: true\n") })).outcomes).toEqual(["done org_1/new"]);
});

it("a new project is read by its id again, if that did not find it at first, where lists hold only ids", async () => {
  const answers = { create: "none", update: "empty", delete: "none" } as const;
  const scene = open({ habits: { answers, late: { readsMs: 1_500 }, lists: { fields: "ids" } }, projects: [] });
  const { outcomes } = await scene.apply({ "new.yaml": file("new", "domains: [new.example.com]\n") });
  expect(outcomes).toEqual(["done org_1/new", "done org_1/new/new.example.com"]);
});

const GONE = file(
  "site",
  `  absent: true\ncomponents:\n  edgee/ga4: { absent: true }\ndomains: [{ name: ${NAME}, absent: true }]\n`,
);
const COMPONENT = "/v1/projects/prj_1/components/pc_1";
/** From the read after the project's deletion on. */
const LIST_FAILS = on("GET /v1/projects", refused(500, "internal"), { nth: 3, ...always });

it.each([
  ["answered", []],
  ["without an answer", [on(`DELETE ${COMPONENT}`, ARRIVED, always)]],
] as const)(
  "a child that its own list showed as gone before its project was deleted was read back: %s",
  async (_, faults) => {
    const { apply } = open({ projects: [SITE], faults: [...faults, LIST_FAILS] });
    const { outcomes, messages, calls } = await apply(GONE);
    // It was: by its list, after its deletion and before that of its project; and the project itself is read as gone by its id.
    const list = calls.lastIndexOf("GET /v1/projects/prj_1/components");
    expect(list).toBeGreaterThan(calls.indexOf(`DELETE ${COMPONENT}`));
    expect(list).toBeLessThan(calls.indexOf("DELETE /v1/projects/prj_1"));
    expect(outcomes).toEqual(["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`]);
    expect(messages.join(" ")).not.toContain("not read back");
  },
);

it("what is deleted without an answer, and then with its project, is not waited for, and no list is said to be late", async () => {
  const { apply } = open({ projects: [SITE], faults: [on(`DELETE ${COMPONENT}`, ARRIVED, always)] });
  const { outcomes, messages, seconds } = await apply(GONE);
  expect(outcomes).toEqual(["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`]);
  expect(messages.join(" ")).not.toContain("lists do not show it yet");
  expect(seconds).toBe(0);
});

it("a project gets the slug that another one gave up, also while a list still shows it there", async () => {
  const projects = [
    { id: "prj_1", organization_id: "org_1", slug: "a" },
    { id: "prj_2", organization_id: "org_1", slug: "b" },
  ];
  const { apply } = open({ projects, habits: { staleListsMs: 2_000 } });
  const { outcomes } = await apply({ "1.yaml": file("b", "  id: prj_1\n"), "2.yaml": file("c", "  id: prj_2\n") });
  expect(outcomes).toEqual(["done org_1/b", "done org_1/c"]);
});

it("a rename that a read by its id shows is not compared with an older list, if that is refused after it", async () => {
  // Without a description in its list, the project is read by its id.
  const scene = open({
    projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }],
    faults: [on(`GET ${PROJECTS}`, refused(403, "forbidden_error"), { nth: 2 })],
  });
  const { outcomes, messages } = await scene.apply(file("new-name", "  previous_slug: site\n  description: new\n"));
  expect(outcomes).toEqual(["done org_1/new-name"]);
  expect(messages).toEqual([expect.stringMatching(/^It was not read back: GET/)]);
});

it("what lists do not show yet stays late while the rest is written again", async () => {
  const resets = on(`POST ${PROJECTS}/prj_2/domains`, { kind: "reset", when: "before" });
  const scene = open({ projects: [SITE, EMPTY], service: { staleListsMs: 60_000 }, faults: [resets] });
  const { outcomes, messages } = await scene.apply({
    "site.yaml": file("site", "components:\n  edgee/maintenance-page: {}\n"),
    "empty.yaml": file("empty", "domains: [new.example.com]\n"),
  });
  expect(outcomes).toEqual(["done org_1/empty/new.example.com", "done org_1/site/edgee/maintenance-page"]);
  expect(messages).toEqual([LATE, LATE]);
});

it('a deletion that is answered with "deleted": false is looked up as long as others are waited for', async () => {
  const faults = [
    on(`DELETE ${PROJECTS}/prj_1/domains/${NAME}`, answered({ deleted: false }, true)),
    on(`POST ${PROJECTS}/prj_1/domains`, { kind: "html", status: 500 }),
  ];
  const { outcomes } = await open({ faults }).apply(
    file("site", `domains: [new.example.com, { name: ${NAME}, absent: true }]\n`),
  );
  expect(outcomes).toEqual([`done org_1/site/new.example.com`, `done org_1/site/${NAME}`]);
});

it("a rename is not taken for undone by late reads, if the list that would show it is refused", async () => {
  const scene = open({
    service: { staleListsMs: 8_000 },
    habits: { late: { readsMs: 1_500 } },
    faults: [on(`GET ${PROJECTS}`, refused(403, "forbidden_error"), { nth: 3 })],
  });
  const { outcomes, messages } = await scene.apply(file("new-name", "  id: prj_1\n"));
  expect(outcomes).toEqual(["done org_1/new-name"]);
  expect(messages).toEqual([
    expect.stringMatching(/^It (?:was not read back|did not show when it was last read): GET/),
  ]);
});
