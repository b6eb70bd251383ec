/** A mistake that somebody could make. */
export interface Break {
  readonly name: string;
  readonly file: string;
  /** The text that is replaced. It is in the file once. */
  readonly from: string;
  readonly to: string;
}

/** By file: what it is, the text that is replaced, and by what. */
const IN_RECONCILE: Readonly<Record<string, readonly (readonly [name: string, from: string, to: string])[]>> = {
  "observe.ts": [
    [
      "observe: a failed read erases what was read before",
      `if ("value" in found || before === undefined || "error" in before) map.set(part.key, sharing(before, found));`,
      "map.set(part.key, found);",
    ],
    [
      "observe: an object is gone although its project is not found either",
      "if ((await undefinedIfGone(client.projects.get(projectId))) === undefined) throw error;",
      "",
    ],
    ["observe: a failed read is not noted", "else unread.set(partName(part), found.error);", ""],
  ],
  "step.ts": [
    [
      "plan: what is left may have another field than was approved",
      "return later.changes.every((change) => fields.has(fieldOf(change)));",
      "return true;",
    ],
    [
      "plan: what is left may be about another object than was approved",
      "if (approved.action !== later.action || approved.id !== later.id) return false;",
      "if (approved.action !== later.action) return false;",
    ],
  ],
  "write.ts": [
    ["write: a create may be answered with an object that was there", "if (known.has(record.id)) return true;", ""],
    ["write: a component may be created by the answer of one that was there", "known.has(id) || isOther", "isOther"],
  ],
  "freshness.ts": [
    ["write: relies on old reads", "return timeSince(part, run) > FRESH - LEAST_TIME;", "return false;"],
    [
      "write: sends live settings back as the plan read them",
      "(sendsBack(step, run) && isOfObject) || isTooOld",
      "isTooOld",
    ],
  ],
  "write-round.ts": [
    ["write: creates a project without looking once more", "if (creates.length === 0) return steps;", "return steps;"],
  ],
  "delete-projects.ts": [
    ["write: deletes a project with what is in it, unasked", "?? whatStays(step, projectId, run);", ";"],
    ["write: deletes a project before its host names have left it", "await Promise.all(leaving);", ""],
  ],
  "attempts.ts": [
    ["write: sends a create twice", `return request !== "create" || approved.kind === "domain";`, "return true;"],
    ["write: sends nothing again", "export const MOST_SENDS = 3;", "export const MOST_SENDS = 1;"],
    [
      "write: adopts what somebody else created",
      `return action === "create" && !adopts && (!mayBeMade(log) || isKnown);`,
      "return false;",
    ],
    [
      "write: creates again what an update wrote",
      `if (request === "create" && results.has("update")) return false;`,
      "",
    ],
  ],
  "read-by-id.ts": [
    [
      "settle: believes a list that still shows what is gone",
      "if (isHere(reading.value, parent, id))",
      "if (reading.value !== undefined && isHere(reading.value, parent, id))",
    ],
    [
      "judge: a refused deletion is done if its list does not show the object",
      `return isRefused && recordIn(snapshot, parentOf(log), approved.id ?? "") === undefined;`,
      "return false;",
    ],
    [
      "judge: done by somebody else, as one list shows that may be old",
      "return !mayHaveEffect(log) && (isFound",
      "return mayHaveEffect(log) && (isFound",
    ],
  ],
  "move.ts": [
    ["write: gives up a detached host name at once", "const ATTACH_TIMEOUT = 300_000;", "const ATTACH_TIMEOUT = 0;"],
    [
      "write: gives up a host name that is locked for a moment",
      "isConflict(error) || (error instanceof RefusedError && error.status === 423)",
      "isConflict(error)",
    ],
    ["write: attaches a host name without end", "lastTries >= MOST_SENDS", "false"],
  ],
  "reconcile.ts": [["write: goes on after a stop", "gated: client.withWriteGate(gate),", "gated: client,"]],
  "send-step.ts": [
    [
      "write: a new project that is not found yet is a refusal",
      "for (const delay of READ_DELAYS.filter((each) => each > 0)) {",
      "for (const delay of [0].filter((each) => each > 0)) {",
    ],
  ],
  "settle.ts": [
    ["settle: does not wait", "{ until: run.client.now() + SETTLE_WINDOW,", "{ delays: [],"],
    ["settle: forgets what a list hides again", "const mayCome = sent.filter(", "const mayCome = open.filter("],
    [
      "settle: does not look whether the project of a write was renamed",
      "if (isFirst && run.singleObject === undefined) lists",
      "if (isFirst && !isFirst) lists",
    ],
  ],
  "may-still-come.ts": [
    [
      "settle: waits for a value that the service stored otherwise",
      `(result?.answer === "answered" || result?.answer === "no answer") && !hasMoved(log, left)`,
      `(result?.answer === "answered" || result?.answer === "no answer")`,
    ],
  ],
  "observed-state.ts": [
    [
      "judge: done although there are two",
      "if (blocker?.isDoubled === true)",
      "if (blocker?.isDoubled === undefined && blocker !== undefined)",
    ],
    [
      "judge: partial although the settle window was cut short",
      "if (closed !== undefined && isPending",
      "if (closed === null && isPending",
    ],
    [
      "judge: done in a project that was renamed or deleted",
      "if (displacement !== undefined) return",
      "if (displacement === null) return",
    ],
    [
      "judge: done by somebody else, although a read by id failed",
      "if (left === undefined && !mayHaveEffect(log) && !isReadById(log, run))",
      "if (left === null)",
    ],
  ],
  "object-outcome.ts": [
    ["judge: done although an update lost a value", "if (lost.length > 0)", "if (lost.length < 0)"],
    [
      "judge: a create without an answer that does not show has failed",
      `case "no answer":\n      return unknown(approved, request, result.error);`,
      `case "no answer":`,
    ],
    [
      "judge: a create that was answered and does not show is partial",
      `return request === "create" ? notShown(log, left) : partial(undefined, left);`,
      "return partial(undefined, left);",
    ],
    ["judge: may be late, whatever was written", "return isMade && shown.isSeen", "return shown.isSeen"],
    [
      "judge: a create that was not read back is not said to be late",
      "return isMade && shown.isSeen !== true ? MAYBE_LATE : undefined;",
      "return undefined;",
    ],
    [
      "judge: what is in a project is gone with it, although the list of projects was not read",
      "const isGone = isListed &&",
      "const isGone =",
    ],
  ],
};

/** Mistakes that somebody could make in the loop: in observe, write, settle and judge. Played by `npm run breaks`. */
export const BREAKS: readonly Break[] = Object.entries(IN_RECONCILE).flatMap(([file, mistakes]) =>
  mistakes.map(([name, from, to]) => ({ name, file: `core/reconcile/${file}`, from, to })),
);
