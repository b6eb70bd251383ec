import { domainToASCII, domainToUnicode } from "node:url";
import { isWrite, records, sectionOf, type Habit } from "../../habit.ts";
import { asObject } from "../../world/oracle/meaning.ts";
import { rich } from "../declared.ts";
import { form, forms, type Row } from "../row.ts";
import { changed, inText, mapped, texts, without } from "../shown.ts";

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

/**
 * How values are written. The profiles `normalizing` and `terse` have the other forms, all at once: URLs, addresses, headers,
 * sets, rules, events, defaults and settings by type. What each of them means is in test/resources/same-meaning.test.ts.
 */
export const FORMS: readonly Row[] = [
  ...forms({
    "removes white space around texts": texts((text) => text.trim()),
    "writes line ends as CRLF": texts((text) => text.replaceAll("\n", "\r\n")),
    "shows empty texts as null": records("project", (record) =>
      mapped(record, (value) => (value === "" ? null : value)),
    ),
    "leaves out empty texts": records("project", (record) => without(record, (value) => value === "")),
  }),
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
  ...forms({
    "shows slugs of components with capitals": componentSlugs((slug) =>
      slug.replaceAll(/(?<![a-z0-9])[a-z]/g, (letter) => letter.toUpperCase()),
    ),
    "shows slugs of components without their organization": componentSlugs((slug) => slug.replace(/^.*\//, "")),
    "shows components of a project without slug": records(
      "project_component",
      ({ component_slug: _slug, ...record }) => record,
    ),
    "leaves out the organization in lists": withoutOrganization((size) => size === 1),
    "leaves out the organization in single answers": withoutOrganization((size) => size === 2),
    "shows host names as Unicode": hostNames(domainToUnicode),
    "shows host names with a trailing dot": hostNames((name) => `${name}.`),
  }),
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
