/** A mistake that somebody could make. */
export interface Break {
  readonly name: string;
  readonly file: string;
  /** The text that is replaced. It is in the file once. */
  readonly from: string;
  readonly to: string;
}

const folder = "provider/reconcile";

/** Mistakes that somebody could make in the loop: in observe, write, settle and judge. Played by `npm run breaks`. */
export const BREAKS: readonly Break[] = [
  {
    name: "observe: a failed read erases what was read before",
    file: `${folder}/observe.ts`,
    from: `if ("value" in found || before === undefined || "error" in before) map.set(part.key, found);`,
    to: "map.set(part.key, found);",
  },
  {
    name: "observe: an object is gone although its project is not found either",
    file: `${folder}/observe.ts`,
    from: "if ((await undefinedIfGone(client.projects.get(projectId))) === undefined) throw error;",
    to: "",
  },
  {
    name: "observe: a failed read is not noted",
    file: `${folder}/observe.ts`,
    from: "else unread.set(partName(part), found.error);",
    to: "",
  },
  {
    name: "plan: what is left may have another field than was approved",
    file: `${folder}/step.ts`,
    from: "return later.changes.every((change) => fields.has(fieldOf(change)));",
    to: "return true;",
  },
  {
    name: "plan: what is left may be about another object than was approved",
    file: `${folder}/step.ts`,
    from: "if (approved.action !== later.action || approved.id !== later.id) return false;",
    to: "if (approved.action !== later.action) return false;",
  },
  {
    name: "write: a create may be answered with an object that was there",
    file: `${folder}/write.ts`,
    from: "if (known.has(record.id)) return true;",
    to: "",
  },
  {
    name: "write: relies on old reads",
    file: `${folder}/fresh.ts`,
    from: "export const FRESH = 5_000;",
    to: "export const FRESH = 5_000_000;",
  },
  {
    name: "write: sends live settings back as the plan read them",
    file: `${folder}/fresh.ts`,
    from: "(step.sendsLive && part.of === step.kind && run.alone === undefined)",
    to: "false",
  },
  {
    name: "write: creates a project without looking once more",
    file: `${folder}/write-round.ts`,
    from: "if (creates.length === 0) return steps;",
    to: "return steps;",
  },
  {
    name: "write: deletes a project with what is in it, unasked",
    file: `${folder}/delete-projects.ts`,
    from: "?? whatStays(step, projectId, run);",
    to: ";",
  },
  {
    name: "write: deletes a project before its host names have left it",
    file: `${folder}/delete-projects.ts`,
    from: "await Promise.all(leaving);",
    to: "",
  },
  {
    name: "write: sends a create twice",
    file: `${folder}/ledger.ts`,
    from: `return last === "no answer" && (request !== "create" || kind === "domain");`,
    to: `return last === "no answer";`,
  },
  {
    name: "write: sends nothing again",
    file: `${folder}/ledger.ts`,
    from: "export const MOST_SENDS = 3;",
    to: "export const MOST_SENDS = 1;",
  },
  {
    name: "write: adopts what somebody else created",
    file: `${folder}/ledger.ts`,
    from: `return action === "create" && !adopts && created !== "answered" && created !== "no answer";`,
    to: "return false;",
  },
  {
    name: "write: gives up a detached host name at once",
    file: `${folder}/move.ts`,
    from: "const ATTACH_TIMEOUT = 300_000;",
    to: "const ATTACH_TIMEOUT = 0;",
  },
  {
    name: "write: goes on after a stop",
    file: `${folder}/reconcile.ts`,
    from: "gated: client.withWriteGate(gate),",
    to: "gated: client,",
  },
  {
    name: "write: a new project that is not found yet is a refusal",
    file: `${folder}/send-step.ts`,
    from: "for (const delay of READ_DELAYS.filter((each) => each > 0)) {",
    to: "for (const delay of [0].filter((each) => each > 0)) {",
  },
  {
    name: "settle: does not wait",
    file: `${folder}/settle.ts`,
    from: "for (const delay of READ_DELAYS) {",
    to: "for (const delay of [0]) {",
  },
  {
    name: "settle: forgets what a list hides again",
    file: `${folder}/settle.ts`,
    from: "open = sent.filter((entry) => isOpen(entry, left));",
    to: "open = open.filter((entry) => isOpen(entry, left));",
  },
  {
    name: "settle: waits for a value that the service stored otherwise",
    file: `${folder}/settle.ts`,
    from: `(sent?.became === "answered" || sent?.became === "no answer") && !hasMoved(entry, left)`,
    to: `(sent?.became === "answered" || sent?.became === "no answer")`,
  },
  {
    name: "settle: believes a list that still shows what is gone",
    file: `${folder}/look-by-id.ts`,
    from: "if (isHere(reading.value, place))",
    to: "if (reading.value !== undefined && isHere(reading.value, place))",
  },
  {
    name: "settle: does not look whether the project of a write was renamed",
    file: `${folder}/settle.ts`,
    from: "if (delay === 0 && run.alone === undefined) lists",
    to: "if (delay < 0) lists",
  },
  {
    name: "judge: done although there are two",
    file: `${folder}/shown.ts`,
    from: "if (obstacle?.isDoubled === true)",
    to: "if (obstacle?.isDoubled === undefined && obstacle !== undefined)",
  },
  {
    name: "judge: partial although the settle window was cut short",
    file: `${folder}/shown.ts`,
    from: "if (closed !== undefined && isPending",
    to: "if (closed === null && isPending",
  },
  {
    name: "judge: done in a project that was renamed or deleted",
    file: `${folder}/shown.ts`,
    from: "if (fate !== undefined) return",
    to: "if (fate === null) return",
  },
  {
    name: "judge: done although an update lost a value",
    file: `${folder}/outcome.ts`,
    from: "if (lost.length > 0)",
    to: "if (lost.length < 0)",
  },
  {
    name: "judge: a create without an answer that does not show has failed",
    file: `${folder}/outcome.ts`,
    from: `case "no answer":\n      return unknown(approved, request, sent.error);`,
    to: `case "no answer":`,
  },
  {
    name: "judge: a create that was answered and does not show is partial",
    file: `${folder}/outcome.ts`,
    from: `return request === "create" ? notShown(entry) : partial(undefined, left);`,
    to: "return partial(undefined, left);",
  },
  {
    name: "judge: a refused deletion is done if its list does not show the object",
    file: `${folder}/look-by-id.ts`,
    from: `return isRefused && recordIn(snapshot, placeOf(entry), approved.id ?? "") === undefined;`,
    to: "return false;",
  },
  {
    name: "judge: done by somebody else, as one list shows that may be old",
    file: `${folder}/look-by-id.ts`,
    from: "return !mayHaveEffect(entry) && (isFound",
    to: "return mayHaveEffect(entry) && (isFound",
  },
  {
    name: "judge: done by somebody else, although a read by id failed",
    file: `${folder}/shown.ts`,
    from: "if (left === undefined && !mayHaveEffect(entry) && !isReadById(entry, run))",
    to: "if (left === null)",
  },
  {
    name: "write: creates again what an update wrote",
    file: `${folder}/ledger.ts`,
    from: `if (request === "create" && answers.has("update")) return false;`,
    to: "",
  },
  {
    name: "write: a component may be created by the answer of one that was there",
    file: `${folder}/write.ts`,
    from: "known.has(id) || !mayBeComponent",
    to: "!mayBeDeclared",
  },
  {
    name: "write: gives up a host name that is locked for a moment",
    file: `${folder}/move.ts`,
    from: "isConflict(error) || (error instanceof RefusedError && error.status === 423)",
    to: "isConflict(error)",
  },
  {
    name: "write: attaches a host name without end",
    file: `${folder}/move.ts`,
    from: "lastTries >= MOST_SENDS",
    to: "false",
  },
  {
    name: "judge: may be late, whatever was written",
    file: `${folder}/outcome.ts`,
    from: "return isMade ? MAYBE_LATE : undefined;",
    to: "return MAYBE_LATE;",
  },
  {
    name: "judge: a create that was not read back is not said to be late",
    file: `${folder}/outcome.ts`,
    from: "return isMade ? MAYBE_LATE : undefined;",
    to: "return undefined;",
  },
  {
    name: "judge: what is in a project is gone with it, although the list of projects was not read",
    file: `${folder}/outcome.ts`,
    from: "const isGone = isListed &&",
    to: "const isGone =",
  },
];
