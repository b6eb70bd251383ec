import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/faults/schedule.ts";
import type { FaultSchedule } from "../../../emulator/start.ts";
import { changesOf, itemOf, startWorld } from "../world.ts";

/* Several files that rename projects: the slug of one is what another gives up. */

interface Declared {
  readonly id?: string;
  readonly from?: string;
  readonly absent?: boolean;
  readonly domain?: string;
}

function file(slug: string, { id, from, absent = false, domain }: Declared = {}): string {
  return [
    "version: 1",
    "project:",
    "  organization_id: org_1",
    `  slug: ${slug}`,
    ...(id === undefined ? [] : [`  id: ${id}`]),
    ...(from === undefined ? [] : [`  previous_slug: ${from}`]),
    ...(absent ? ["  absent: true"] : []),
    ...(domain === undefined ? [] : [`domains: [${domain}]`]),
    "",
  ].join("\n");
}

function startWith(slugs: Readonly<Record<string, string>>, texts: readonly string[], domains: readonly string[] = []) {
  const projects = Object.entries(slugs).map(([id, slug], index) => ({
    id,
    organization_id: "org_1",
    slug,
    domains: index === 0 ? domains.map((name) => ({ name })) : [],
  }));
  const files = Object.fromEntries(texts.map((text, index) => [`${index}.yaml`, text]));
  return startWorld({ seed: { projects } }).then(async (world) => {
    await world.write(files);
    return world;
  });
}

const CHAINS: readonly (readonly [name: string, slugs: Record<string, string>, texts: readonly string[]])[] = [
  ["two by `id`", { p1: "a", p2: "b" }, [file("b", { id: "p1" }), file("c", { id: "p2" })]],
  ["two by `previous_slug`", { p1: "a", p2: "b" }, [file("b", { from: "a" }), file("c", { from: "b" })]],
  ["two, each in another way", { p1: "a", p2: "b" }, [file("b", { from: "a" }), file("c", { id: "p2" })]],
  ["two, the other way round", { p1: "a", p2: "b" }, [file("b", { id: "p1" }), file("c", { from: "b" })]],
  ["two by both", { p1: "a", p2: "b" }, [file("b", { id: "p1", from: "a" }), file("c", { id: "p2", from: "b" })]],
  [
    "five by `previous_slug`",
    { p1: "a", p2: "b", p3: "c", p4: "d", p5: "e" },
    ["b", "c", "d", "e", "f"].map((slug, index) => file(slug, { from: "abcde".charAt(index) })),
  ],
];

const TAKEN = { p1: "a", p2: "b", p3: "c" };

/** A gateway sends a request twice, and passes on the answer to the second. */
const REPEATED: Fault = {
  kind: "answer",
  status: 429,
  headers: { "retry-after": "6" },
  body: { error: { type: "too_many_requests", message: "slow down" } },
  handled: true,
};

it.each<[string, FaultSchedule["faults"]]>([
  ["a new host name", []],
  ["one that a gateway attached", [{ method: "POST", path: "/v1/projects/p1/domains", fault: REPEATED }]],
])("what is in a project whose rename is blocked is judged by itself: %s", async (_, faults) => {
  const texts = [file("b", { id: "p1", domain: "www.example.com" }), file("c", { id: "p2" })];
  await using world = await startWith(TAKEN, texts);
  world.setFaults({ faults });
  const { plan, applied } = await world.run("apply");
  expect(plan?.items.map(({ action, key }) => `${action} ${key}`)).toEqual([
    "blocked org_1/b",
    "create org_1/b/www.example.com",
    "blocked org_1/c",
  ]);
  expect(applied?.outcomes).toMatchObject([{ key: "org_1/b/www.example.com", status: "done" }]);
});

it("an update in a project whose rename is blocked is done if it is answered and cannot be read back", async () => {
  const rest = "components: { edgee/ga4: { active: false } }\n";
  const projects = Object.entries(TAKEN).map(([id, slug]) => ({
    id,
    organization_id: "org_1",
    slug,
    components: id === "p1" ? [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }] : [],
  }));
  await using world = await startWorld({ seed: { projects } });
  await world.write({ "0.yaml": `${file("b", { id: "p1" })}${rest}`, "1.yaml": file("c", { id: "p2" }) });
  const fault: Fault = { kind: "answer", status: 403, body: { error: { type: "forbidden", message: "no" } } };
  world.setFaults({ faults: [{ method: "GET", path: "/v1/projects/p1/components", fault, nth: 2, times: "always" }] });
  expect((await world.run("apply")).applied?.outcomes).toMatchObject([
    { status: "done", message: expect.stringContaining("It was not read back") },
  ]);
});

describe("renames in a chain", () => {
  it.each(CHAINS)("%s: are done in one run, the last one first", async (_, slugs, texts) => {
    await using world = await startWith(slugs, texts);
    const plan = await world.run("plan");
    expect(changesOf(plan).toSorted()).toEqual(
      texts.map((text) => `update project org_1/${/slug: (.)/.exec(text)?.[1]}`).toSorted(),
    );
    expect(plan.plan?.items[0]?.notes).toEqual(["slug: p2 gives up b first."]);
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(
      Object.keys(slugs)
        .toReversed()
        .map((id) => `POST /v1/projects/${id}`),
    );
    expect((await world.run("apply")).result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  });

  it("are not begun where the first one is refused", async () => {
    const [, slugs, texts] = CHAINS[0] ?? ["", {}, []];
    await using world = await startWith(slugs, texts);
    world.setFaults({
      faults: [
        {
          method: "POST",
          path: "/v1/projects/p2",
          fault: { kind: "answer", status: 422, body: { error: { message: "no" } } },
        },
      ],
    });
    const report = await world.run("apply");
    expect(report.applied?.outcomes.map(({ key, status }) => `${key} ${status}`)).toEqual([
      "org_1/b not-started",
      "org_1/c failed",
    ]);
    expect(report.applied?.outcomes[0]?.message).toBe("It waits for p2 to give up its slug. Run this again.");
  });

  it("are blocked where `only` leaves out the one that gives up its slug", async () => {
    const [, slugs, texts] = CHAINS[0] ?? ["", {}, []];
    await using world = await startWith(slugs, texts);
    const { action, reason } = itemOf(await world.run("plan", { only: ["org_1/b"] }), "org_1/b");
    expect(action).toBe("blocked");
    expect(reason).toBe("p1 cannot get the slug b: p2 has it, and does not give it up in this run.");
  });
});

describe("an exchange of slugs", () => {
  it.each([
    ["by `id`", [file("b", { id: "p1" }), file("a", { id: "p2" })]],
    ["by `previous_slug`", [file("b", { from: "a" }), file("a", { from: "b" })]],
    ["in both ways", [file("b", { id: "p1" }), file("a", { from: "b" })]],
  ])("%s is refused with the steps to take", async (_, texts) => {
    await using world = await startWith({ p1: "a", p2: "b" }, texts);
    const report = await world.run("apply");
    expect(report.result).toBe("blocked");
    const items = report.plan?.items.map(({ action, reason, notes }) => [action, reason?.includes("exchanged"), notes]);
    expect(items).toEqual([
      ["blocked", true, []],
      ["blocked", true, []],
    ]);
    expect(world.writes()).toEqual([]);
  });
});

describe("a slug of a project that is removed", () => {
  const removed = file("shop", { id: "p1", absent: true });

  it.each([
    ["`id`", file("shop", { id: "p2" })],
    ["`previous_slug`", file("shop", { from: "shop2" })],
  ])("goes to the project with the %s, in one run", async (_, renamed) => {
    await using world = await startWith({ p1: "shop", p2: "shop2" }, [removed, renamed]);
    expect(changesOf(await world.run("plan"))).toEqual(["update project org_1/shop", "delete project org_1/shop (p1)"]);
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.writes()).toEqual(["DELETE /v1/projects/p1", "POST /v1/projects/p2"]);
    expect((await world.run("apply")).result).toBe("no-changes");
    expect(world.writes()).toEqual([]);
  });

  it("is given up after its host name has moved to the project that gets the slug", async () => {
    const renamed = file("shop", { from: "shop2", domain: "www.example.com" });
    await using world = await startWith({ p1: "shop", p2: "shop2" }, [removed, renamed], ["www.example.com"]);
    expect((await world.run("apply", { prune: ["all"] })).result).toBe("applied");
    expect(world.writes()).toEqual([
      "DELETE /v1/projects/p1/domains/www.example.com",
      "POST /v1/projects/p2/domains",
      "DELETE /v1/projects/p1",
      "POST /v1/projects/p2",
    ]);
    expect((await world.run("apply", { prune: ["all"] })).result).toBe("no-changes");
  });

  it("stays where the removal is blocked", async () => {
    const renamed = file("shop", { from: "shop2" });
    await using world = await startWith({ p1: "shop", p2: "shop2" }, [removed, renamed], ["www.example.com"]);
    const { plan } = await world.run("plan");
    expect(plan?.items.map(({ key, action }) => `${action} ${key}`)).toEqual([
      "blocked org_1/shop",
      "blocked org_1/shop (p1)",
    ]);
  });

  it("is one of two files for one project without the `id` of the removed one", async () => {
    const texts = [file("shop", { absent: true }), file("shop", { from: "shop2" })];
    await using world = await startWith({ p1: "shop", p2: "shop2" }, texts);
    const report = await world.run("apply");
    expect(report.result).toBe("invalid");
    expect(report.problems[0]?.message).toContain("pin the one that is removed by its `id`");
  });
});

const FAULTS: readonly (readonly [string, Fault])[] = [
  ["is lost on its way", { kind: "reset", when: "before" }],
  ["has an answer that is lost", { kind: "reset", when: "after" }],
  ["is refused", { kind: "answer", status: 422, body: { error: { message: "no" } } }],
  ["is answered by a gateway", { kind: "html", status: 502, handled: true }],
  ["is answered by a gateway in its place", { kind: "html", status: 503 }],
  ["is too early", { kind: "answer", status: 429 }],
];

describe.each([
  [
    "renames in a chain",
    { p1: "a", p2: "b", p3: "c" },
    [file("b", { from: "a" }), file("c", { from: "b" }), file("d", { id: "p3" })],
  ],
  [
    "a slug of a project that is removed",
    { p1: "shop", p2: "shop2" },
    [file("shop", { id: "p1", absent: true }), file("shop", { from: "shop2", domain: "www.example.com" })],
  ],
] as const)("%s, where one request", (_, slugs, texts) => {
  const ended = "p3" in slugs ? ["p1 b", "p2 c", "p3 d"] : ["p2 shop"];

  it.each(FAULTS)("%s: the next run does the rest", async (__, fault) => {
    for (let nth = 1; ; nth += 1) {
      await using world = await startWith(slugs, texts, ["www.example.com"]);
      world.setFaults({ faults: [{ nth, fault }] });
      await world.run("apply", { prune: ["all"] });
      const met = world.requests().some(({ fault: kind }) => kind !== undefined);
      world.setFaults({});
      const { result } = await world.run("apply", { prune: ["all"] });
      expect(["applied", "no-changes"], `request ${nth}`).toContain(result);
      expect(world.state().map(({ project: { id, slug } }) => `${id} ${slug}`)).toEqual(ended);
      if (!met) break;
    }
  });
});
