/**
 * What the loader refuses and JSON Schema cannot, all of it: docs/project-file.md has it from here, and the tests hold that there is
 * nothing else.
 */
export interface Limit {
  /** For the document. */
  readonly what: string;
  /** Whether the data says it, or only the text that the data was read from. */
  readonly seenIn: "data" | "text";
  /** The loader's message. */
  readonly says: RegExp;
  /** Lines in a project, or a whole file where it begins with `version`, that only the loader refuses. */
  readonly example: string;
}

export const LIMITS: readonly Limit[] = [
  {
    what: "a variable that is not set or empty, and a variable whose text does not fit",
    seenIn: "data",
    says: /is not set; set it|is empty(?: \(a workflow|; give)|which the variable \w+ does not hold$/,
    example: "log_severity: { env: TEXT }",
  },
  {
    what: "host names that have the characters of one and are none, such as `a..example.com`",
    seenIn: "data",
    says: /^expects a host name/,
    example: "cache: true\ndomains: [a..example.com]",
  },
  {
    what: "one host name written in two ways, or listed with different fields",
    seenIn: "data",
    says: /^the same host name as/,
    example: "cache: true\ndomains: [a.example.com, A.example.com]",
  },
  {
    what: "two rules with one `rank`",
    seenIn: "data",
    says: /has this rank too/,
    example: "rate_limiting: [{ rank: 1, limit: 1 }, { rank: 1, limit: 2 }]",
  },
  {
    what: "regular expressions that do not compile",
    seenIn: "data",
    says: /^expects a regular expression/,
    example: "proxy_only_path_regex: '('",
  },
  {
    what: "a `previous_slug` that is the slug",
    seenIn: "data",
    says: /^the same as slug/,
    example: "previous_slug: site",
  },
  {
    what: "addresses that come from a variable, and are none",
    seenIn: "data",
    says: /^expects an IP address/,
    example: "trusted_ips: [{ env: TEXT }]",
  },
  {
    what: "the key `__proto__`",
    seenIn: "data",
    says: /^no field can have this name/,
    example: 'extra: { "__proto__": 1 }',
  },
  {
    what: "more than 32 levels, 150,000 parts or 1 MiB",
    seenIn: "data",
    says: /^nested deeper than|more parts than any|larger than 1 MiB/,
    example: `extra: { a: ${"[".repeat(40)}${"]".repeat(40)} }`,
  },
  {
    what: "aliases, anchors, tags, directives, merge keys, a second document, a key that stands twice",
    seenIn: "text",
    says: /are not read here|^a second document|^this key stands at/,
    example: "cookie_name: &a x",
  },
  {
    what: "keys that are no text, such as `1:` and `true:`",
    seenIn: "text",
    says: /^a key is text/,
    example: "extra: { 1: a }",
  },
  {
    what: "control characters, and an encoding that is not UTF-8",
    seenIn: "text",
    says: /^a control character|^a carriage return|^not UTF-8/,
    example: 'cookie_name: "\u007F"',
  },
  {
    what: "nothing written after a key, which YAML reads as `null`",
    seenIn: "text",
    says: /^nothing is written here/,
    example: "cookie_name:",
  },
  {
    what: "numbers that are not kept as they are written (`012`, `1.10`, twenty digits), and a version written `1.0`",
    seenIn: "text",
    says: /^read as a number|^expects the number 1/,
    example: "extra: { a: 012 }",
  },
];
