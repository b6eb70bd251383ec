import { isDeepStrictEqual } from "node:util";
import { DOCUMENTED_FIELDS } from "../../documented-fields.ts";
import { plain, REMOVED, rich } from "../declared.ts";
import { asObject, type Fields } from "../../world/oracle/meaning.ts";
import { isList, isOk, isWrite, JSON_TYPE, records, sectionOf, type Answered, type Habit } from "../../habit.ts";
import { form, forms, type Row } from "../row.ts";
import { changed, deep, inFlag, itemsOf, mapped, without } from "../shown.ts";

/** Changes the whole answer to a list. */
const lists = (change: (body: Fields) => unknown): Habit => ({
  answer: (answered, asked) =>
    isList(asked) && isOk(answered) ? { ...answered, body: change(asObject(answered.body)) } : answered,
});

/** Changes the answer to a write that was done. */
const writes = (change: (answered: Answered, isCreate: boolean) => Answered): Habit => ({
  answer: (answered, asked) =>
    isWrite(asked) && isOk(answered) ? change(answered, asked.path.length % 2 === 1) : answered,
});

/** Changes each component of a project. */
const ofComponent = (change: (record: Fields) => Fields): Habit => records("project_component", change);

/** Nothing is off whose default is on. */
const ALL_ON = {
  "acme/all": { version: "2", active: true, settings: { label: "Main shop", on: true, share: 0.5 } },
  "acme/bare": {},
};

const PIN = "blocked, with its id; pin it";

/** Habits that the emulator does not have: seen elsewhere, or likely. */
export const ODD: readonly Row[] = [
  ...forms({
    "answers a create with 201 and an empty body": writes((answered, isCreate) =>
      isCreate ? { ...answered, status: 201, body: undefined } : answered,
    ),
    "answers an update with 202 and an empty body": writes((answered, isCreate) =>
      isCreate ? answered : { ...answered, status: 202, body: undefined },
    ),
    "answers a write with the record in a list": writes((answered) => ({ ...answered, body: [answered.body] })),
    "answers a write with the record in data": writes((answered) => ({ ...answered, body: { data: answered.body } })),
    "answers a write with the JSON text OK": writes((answered) => ({ ...answered, body: '"OK"' })),
    "answers a write in words": writes((answered) => ({
      ...answered,
      headers: { "content-type": "text/plain" },
      body: "Done.",
    })),
    "counts the items of a list": lists((body) => ({ ...body, total_count: 4711, total: "many" })),
    "lists the oldest first": lists((body) => ({ ...body, data: itemsOf(body["data"]).toReversed() })),
    "sends JSON without a content type": { answer: (answered) => ({ ...answered, headers: {} }) },
    "shows the organization as an object too": records("project", (record) => ({
      ...record,
      organization: { id: "x" },
    })),
    "writes flags as text": records("any", (record) => asObject(deep(record, inFlag(String)))),
    "writes flags as 0 and 1": records("any", (record) => asObject(deep(record, inFlag(Number)))),
    "leaves out whether a component is active, where it is": ofComponent(({ active, ...record }) =>
      active === true ? record : { ...record, active },
    ),
    "leaves out the version of components": ofComponent(({ component_version: _version, ...record }) => record),
    "shows settings that the catalogue has by default": ofComponent((record) =>
      record["component_slug"] === "acme/all"
        ? { ...record, settings: { mode: "auto", level: 3, ...asObject(record["settings"]) } }
        : record,
    ),
    "shows settings as {} where there are none": ofComponent((record) => ({
      ...record,
      settings: record["settings"] ?? {},
    })),
    "shows domains without their project": records("domain", ({ project_id: _project, ...record }) => record),
    "shows the state of DNS in words": records("domain", (record) => ({ ...record, dns_status: "pending" })),
    "shows times as null": records("any", (record) =>
      changed(record, { created_at: () => null, updated_at: () => null }),
    ),
  }),
  ...Object.entries({ "0 and 1": Number, text: String }).map(([what, change]) =>
    form(
      `shows has_more as ${what}`,
      lists((body) => ({ ...body, has_more: change(body["has_more"]) })),
      { habits: { lists: { pageSize: 1 } } },
    ),
  ),
  form("leaves out false, 0 and what is empty", leavesOutEmpty(), {
    files: [{ ...rich, project: { ...rich.project, force_https: true }, components: ALL_ON }, plain],
  }),
  form("leaves out false, 0 and what is empty, also where the default is on", leavesOutEmpty(), {
    ends: {
      says: "partial: the fields declared as false are named",
      message: /did not store (?:force_https|active, settings\.off) of/,
    },
  }),
  form("has a host name of its own in each project, which cannot be removed", ownHostName(), {
    seed: [{ organization_id: "org_1", slug: "plain" }],
    files: REMOVED,
    ends: {
      says: "the deletion of a project is blocked, and prune all is named",
      message: /service\.example.*prune all/s,
    },
  }),
  form(
    "shows slugs of projects with its own name of the organization",
    records("project", (record) => ({ ...record, slug: `acme/${String(record["slug"])}` })),
    {
      ends: {
        says: `created once, unknown; then ${PIN}`,
        message: /pin it with `id: prj_\d+`|prj_\d+ is acme\/rich, .* pin it with its `id`/,
      },
    },
  ),
  showsComponentAs("@organization/component", "@"),
  showsComponentAs("components/organization/component", "components/"),
  form(
    "refuses fields that have their default",
    {
      ask: (asked) => {
        const body = asObject(asked.body);
        // A create requires `type`, also where it is the default.
        const refused = DOCUMENTED_FIELDS.filter(
          ({ name, byDefault }) => byDefault !== undefined && isDeepStrictEqual(body[name], byDefault),
        ).map(({ name }) => `${name}: must differ from the default`);
        return isWrite(asked) && asked.path.length === 2 && refused.length > 0
          ? { status: 422, headers: JSON_TYPE, body: { message: refused.join(", ") } }
          : asked;
      },
    },
    {
      ends: {
        says: "partial: the service's own words; the next run leaves the fields out",
        heals: true,
        message: /must differ from the default/,
      },
    },
  ),
  form(
    "answers a refusal with 200",
    {
      ask: (asked) =>
        isWrite(asked) && sectionOf(asked) === "domains"
          ? { status: 200, headers: JSON_TYPE, body: { error: { message: "Your plan has no domains" } } }
          : asked,
    },
    {
      ends: { says: "not done: the service's own words", message: /www\.example\.com|Your plan has no domains/ },
    },
  ),
  form("answers the attachment of a taken host name with 200 and the record of its project", showsOwner(), {
    seed: [{ organization_id: "org_1", slug: "other-owner", domains: [{ name: "www.example.com" }] }],
    ends: { says: "failed: the owner is named", message: /www\.example\.com.*other-owner/s },
  }),
];

/** A live component in a form that is not the declared one. */
function showsComponentAs(what: string, before: string): Row {
  const shown = ofComponent(({ component_id: _id, component_slug: slug, ...record }) => ({
    ...record,
    component_slug: `${before}${String(slug)}`,
  }));
  return form(`shows components as ${what}, without their ids`, shown, {
    seed: [{ organization_id: "org_1", slug: "rich", components: [{ component_slug: "acme/bare" }] }],
    ends: {
      says: PIN,
      message: new RegExp(`pc_\\d+ is ${before}acme/bare, and may be acme/bare\\. .* pin it with its`),
    },
  });
}

function leavesOutEmpty(): Habit {
  return { answer: (answered) => ({ ...answered, body: withoutEmpty(answered.body) }) };
}

/** The same without `false`, `0`, `""`, empty lists and maps, at any depth: as Go and protocol buffers write records by default. */
function withoutEmpty(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEmpty);
  if (typeof value !== "object" || value === null) return value;
  return without(mapped(asObject(value), withoutEmpty), isEmptyPart);
}

function isEmptyPart(part: unknown): boolean {
  return typeof part === "object" && part !== null ? Object.keys(part).length === 0 : !part;
}

function showsOwner(): Habit {
  return {
    answer: (answered, asked, service) => {
      if (answered.status !== 409 || sectionOf(asked) !== "domains") return answered;
      const get = (...path: string[]): Answered =>
        service({ ...asked, method: "GET", path, query: new URLSearchParams(), body: undefined });
      const projects = itemsOf(asObject(get("projects").body)["data"]).map((project) =>
        String(asObject(project)["id"]),
      );
      const name = String(asObject(asked.body)["name"]);
      return projects.map((id) => get("projects", id, "domains", name)).find(isOk) ?? answered;
    },
  };
}

/** A host name that comes with each project and cannot be removed. */
function ownHostName(): Habit {
  const ownOf = ([, project = ""]: readonly string[]): Fields => ({
    object: "domain",
    name: `${project.replace("_", "-")}.service.example`,
    is_default: true,
  });
  return {
    ask: (asked) => {
      const own = ownOf(asked.path);
      if (asked.path[3] !== own["name"]) return asked;
      if (asked.method === "GET") return { status: 200, headers: JSON_TYPE, body: own };
      return { status: 403, headers: JSON_TYPE, body: { error: { type: "forbidden_error", message: "It is ours" } } };
    },
    answer: (answered, asked) => {
      if (!isOk(answered) || !isList(asked) || sectionOf(asked) !== "domains") return answered;
      const body = asObject(answered.body);
      return { ...answered, body: { ...body, data: [ownOf(asked.path), ...itemsOf(body["data"])] } };
    },
  };
}
