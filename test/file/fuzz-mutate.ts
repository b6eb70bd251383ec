import { isMap, isScalar, isSeq, parseDocument, visit, type Document } from "yaml";
import type { Sample } from "./fuzz-corpus.ts";
import { randomOf, type Random } from "./fuzz-random.ts";

/** Texts with a special meaning in YAML, JSON Schema, JavaScript or `loadFile`. */
const TOKENS = [
  ...Array.from("{}[],:&*!|>'\"%@`#?-\n\t\r ~\0\u007F\uFEFF\u0085\u2028"),
  "\r\n", ": ", "- ", "? ", "<<: ", "__proto__: ", "constructor: ", "---\n", "...\n", "&a ", "*a", "!!js/function ", "!!binary ",
  "%YAML 1.1\n", "{ env: KEY }", "{ secret: KEY }", "{ env: UNSET }", "{ secret: 1 }", "null", "012", "1.10", ".inf", ".nan", "1e999",
  "99999999999999999999", "yes", '"\\ud800"', '"\\x', "|2-\n", ">+\n", "absent: true", "protect: true", "\u{1F600}", "日本", "${KEY}",
  "(".repeat(40), "(a+)+$", "[".repeat(40), "a.".repeat(200), "xn--", "ß.de", "::1/129", "- ".repeat(50),
]; // prettier-ignore

const VALUES: readonly unknown[] = [
  null, true, false, 0, -1, 1.5, 1e21, "", "x", "yes", "012", "a.b", "::", [], {}, [[]], [{}], { env: "KEY" }, { secret: "KEY" },
  { env: "UNSET" }, { secret: "" }, { env: 1 }, { env: "A", secret: "B" }, "\u0000", "\uD800", "a".repeat(300), ["a.example.com"],
]; // prettier-ignore

const KEYS = [
  "env",
  "secret",
  "absent",
  "protect",
  "extra",
  "id",
  "name",
  "project",
  "version",
  "$schema",
  "__proto__",
  "",
  "a/b",
];

const MOST = 1_200_000;

/** Parsing a larger sample for its structure takes longer than loading it. */
const LARGE = 20_000;

/** The input of one run. It does not depend on the other runs. */
export function inputOf(samples: readonly Sample[], seed: number, run: number): Buffer {
  return mutated(samples, randomOf(seed, run));
}

/** A sample with random changes to its bytes, its structure or both. */
function mutated(samples: readonly Sample[], random: Random): Buffer {
  let content = random.pick(samples).content;
  if (random.below(3) === 0 && content.length < LARGE) content = restructured(content, random);
  for (let edits = random.below(5); edits > 0; edits -= 1) content = edited(content, samples, random);
  return content.subarray(0, MOST);
}

function edited(bytes: Buffer, samples: readonly Sample[], random: Random): Buffer {
  const from = random.below(bytes.length + 1);
  const to = Math.min(bytes.length, from + random.below(random.pick([2, 16, 200])));
  const [before, part, after] = [bytes.subarray(0, from), bytes.subarray(from, to), bytes.subarray(to)];
  switch (random.below(9)) {
    case 0:
      return Buffer.concat([before, after]);
    case 1:
      return Buffer.concat([before, Buffer.from([random.below(256), random.below(256)]), after]);
    case 2:
    case 3:
      return Buffer.concat([before, Buffer.from(random.pick(TOKENS)), part, after]);
    case 4:
      return Buffer.concat([before, Buffer.from(random.pick(TOKENS)), after]);
    case 5: {
      // Rarely many copies: such inputs are slow and test only one thing.
      const times = random.below(50) === 0 ? Math.ceil(MOST / Math.max(part.length, 1)) : random.below(20);
      return Buffer.concat([before, ...Array.from({ length: Math.min(times, 100_000) }, () => part), after]);
    }
    case 6: {
      const other = random.pick(samples).content;
      const start = random.below(other.length);
      return Buffer.concat([before, other.subarray(start, start + random.below(400)), after]);
    }
    case 7:
      return before;
    default:
      return Buffer.concat([before, after, part]);
  }
}

/** Changes the structure of a sample. Returns samples that are not YAML unchanged. */
function restructured(bytes: Buffer, random: Random): Buffer {
  const document = parseDocument(bytes.toString(), { logLevel: "silent" });
  if (document.errors.length > 0) return bytes;
  for (let edits = 1 + random.below(3); edits > 0; edits -= 1) editNode(document, random);
  try {
    return Buffer.from(
      random.below(4) === 0 ? JSON.stringify(document.toJS(), undefined, random.below(3)) : document.toString(),
    );
  } catch {
    // The changed structure may have no form in YAML, such as an alias without an anchor.
    return bytes;
  }
}

function editNode(document: Document, random: Random): void {
  let left = random.below(60);
  visit(document, {
    Pair: (_key, pair) => {
      left -= 1;
      if (left >= 0) return undefined;
      const how = random.below(4);
      if (how === 0) return visit.REMOVE;
      if (how === 1) pair.key = document.createNode(random.pick(KEYS));
      else
        pair.value = document.createNode(
          how === 2 ? random.pick(VALUES) : { [random.pick(KEYS)]: random.pick(VALUES) },
        );
      return visit.BREAK;
    },
    Node: (_key, node) => {
      left -= 1;
      if (left >= 0) return undefined;
      if (isScalar(node)) node.value = random.pick(VALUES);
      else if (isSeq(node)) node.items.push(document.createNode(random.pick(VALUES)), ...node.items.slice(0, 1));
      else if (isMap(node)) node.set(random.pick(KEYS), random.pick(VALUES));
      return visit.BREAK;
    },
  });
}
