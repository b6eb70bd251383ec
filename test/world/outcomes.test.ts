import { expect, it } from "vitest";
import type { FaultSchedule, Rule } from "../../emulator/faults/schedule.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import type { Status } from "../../core/reconcile/outcome.ts";
import { always, answered, ARRIVED, file, LOST, NAME, refused, renameOf, twinOf } from "../reconcile/scene.ts";
import { openWorld } from "./open-world.ts";
import type { Write } from "./oracle/service.ts";

/* What a run says of one write, by what the service answers to it and shows afterwards: one row of the table in docs/internals/faults.md each. */

const UPDATE = { rest: "  cache: true\n", path: "/v1/projects/prj_1" };
const ATTACH = { rest: `domains: [${NAME}]\n`, path: "/v1/projects/prj_1/domains" };
const REMOVE = {
  rest: "domains: [{ name: old.example.com, absent: true }]\n",
  path: "/v1/projects/prj_1/domains/old.example.com",
};
const CREATE = { rest: "", path: "/v1/projects", slug: "new" };

interface Row {
  readonly what: { readonly rest: string; readonly path: string; readonly slug?: string };
  /** How the service answers the write. Default: as usual. */
  readonly answer?: Rule["fault"];
  readonly times?: number | "always";
  /** What somebody else does while the write is handled. */
  readonly meanwhile?: Write;
  /** Nothing can be read after the write. */
  readonly isBlind?: boolean;
  readonly habits?: Habits;
  readonly service?: FaultSchedule["service"];
  readonly status: Status;
  readonly says?: RegExp;
  /** How often it is sent. Not compared for what the client itself may repeat. Default for a create: once. */
  readonly sends?: number;
}

const [TWIN, RENAME] = [twinOf("new"), renameOf("prj_1")];
const RENAMED = { meanwhile: RENAME, status: "partial", says: /renamed to theirs/ } as const;
const LATE = { habits: { staleListsMs: 60_000 }, status: "done", says: /lists do not show it yet/ } as const;
const UNKNOWN = { status: "unknown", says: /Run plan/ } as const;
const LOOKED_UP = /looked up, and is as declared/;

/** By what the second plan shows, and what the request was. */
const ROWS: Readonly<Record<string, Row>> = {
  "its project was renamed; answered": { what: ATTACH, ...RENAMED },
  "it was renamed; answered": { what: UPDATE, ...RENAMED },
  "its project was renamed; no answer": {
    what: ATTACH,
    answer: ARRIVED,
    meanwhile: RENAME,
    status: "unknown",
    says: /attachment of domain .* is unknown: It was sent to project prj_1, which was renamed to theirs meanwhile/,
  },
  "its project was renamed; refused": {
    what: ATTACH,
    answer: refused(400, "creation_error"),
    meanwhile: RENAME,
    status: "failed",
    says: /so it is/,
  },
  "shows two objects; answered": {
    what: CREATE,
    meanwhile: TWIN,
    service: { duplicateSlugs: true },
    status: "partial",
    says: /^project new of org_1 exists 2 times: prj_\w+, prj_\w+\. Remove .* pin one with its `id` \(Pulumi: `adoptId`\)\.$/,
  },
  "could not be read; answered": {
    what: ATTACH,
    isBlind: true,
    status: "done",
    says: /^It was not read back: GET .* may not show it yet/,
  },
  "could not be read; no answer": { what: ATTACH, answer: LOST, ...always, isBlind: true, ...UNKNOWN },
  "no longer has it; answered": { what: ATTACH, status: "done" },
  "no longer has it, and a value that is not declared is gone; answered": {
    what: UPDATE,
    meanwhile: { ...RENAME, body: { description: "" } },
    status: "partial",
    says: /also removed description\. Check the live value/,
  },
  "no longer has it; no answer": { what: CREATE, answer: ARRIVED, status: "done", says: LOOKED_UP },
  "no longer has it; refused": {
    what: ATTACH,
    answer: refused(409, "conflict_error", true),
    status: "done",
    says: /^Already done: by somebody else, or by a gateway that repeated the request\.$/,
  },
  "still has it; refused": { what: UPDATE, answer: refused(400, "update_error"), status: "failed", says: /so it is/ },
  "shows another value; answered": {
    what: UPDATE,
    habits: { changes: { ignored: ["cache"] } },
    status: "partial",
    says: /did not store cache .*It stored cache as /,
  },
  "still has it; answered, an update": {
    what: UPDATE,
    answer: answered({ id: "prj_1" }),
    status: "partial",
    says: /did not store cache/,
  },
  "still has it; answered, a create that reads by id": { what: CREATE, ...LATE },
  "still has it; answered, an attachment that reads by id": { what: ATTACH, ...LATE },
  "still has it; answered, a deletion that does not read by id": { what: REMOVE, ...LATE },
  "still has it; answered, a create that does not read by id": {
    what: CREATE,
    answer: answered({ id: "prj_7", slug: "new" }),
    status: "unknown",
    says: /does not show the object/,
  },
  "still has it; answered, a deletion that reads by id": {
    what: REMOVE,
    answer: answered({ deleted: true }),
    status: "partial",
    says: /still shows domain/,
  },
  "still has it; answered with an object that was there before": {
    what: CREATE,
    answer: answered({ id: "prj_1", slug: "new" }),
    status: "unknown",
    says: /prj_1/,
  },
  "still has it; no answer, a create": { what: CREATE, answer: LOST, ...always, ...UNKNOWN },
  "still has it; no answer once": { what: ATTACH, answer: LOST, status: "done", sends: 2 },
  "still has it; no answer ever": { what: UPDATE, answer: LOST, ...always, ...UNKNOWN },
  "still has it; no answer ever, the settings of a new project": {
    what: { rest: "  cache: true\n", path: "/v1/projects/prj_2", slug: "new" },
    answer: LOST,
    ...always,
    status: "unknown",
    says: /^The outcome of the settings of project org_1\/new is unknown/,
  },
  "still has it; not sent": { what: UPDATE, answer: refused(429), ...always, status: "not-started", says: /429/ },
  "has something new; answered": {
    what: { ...UPDATE, rest: "  cache: true\n  description: ours\n" },
    meanwhile: { ...RENAME, body: { description: "theirs" } },
    status: "partial",
    says: /^It changed meanwhile: description is not as declared/,
  },
};

it.each(Object.entries(ROWS))("the second plan: %s", async (_plans, row) => {
  const { what, answer, times = 1, meanwhile, isBlind = false, habits = {}, service = {} } = row;
  const { sends = what === CREATE ? 1 : undefined } = row;
  const project = { id: "prj_1", organization_id: "org_1", slug: "site", description: "ours" };
  const seed = { projects: [{ ...project, domains: [{ name: "old.example.com" }] }] };
  const world = openWorld({ seed, habits });
  const write: Rule[] =
    answer === undefined
      ? []
      : [{ path: what.path, method: what.path === REMOVE.path ? "DELETE" : "POST", times, fault: answer }];
  const blind: Rule = { method: "GET", times: "always", fault: { kind: "answer", status: 500 } };
  world.service.setFaults({ service, faults: write });
  let isOver = false;
  world.service.during(({ method, path }, phase) => {
    if (method === "GET" || path !== what.path || phase !== (isBlind ? "received" : "handled") || isOver) return;
    isOver = true;
    if (meanwhile !== undefined) world.service.meddle(meanwhile);
    if (isBlind) world.service.setFaults({ service, faults: [...write, blind] });
  });
  const report = await world.run({ mode: "apply" }, { "a.yaml": file(what.slug ?? "site", what.rest) });
  expect(report.applied?.outcomes).toMatchObject([{ status: row.status }]);
  expect(report.applied?.outcomes[0]?.message ?? "").toMatch(row.says ?? /^/);
  const written = world.service.takeSeen().filter(({ method, path }) => method !== "GET" && path === what.path);
  expect(written).toHaveLength(sends ?? written.length);
});
