import { describe, expect, it } from "vitest";
import type { Reply } from "../../emulator/http/reply.ts";
import {
  busy,
  ATTACH,
  DETACH,
  file,
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
  twinOf,
} from "./scene.ts";

/* Requests that take seconds, and services that take few: all is done in the end, and nothing by what was read long before. */

const slow = (everyMs: number) => ({ kind: "slow-body", chunkBytes: 100, everyMs }) as const;
const numbers = (count: number): number[] => Array.from({ length: count }, (_item, index) => index);
const absent = (slug: string): string => file(slug, "  absent: true\n");
const ga4 = (id: string) => ({ id, component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } });

const SCENES = {
  moves: (index: number) => ({
    projects: [
      { ...OLD, id: `prj_old${index}`, slug: `old-${index}`, domains: [{ name: `${index}.example.com` }] },
      { ...NEW, id: `prj_new${index}`, slug: `new-${index}` },
    ],
    files: {
      [`old-${index}.yaml`]: file(`old-${index}`, `domains: [{ name: ${index}.example.com, absent: true }]\n`),
      [`new-${index}.yaml`]: file(`new-${index}`, `domains: [${index}.example.com]\n`),
    },
    done: `done org_1/new-${index}/${index}.example.com`,
  }),
  deletions: (index: number) => ({
    projects: [{ ...SITE, id: `prj_${index}`, slug: `site-${index}`, components: [], domains: [] }],
    files: { [`${index}.yaml`]: absent(`site-${index}`) },
    done: `done org_1/site-${index}`,
  }),
  "settings of components": (index: number) => ({
    projects: [{ ...SITE, id: `prj_${index}`, slug: `site-${index}`, components: [ga4(`pc_${index}`)], domains: [] }],
    files: {
      [`${index}.yaml`]: file(`site-${index}`, "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n"),
    },
    done: `done org_1/site-${index}/edgee/ga4`,
  }),
};

describe.each(Object.entries(SCENES))("20 %s", (_name, sceneOf) => {
  it.each([
    [1, 100],
    [1, 1_000],
    [1, 3_000],
    [2, 1_000],
    [8, 300],
    [8, 3_000],
  ])(
    "are done over %i connections where an answer takes %i ms, each with few requests",
    async (concurrency, latencyMs) => {
      const scenes = numbers(20).map(sceneOf);
      const scene = open({ projects: scenes.flatMap(({ projects }) => projects), latencyMs });
      const files = Object.fromEntries(scenes.flatMap((each) => Object.entries(each.files)));
      const { outcomes, requests } = await scene.apply(files, { concurrency, maxDeletes: 20 });
      expect(outcomes.toSorted()).toEqual(scenes.map(({ done }) => done).toSorted());
      expect(requests.length).toBeLessThan(24 * scenes.length);
    },
  );
});

/** A service that takes one request in so many milliseconds, and the projects that are to be made there. */
async function makeWhereLimited(count: number, everyMs: number): Promise<readonly string[]> {
  const times: number[] = [];
  const scene = open({
    projects: [],
    between: (request, handle): Reply => {
      if (scene.now() - (times.at(-1) ?? Number.NEGATIVE_INFINITY) < everyMs)
        return { kind: "whole", answer: { status: 429, headers: {}, body: "Too many requests" } };
      times.push(scene.now());
      return handle(request);
    },
  });
  const slugs = numbers(count).map((index) => `site-${index}`);
  const { outcomes } = await scene.apply(Object.fromEntries(slugs.map((slug) => [`${slug}.yaml`, file(slug)])));
  return outcomes.filter((line) => line.startsWith("done "));
}

it.each([3_000, 5_000])("new projects are all made where one request in %i ms is taken", async (everyMs) => {
  expect(await makeWhereLimited(4, everyMs)).toHaveLength(4);
});

it("nearly all new projects are made where a read and a create are more than five seconds apart", async () => {
  expect((await makeWhereLimited(12, 8_000)).length).toBeGreaterThanOrEqual(11);
});

it("a create that waited, and is refused, is a failure in the service's words", async () => {
  const scene = open({
    projects: [],
    faults: [on(`POST ${PROJECTS}`, slow(6_000)), on(`POST ${PROJECTS}`, refused(409), { nth: 2 })],
  });
  const files = { "a.yaml": file("a"), "b.yaml": file("b") };
  const { outcomes, messages } = await scene.apply(files, { concurrency: 1 });
  expect(outcomes).toEqual(["done org_1/a", "failed org_1/b"]);
  expect(messages[1]).toContain("so it is");
});

it("lists of many seconds do not stop the creates of projects", async () => {
  const scene = open({ projects: [], faults: [on(`GET ${PROJECTS}`, slow(6_000), { times: "always" })] });
  const files = Object.fromEntries(["a", "b", "c"].map((slug) => [`${slug}.yaml`, file(slug)]));
  const { outcomes } = await scene.apply(files, { concurrency: 1 });
  expect(outcomes).toEqual(["done org_1/a", "done org_1/b", "done org_1/c"]);
});

it("a stop ends the wait of a create before its list is read", async () => {
  const stop = new AbortController();
  const scene = open({
    projects: [],
    faults: [on(`POST ${PROJECTS}`, slow(9_000))],
    meanwhile: { at: `POST ${PROJECTS}`, phase: "handled", calls: () => stop.abort() },
  });
  const files = { "a.yaml": file("a"), "b.yaml": file("b") };
  const { outcomes, calls } = await scene.apply(files, { concurrency: 1, signal: stop.signal });
  expect(outcomes[1]).toBe("not-started org_1/b");
  const after = calls.slice(calls.indexOf(`POST ${PROJECTS}`) + 1);
  expect(after).toEqual([`GET ${PROJECTS}`]);
});

it("what a read for another write shows is planned before it is written", async () => {
  const twin = { component_slug: "edgee/legacy-pixel", settings: { pixel_id: "1" } };
  const components = `${PROJECTS}/prj_1/components`;
  const scene = open({
    projects: [{ ...SITE, id: "prj_0", slug: "first", components: [], domains: [] }, SITE],
    faults: [on(`POST ${PROJECTS}/prj_0`, slow(6_000)), on(`POST ${components}/pc_1`, slow(1_000))],
    service: { duplicateComponents: true },
    meanwhile: { at: `POST ${PROJECTS}/prj_0`, writes: [{ method: "POST", path: components, body: twin }] },
  });
  const rest = "components:\n  edgee/ga4: { active: false }\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n";
  const files = { "a.yaml": file("first", "  description: changed\n"), "b.yaml": file("site", rest) };
  const { writes } = await scene.apply(files, { concurrency: 1 });
  expect(writes.filter((write) => write === `POST ${components}`)).toEqual([]);
});

it.each([false, true])(
  "a slug that another project got meanwhile is not given twice, waited for a minute: %s",
  async (waits) => {
    const scene = open({ service: { duplicateSlugs: true } });
    const confirm = async (): Promise<boolean> => {
      scene.meddle(twinOf("renamed"));
      await scene.pass(waits ? 60_000 : 4_500);
      return true;
    };
    const { outcomes, writes } = await scene.apply(file("renamed", "  id: prj_1\n"), { confirm });
    expect([outcomes, writes]).toEqual([[expect.stringMatching(/^(failed|not-started) org_1\/renamed$/)], []]);
  },
);

it.each([
  ["domains", "domains: [new.example.com]\n", 1],
  ["components", "components:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n", 2],
])("a create in %s is not sent again after a pause in which its project was renamed", async (section, text, times) => {
  const call = `POST ${PROJECTS}/prj_1/${section}`;
  const scene = open({
    faults: [on(call, busy("8"), { times })],
    meanwhile: { at: call, nth: times, writes: [renameOf("prj_1")] },
  });
  const { writes } = await scene.apply(file("site", text));
  expect(writes).toEqual(Array.from({ length: times }, () => call));
});

describe("a move whose new project is renamed meanwhile gives the host name back", () => {
  const meanwhile = (at: string) => ({ at, writes: [renameOf("prj_new")] });

  it("after a slow detachment", async () => {
    const scene = open({
      projects: [OLD, NEW],
      faults: [on(`DELETE ${DETACH}`, { kind: "slow-body", chunkBytes: 10, everyMs: 2_000 })],
      meanwhile: meanwhile(`DELETE ${DETACH}`),
    });
    const { outcomes, messages } = await scene.apply(MOVE);
    expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
    expect(messages[0]).toMatch(
      /^prj_new was renamed .* Run plan, and check the project\. .* is attached to prj_old\.$/,
    );
    expect(scene.live()).toContain(`org_1/old/${NAME}`);
  });

  it("after a pause that the service asked for", async () => {
    const scene = open({
      projects: [OLD, NEW],
      faults: [on(`POST ${ATTACH}`, busy("8"))],
      meanwhile: meanwhile(`POST ${ATTACH}`),
    });
    const { outcomes } = await scene.apply(MOVE);
    expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
    expect(scene.live()).toContain(`org_1/old/${NAME}`);
  });
});

it("a move that waits for its host name lets the next ones begin", async () => {
  const names = numbers(70).map((index) => `${index}.example.com`);
  const scene = open({
    projects: [{ ...OLD, domains: names.map((name) => ({ name })) }, NEW],
    faults: [on(`POST ${ATTACH}`, refused(409, "conflict_error"), { times: 70 })],
  });
  const files = {
    "new.yaml": file("new", `domains: [${names.join(", ")}]\n`),
    "old.yaml": file("old", `domains: [${names.map((name) => `{ name: ${name}, absent: true }`).join(", ")}]\n`),
  };
  const { timed } = await scene.apply(files, { maxDeletes: 70 });
  const detached = timed.filter((line) => line.includes(" DELETE "));
  expect(detached).toEqual(detached.filter((line) => line.startsWith("0 ")));
  expect(detached).toHaveLength(70);
});

it.each(["host name", "move"])("a %s is written where each pause is longer than a read is relied on", async (what) => {
  const times: number[] = [];
  const scene = open({
    projects: [OLD, NEW],
    between: (request, handle): Reply => {
      if (scene.now() - (times.at(-1) ?? Number.NEGATIVE_INFINITY) < 1_000)
        return { kind: "whole", answer: { status: 429, headers: { "retry-after": "8" }, body: "" } };
      times.push(scene.now());
      return handle(request);
    },
  });
  const files = what === "move" ? MOVE : { "new.yaml": file("new", "domains: [other.example.com]\n") };
  const { result } = await scene.apply(files, { concurrency: 1 });
  expect(result).toBe("applied");
});

it("one slow read of a list serves all that waited for it", async () => {
  const names = numbers(30).map((index) => `${index}.example.com`);
  const list = `GET ${PROJECTS}/prj_1/domains`;
  const scene = open({ faults: [on(list, slow(3_000), { times: "always" })] });
  const text = file("site", `domains: [${names.join(", ")}]\n`);
  const { outcomes, calls } = await scene.apply(text, { concurrency: 1 });
  expect(outcomes).toHaveLength(30);
  expect(outcomes.every((line) => line.startsWith("done "))).toBe(true);
  expect(calls.filter((call) => call === list).length).toBeLessThanOrEqual(5);
});

it("a project that is always refused does not stop those behind others that fail", async () => {
  const ids = numbers(36).map((index) => `prj_${index + 10}`);
  const answer = (status: number) => ({ kind: "answer", status, body: "" }) as const;
  const scene = open({
    projects: ids.map((id) => ({ ...SITE, id, slug: id.replace("_", "-"), components: [], domains: [] })),
    latencyMs: (method) => (method === "GET" ? 20 : 3_000),
    faults: ids
      .slice(0, 31)
      .map((id, index) => on(`POST ${PROJECTS}/${id}`, answer(index === 0 ? 429 : 500), { times: "always" })),
  });
  const slugs = ids.map((id) => id.replace("_", "-"));
  const files = Object.fromEntries(slugs.map((slug) => [`${slug}.yaml`, file(slug, "  description: changed\n")]));
  const { outcomes } = await scene.apply(files, { concurrency: 1 });
  const done = outcomes.filter((line) => line.startsWith("done "));
  expect(done.toSorted()).toEqual(slugs.slice(31).map((slug) => `done org_1/${slug}`));
});

it("a moved host name is attached before the writes that are late", async () => {
  const sites = numbers(30).map((index) => SCENES["settings of components"](index));
  const scene = open({
    projects: [OLD, NEW, ...sites.flatMap(({ projects }) => projects)],
    latencyMs: (method) => (method === "GET" ? 100 : 6_000),
  });
  const late = sites.flatMap((each) => Object.entries(each.files)).map(([name, text]) => [`z-${name}`, text]);
  const files = { ...MOVE, ...Object.fromEntries(late) };
  const { outcomes, timed } = await scene.apply(files, { concurrency: 1 });
  expect(outcomes.every((line) => line.startsWith("done "))).toBe(true);
  const [left = 0, attached = 0] = [`DELETE ${DETACH}`, `POST ${ATTACH}`].map((call) =>
    Number(timed.find((line) => line.endsWith(` ${call}`))?.split(" ")[0]),
  );
  expect(attached - left).toBeLessThan(20);
});

it.each(["settings of components", "moves", "deletions"] as const)(
  "of many %s, the first and the next are done where one request in 5 s is taken",
  async (name) => {
    const times: number[] = [];
    const scenes = numbers(4).map((index) => SCENES[name](index));
    const scene = open({
      projects: scenes.flatMap(({ projects }) => projects),
      between: (request, handle): Reply => {
        if (scene.now() - (times.at(-1) ?? Number.NEGATIVE_INFINITY) < 5_000)
          return { kind: "whole", answer: { status: 429, headers: { "retry-after": "5" }, body: "" } };
        times.push(scene.now());
        return handle(request);
      },
    });
    const files = Object.fromEntries(scenes.flatMap((each) => Object.entries(each.files)));
    const { outcomes } = await scene.apply(files, { concurrency: 1, maxDeletes: 20 });
    expect(outcomes.toSorted()).toEqual(scenes.map(({ done }) => done).toSorted());
  },
);
