import { domainToASCII, domainToUnicode } from "node:url";
import { isList, isWrite, records, sectionOf, type Answered, type Asked, type Habit } from "../../habit.ts";
import { asObject } from "../../world/oracle/meaning.ts";
import { rich } from "../declared.ts";
import { form, forms, type Row } from "../row.ts";
import { changed, deep, inText, mapped, texts, without } from "../shown.ts";

/** Shows host names in another form, and takes only one form in a path: the canonical one, or the one that it shows. */
const hostNames = (change: (name: string) => string, takes: "canonical" | "shown"): Habit => ({
  ...records("domain", (record) => ({ ...record, name: change(String(record["name"])) })),
  ask: (asked) => {
    const [, , , name] = asked.path;
    if (name === undefined || sectionOf(asked) !== "domains") return asked;
    const canonical = domainToASCII(name).replace(/\.$/, "");
    if (name !== (takes === "shown" ? change(canonical) : canonical)) return NO_DOMAIN;
    return { ...asked, path: asked.path.with(3, canonical) };
  },
});

const NO_DOMAIN: Answered = {
  status: 404,
  headers: { "content-type": "application/json" },
  body: { error: { type: "not_found_error", message: "no such domain" } },
};

/**
 * How values are written. The profiles `normalizing` and `terse` have the other forms, all at once: URLs, addresses, headers,
 * sets, rules, events, defaults and settings by type. What each of them means is in test/resources/same-meaning.test.ts.
 */
export const FORMS: readonly Row[] = [
  ...forms({
    "removes white space around texts": {
      ask: storing((body) =>
        deep(
          body,
          inText((text) => text.trim()),
        ),
      ),
    },
    "writes line ends as CRLF": texts((text) => text.replaceAll("\n", "\r\n")),
    "shows empty texts as null": records("project", (record) =>
      mapped(record, (value) => (value === "" ? null : value)),
    ),
    "leaves out empty texts": records("project", (record) => without(record, (value) => value === "")),
  }),
  form(
    "lower-cases slugs of projects",
    {
      ask: storing((body) => changed(asObject(body), { slug: inText((slug) => slug.toLowerCase()) })),
    },
    // Its answers are those to a file in lower case.
    { files: [{ ...rich, project: { ...rich.project, slug: "Rich" } }], isUsual: true },
  ),
  ...forms({
    "shows slugs of components with capitals": componentSlugs((slug) =>
      slug.replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase()),
    ),
    "shows slugs of components without their organization": componentSlugs((slug) => slug.replace(/^.*\//, "")),
    "shows components of a project without slug": records(
      "project_component",
      ({ component_slug: _slug, ...record }) => record,
    ),
    "leaves out the organization in single answers": withoutOrganization((asked) => !isList(asked)),
    "shows host names as Unicode, and takes ASCII": hostNames(domainToUnicode, "canonical"),
    "shows and takes host names as Unicode": hostNames(domainToUnicode, "shown"),
    "shows host names with a trailing dot, and takes them without": hostNames((name) => `${name}.`, "canonical"),
    "shows and takes host names with a trailing dot": hostNames((name) => `${name}.`, "shown"),
    "shows host names in capitals, and takes small letters": hostNames((name) => name.toUpperCase(), "canonical"),
    "shows and takes host names in capitals": hostNames((name) => name.toUpperCase(), "shown"),
  }),
];

function componentSlugs(change: (slug: string) => string): Habit {
  return records("project_component", (record) => changed(record, { component_slug: inText(change) }));
}

/** Changes the body of each write before it is stored. */
function storing(change: (body: unknown) => unknown): NonNullable<Habit["ask"]> {
  return (asked) => (isWrite(asked) ? { ...asked, body: change(asked.body) } : asked);
}

function withoutOrganization(isMeant: (asked: Asked) => boolean): Habit {
  return records("project", (record, asked) =>
    isMeant(asked) ? without(record, (_, name) => name === "organization_id") : record,
  );
}
