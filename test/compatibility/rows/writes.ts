import { isOk, isWrite, JSON_TYPE, type Answered, type Asked } from "../../habit.ts";
import { asObject, type Fields } from "../../world/oracle/meaning.ts";
import { emulated, type Row } from "../row.ts";
import { changed } from "../shown.ts";

/** A service that makes something else of the body of each write. */
const storing = (habit: string, change: (body: Fields) => Fields, ends: NonNullable<Row["ends"]>): Row => ({
  habit,
  between: () => ({ ask: (asked) => (isWrite(asked) ? { ...asked, body: change(asObject(asked.body)) } : asked) }),
  ends,
});

const live = { organization_id: "org_1", slug: "rich" };

/** What writes store, answer and show. The profile `late` shows them late, with a new project that is not found at once. */
export const WRITES: readonly Row[] = [
  emulated("merges settings", { changes: { settings: "merge" } }, { isUsual: true }),
  emulated("merges settings and removes null", { changes: { settings: "merge-patch" } }, { isUsual: true }),
  emulated("drops settings that a new version does not have", { changes: { versionDropsSettings: true } }),
  {
    habit: "demands the id in the update of a project",
    between: () => ({
      ask: (asked) =>
        isUpdate(asked) && asObject(asked.body)["id"] !== asked.path[1] ? refused("id is required") : asked,
    }),
    isUsual: true,
  },
  {
    habit: "refuses external_project_url in an update",
    between: () => ({
      ask: (asked) =>
        isUpdate(asked) && "external_project_url" in asObject(asked.body)
          ? refused("external_project_url is not a known field")
          : asked,
    }),
    isUsual: true,
  },
  emulated(
    "ignores external_project_url in an update",
    { changes: { ignored: ["external_project_url"] } },
    { isUsual: true },
  ),
  emulated(
    "ignores external_project_url in an update, and another URL is live",
    { changes: { ignored: ["external_project_url"] } },
    {
      seed: [{ ...live, external_project_url: "https://old.example.com" }],
      ends: {
        says: "partial: the field and what the service stored are named",
        message: /external_project_url.*old\.example\.com/s,
      },
    },
  ),
  storing("never stores a field", ({ cookie_domain: _domain, ...body }) => body, {
    says: "partial: the field is named",
    message: /cookie_domain/,
  }),
  storing(
    "changes one field with another",
    (body) => (body["inject_sdk"] === true ? { ...body, inject_sdk_position: "append" } : body),
    {
      says: "partial: the field and what the service stored are named; the next run sets the field alone",
      heals: true,
      message: /inject_sdk_position.*append/s,
    },
  ),
  storing(
    "limits numbers in settings",
    (body) => changed(body, { settings: (settings) => settings && changed(asObject(settings), { share: () => 0.25 }) }),
    { says: "partial: the setting and what the service stored are named", message: /share.*0\.25/s },
  ),
  emulated("answers a create with 204", { answers: { create: "none" } }),
  emulated("answers a create with {}", { answers: { create: "empty" } }),
  emulated("answers a create with the id only", { answers: { create: "id" } }),
  emulated("answers an update with 204", { answers: { update: "none" } }),
  emulated("answers an update with {}", { answers: { update: "empty" } }),
  emulated("answers an update with the id only", { answers: { update: "id" } }),
  emulated("answers an update with the record as it was before", { answers: { update: "old" } }),
  emulated("has fields of its own that differ at each read, and ids of domains", { extra: true }),
  ...[
    [
      "UUIDs as ids",
      (_: string, number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`,
    ] as const,
    ["ids such as cHJqOjE=", (prefix: string, number: number) => btoa(`${prefix}:${number}`)] as const,
    ["numbers as ids, and takes their text", (_: string, number: number) => number] as const,
  ].map(([what, form]): Row => ({ habit: `has ${what}`, between: () => withIds(form) })),
  {
    habit: "has numbers as ids, and refuses their text in an update",
    between: () => {
      const numbers = withIds((_, number) => number);
      return {
        ...numbers,
        ask: (asked) => (isUpdate(asked) ? refused("id must be a number") : numbers.ask(asked)),
      };
    },
    ends: { says: "partial: the service's own words", message: /id must be a number/ },
  },
  emulated("answers a deletion with 204", { answers: { delete: "none" } }),
  {
    habit: "answers a deletion with deleted: false, and deletes",
    between: () => ({
      answer: (answered, { method }) =>
        method === "DELETE" && isOk(answered)
          ? { ...answered, body: { ...asObject(answered.body), deleted: false } }
          : answered,
    }),
  },
  emulated("deletes only empty projects", { onlyEmptyProjects: true }, { isUsual: true }),
  {
    habit: "answers a deletion with deleted: false, and does not delete",
    between: () => ({
      ask: (asked) =>
        asked.method === "DELETE"
          ? { status: 200, headers: JSON_TYPE, body: { id: asked.path.at(-1), deleted: false } }
          : asked,
    }),
    seed: [{ ...live, domains: [{ name: "old.example.com" }] }],
    ends: { says: "failed: the domain is named", message: /old\.example\.com/ },
  },
];

/** Whether a request updates a project. */
function isUpdate({ method, path }: Asked): boolean {
  return method === "POST" && path.length === 2;
}

function refused(message: string): Answered {
  return { status: 422, headers: JSON_TYPE, body: { error: { message } } };
}

/** Ids in another form, in answers and in requests. An id in the emulator's form is not found. */
function withIds(form: (prefix: string, number: number) => string | number) {
  const stored = new Map<string, string>();
  const show = (id: string): string | number => {
    const [prefix = "", number = ""] = id.split("_");
    const shown = form(prefix, prefix === "pc" ? 500_000 + Number(number) : Number(number));
    stored.set(String(shown), id);
    return shown;
  };
  const original = (shown: string): string => stored.get(shown) ?? shown.replace(/^(?=(?:prj|pc)_\d+$)/, "unknown-");
  return {
    ask: (asked: Asked): Asked => {
      const query = new URLSearchParams(
        [...asked.query].map(([name, value]): [string, string] => [name, original(value)]),
      );
      const { id, ...body } = asObject(asked.body);
      return {
        ...asked,
        path: asked.path.map(original),
        query,
        body: typeof id === "string" ? { ...body, id: original(id) } : asked.body,
      };
    },
    answer: (answered: Answered): Answered => {
      const text = JSON.stringify(answered.body)?.replaceAll(/"((?:prj|pc)_\d+)"/g, (_, id: string) =>
        JSON.stringify(show(id)),
      );
      return { ...answered, body: text === undefined ? undefined : JSON.parse(text) };
    },
  };
}
