import type { Body } from "../api/client.ts";
import type { Fields } from "../resources/json.ts";
import { ID_FIELDS } from "../resources/kind.ts";
import type { Entry, Request } from "./ledger.ts";
import { placeOf, putRecord, isShown } from "./listed.ts";
import type { Run } from "./run.ts";
import type { Settled } from "./settle.ts";
import { singlePart } from "./snapshot.ts";
import { nameOf, type Step } from "./step.ts";

/**
 * What is left of a single object, if the answers to its writes show it: every field that was sent, as it is declared. They stand
 * for a read of it. `undefined` if they do not, and in a run about many objects.
 */
export async function settleByAnswers(touched: readonly Entry[], run: Run): Promise<Settled | undefined> {
  const [entry] = touched;
  if (run.alone === undefined || entry === undefined || !takeAnswers(entry, run)) return undefined;
  const stand = await run.look();
  if (stand === undefined || stand.obstacles.has(nameOf(entry.approved))) return undefined;
  return isShown(entry, stand, run) ? { stand, late: new Set() } : undefined;
}

/** Takes what the answers show into the snapshot. False if one of them does not show enough. */
function takeAnswers(entry: Entry, { observer }: Run): boolean {
  const { approved, answers, sent = approved, id = approved.id, projectId = "", before } = entry;
  if (id === undefined) return false;
  const place = placeOf(entry);
  const part = singlePart(approved.kind, projectId, id);
  let record: object = { ...before?.single };
  for (const [request, answer] of answers) {
    if (answer.became !== "answered") return false;
    if (request === "delete") {
      if (answer.wasGone !== true) observer.take(part, undefined);
      putRecord(observer, place, id, undefined);
      return true;
    }
    const body = bodyOf(request, approved, sent);
    const shown = shownBy(answer.record);
    // An update may lose what is not declared: then its answer must show all that was there before.
    const needed = request === "update" ? { ...shownBy(before?.single), ...body } : body;
    if (!Object.keys(needed).every((name) => Object.hasOwn(shown, name))) return false;
    record = { ...record, ...body, ...shown };
  }
  observer.take(part, { ...record, [ID_FIELDS[approved.kind]]: id });
  putRecord(observer, place, id, record);
  return true;
}

function bodyOf(request: Request, approved: Step, sent: Step): Body {
  if (request === "create") return approved.body;
  return request === "settings" ? (approved.settings ?? {}) : sent.body;
}

/** A field that could not be understood counts as missing. */
function shownBy(record: object = {}): Fields {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}
