import { describe, expect, it } from "vitest";
import {
  isContinuation,
  MOST_SENDS,
  nextRequest,
  type AttemptLog,
  type WriteRequest,
  type WriteResult,
} from "../../core/reconcile/attempts.ts";
import type { Step } from "../../core/reconcile/step.ts";
import type { Change } from "../../core/resources/kind.ts";

/* Which request may be sent for a step that is left: one row of the table in core/reconcile/attempts.ts each. */

type Answer = WriteResult["answer"];
const REQUESTS: readonly WriteRequest[] = ["create", "settings", "update", "delete", "move"];
const ANSWERS = [undefined, "not sent", "no answer", "answered", "refused"] as const;

interface Row {
  readonly approved: Partial<Step>;
  readonly left: Partial<Step>;
  /** Other requests that were sent before. */
  readonly before?: Partial<Record<WriteRequest, Answer>>;
  readonly mayBeDetached?: boolean;
  /** `none`: what is left is not part of the approved step. */
  readonly request: WriteRequest | "none";
  /** The last answers to the request after which it is sent. Without one, it was not sent yet. */
  readonly sentAfter?: readonly (Answer | undefined)[];
}

const ONCE = [undefined, "not sent"] as const;
const AGAIN = [...ONCE, "no answer"] as const;

function stepOf(fields: Partial<Step>): Step {
  const frame = { organizationId: "org_1", project: "org_1/site", slugs: ["site"], projectId: "prj_1", id: undefined };
  return {
    kind: "project",
    key: "org_1/site",
    action: "create",
    ...frame,
    body: {},
    changes: [],
    sendsLive: false,
    ...fields,
  };
}

const change = (path: string): Change => ({ path, from: 1, to: 2, replace: false });
const CREATE: Partial<Step> = { action: "create", settings: { cache: true } };
const STRICT: Partial<Step> = { ...CREATE, adopts: false };
const SETTINGS: Partial<Step> = { action: "update", id: "prj_1", changes: [change("cache")] };
const MORE: Partial<Step> = { action: "update", id: "prj_1", changes: [change("cache"), change("description")] };
const RENAME: Partial<Step> = { action: "update", id: "prj_1", changes: [change("slug")] };
const UPDATE: Partial<Step> = { kind: "component", action: "update", id: "pc_1", changes: [change("settings.a")] };
const DELETE: Partial<Step> = { kind: "component", action: "delete", id: "pc_1" };
const ATTACH: Partial<Step> = { kind: "domain", action: "create" };
const MOVE: Partial<Step> = { kind: "domain", action: "move" };

const ROWS: Readonly<Record<string, Row>> = {
  "a create; create of a project": { approved: CREATE, left: CREATE, request: "create", sentAfter: ONCE },
  "a create; create of a component": {
    approved: { kind: "component", action: "create" },
    left: { kind: "component", action: "create" },
    request: "create",
    sentAfter: ONCE,
  },
  "a create; create of a domain": { approved: ATTACH, left: ATTACH, request: "create", sentAfter: AGAIN },
  ...Object.fromEntries(
    (["answered", "no answer", "refused", "not sent"] as const).map((update): [string, Row] => [
      `a create; create, after an update: ${update}`,
      { approved: CREATE, left: CREATE, before: { update }, request: "create" },
    ]),
  ),
  "a create; update of its settings": { approved: CREATE, left: SETTINGS, request: "settings", sentAfter: AGAIN },
  "a create; update of more than its settings": { approved: CREATE, left: MORE, request: "update", sentAfter: AGAIN },
  "a create; update of a component": {
    approved: { kind: "component", action: "create" },
    left: UPDATE,
    request: "update",
    sentAfter: AGAIN,
  },
  "a create; update, made by others and adopted": { approved: CREATE, left: MORE, request: "update", sentAfter: AGAIN },
  "a create; update of the slug of another one": { approved: CREATE, left: RENAME, request: "none" },
  ...Object.fromEntries(
    ([undefined, "not sent", "refused"] as const).map((create): [string, Row] => [
      `a create that adopts nothing; update, made by others: ${create}`,
      { approved: STRICT, left: SETTINGS, ...(create === undefined ? {} : { before: { create } }), request: "none" },
    ]),
  ),
  ...Object.fromEntries(
    (["answered", "no answer"] as const).flatMap((create): [string, Row][] => [
      [
        `a create that adopts nothing; update, made by this run: ${create}`,
        { approved: STRICT, left: SETTINGS, before: { create }, request: "settings", sentAfter: AGAIN },
      ],
      [
        `a create; update of a slug, after its create: ${create}`,
        { approved: CREATE, left: RENAME, before: { create }, request: "none" },
      ],
    ]),
  ),
  "a create; deletion": { approved: CREATE, left: { action: "delete", id: "prj_1" }, request: "none" },
  "an update; update": { approved: UPDATE, left: UPDATE, request: "update", sentAfter: AGAIN },
  "an update; update of other settings": {
    approved: UPDATE,
    left: { ...UPDATE, changes: [change("settings.b")] },
    request: "update",
    sentAfter: AGAIN,
  },
  "an update; update of another field": {
    approved: UPDATE,
    left: { ...UPDATE, changes: [change("version")] },
    request: "none",
  },
  "an update; update of another object": { approved: UPDATE, left: { ...UPDATE, id: "pc_2" }, request: "none" },
  "an update; create": { approved: UPDATE, left: { kind: "component", action: "create" }, request: "none" },
  "an update; deletion": { approved: UPDATE, left: DELETE, request: "none" },
  "a deletion; deletion": { approved: DELETE, left: DELETE, request: "delete", sentAfter: AGAIN },
  "a deletion; deletion of another object": { approved: DELETE, left: { ...DELETE, id: "pc_2" }, request: "none" },
  "a deletion; update": { approved: DELETE, left: UPDATE, request: "none" },
  "a move; move": { approved: MOVE, left: MOVE, request: "move", sentAfter: AGAIN },
  "a move; move, perhaps detached": {
    approved: MOVE,
    left: MOVE,
    mayBeDetached: true,
    request: "move",
    sentAfter: AGAIN,
  },
  "a move; create": { approved: MOVE, left: ATTACH, request: "move", sentAfter: AGAIN },
  "a move; create, perhaps detached": {
    approved: MOVE,
    left: ATTACH,
    mayBeDetached: true,
    request: "move",
    sentAfter: [...AGAIN, "refused"],
  },
  "a move; deletion": { approved: MOVE, left: { kind: "domain", action: "delete", id: "a.example" }, request: "none" },
};

function resultOf(answer: Answer): WriteResult {
  return answer === "answered" ? { answer } : { answer, error: new Error(answer) };
}

/** A run that has sent each of these requests `times`, and got this answer to the last. */
function logOf(
  { approved, before = {}, mayBeDetached }: Row,
  last: Partial<Record<WriteRequest, Answer>>,
  times = 1,
): AttemptLog {
  const answers = { ...before, ...last };
  const sent = REQUESTS.flatMap((request): [WriteRequest, Answer][] => {
    const { [request]: answer } = answers;
    return answer === undefined ? [] : [[request, answer]];
  });
  return {
    approved: stepOf(approved),
    results: new Map(sent.map(([request, answer]) => [request, resultOf(answer)])),
    sends: new Map(sent.map(([request]) => [request, times])),
    projectId: "prj_1",
    wasListed: true,
    ...(mayBeDetached === undefined ? {} : { mayBeDetached }),
  };
}

const isRest = ([, { request }]: [string, Row]): boolean => request !== "none";
const REST = Object.entries(ROWS).filter(isRest);
const OTHERS = Object.entries(ROWS).filter((entry) => !isRest(entry));

describe.each(REST)("approved: %s", (_what, row) => {
  const { left, request, sentAfter = [] } = row;

  it.each(ANSWERS)("last answer: %s", (answer) => {
    const log = logOf(row, answer === undefined ? {} : { [request]: answer });
    expect(isContinuation(log, stepOf(left))).toBe(true);
    expect(nextRequest(log, stepOf(left))).toBe(sentAfter.includes(answer) ? request : undefined);
  });

  it(`is not sent more than ${MOST_SENDS} times`, () => {
    for (const answer of ANSWERS.filter((each) => each !== undefined))
      expect(nextRequest(logOf(row, { [request]: answer }, MOST_SENDS), stepOf(left))).toBeUndefined();
  });
});

it.each(OTHERS)("approved: %s: is not the rest of it, and is not sent", (_what, row) => {
  const [log, left] = [logOf(row, {}), stepOf(row.left)];
  expect([isContinuation(log, left), nextRequest(log, left)]).toEqual([false, undefined]);
});
