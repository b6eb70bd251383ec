import type { HandlerResult } from "../http/answer.ts";
import type { JsonObject } from "../json-object.ts";
import type { Handled, Page } from "../routes/handled.ts";
import type { Core } from "../store/core.ts";
import type { ShortAnswer } from "./habits.ts";
import type { RecordKind } from "./show/record-kind.ts";
import { showRecord } from "./show/record.ts";

/** The answer to a request that was handled, as the habits of the service make it. */
export function present(handled: Handled, core: Core): HandlerResult {
  const { answers = {} } = core.habits();
  switch (handled.kind) {
    case "read":
      return ok(showRecord(handled.record, handled.of, core));
    case "listed":
      return ok(presentPage(handled.page, handled.of, core));
    case "created":
      return presentWrite(createdRecord(handled.record, handled.of, core), handled.of, answers.create);
    case "updated": {
      const { update } = answers;
      if (update === "old") return ok(showRecord(handled.before, handled.of, core));
      return presentWrite(showRecord(handled.record, handled.of, core), handled.of, update);
    }
    case "deleted":
      return ok(answers.delete === "none" ? undefined : { object: handled.of.object, id: handled.id, deleted: true });
  }
}

function ok(value: JsonObject | undefined): HandlerResult {
  return { status: value === undefined ? 204 : 200, headers: {}, value };
}

/** The answer to a create: a project without its settings (docs/internals/service.md, Endpoints). */
function createdRecord(record: object, kind: RecordKind, core: Core): JsonObject {
  const shown = showRecord(record, kind, core);
  return Object.fromEntries(Object.entries(shown).filter(([name]) => kind.settings?.has(name) !== true));
}

function presentWrite(shown: JsonObject, { key }: RecordKind, answer: ShortAnswer | undefined): HandlerResult {
  switch (answer) {
    case undefined:
      return ok(shown);
    case "none":
      return ok(undefined);
    case "empty":
      return ok({});
    case "id":
      return ok({ [key]: shown[key] });
  }
}

function presentPage({ url, data, hasMore, lastKey }: Page, kind: RecordKind, core: Core): JsonObject {
  const { lists = {}, forms } = core.habits();
  const isEndShown = hasMore || lists.end !== "omitted";
  return {
    ...(forms === "terse" ? {} : { object: "list", url }),
    data: data.map((record) => showRecord(record, kind, core, true)),
    ...(isEndShown ? { has_more: hasMore } : {}),
    ...(isEndShown && lastKey !== undefined ? { last_key: lastKey } : {}),
  };
}
