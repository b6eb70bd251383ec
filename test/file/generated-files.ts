import * as fc from "fast-check";
import { z } from "zod";
import { fieldNames, child, isKey, unwrap } from "../../core/resources/schema-walk.ts";
import { fileSchema } from "../../core/file/schema.ts";

/** Data of a file, and the variables that it refers to. */
export interface Generated {
  readonly data: unknown;
  readonly environment: Readonly<Record<string, string>>;
}

/** Text to be replaced by a reference to a variable. `type`: of the value. Default: text. */
class FromEnvironment {
  readonly text: string;
  readonly key: "env" | "secret";
  readonly type: string | undefined;
  constructor(text: string, key: "env" | "secret", type?: string) {
    this.text = text;
    this.key = key;
    this.type = type;
  }
}

/** Some of these values from a variable. Not lists in which an item is. */
function typed(values: fc.Arbitrary<unknown>, type: string): fc.Arbitrary<unknown> {
  const variables = values.map((value) =>
    Array.isArray(value) && value.some((item) => item instanceof FromEnvironment)
      ? value
      : new FromEnvironment(JSON.stringify(value), "env", type),
  );
  return fc.oneof({ weight: 6, arbitrary: values }, { weight: 1, arbitrary: variables });
}

const host = fc
  .tuple(
    fc.constantFrom("www", "a-b", "xn--bcher-kva", "BÜCHER", "1", "日本"),
    fc.nat(99),
    fc.constantFrom("example.com", "example.org."),
  )
  .map(([name, number, rest]) => `${name}${number}.${rest}`);
const address = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.tuple(fc.ipV4(), fc.nat(32)).map(([ip, length]) => `${ip}/${length}`),
  fc.tuple(fc.ipV6(), fc.nat(128)).map(([ip, length]) => `${ip}/${length}`),
);
const expression = fc.constantFrom("^/a", "[a-z]+$", "(?i)x", "(?P<n>.)", "");

/** Values for the fields that `loadFile` checks beyond the schema. */
function special(path: readonly (string | number)[]): fc.Arbitrary<string> | undefined {
  const [section, field, , last] = path;
  if (section === "ignore") return fc.constantFrom("pr-*.example.com", "ACME/*", "a.example.com", "{a,b}/c?");
  if (section === "domains") return path.at(-1) === "name" ? host : undefined;
  if (section !== "project") return undefined;
  if (field === "trusted_ips" || field === "blocked_ips") return address;
  if (field === "proxy_only_path_regex") return expression;
  const inRule = field === "override_cache" ? last === "path" : field === "rate_limiting" && path[4] === "path";
  return inRule ? expression : undefined;
}

const letter = fc.oneof(
  fc.string({ minLength: 1, maxLength: 1 }),
  fc.constantFrom(
    "é",
    "日",
    "\u{1F600}",
    "\uD800",
    "\u2028",
    "\u200B",
    "\n",
    "\t",
    "\0",
    "\u0085",
    ...Array.from(":#{}[],&*!|>'\"%@`~-? "),
  ),
);

/** Words that YAML may read as something else. */
const WORDS = ["012", "1.10", "yes", "NO", "~", "null", "2026-01-01", "0o7", "1_000", "${x}", "${{ secrets.X }}"];

const leafText = z.object({
  pattern: z.string().optional(),
  maxLength: z.number().optional(),
  minLength: z.number().optional(),
  enum: z.array(z.string()).optional(),
});

function text(schema: z.ZodType, path: readonly (string | number)[], shown: boolean): fc.Arbitrary<unknown> {
  const { pattern, maxLength, minLength = 0, enum: choices } = leafText.parse(z.toJSONSchema(schema, { io: "input" }));
  const free = (): fc.Arbitrary<string> => {
    if (choices !== undefined) return fc.constantFrom(...choices);
    if (pattern === undefined)
      return fc.oneof(fc.string({ unit: letter, minLength, maxLength: 12 }), fc.constantFrom(...WORDS));
    return fc.stringMatching(new RegExp(pattern), { maxLength: Math.min(maxLength ?? 20, 20) });
  };
  const own = special(path) ?? free();
  if (path[0] === "$schema" || path[0] === "ignore") return own;
  const variable = own.filter((value) => value !== "" && !value.includes("\0"));
  return fc.oneof(
    { weight: 8, arbitrary: own },
    { arbitrary: variable.map((value) => new FromEnvironment(value, "env")), weight: 1 },
    { arbitrary: variable.map((value) => new FromEnvironment(value, shown ? "env" : "secret")), weight: 1 },
  );
}

const key = fc.oneof(
  fc.constantFrom("env", "secret", "size", "a b", "force_https", "component_version", "active", "constructor"),
  fc.string({ maxLength: 5 }),
);
const anything: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.oneof(
      fc.string({ unit: letter, maxLength: 5 }),
      fc.boolean(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
    ),
    fc.string({ minLength: 1 }).map((value) => new FromEnvironment(value, "secret")),
    typed(fc.boolean(), "boolean"),
    typed(fc.integer(), "number"),
    typed(fc.array(fc.string({ maxLength: 3 }), { maxLength: 3 }), "list"),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(key, tie("value"), { maxKeys: 3 }),
  ),
})).value;

/** Values that fit a schema. Every field occurs in some of them. */
function valid(schema: z.ZodType, path: readonly (string | number)[] = []): fc.Arbitrary<unknown> {
  const inner = unwrap(schema);
  if (inner !== schema && schema.safeParse(null).success) {
    return fc.oneof({ weight: 9, arbitrary: valid(inner, path) }, { weight: 1, arbitrary: fc.constant(null) });
  }
  if (inner instanceof z.ZodObject) return fields(inner, path);
  if (inner instanceof z.ZodArray) {
    const item = child(inner, 0) ?? z.unknown();
    const items = fc.array(valid(item, [...path, 0]), { maxLength: 3 });
    const isOfTexts = path[0] === "project" && (item instanceof z.ZodString || item instanceof z.ZodEnum);
    return isOfTexts ? typed(items, "list") : items;
  }
  if (inner instanceof z.ZodRecord) {
    const names =
      path[0] === "components" && path.length === 1 ? fc.constantFrom("edgee/ga4", "a/b", "A.1/b_2", "0/0") : key;
    return fc.dictionary(names, valid(child(inner, "") ?? z.unknown(), [...path, ""]), { maxKeys: 3 });
  }
  if (inner instanceof z.ZodString || inner instanceof z.ZodEnum) return text(inner, path, isKey(schema));
  if (inner instanceof z.ZodBoolean)
    return typed(path.at(-1) === "absent" ? fc.constantFrom(false, false, true) : fc.boolean(), "boolean");
  if (inner instanceof z.ZodLiteral) return fc.constantFrom(...inner.values);
  if (inner instanceof z.ZodNumber) {
    return inner.safeParse(0.5).success
      ? fc.oneof(typed(fc.nat(), "number"), fc.double({ noNaN: true, noDefaultInfinity: true }))
      : typed(fc.integer({ min: 1 }), "number");
  }
  return anything;
}

function fields(schema: z.ZodObject, path: readonly (string | number)[]): fc.Arbitrary<unknown> {
  const names = fieldNames(schema);
  const optional = names.filter(
    (name) => child(schema, name) !== undefined && schema.shape[name]?.safeParse(undefined).success,
  );
  const required = names.filter((name) => !optional.includes(name));
  // Created once, because creating an arbitrary of text is slow.
  const all = new Map(names.map((name) => [name, valid(child(schema, name) ?? z.unknown(), [...path, name])]));
  return fc
    .subarray(optional, { maxLength: Math.min(optional.length, 5) })
    .chain((chosen) =>
      fc.record(Object.fromEntries([...required, ...chosen].map((name) => [name, all.get(name) ?? fc.constant(null)]))),
    );
}

/** Replaces each text that is marked for it by a reference to a new variable. */
function withVariables(value: unknown): Generated {
  const environment: Record<string, string> = {};
  const write = (value: unknown): unknown => {
    if (value instanceof FromEnvironment) {
      const name = `V${Object.keys(environment).length}`;
      environment[name] = value.text;
      return { [value.key]: name, ...(value.type === undefined ? {} : { type: value.type }) };
    }
    if (Array.isArray(value)) return value.map(write);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, write(content)]));
  };
  return { data: write(value), environment };
}

/** Files that fit the schema. Their fields may contradict each other. */
export const fittingFile: fc.Arbitrary<Generated> = valid(fileSchema).map(withVariables);
