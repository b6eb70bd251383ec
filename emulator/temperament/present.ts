import type { HandlerResult } from "../http/answer.ts";
import type { JsonObject } from "../json-object.ts";
import type { Handled, Page, RecordKind } from "../routes/handled.ts";
import { settingFields } from "../schemas/project-settings.ts";
import type { Store } from "../store/store.ts";
import { showHostName } from "./show/domain.ts";
import { showId, showRecord } from "./show/record.ts";
import type { Temperament } from "./temperament.ts";

type WriteAnswer = NonNullable<NonNullable<Temperament["answers"]>["create" | "update"]>;

/** The `object` of each kind of record. */
const objects = {
  project: "project",
  component: "project_component",
  domain: "domain",
  catalogue: "component",
} as const;

const settingNames = new Set(Object.keys(settingFields));

/** The answer to a request that was handled, as the habits of the service make it. */
export function present(handled: Handled, store: Store): HandlerResult {
  const temperament = store.temperament();
  const { answers = {} } = temperament;
  switch (handled.kind) {
    case "read":
      return ok(showRecord(handled.record, handled.of, store));
    case "listed":
      return ok(presentPage(handled.page, handled.of, store));
    case "created":
      return withStatus(
        presentWrite(createdRecord(handled.record, handled.of, store), handled, answers.create),
        answers.created,
      );
    case "updated": {
      const shown = answers.update === "old" ? handled.before : handled.record;
      return presentWrite(showRecord(shown, handled.of, store), handled, answers.update);
    }
    case "deleted":
      return presentDeletion(handled, temperament);
  }
}

function ok(value: JsonObject | undefined): HandlerResult {
  return { status: value === undefined ? 204 : 200, headers: {}, value };
}

function withStatus(result: HandlerResult, status: number | undefined): HandlerResult {
  return status === undefined || result.value === undefined ? result : { ...result, status };
}

/** The answer to a create: a project without its settings (docs/service.md, Endpoints). */
function createdRecord(record: object, of: RecordKind, store: Store): JsonObject {
  const shown = showRecord(record, of, store);
  if (of !== "project") return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => !settingNames.has(name)));
}

function presentWrite(
  shown: JsonObject,
  { of, body }: { readonly of: RecordKind; readonly body: object },
  answer: WriteAnswer | undefined,
): HandlerResult {
  const key = of === "domain" ? "name" : "id";
  switch (answer) {
    case undefined:
    case "old":
      return ok(shown);
    case "none":
      return ok(undefined);
    case "empty":
      return ok({});
    case "id":
      return ok({ [key]: shown[key] });
    case "request":
      return ok({ [key]: shown[key], ...body });
  }
}

function presentPage({ url, data, hasMore, last }: Page, of: RecordKind, store: Store): JsonObject {
  const { lists = {}, forms = {} } = store.temperament();
  const { withoutObject = false, hasMoreAtEnd, lastKey, emptyData, order } = lists;
  const ordered = order === "reversed" ? data.toReversed() : data;
  const shown = ordered.map((record) => showRecord(record, of, store, true));
  const isNumber = lastKey === "number" || (lastKey === "number-at-end" && !hasMore);
  const shownKey = of === "domain" ? showHostName(last?.key ?? "", forms) : last?.key;
  const key = last === undefined ? {} : { last_key: isNumber ? last.sequence : shownKey };
  const lastKeyAtEnd = { "null-at-end": { last_key: null }, "omitted-at-end": {}, "number-at-end": key, number: key };
  return {
    ...(withoutObject ? {} : { object: "list" }),
    url,
    data: emptyData === "null" && shown.length === 0 ? null : shown,
    ...(hasMore || hasMoreAtEnd === undefined ? { has_more: hasMore } : {}),
    ...(!hasMore && hasMoreAtEnd === "null" ? { has_more: null } : {}),
    ...(hasMore || lastKey === undefined ? key : lastKeyAtEnd[lastKey]),
  };
}

function presentDeletion(
  { of, id, isDeleted }: Extract<Handled, { kind: "deleted" }>,
  temperament: Temperament,
): HandlerResult {
  const { deletions: { answer } = {}, forms = {} } = temperament;
  const shownId = of === "domain" ? showHostName(id, forms) : showId(id, temperament);
  const value = { object: objects[of], id: shownId, deleted: isDeleted && answer !== "deleted-false" };
  // An answer that hides what happened would hide that nothing was deleted.
  if (!isDeleted) return ok(value);
  if (answer === "none") return ok(undefined);
  return ok(answer === "empty" ? {} : value);
}
