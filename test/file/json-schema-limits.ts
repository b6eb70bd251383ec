/** Something that `loadFile` refuses and JSON Schema cannot. docs/internals/schema.md lists all of them; the tests check that none is missing. */
export interface Limit {
  /** For docs/internals/schema.md. */
  readonly what: string;
  /** Whether the parsed data shows it, or only the text of the file. */
  readonly seenIn: "data" | "text";
  /** Matches the message of `loadFile`. */
  readonly says: RegExp;
  /** Lines below the project's fields that only `loadFile` refuses. */
  readonly example: string;
}

export const LIMITS: readonly Limit[] = [
  {
    what: "variables that are not set or empty, and variables with an invalid value",
    seenIn: "data",
    says: /is not set; set it|is empty(?: \(a workflow|; set)|^(?:the value|item \d+) of environment variable \w+ must/,
    example: "log_severity: { env: TEXT }",
  },
  {
    what: "a variable with a `type` that the same file reads as a secret",
    seenIn: "data",
    says: /^the file writes \{ secret: \w+ \} too/,
    example: "extra: { a: { secret: TEXT }, b: { env: TEXT, type: list } }",
  },
  {
    what: "invalid host names of valid characters, such as `a..example.com`",
    seenIn: "data",
    says: / is (?:not a host name|an IP address); |has no domain; |^the value of environment variable \w+ must be a host name/,
    example: "cache: true\ndomains: [a..example.com]",
  },
  {
    what: "duplicate host names that are written differently or have different fields",
    seenIn: "data",
    says: /^duplicate host name/,
    example: "cache: true\ndomains: [a.example.com, A.example.com]",
  },
  {
    what: "two components whose names differ in case alone, without an `id`",
    seenIn: "data",
    says: /^duplicate component/,
    example: "cache: true\ncomponents: { edgee/ga4: {}, edgee/GA4: {} }",
  },
  {
    what: "a glob under `ignore` that matches everything, or has invisible characters only",
    seenIn: "data",
    says: /^would ignore every |^must have a visible /,
    example: "cache: true\nignore: { domains: ['*.*'] }",
  },
  {
    what: "a `previous_slug` equal to `slug`",
    seenIn: "data",
    says: /^same as slug/,
    example: "previous_slug: site",
  },
  {
    what: "invalid IP addresses of valid characters, such as `203.0.113.256`",
    seenIn: "data",
    says: /must be an IP address/,
    example: "trusted_ips: [203.0.113.256]",
  },
  {
    what: "`absent: true` together with `protect: true` or `must_exist: true`, and anything in an absent project that is not absent",
    seenIn: "data",
    says: /^contradicts `|^the project is absent/,
    example: "absent: true\ncomponents: { a/b: { absent: true, protect: true }, a/c: {} }",
  },
  {
    what: "fields under `extra` that this version knows in any spelling, that the service sets, or that only the file has",
    seenIn: "data",
    says: /^this version knows it as |^the service sets |^not a field of the service/,
    example: "extra: { created_at: x, protect: true }",
  },
  {
    what: "the key `__proto__`",
    seenIn: "data",
    says: /^__proto__ cannot be/,
    example: 'extra: { "__proto__": 1 }',
  },
  {
    what: "more than 32 levels, 150,000 parts or 1 MiB",
    seenIn: "data",
    says: /^nested deeper than|^more than 150,000 parts|^larger than 1 MiB/,
    example: `extra: { a: ${"[".repeat(40)}${"]".repeat(40)} }`,
  },
  {
    what: "aliases, anchors, tags, directives, merge keys, a second document, duplicate keys",
    seenIn: "text",
    says: /are not supported|^second document|^duplicate key/,
    example: "cookie_name: &a x",
  },
  {
    what: "keys that are not text, such as `1:` and `true:`",
    seenIn: "text",
    says: /^a key must be text/,
    example: "extra: { 1: a }",
  },
  {
    what: "control characters, and encodings other than UTF-8",
    seenIn: "text",
    says: /^control character|^carriage return|^not UTF-8/,
    example: 'cookie_name: "\u007F"',
  },
  {
    what: "keys without a value, which YAML reads as `null`",
    seenIn: "text",
    says: /^has no value/,
    example: "cookie_name:",
  },
  {
    what: "numbers that would not be kept as written (`012`, `1.10`, twenty digits), and `version: 1.0`",
    seenIn: "text",
    says: /^this number would not be kept|^must be the number 1/,
    example: "extra: { a: 012 }",
  },
];
