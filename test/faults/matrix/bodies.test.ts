import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/start.ts";
import { converges, LOOKED_UP, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, file, LISTED_CREATES, PROJECTS, UPDATES } from "./subjects.ts";

/** The service did what it was asked for, and what comes back does not tell. */
const BROKEN: readonly (readonly [string, Fault])[] = [
  ["a reset in mid-body", { kind: "reset", when: "body" }],
  ["JSON that breaks off", { kind: "truncated" }],
];
const NOT_OURS: readonly (readonly [string, Fault, RegExp])[] = [
  ["a page of HTML", { kind: "html", handled: true }, /the answer is not JSON: <!doctype html>/],
  ["one word", { kind: "answer", status: 200, body: "OK", handled: true }, /the answer is not JSON: OK/],
  ["words", { kind: "answer", status: 200, body: "upstream error", handled: true }, /the answer is not JSON: upstream/],
  [
    "another record",
    { kind: "answer", status: 200, body: { ok: 1 }, handled: true },
    /missing or invalid fields|is not a list/,
  ],
  ["an answer of 9 MiB", { kind: "huge" }, /the answer is larger than 8 MiB/],
];
const ANY = [...BROKEN, ...NOT_OURS.map(([what, fault]) => [what, fault] as const)];
/** An update and a deletion may be answered without a record. */
const NO_RECORD = ANY.filter(([what]) => what !== "another record");
/** One word is an answer to them, too. */
const UNREADABLE = NO_RECORD.filter(([what]) => what !== "one word");
/** How often a call that may be repeated is sent where each answer is this one. */
const sent = (fault: Fault): number => (BROKEN.some(([, broken]) => broken === fault) ? 4 : 1);
const times = (count: number, line: string): string[] => Array.from({ length: count }, () => line);

describe("a reset in mid-body or truncated JSON to a read: it is read again as a whole", () => {
  it.each(BROKEN)("%s", async (_what, fault) => {
    await using scene = await open({ faults: on("GET", PROJECTS, fault, { times: 3 }) });
    const report = await scene.run(file("site"), { mode: "plan" });
    expect(report.result).toBe("no-changes");
    expect(scene.seen()).toEqual(times(4, `GET ${PROJECTS}`));

    scene.setFaults(on("GET", PROJECTS, fault, { times: "always" }));
    scene.forget();
    expect((await scene.run(file("new"))).result).toBe("failed");
    expect(scene.seen()).toEqual(times(4, `GET ${PROJECTS}`));
  });
});

describe("an answer of 200 that is not the service's ends the run with an error that says what came", () => {
  it.each(NOT_OURS)("%s", async (_what, fault, says) => {
    await using scene = await open({ faults: on("GET", PROJECTS, fault, { times: "always" }) });
    const report = await scene.run(file("new"));
    expect(report.result).toBe("failed");
    expect(report.error).toMatch(says);
    expect(scene.seen()).toEqual([`GET ${PROJECTS}`]);
  });

  it("with 200 characters of it at most, on one line, without the token", async () => {
    const token = "matrix-token";
    const body = `<h1>\n::error::stop ${`${token} `.repeat(100)}</h1>`;
    await using scene = await open({ token, faults: on("GET", PROJECTS, { kind: "answer", status: 200, body }) });
    const { error = "" } = await scene.run(file("new"));
    expect(error).not.toContain(token);
    expect(error).not.toContain("\n");
    const [, excerpt = ""] = /is not JSON: (.*) Check that the base URL/.exec(error) ?? [];
    expect(excerpt).toMatch(/^<h1> ::error::stop /);
    expect(excerpt.length).toBeLessThanOrEqual(201);
  });
});

describe.each(ANY)("a create whose answer cannot be read is looked up, and done: %s", (_what, fault) => {
  it.each(CREATES)("$kind", async ({ file, key, id, path }) => {
    await using scene = await open({ faults: on("POST", path, fault) });
    expect(outcomeOf(await scene.run(file), key)).toMatchObject({ status: "done", id });
    expect(scene.writes()).toEqual([`POST ${path}`]);
    await converges(scene, file);
  });
});

describe.each(UNREADABLE)("an update whose answer cannot be read is done if it shows: %s", (_what, fault) => {
  it.each(UPDATES)("$kind", async ({ file, key, path }) => {
    await using scene = await open({ faults: on("POST", path, fault, { times: "always" }) });
    expect(outcomeOf(await scene.run(file), key)).toMatchObject({ status: "done", message: LOOKED_UP });
    expect(scene.writes()).toEqual(times(sent(fault), `POST ${path}`));
    await converges(scene, file);
  });
});

describe("an update that is answered without its record is done, and sent once", () => {
  it.each([
    ["204", { kind: "answer", status: 204, handled: true }],
    ["{}", { kind: "answer", status: 200, body: {}, handled: true }],
    ["one word", { kind: "answer", status: 200, body: "OK", handled: true }],
    ["another record", { kind: "answer", status: 200, body: { ok: 1 }, handled: true }],
  ] satisfies [string, Fault][])("%s", async (_what, fault) => {
    for (const { file, key, path } of UPDATES) {
      await using scene = await open({ faults: on("POST", path, fault, { times: "always" }) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toMatchObject({ status: "done" });
      expect(scene.writes()).toEqual([`POST ${path}`]);
      await converges(scene, file);
    }
  });
});

it.each(DELETIONS)("a deletion that is answered in one word is done: $kind", async ({ file, key, path }) => {
  const word = { kind: "answer", status: 200, body: "OK", handled: true } as const;
  await using scene = await open({ faults: on("DELETE", path, word) });
  expect(outcomeOf(await scene.run(file), key)).toMatchObject({ status: "done", message: "" });
  expect(scene.writes()).toEqual([`DELETE ${path}`]);
  await converges(scene, file);
});

describe.each(UNREADABLE)("a deletion whose answer cannot be read is done if it is gone: %s", (_what, fault) => {
  it.each(DELETIONS)("$kind", async ({ file, key, path }) => {
    await using scene = await open({ faults: on("DELETE", path, fault) });
    expect(outcomeOf(await scene.run(file), key)).toMatchObject({ status: "done" });
    expect(scene.writes()).toEqual(times(sent(fault) > 1 ? 2 : 1, `DELETE ${path}`));
    await converges(scene, file);
  });
});

describe("a write whose answer is a page of HTML and that never arrived is unknown", () => {
  it.each([
    ...LISTED_CREATES.map((subject) => ({ ...subject, method: "POST" as const, sends: 1 })),
    ...UPDATES.map((subject) => ({ ...subject, method: "POST" as const, sends: 3 })),
    ...DELETIONS.map((subject) => ({ ...subject, method: "DELETE" as const, sends: 3 })),
  ])("$method $path", async ({ file, key, path, method, sends }) => {
    await using scene = await open({ faults: on(method, path, { kind: "html" }, { times: "always" }) });
    const report = await scene.run(file);
    expect(report.result).toBe("partial");
    expect(outcomeOf(report, key)).toMatchObject({ status: "unknown", message: expect.stringContaining("not JSON") });
    expect(scene.writes()).toEqual(times(sends, `${method} ${path}`));
    await converges(scene, file, { writes: [`${method} ${path}`] });
  });
});
