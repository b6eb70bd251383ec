/** A mistake that somebody could make in the rules of equality. */
export interface Break {
  readonly name: string;
  readonly file: string;
  /** The text that is replaced. It is in the file once. */
  readonly from: string;
  readonly to: string;
  /** A regular expression for names of tests in compatibility.test.ts. At least one of them must fail. */
  readonly test: string;
}

const CANONICAL = "provider/resources/canonical.ts";
const FORMS = "provider/resources/forms.ts";
const SETTING = "provider/resources/component/setting-form.ts";

/** Played by `npm run breaks`. The first ones make the tool change what is equal, the others overlook what differs. */
export const BREAKS: readonly Break[] = [
  {
    name: "text: white space at the end counts",
    file: FORMS,
    from: String.raw`value.replace(/\r\n?/g, "\n").trimEnd()`,
    to: String.raw`value.replace(/\r\n?/g, "\n")`,
    test: "white space around texts: is served",
  },
  {
    name: "text: line ends count",
    file: FORMS,
    from: String.raw`value.replace(/\r\n?/g, "\n").trimEnd()`,
    to: "value.trimEnd()",
    test: "line ends as CRLF: is served",
  },
  {
    name: "URL: only as it is written",
    file: FORMS,
    from: "new URL(text).href",
    to: "text",
    test: "completes URLs as browsers do: is served",
  },
  {
    name: "addresses: /32 counts",
    file: "provider/resources/ip-address.ts",
    from: "if (bits === (isIPv4 ? 32 : 128)) return format(network);",
    to: "",
    test: "/32 and /128 .* addresses: is served",
  },
  {
    name: "header names: case counts",
    file: FORMS,
    from: "headerName: (text: string): string => text.toLowerCase()",
    to: "headerName: (text: string): string => text",
    test: "header names in lower case: is served",
  },
  {
    name: "sets: order counts",
    file: CANONICAL,
    from: "return distinct(items).toSorted((a, b) => compareText(JSON.stringify(a), JSON.stringify(b)));",
    to: "return distinct(items);",
    test: "sorts lists that mean sets: is served",
  },
  {
    name: "ranks: rules count in the order of the list",
    file: CANONICAL,
    from: "isRanked(element) ? byRank(items) : items",
    to: "items",
    test: "numbers rules 10, 20: is served",
  },
  {
    name: "rules: zero values that the service filled in count",
    file: CANONICAL,
    from: "return (live === 0 || live === false) && defaultOf(field) === undefined;",
    to: "return false;",
    test: "fills in zero in rules: is served",
  },
  {
    name: "defaults: a field that is left out differs from its default",
    file: CANONICAL,
    from: "const byDefault = defaultOf(field);\n  return byDefault",
    to: "const byDefault: unknown = undefined;\n  return byDefault",
    test: "leaves out fields that have their default: is served",
  },
  {
    name: "settings: the type counts",
    file: SETTING,
    from: 'if (type === "number") return numberForm(form);',
    to: "",
    test: "stores settings as text: is served",
  },
  {
    name: "components: the id does not count",
    file: "provider/resources/component/identity.ts",
    from: "id === undefined ? [] : (byId.get(id) ?? [])",
    to: "[]",
    test: "components of a project without slug: is served",
  },
  {
    name: "URL: only the host counts",
    file: FORMS,
    from: "new URL(text).href",
    to: "new URL(text).host",
    test: "completes URLs as browsers do: another value",
  },
  {
    name: "addresses: no network length counts",
    file: "provider/resources/ip-address.ts",
    from: "if (bits === (isIPv4 ? 32 : 128)) return format(network);",
    to: "if (bits > 0) return format(network);",
    test: "/32 and /128 .* addresses: another value",
  },
  {
    name: "headers: values do not count",
    file: FORMS,
    from: "headerValue: (text: string): string => text.trim()",
    to: 'headerValue: (): string => ""',
    test: "header names in lower case: another value",
  },
  {
    name: "rules: order does not count",
    file: CANONICAL,
    from: "others.length === group.length && areInAnyOrder(element, group, others)",
    to: "areInAnyOrder(element, group, live.flat())",
    test: "numbers rules from [01]: another value",
  },
  {
    name: "rules: any value may have been filled in",
    file: CANONICAL,
    from: "return (live === 0 || live === false) && defaultOf(field) === undefined;",
    to: "return true;",
    test: "fills in (zero|null) in rules: another value",
  },
  {
    name: "settings: texts of digits are numbers",
    file: SETTING,
    from: 'if (type === "number") return numberForm(form);',
    to: 'if (type !== "bool") return numberForm(form);',
    test: "stores settings as text: another value",
  },
  {
    name: "text: no white space counts",
    file: FORMS,
    from: String.raw`value.replace(/\r\n?/g, "\n").trimEnd()`,
    to: String.raw`value.replace(/\s+/g, " ").trimEnd()`,
    test: "white space .* texts: another value|line ends as CRLF: another value",
  },
];
