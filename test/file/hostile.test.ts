import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadFile } from "../../provider/file/load-file.ts";
import { component, problemsOf, PROJECT } from "./load.ts";

const MIB = 1024 * 1024;
const CANARY = "canary-7f3a";

const whole = `# a comment
version: 1
project:
  organization_id: org_1
  slug: "site"
  description: >-
    folded
    text
  cookie_name: { secret: KEY }
  blocked_ips: [203.0.113.7, '198.51.100.0/24']
  override_cache:
    - { rank: 1, path: '^/a', regex: true }
    - rank: 2
      path: { env: NAME }
components:
  edgee/ga4:
    version: "1.2.0"
    settings: { measurement_id: { secret: KEY }, sample_rate: 0.5 }
  edgee/old: { absent: true }
domains:
  - www.example.com
  - name: { env: NAME }
`;

describe("a hostile file", () => {
  it("loads, or has problems with positions and without secrets", () => {
    const bytes = Buffer.from(whole);
    const edit = fc.record({
      at: fc.nat(bytes.length),
      remove: fc.nat(12),
      insert: fc.oneof(
        fc.uint8Array({ maxLength: 4 }),
        fc.constantFrom(...Array.from("{}[],:&*!|>'\"%@`#?-\n\t ~\r")).map((character) => Buffer.from(character)),
        fc
          .constantFrom(
            "<<: ",
            "__proto__: ",
            "---\n",
            "...\n",
            "&a ",
            "*a",
            "!!js/function ",
            "{ secret: KEY }",
            "null",
            "012",
          )
          .map((text) => Buffer.from(text)),
      ),
    });
    const property = fc.property(
      fc.array(edit, { maxLength: 6 }),
      fc.constantFrom("error", "tolerate"),
      (edits, missingVariables) => {
        const content = edits.reduce<Buffer>(
          (text, { at, remove, insert }) => Buffer.concat([text.subarray(0, at), insert, text.subarray(at + remove)]),
          bytes,
        );
        const { file, problems } = loadFile("f.yaml", content, {
          environment: { KEY: CANARY, NAME: CANARY },
          missingVariables,
        });
        const errors = problems.filter(({ level }) => level === "error");
        expect(file === undefined).toBe(errors.length > 0);
        const lines = content.toString("latin1").split("\n").length;
        for (const { line, column, message } of problems) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(column).toBeGreaterThanOrEqual(1);
          expect(message).not.toMatch(/[\n\r]/);
        }
        expect(JSON.stringify(problems)).not.toContain(CANARY);
      },
    );
    fc.assert(property, { numRuns: 4000, interruptAfterTimeLimit: 20_000 });
  });

  it.each<[what: string, text: string]>([
    ["brackets", "[".repeat(MIB)],
    ["brackets in a project", `${PROJECT}  extra: { a: ${"[".repeat(100_000)}`],
    ["lists in lists", "- ".repeat(MIB / 2)],
    ["maps in maps", "{a: ".repeat(MIB / 4)],
    ["keys in keys", "? ".repeat(MIB / 2)],
    ["ever deeper keys", Array.from({ length: 1000 }, (_, level) => `${" ".repeat(level)}a:`).join("\n")],
    ["an anchor's bomb", `a: &a [x]\n${Array.from({ length: 30 }, (_, n) => `b${n}: &b${n} [*a, *a]`).join("\n")}\n`],
    ["many keys", Array.from({ length: 100_000 }, (_, index) => `k${index}: 1`).join("\n")],
    ["many unknown fields", PROJECT + Array.from({ length: 30_000 }, (_, index) => `  k${index}: 1`).join("\n")],
    ["many commas", `[${",".repeat(MIB - 1)}`],
    ["many documents", "---\n".repeat(MIB / 4)],
    ["many tags", "!a ".repeat(MIB / 3)],
    ["one long key", `? '${"k".repeat(MIB - 100)}'\n: 1\n`],
    ["an open quote", `a: "${"x\n".repeat(MIB / 2 - 10)}`],
    ["a long expression", `${PROJECT}  proxy_only_path_regex: '${"(".repeat(MIB - 200)}'\n`],
    ["a long host name", `${PROJECT}domains: ['${"a.".repeat(MIB / 2 - 100)}']\n`],
    ["a long slug", PROJECT.replace("site", "a-".repeat(MIB / 2 - 100))],
  ])("is refused soon: %s", (_what, text) => {
    const start = performance.now();
    expect(problemsOf(text)).not.toEqual([]);
    // Seconds on a slow machine; what takes quadratic time takes minutes.
    expect(performance.now() - start).toBeLessThan(10_000);
  });

  it("is refused if it has more parts than a project file may have", () => {
    expect(problemsOf(`[${",".repeat(MIB - 1)}`)).toEqual([
      "1:150000: error: more than 150,000 parts, the limit for a project file; check that it is the right file",
    ]);
  });

  it("changes no prototype", () => {
    problemsOf(
      component("  a/b: { settings: { __proto__: { polluted: 1 }, constructor: { prototype: { polluted: 1 } } } }\n"),
    );
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
  });
});
