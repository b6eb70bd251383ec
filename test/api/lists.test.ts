import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ProtocolError } from "../../core/api/errors.ts";
import { readPages } from "../../core/api/pages.ts";
import { caught, connect } from "./connect.ts";
import { answers, json, startFaultServer } from "./fault-server.ts";

interface Page {
  readonly [other: string]: unknown;
  readonly data: readonly { id: string }[];
  readonly has_more?: unknown;
  readonly last_key?: unknown;
}

/** Serves the pages in turn, the last of them for ever. */
async function listed(...pages: readonly Page[]) {
  await using server = await startFaultServer((response, _request, attempt) =>
    json(response, 200, pages[Math.min(attempt, pages.length) - 1]),
  );
  const client = connect(server);
  const outcome = await client.projects.list({ organizationId: "org_1" }).then(
    (projects) => projects.map(({ id }) => id),
    (error: unknown) => error,
  );
  return { outcome, paths: server.received.map(({ path }) => path) };
}

const one = { id: "prj_1" };
const two = { id: "prj_2" };

describe("pages", () => {
  const more = { data: [one], has_more: true, last_key: "k1" };
  it.each<readonly [what: string, pages: readonly Page[], numbers: string]>([
    [
      "end with the first that has no more, even if it has a key",
      [{ data: [one], has_more: false, last_key: "prj_1" }, { data: [two] }],
      "1",
    ],
    ["end where neither is said", [{ data: [one], has_more: null, last_key: null }], "1"],
    [
      "may be without items and still go on",
      [more, { data: [], has_more: true, last_key: "k2" }, { data: [two], has_more: false }],
      "12",
    ],
    [
      "hold an object once, though it shows up on two",
      [
        { ...more, data: [one, two] },
        { data: [two, { id: "prj_3" }], has_more: false },
      ],
      "123",
    ],
    [
      "go on where the service does not say whether they do but gives a key, for what is not found is created",
      [{ data: [one], last_key: "k1" }, { data: [two], last_key: "k2" }, { data: [] }],
      "12",
    ],
    [
      "go on after an empty page with a key: the service filters what it has read",
      [
        { data: [], last_key: "k1" },
        { data: [one], last_key: "k2" },
        { data: [], last_key: "k2" },
      ],
      "1",
    ],
    [
      "go on after nine empty pages, each with another key",
      [...Array.from({ length: 9 }, (_none, index) => ({ data: [], last_key: `k${index}` })), { data: [two] }],
      "2",
    ],
    [
      "end after ten empty pages, though each has another key",
      [
        { data: [two], last_key: "k" },
        ...Array.from({ length: 10 }, (_none, index) => ({ data: [], last_key: `k${index}` })),
      ],
      "2",
    ],
    [
      "may be numbered by their keys",
      [
        { ...more, last_key: 0 },
        { data: [two], has_more: false, last_key: 20 },
      ],
      "12",
    ],
    ...[[1, 0] as const, ["true", "false"] as const, ["1", "0"] as const].map(
      ([yes, no]): readonly [string, readonly Page[], string] => [
        `may say ${JSON.stringify([yes, no])} for whether more follows`,
        [
          { ...more, has_more: yes },
          { data: [two], has_more: no, last_key: "k2" },
        ],
        "12",
      ],
    ),
  ])("%s", async (_what, pages, numbers) => {
    const { outcome, paths } = await listed(...pages);
    expect(outcome).toEqual(Array.from(numbers, (number) => `prj_${number}`));
    expect(paths).toHaveLength(pages[0]?.data.length === 1 && numbers === "1" ? 1 : pages.length);
  });

  it.each([7, ["k"], { id: "k" }, true, null])("that end may have any last_key: %j", async (key) => {
    const { outcome, paths } = await listed({ data: [one], has_more: false, last_key: key }, { data: [two] });
    expect(outcome).toEqual(["prj_1"]);
    expect(paths).toHaveLength(1);
  });

  it("encode a key that could be more than a key", async () => {
    const { paths } = await listed({ data: [], has_more: true, last_key: "a&b=c#d/../e" }, { data: [] });
    expect(paths[1]).toBe(
      "/v1/projects?organization_id=org_1&order_direction=ASC&limit=100&start_key=a%26b%3Dc%23d%2F..%2Fe",
    );
  });

  it.each([
    ["repeats its key", [{ data: [one], has_more: true, last_key: "k1" }], "same last_key twice"],
    [
      "goes in a circle",
      [
        { data: [one], has_more: true, last_key: "k1" },
        { data: [two], has_more: true, last_key: "k2" },
        { data: [one], has_more: true, last_key: "k1" },
      ],
      "same last_key twice",
    ],
    ["goes on without a key", [{ data: [one], has_more: true }], "no last_key to read them"],
    ["goes on with an empty key", [{ data: [one], has_more: true, last_key: "" }], "no last_key to read them"],
    ["goes on with an object as key", [{ data: [one], has_more: true, last_key: { id: 1 } }], "no last_key to read"],
    [
      "has an object as key",
      [{ data: [], last_key: { id: 1 } }],
      "may go on, in a way that this version does not know",
    ],
    ["has a number as key that is none", [{ data: [one], last_key: -1 }], "(last_key)"],
    ["goes on in a third spelling", [{ data: [one], hasNextPage: "true" }], "(hasNextPage)"],
    ["goes on in an object", [{ data: [one], paging: { next: "/v1/projects?page=2" } }], "(paging)"],
    ["goes on in a page", [{ data: [one], page: { next: "c" } }], "(page)"],
    ["has a status that is an object", [{ data: [], status: { toString: 1 } }], "(status)"],
    ["has a cursor", [{ data: [one], cursor: "c" }], "(cursor)"],
    ["counts more than it has", [{ data: [one], total: 2 }], "(total)"],
    ["counts some and has none", [{ data: [], meta: { total_count: "1" } }], "(meta)"],
    [
      "counts more than all pages have",
      [
        { data: [one], last_key: "k", count: 1 },
        { data: [two], last_key: null, count: 3 },
      ],
      "(count)",
    ],
    ["has a number of pages", [{ data: [one], total_pages: 4 }], "(total_pages)"],
    ["has a field that is not known", [{ data: [one], next_maintenance: "2027-01-01" }], "(next_maintenance)"],
    ["goes on in a list of links", [{ data: [one], links: [{ rel: "next", href: "/2" }] }], "(links)"],
    ["has a status that says nothing good", [{ data: [], status: "denied" }], "(status)"],
    ["has a status of false", [{ data: [], status: false }], "(status)"],
    ["goes on in OData", [{ data: [one], "@odata.nextLink": "/v1/projects?page=2" }], "(@odata.nextLink)"],
    ["goes on with a marker", [{ data: [one], nextContinuationToken: "t" }], "(nextContinuationToken)"],
    ["goes on in another spelling", [{ data: [], hasMore: true }], "(hasMore)"],
    ["goes on with a link", [{ data: [], has_more: null, next: "/v1/projects?page=2" }], "(next)"],
    ["goes on with another token", [{ data: [one], next_page_token: "t" }], "(next_page_token)"],
    [
      "goes on with a number that JSON does not carry exactly",
      [{ data: [one], has_more: true, last_key: 2 ** 53 }],
      "no last_key to read them",
    ],
  ])("that %s are an error that names the list", async (_what, pages, why) => {
    const { outcome } = await listed(...pages);
    expect(outcome).toBeInstanceOf(ProtocolError);
    expect(outcome).toHaveProperty("message", expect.stringContaining("GET /v1/projects: the list"));
    expect(outcome).toHaveProperty("message", expect.stringContaining(why));
    expect(String(outcome)).not.toContain("org_1");
  });

  it("that never end are given up", async () => {
    let asked = 0;
    const page = async () => ({ data: [one], has_more: true, last_key: `k${(asked += 1)}` });
    const error = await caught(readPages({ method: "GET", path: "/v1/projects" }, page));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toBe("GET /v1/projects: the list has more than 10000 pages.");
    expect(asked).toBe(10_001);
  });

  it("lose and double nothing, however the items are cut into them", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uniqueArray(fc.nat(30), { maxLength: 5 }), { minLength: 1 }), async (pages) => {
        const page = async (key = "0") => {
          const next = Number(key) + 1;
          return { data: pages[next - 1], has_more: next < pages.length, last_key: String(next) };
        };
        expect(await readPages({ method: "GET", path: "/v1/projects" }, page)).toEqual(pages.flat());
      }),
    );
  });
});

it.each([
  ["may be null, where the service says that nothing more follows", { data: null, has_more: false }],
  [
    "may have a code that is no status",
    {
      data: [],
      code: 20000,
      status: "OK",
      ok: 1,
      error: false,
      next: { href: null },
      hasMore: "no",
    },
  ],
  [
    "may have other fields",
    {
      data: [],
      limit: 100,
      links: { self: { href: "/v1/projects" } },
      meta: { count: 0 },
      code: 0,
      success: "yes",
      status: "200 OK",
    },
  ],
  ["may be left out, where the answer is called a list", { object: "list", url: "/v1/projects/prj_1/domains" }],
])("no items %s", async (_what, body) => {
  await using server = await startFaultServer(answers(200, body));
  expect(await connect(server).domains.list("prj_1")).toEqual([]);
});

describe("an odd record in a list", () => {
  it("of another kind, which a gateway may have in its cache, is no record of the list", async () => {
    const row = { object: "project_component", id: "pc_1", name: "www.example.com" };
    await using server = await startFaultServer(answers(200, { data: [row], has_more: false }));
    const error = await caught(connect(server).domains.list("prj_1"));
    expect(error.message).toContain("item 1 of the list has missing or invalid fields (object).");
  });

  it.each([
    ["without an id", {}, "(id)"],
    ["with an id that is no text", { id: ["prj_2"] }, "(id)"],
    ["that is text", "prj_2", "(all of it)"],
  ])("%s is an error that names the list and the position, over all pages", async (_what, odd, place) => {
    const pages = [
      { data: [one], has_more: true, last_key: "k1" },
      { data: [two, odd], has_more: false },
    ];
    await using server = await startFaultServer((response, _request, attempt) =>
      json(response, 200, pages[attempt - 1]),
    );
    const error = await caught(connect(server).components.list("prj_1"));
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error.message).toBe(
      `GET /v1/projects/prj_1/components: item 3 of the list has missing or invalid fields ${place}.`,
    );
  });
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["a bare list", [one]],
  ["a list of null", { data: null }],
  ["a list of null that has more", { data: null, has_more: true, last_key: "k1" }],
  ["a list without items that has more", { object: "list", has_more: true, last_key: "k1" }],
  ["a list without items that has a key", { object: "list", last_key: "k1" }],
  ["a list of null without has_more", { object: "list", data: null }],
  ["a list without items that has an error", { object: "list", error: "out of memory" }],
  ["a list with its items under another name", { object: "list", items: [one] }],
  ["a list without items that has errors", { object: "list", url: "/v1", errors: [{ message: "x" }] }],
  ["a list without items that counts some", { object: "list", total_count: 1 }],
  ["another object without items", { object: "project", id: "prj_1" }],
  ["an error beside no items", { error: { message: "x" }, data: [], has_more: false }],
  ["errors beside some items", { errors: [{ message: "x" }], data: [], has_more: false }],
  ["no items of what did not succeed", { success: false, data: [], has_more: false }],
  ["no items of what did not succeed, as a text", { success: "false", data: [], has_more: false }],
  ["no items of what did not succeed, in other letters", { success: "No", data: [], has_more: false }],
  ["no items of what is not ok, as a number", { ok: 0, data: [], has_more: false }],
  ["no items with the status of a page", { status: "503 Service Unavailable", data: [] }],
  ["no items of what is not ok", { ok: false, data: [] }],
  ["no items with the status of an error", { status: "error", data: [], has_more: false }],
  ["no items with the code of an error", { code: 500, data: [], has_more: false }],
  ["no items with the name of an error", { code: "ERR_UPSTREAM", data: [], has_more: false }],
  ["no items with what failed", { status: "failed: timeout", data: [], has_more: false }],
  ["no items with the long code of an error", { code: 50008, data: [], has_more: false }],
  ["no items of a single record", { object: "project", data: [], has_more: false }],
  ["an object that is an error", { object: "error", data: [], has_more: false }],
  ["an error with 200", { error: { type: "not_found_error", message: "x" } }],
])("takes %s for no list, and never for an empty one", async (_what, answer) => {
  await using server = await startFaultServer(answers(200, answer));
  const error = await caught(connect(server).domains.list("prj_1"));
  expect(error).toBeInstanceOf(ProtocolError);
  expect(error.message).toBe(
    "GET /v1/projects/prj_1/domains: the answer is not a list (no data). Check that the base URL is the service's address. A gateway or a login page may answer instead.",
  );
});

it("asks for pages of the largest size that is documented, and for none where none is", async () => {
  const projects = Array.from({ length: 45 }, (_, index) => ({ organization_id: "org_1", slug: `s-${index}` }));
  await using emulator = await startEmulator({ seed: { projects } });
  const client = connect(emulator);
  expect(await client.projects.list({ organizationId: "org_1" })).toHaveLength(45);
  await client.domains.list("prj_1");
  await client.components.list("prj_1");
  expect(emulator.requests().map(({ query }) => query["limit"])).toEqual(["100", undefined, undefined]);
});
