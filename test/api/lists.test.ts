import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ProtocolError } from "../../provider/api/errors.ts";
import { readPages } from "../../provider/api/pages.ts";
import { caught, connect } from "./connect.ts";
import { json, startFaultServer } from "./fault-server.ts";

describe("a list of the emulator", () => {
  it("is read to its end whatever the size of its pages", async () => {
    const projects = ["a", "b", "c", "d", "e"].map((slug, index) => ({ organization_id: `org_${index % 2}`, slug }));
    for (const pageSize of [1, 2, 3, 5]) {
      await using emulator = await startEmulator({ seed: { projects }, pageSize });
      const client = connect(emulator);
      expect((await client.projects.list()).map(({ slug }) => slug)).toEqual(["a", "b", "c", "d", "e"]);
      expect(emulator.requests()).toHaveLength(Math.ceil(5 / pageSize));
      expect((await client.projects.list({ organizationId: "org_0" })).map(({ slug }) => slug)).toEqual([
        "a",
        "c",
        "e",
      ]);
      expect(emulator.requests().map(({ query }) => query["order_direction"])).not.toContain("DESC");
    }
  });

  it("asks for each page with the last key of the one before", async () => {
    const domains = ["a", "b", "c"].map((name) => ({ name: `${name}.example.com` }));
    const seed = { projects: [{ organization_id: "org_1", slug: "site", domains }] };
    await using emulator = await startEmulator({ seed, pageSize: 1 });
    const found = await connect(emulator).domains.list("prj_1");
    expect(found.map(({ name }) => name).toSorted()).toEqual(["a.example.com", "b.example.com", "c.example.com"]);
    expect(emulator.requests().map(({ query }) => query["start_key"])).toEqual([
      undefined,
      "c.example.com",
      "b.example.com",
    ]);
  });
});

interface Page {
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
  it("end with the first that has no more, even if it has a key", async () => {
    const { outcome, paths } = await listed({ data: [one], has_more: false, last_key: "prj_1" }, { data: [two] });
    expect(outcome).toEqual(["prj_1"]);
    expect(paths).toHaveLength(1);
  });

  it("may be without items and still go on", async () => {
    const { outcome } = await listed(
      { data: [one], has_more: true, last_key: "k1" },
      { data: [], has_more: true, last_key: "k2" },
      { data: [two], has_more: false },
    );
    expect(outcome).toEqual(["prj_1", "prj_2"]);
  });

  it("hold an object once, though it shows up on two", async () => {
    const { outcome } = await listed(
      { data: [one, two], has_more: true, last_key: "k1" },
      { data: [two, { id: "prj_3" }], has_more: false },
    );
    expect(outcome).toEqual(["prj_1", "prj_2", "prj_3"]);
  });

  it("go on where the service does not say whether they do but gives a key, for what is not found is created", async () => {
    const { outcome } = await listed({ data: [one], last_key: "k1" }, { data: [two], last_key: "k2" }, { data: [] });
    expect(outcome).toEqual(["prj_1", "prj_2"]);
  });

  it.each([7, ["k"], { id: "k" }, true, null])("that end may have any last_key: %j", async (key) => {
    const { outcome, paths } = await listed({ data: [one], has_more: false, last_key: key }, { data: [two] });
    expect(outcome).toEqual(["prj_1"]);
    expect(paths).toHaveLength(1);
  });

  it("may be numbered by their keys", async () => {
    const { outcome, paths } = await listed(
      { data: [one], has_more: true, last_key: 0 },
      { data: [two], has_more: false, last_key: 20 },
    );
    expect(outcome).toEqual(["prj_1", "prj_2"]);
    expect(paths[1]).toContain("start_key=0");
  });

  it("end where neither is said", async () => {
    expect((await listed({ data: [one], has_more: null, last_key: null })).outcome).toEqual(["prj_1"]);
  });

  it.each([
    [1, 0],
    ["true", "false"],
    ["1", "0"],
  ])("may say %j and %j for whether more follows", async (more, last) => {
    const pages = [
      { data: [one], has_more: more, last_key: "k1" },
      { data: [two], has_more: last, last_key: "k2" },
    ];
    expect((await listed(...pages)).outcome).toEqual(["prj_1", "prj_2"]);
  });

  it("are refused where it cannot be told whether more follows", async () => {
    const { outcome } = await listed({ data: [one], has_more: "maybe", last_key: "k1" });
    expect(outcome).toBeInstanceOf(ProtocolError);
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

it("with an error in it is no list without items, whatever its status", async () => {
  const body = { error: { message: "x" }, data: [], has_more: false };
  await using server = await startFaultServer((response) => json(response, 200, body));
  expect(await caught(connect(server).projects.list())).toBeInstanceOf(ProtocolError);
});

it("may be null where the service says that nothing more follows: some write an empty list so", async () => {
  await using server = await startFaultServer((response) => json(response, 200, { data: null, has_more: false }));
  expect(await connect(server).domains.list("prj_1")).toEqual([]);
});

it("may have no items, where the service leaves out whatever is empty or false and calls the answer a list", async () => {
  const body = { object: "list", url: "/v1/projects/prj_1/domains" };
  await using server = await startFaultServer((response) => json(response, 200, body));
  expect(await connect(server).domains.list("prj_1")).toEqual([]);
});

describe("an odd record in a list", () => {
  it.each([
    ["without an id", {}, "(id)"],
    ["with an id that is no text", { id: ["prj_2"] }, "(id)"],
    ["that is null", null, "(all of it)"],
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

  it("that only has odd values is kept, without those that must have a type", async () => {
    const odd = { id: 42, component_id: 7, component_slug: {}, component_version: 2, active: "yes" };
    await using server = await startFaultServer((response) => json(response, 200, { data: [odd, two] }));
    expect(await connect(server).components.list("prj_1")).toEqual([
      { id: "42", component_id: "7", active: "yes" },
      { id: "prj_2" },
    ]);
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
  ["an error with 200", { error: { type: "not_found_error", message: "x" } }],
])("takes %s for no list, and never for an empty one", async (_what, answer) => {
  await using server = await startFaultServer((response) =>
    answer === undefined ? response.end() : json(response, 200, answer),
  );
  const error = await caught(connect(server).domains.list("prj_1"));
  expect(error).toBeInstanceOf(ProtocolError);
  expect(error.message).toBe(
    "GET /v1/projects/prj_1/domains: the answer is not a list (no data). Check that the base URL is the service's address.",
  );
});

describe("the size of the pages", () => {
  const seed = {
    projects: Array.from({ length: 45 }, (_, index) => ({ organization_id: "org_1", slug: `s-${index}` })),
  };

  it("is the largest that the list of projects documents", async () => {
    await using emulator = await startEmulator({ seed });
    expect(await connect(emulator).projects.list({ organizationId: "org_1" })).toHaveLength(45);
    expect(emulator.requests().map(({ query }) => query["limit"])).toEqual(["100"]);
  });

  it("is not asked for where it is not documented", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    await client.domains.list("prj_1");
    await client.components.list("prj_1");
    expect(emulator.requests().map(({ query }) => query["limit"])).toEqual([undefined, undefined]);
  });
});
