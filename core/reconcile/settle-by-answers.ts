import type { Body } from "../api/client.ts";
import type { Fields } from "../resources/json.ts";
import { ID_FIELDS } from "../resources/kind.ts";
import type { AttemptLog, WriteRequest } from "./attempts.ts";
import { parentOf, putRecord, isShown } from "./read-by-id.ts";
import type { LoopRun } from "./loop-run.ts";
import type { SettleResult } from "./settle.ts";
import { singleIn, singlePart, valueOf } from "./snapshot.ts";
import type { Step } from "./step.ts";

/**
 * The rest of a single object, if the answers to its writes show it: every field that was sent, as it is declared. They stand
 * for a read of it. `undefined` if they do not, and in a run about many objects.
 */
export async function settleByAnswers(touched: readonly AttemptLog[], run: LoopRun): Promise<SettleResult | undefined> {
  const [log] = touched;
  if (run.singleObject === undefined || log === undefined || !takeAnswers(log, run)) return undefined;
  await readStatus(log, run);
  const remaining = await run.replan();
  if (remaining === undefined) return undefined;
  return isShown(log, remaining, run) ? { remaining, late: new Set() } : undefined;
}

/** Reads a new host name once whose answer does not show its status. */
async function readStatus(log: AttemptLog, run: LoopRun): Promise<void> {
  const { approved, results, id = "", projectId = "" } = log;
  const create = results.get("create");
  if (approved.kind !== "domain" || create?.answer !== "answered" || "dns_status" in shownBy(create.record)) return;
  const part = singlePart("domain", projectId, id);
  await run.reads(() => run.observer.readTogether([part]));
  const live = valueOf(singleIn(run.observer.snapshot, part));
  // It may be late.
  if (live === undefined) takeAnswers(log, run);
  else putRecord(run.observer, parentOf(log), id, live);
}

/** Takes what the answers show into the snapshot. False if one of them does not show enough. */
function takeAnswers(log: AttemptLog, { observer }: LoopRun): boolean {
  const { approved, results, lastSent = approved, id = approved.id, projectId = "", before } = log;
  if (id === undefined) return false;
  const parent = parentOf(log);
  const part = singlePart(approved.kind, projectId, id);
  let record: object = { ...before?.single };
  for (const [request, answer] of results) {
    if (answer.answer !== "answered") return false;
    if (request === "delete") {
      if (answer.wasGone !== true) observer.take(part, undefined);
      putRecord(observer, parent, id, undefined);
      return true;
    }
    const body = bodyOf(request, approved, lastSent);
    const shown = shownBy(answer.record);
    // An update may lose what is not declared: then its answer must show all that was there before.
    const needed = request === "update" ? { ...shownBy(before?.single), ...body } : body;
    if (!Object.keys(needed).every((name) => Object.hasOwn(shown, name))) return false;
    record = { ...record, ...body, ...shown };
  }
  observer.take(part, { ...record, [ID_FIELDS[approved.kind]]: id });
  putRecord(observer, parent, id, record);
  return true;
}

function bodyOf(request: WriteRequest, approved: Step, sent: Step): Body {
  if (request === "create") return approved.body;
  return request === "settings" ? (approved.settings ?? {}) : sent.body;
}

/** A field that could not be understood counts as missing. */
function shownBy(record: object = {}): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
