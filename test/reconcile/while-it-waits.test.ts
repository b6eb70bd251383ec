import { describe, expect, it } from "vitest";
import type { Reply } from "../../emulator/http/reply.ts";
import {
  busy,
  ATTACH,
  DELETIONS,
  DETACH,
  file,
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
  SITE,
  twinOf,
  UPDATES,
} from "./scene.ts";

/* What somebody else does while a write waits: it is decided again when it can be sent. */

const WRITES = [
  ...UPDATES.map((subject) => ({ ...subject, call: `POST ${subject.path}` })),
  ...DELETIONS.map((subject) => ({ ...subject, call: `DELETE ${subject.path}` })),
];
const THEIRS = { method: "POST", path: `${PROJECTS}/prj_2/domains`, body: { name: "theirs.example.com" } } as const;
const absent = (slug: string): string => file(slug, "  absent: true\n");

describe.each([429, 503])("for the end of a pause that an answer with %i asks for", (status) => {
  it.each(WRITES)("$call: is not sent again if the project was renamed", async ({ file: text, key, path, call }) => {
    const id = path.split("/")[3] ?? "";
    const scene = open({ faults: [on(call, busy("8", status))], meanwhile: { at: call, writes: [renameOf(id)] } });
    const { outcomes, writes } = await scene.apply(text);
    expect(writes.filter((write) => write !== `POST ${PROJECTS}/${id}` || call.startsWith("POST"))).toEqual([call]);
    expect(outcomes).toEqual([expect.stringMatching(`^(failed|unknown|not-started) ${key}$`)]);
  });
});

it("for the end of a pause: a project that got a host name meanwhile is not deleted", async () => {
  const call = `DELETE ${PROJECTS}/prj_2`;
  const scene = open({ faults: [on(call, busy("8"))], meanwhile: { at: call, writes: [THEIRS] } });
  const { outcomes, messages, writes } = await scene.apply(absent("empty"));
  expect([outcomes, writes]).toEqual([["failed org_1/empty"], [call]]);
  expect(messages).toEqual([expect.stringContaining("it holds theirs.example.com")]);
});

it("for its turn: a project that got a host name meanwhile is not deleted", async () => {
  const first = { ...SITE, id: "prj_0", slug: "first", components: [], domains: [] };
  const second = { ...first, id: "prj_2", slug: "second" };
  const scene = open({
    projects: [first, second],
    faults: [on(`DELETE ${PROJECTS}/prj_0`, { kind: "slow-body", chunkBytes: 10, everyMs: 4_000 })],
    meanwhile: { at: `DELETE ${PROJECTS}/prj_0`, writes: [THEIRS] },
  });
  const files = { "a.yaml": absent("first"), "b.yaml": absent("second") };
  const { outcomes } = await scene.apply(files, { concurrency: 1, maxDeletes: 5 });
  expect(outcomes).toEqual(["done org_1/first", "failed org_1/second"]);
});

it.each([1, 2])(
  "for its turn, behind many slow ones: all are sent in the end, with %i at once",
  async (concurrency) => {
    const slugs = Array.from({ length: 60 }, (_, index) => `site-${index}`);
    const projects = slugs.map((slug, index) => ({ ...SITE, id: `prj_${index}`, slug, components: [], domains: [] }));
    const slow = { kind: "slow-body", chunkBytes: 10, everyMs: 3_000 } as const;
    const scene = open({ projects, faults: [on("DELETE", slow, { times: "always" })] });
    const files = Object.fromEntries(slugs.map((slug) => [`${slug}.yaml`, absent(slug)]));
    const { outcomes, requests } = await scene.apply(files, { concurrency, maxDeletes: 60 });
    // Not each time that another one is late.
    expect(requests.length).toBeLessThan(12 * slugs.length);
    expect(outcomes.toSorted()).toEqual(slugs.map((slug) => `done org_1/${slug}`).toSorted());
  },
);

it("for a host name to be released: it goes back if its new project was renamed", async () => {
  const scene = open({
    projects: [OLD, NEW],
    faults: [on(`POST ${ATTACH}`, refused(409, "conflict_error"), { times: 4 })],
    meanwhile: { at: `POST ${ATTACH}`, nth: 3, writes: [renameOf("prj_new")] },
  });
  const { outcomes, writes } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  expect(writes[0]).toBe(`DELETE ${DETACH}`);
  expect(writes.at(-1)).toBe(`POST ${PUT_BACK}`);
});

it("for a slow read: a project that got a host name meanwhile is not deleted", async () => {
  const read = `GET ${PROJECTS}/prj_2`;
  const scene = open({
    faults: [on(read, { kind: "slow-body", chunkBytes: 100, everyMs: 1_000 })],
    meanwhile: { at: read, writes: [THEIRS] },
  });
  const { outcomes, writes } = await scene.apply(absent("empty"));
  expect([outcomes, writes]).toEqual([["failed org_1/empty"], []]);
});

it.each(UPDATES.slice(1))("for a slow read: $path is not written if somebody else has done it", async (subject) => {
  const { file: text, path, theirs } = subject;
  const read = `GET ${PROJECTS}/prj_1`;
  const scene = open({
    faults: [on(read, { kind: "slow-body", chunkBytes: 100, everyMs: 1_000 })],
    meanwhile: { at: read, writes: [{ method: "POST", path, body: theirs }] },
  });
  const { writes } = await scene.apply(text);
  expect(writes).toEqual([]);
});

it("for reads that are always slow: it is sent in the end", async () => {
  const slow = { kind: "slow-body", chunkBytes: 100, everyMs: 1_000 } as const;
  const scene = open({ faults: [on(`GET ${PROJECTS}/prj_2`, slow, { times: "always" })] });
  const { outcomes, calls } = await scene.apply(absent("empty"));
  expect(outcomes).toEqual(["done org_1/empty"]);
  expect(calls.filter((call) => call === `GET ${PROJECTS}/prj_2`).length).toBeLessThanOrEqual(4);
});

it("for its turn: a project that somebody else has created meanwhile is not created again", async () => {
  const slow = { kind: "slow-body", chunkBytes: 10, everyMs: 2_000 } as const;
  const scene = open({
    projects: [],
    faults: [on(`POST ${PROJECTS}`, slow)],
    meanwhile: { at: `POST ${PROJECTS}`, writes: [twinOf("b")] },
  });
  const { outcomes, writes } = await scene.apply({ "a.yaml": file("a"), "b.yaml": file("b") }, { concurrency: 1 });
  expect(writes).toEqual([`POST ${PROJECTS}`]);
  expect(outcomes).toEqual(["done org_1/a", "done org_1/b"]);
});

it.each([
  [403, "failed", PUT_BACK],
  [500, "done", ATTACH],
])("for a host name to be released, and its new project answers %i: %s", async (status, outcome, last) => {
  const scene = open({
    projects: [OLD, NEW],
    faults: [
      on(`POST ${ATTACH}`, refused(409, "conflict_error"), { times: 4 }),
      on(`GET ${PROJECTS}/prj_new`, refused(status), { nth: 2, times: 5 }),
    ],
  });
  const { outcomes, messages, writes } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`${outcome} org_1/new/${NAME}`]);
  expect(writes.at(-1)).toBe(`POST ${last}`);
  expect(messages.join()).not.toContain("othing was sent");
});

it("for its confirmation: what the plan does not show is not sent, also beside a setting that it shows", async () => {
  const component = { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1", sample_rate: 1 } };
  const path = `${PROJECTS}/prj_1/components/pc_1`;
  const body = { settings: { measurement_id: "G-1", sample_rate: 0.5 } };
  const scene = open({ projects: [{ ...SITE, components: [component] }] });
  const confirm = async (): Promise<boolean> => {
    scene.meddle({ method: "POST", path, body });
    return true;
  };
  const settings = "{ settings: { measurement_id: G-2, sample_rate: 1 } }";
  const { outcomes, writes } = await scene.apply(file("site", `components:\n  edgee/ga4: ${settings}\n`), { confirm });
  expect([outcomes, writes]).toEqual([["failed org_1/site/edgee/ga4"], []]);
});

it("for its confirmation: settings that the list hides, and a read by id shows, are sent as the plan says", async () => {
  const component = { id: "pc_1", component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "old" } };
  const masked = (reply: Reply, { target, method }: { target: string; method: string }): Reply =>
    method === "GET" && target.endsWith("/components") && reply.kind === "whole"
      ? { ...reply, answer: { ...reply.answer, body: reply.answer.body.replaceAll("old", "********") } }
      : reply;
  const scene = open({
    projects: [{ ...SITE, components: [component] }],
    between: (request, handle) => masked(handle(request), request),
  });
  const settings = "{ settings: { pixel_id: '2', access_token: new } }";
  const { outcomes, seconds } = await scene.apply(file("site", `components:\n  edgee/meta-capi: ${settings}\n`));
  expect([outcomes, seconds < 1]).toEqual([["done org_1/site/edgee/meta-capi"], true]);
});
