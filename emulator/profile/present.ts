import type { HandlerResult } from "../http/answer.ts";
import type { JsonObject } from "../json-object.ts";
import type { Handled, Page, RecordKind } from "../routes/handled.ts";
import { settingFields } from "../schemas/project-settings.ts";
import type { Store } from "../store/store.ts";
import type { ShortAnswer } from "./habits.ts";
import { showRecord } from "./show/record.ts";

/** The `object` of each kind of record. */
const objects = { project: "project", component: "project_component", domain: "domain" } as const;

const settingNames = new Set(Object.keys(settingFields));

/** The answer to a request that was handled, as the habits of the service make it. */
export function present(handled: Handled, store: Store): HandlerResult {
  const { answers = {} } = store.habits();
  switch (handled.kind) {
    case "read":
      return ok(showRecord(handled.record, handled.of, store));
    case "listed":
      return ok(presentPage(handled.page, handled.of, store));
    case "created":
      return presentWrite(createdRecord(handled.record, handled.of, store), handled.of, answers.create);
    case "updated": {
      const { update } = answers;
      if (update === "old") return ok(showRecord(handled.before, handled.of, store));
      return presentWrite(showRecord(handled.record, handled.of, store), handled.of, update);
    }
    case "deleted":
      return ok(answers.delete === "none" ? undefined : { object: objects[handled.of], id: handled.id, deleted: true });
  }
}

function ok(value: JsonObject | undefined): HandlerResult {
  return { status: value === undefined ? 204 : 200, headers: {}, value };
}

/** The answer to a create: a project without its settings (docs/service.md, Endpoints). */
function createdRecord(record: object, of: RecordKind, store: Store): JsonObject {
  const shown = showRecord(record, of, store);
  if (of !== "project") return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !settingNames.has(name)));
}

function presentWrite(shown: JsonObject, of: RecordKind, answer: ShortAnswer | undefined): HandlerResult {
  const key = of === "domain" ? "name" : "id";
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

function presentPage({ url, data, hasMore, lastKey }: Page, of: RecordKind, store: Store): JsonObject {
  const { lists = {}, forms } = store.habits();
  const isEndShown = hasMore || lists.end !== "omitted";
  return {
    ...(forms === "terse" ? {} : { object: "list", url }),
    data: data.map((record) => showRecord(record, of, store, true)),
    ...(isEndShown ? { has_more: hasMore } : {}),
    ...(isEndShown && lastKey !== undefined ? { last_key: lastKey } : {}),
  };
}
