import { describe, expect, it } from "vitest";
import { open } from "./scene.ts";
import { file } from "./subjects.ts";

const MIB = 1024 * 1024;
const SITE = file("site");

type Trap = readonly [what: string, text: string, place: string, says: string];

/** What an apply over this text comes to, and how many requests it made. */
async function refused(text: string) {
  await using scene = await open();
  const { result, problems } = await scene.run(text);
  const [first] = problems;
  const place = `${first?.file}:${first?.line}:${first?.column}`;
  return { result, place, says: `${first?.path}: ${first?.message}`, requests: scene.seen().length };
}

describe("a YAML trap is refused with file:line:column, before any request", () => {
  const traps: readonly Trap[] = [
    ["an alias bomb", `a: &a [x, x]\nb: &b [*a, *a]\n${SITE}`, "1:4", "anchors"],
    ["an alias", `${SITE}  description: *x\n`, "5:16", "aliases"],
    ["a merge key", `${SITE}  <<: { cache: true }\n`, "5:3", "merge keys"],
    ["a key twice", `${SITE}  slug: other\n`, "5:3", "duplicate key, same as at 4:3"],
    ["a key twice, once quoted", `${SITE}  "slug": other\n`, "5:3", "duplicate key, same as at 4:3"],
    ["two documents", `${SITE}---\n${SITE}`, "5:1", "second document"],
    ["an unknown tag", `${SITE}  description: !x y\n`, "5:16", "tags"],
    ["a tag that would make an object", `${SITE}  description: !!js/function "x"\n`, "5:16", "tags"],
    ["__proto__", `${SITE}__proto__: { polluted: 1 }\n`, "5:1", "__proto__ cannot be the name of a field"],
    [
      "__proto__ within",
      `${SITE}  extra: { "__proto__": { a: 1 } }\n`,
      "5:12",
      "__proto__ cannot be the name of a field",
    ],
    ["more than 1 MiB", `${SITE}# ${"x".repeat(MIB)}`, "1:1", "larger than 1 MiB"],
    ["33 levels", `${SITE}  extra:\n    a: ${"[".repeat(30)}1${"]".repeat(30)}\n`, "6:37", "deeper than 32 levels"],
    ["100,000 brackets", `${SITE}  extra: { a: ${"[".repeat(100_000)}`, "5:44", "deeper than 32 levels"],
  ];
  it.each(traps)("%s", async (_what, text, at, says) => {
    const place = `site.yaml:${at}`;
    expect(await refused(text)).toEqual({ result: "invalid", place, says: expect.stringContaining(says), requests: 0 });
  });

  it("and 32 levels are not", async () => {
    await using scene = await open();
    const deep = `${SITE}  extra:\n    a: ${"[".repeat(29)}1${"]".repeat(29)}\n`;
    expect((await scene.run(deep, { mode: "validate" })).result).toBe("valid");
    expect(scene.seen()).toEqual([]);
  });
});

describe("a number where text is meant is refused, and said to be quoted, before any request", () => {
  const version = (text: string): string => `${SITE}components:\n  edgee/ga4:\n    version: ${text}\n`;
  const traps: readonly Trap[] = [
    ["1.10 as a version", version("1.10"), "7:14", "with the quotes"],
    ["1.2 as a version", version("1.2"), "7:14", "with the quotes"],
    ["012 as a description", `${SITE}  description: 012\n`, "5:16", "with the quotes"],
    ["a number of 20 digits", `${SITE}  cookie_name: 12345678901234567890\n`, "5:16", "with the quotes"],
    ["a number as a slug", SITE.replace("site", "0123"), "4:9", "with the quotes"],
    ["an exponent", `${SITE}  description: 1e3\n`, "5:16", "with the quotes"],
    ["true as a description", `${SITE}  description: true\n`, "5:16", "with the quotes"],
    ["yes as a flag", `${SITE}  cache: yes\n`, "5:10", "write true instead of yes"],
    ["text in quotes as a flag", `${SITE}  cache: "true"\n`, "5:10", "remove the quotes"],
  ];
  it.each(traps)("%s", async (_what, text, at, says) => {
    const place = `site.yaml:${at}`;
    expect(await refused(text)).toEqual({ result: "invalid", place, says: expect.stringContaining(says), requests: 0 });
  });

  it.each(['"1.10"', "'012'"])("%s is text, and sent as it is", async (text) => {
    await using scene = await open();
    expect((await scene.run(`${SITE}  description: ${text}\n`)).result).toBe("applied");
    expect(scene.emulator.requests().findLast(({ method }) => method === "POST")?.body).toEqual({
      id: expect.any(String),
      description: text.slice(1, -1),
    });
  });
});

describe("one wrong file of several stops them all, before any request", () => {
  it("whatever the others say", async () => {
    await using scene = await open();
    const report = await scene.run({ "a.yaml": file("new"), "b.yaml": `${SITE}  slug: twice\n` });
    expect(report.result).toBe("invalid");
    expect(report.problems).toMatchObject([{ file: "b.yaml", line: 5, column: 3 }]);
    expect(scene.seen()).toEqual([]);
  });

  it.each([
    ["two files of one project", { "a.yaml": SITE, "b.yaml": SITE }],
    [
      "one host name in two projects",
      { "a.yaml": `${SITE}domains: [a.example.com]\n`, "b.yaml": `${file("empty")}domains: [A.example.com.]\n` },
    ],
  ])("%s", async (_what, files) => {
    await using scene = await open();
    expect((await scene.run(files)).result).toBe("invalid");
    expect(scene.seen()).toEqual([]);
  });
});
