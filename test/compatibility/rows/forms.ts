import { domainToASCII, domainToUnicode } from "node:url";
import { defaultSettings } from "../../../emulator/schemas/project-settings.ts";
import { isWrite, records, sectionOf, type Habit } from "../../habit.ts";
import { asObject, type Fields } from "../../world/oracle/meaning.ts";
import { rich } from "../declared.ts";
import { form, shows, type Row } from "../row.ts";
import { addresses, changed, inText, itemsOf, mapped, project, texts, without, type Change } from "../shown.ts";
import { RULES } from "./rules.ts";

const headers = (change: (name: string) => string): Habit => {
  const named: Change = (list) => itemsOf(list).map((header) => changed(asObject(header), { name: inText(change) }));
  return project({ forwarded_headers: named });
};

const sorted: Change = (list) => itemsOf(list).map(String).toSorted(compareText);

const compareText = (left: string, right: string): number => (left < right ? -1 : Number(left > right));

const DEFAULTS: Fields = { ...defaultSettings() };

const SETS = ["trusted_ips", "blocked_ips", "cookie_whitelist"];

/** Host names in another form, in paths too. */
const hostNames = (change: (name: string) => string): Habit => ({
  ...records("domain", (record) => ({ ...record, name: change(String(record["name"])) })),
  ask: (asked) => ({
    ...asked,
    path: asked.path.map((part, index) =>
      index === 3 && sectionOf(asked) === "domains" ? domainToASCII(part).replace(/\.$/, "") : part,
    ),
  }),
});

/** How values are written. */
export const FORMS: readonly Row[] = [
  ...RULES,
  form(
    "removes white space around texts",
    texts((text) => text.trim()),
  ),
  form(
    "writes line ends as CRLF",
    texts((text) => text.replaceAll("\n", "\r\n")),
  ),
  form(
    "shows empty texts as null",
    records("project", (record) => mapped(record, (value) => (value === "" ? null : value))),
  ),
  form(
    "leaves out empty texts",
    records("project", (record) => without(record, (value) => value === "")),
  ),
  form(
    "lower-cases slugs of projects",
    {
      ask: (asked) =>
        isWrite(asked)
          ? { ...asked, body: changed(asObject(asked.body), { slug: inText((slug) => slug.toLowerCase()) }) }
          : asked,
    },
    // Its answers are those to a file in lower case.
    { files: [{ ...rich, project: { ...rich.project, slug: "Rich" } }], isUsual: true },
  ),
  form(
    "shows slugs of components with capitals",
    componentSlugs((slug) => slug.replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase())),
  ),
  form(
    "shows slugs of components without their organization",
    componentSlugs((slug) => slug.replace(/^.*\//, "")),
  ),
  shows(
    "project_component",
    "shows components of a project without slug",
    ({ component_slug: _slug, ...record }) => record,
  ),
  form(
    "leaves out the organization in lists",
    withoutOrganization((size) => size === 1),
  ),
  form(
    "leaves out the organization in single answers",
    withoutOrganization((size) => size === 2),
  ),
  form("completes URLs as browsers do", project({ external_project_url: inText((url) => new URL(url).href) })),
  form(
    "adds /32 and /128 to addresses",
    addresses((text) => (text.includes("/") ? text : `${text}/${text.includes(":") ? 128 : 32}`)),
  ),
  form(
    "removes /32 and /128 from addresses",
    addresses((text) => text.replace(/(?<=\..*)\/32$|(?<=:.*)\/128$/, "")),
  ),
  form(
    "writes IPv6 addresses compressed",
    addresses((text) =>
      text.replace(/^[^/]*:[^/]*/, (address) => new URL(`http://[${address}]`).hostname.slice(1, -1)),
    ),
  ),
  form(
    "writes header names in lower case",
    headers((name) => name.toLowerCase()),
  ),
  form(
    "sorts headers",
    project({
      forwarded_headers: (list) =>
        itemsOf(list)
          .map(asObject)
          .toSorted((left, right) => String(left["name"]).localeCompare(String(right["name"]))),
    }),
  ),
  form("sorts lists that mean sets", project(Object.fromEntries(SETS.map((name) => [name, sorted])))),
  form(
    "removes duplicates from lists that mean sets",
    project(Object.fromEntries(SETS.map((name) => [name, (list: unknown) => [...new Set(itemsOf(list))]]))),
  ),
  form(
    "shows only the events of autocapture that are on",
    project({ autocapture: (events) => without(asObject(events), (isOn) => isOn !== true) }),
  ),
  form(
    "stores settings as text",
    records("project_component", (record) =>
      changed(record, {
        settings: (settings) =>
          settings === null
            ? null
            : mapped(asObject(settings), (value) =>
                typeof value === "number" || typeof value === "boolean" ? String(value) : value,
              ),
      }),
    ),
  ),
  form("shows host names as Unicode", hostNames(domainToUnicode)),
  form(
    "shows host names with a trailing dot",
    hostNames((name) => `${name}.`),
  ),
  form(
    "leaves out fields that have their default",
    records("project", (record) =>
      without(record, (value, name) => name in DEFAULTS && JSON.stringify(value) === JSON.stringify(DEFAULTS[name])),
    ),
  ),
  shows("any", "writes times as seconds", (record) => changed(record, { created_at: seconds, updated_at: seconds })),
];

function componentSlugs(change: (slug: string) => string): Habit {
  return records("project_component", (record) => changed(record, { component_slug: inText(change) }));
}

/** `size`: how many segments the path has: one for the list. */
function withoutOrganization(isMeant: (size: number) => boolean): Habit {
  return records("project", (record, { path }) =>
    isMeant(path.length) ? without(record, (_, name) => name === "organization_id") : record,
  );
}

function seconds(time: unknown): number {
  return Math.floor(Date.parse(String(time)) / 1000);
}
