import { describe, expect, it } from "vitest";
import { editFile, linesOf, writtenContent, type Edit } from "../../core/file/edit-file.ts";

const set = (path: string, value: unknown): Edit => ({ path: path.split("."), set: value });

/** Each row: what it is about, the text, the edits, and the text after them. */
const ROWS: readonly (readonly [about: string, before: string, edits: readonly Edit[], after: string])[] = [
  [
    "one changed scalar is one changed line, with its quotes and its comment",
    "# head\nversion: 1\np:\n  # above\n  a: 'it''s' # behind\n  b: \"x\"\n\n  c: true\n  d: 1.1.0\n",
    [set("p.a", "it's 'new'"), set("p.b", "y"), set("p.c", false), set("p.d", "1.2.0")],
    "# head\nversion: 1\np:\n  # above\n  a: 'it''s ''new''' # behind\n  b: \"y\"\n\n  c: false\n  d: 1.2.0\n",
  ],
  [
    "text that needs quotes gets them",
    "a: plain\nb: plain\nc: 'one'\n",
    [set("a", "yes"), set("b", "a: b # c"), set("c", "two\nlines")],
    'a: "yes"\nb: "a: b # c"\nc: "two\\nlines"\n',
  ],
  [
    "a number, a flag and null become each other",
    "a: 1\nb: true\nc: null\n",
    [set("a", null), set("b", 0.5), set("c", "text")],
    "a: null\nb: 0.5\nc: text\n",
  ],
  [
    "a block that becomes text in quotes keeps the comment of its header",
    "a: >- # why\n  text\n  more\nb: 1\n",
    [set("a", " lead")],
    'a: " lead" # why\nb: 1\n',
  ],
  [
    "a byte order mark and line ends of Windows stay",
    "\uFEFFa:\r\n    b: 1 # one\r\n    c:\r\n        - x # ex\r\n",
    [set("a.b", 2), { path: ["a", "c"], add: "why" }],
    "\uFEFFa:\r\n    b: 2 # one\r\n    c:\r\n        - x # ex\r\n        - why\r\n",
  ],
  [
    "a flow map and a flow list stay",
    "p: { ips: [ a, b ], q: {}, r: 'x' } # all\n",
    [{ path: ["p", "ips"], add: "c" }, set("p.q", { x: 1 }), set("p.r", "y")],
    "p: { ips: [ a, b, c ], q: { x: 1 }, r: 'y' } # all\n",
  ],
  [
    "a flow list loses its first, its last and all items",
    "a: [x, y, z]\nb: [x, y, z]\nc: [x] # why\n",
    [
      { path: ["a"], remove: "x" },
      { path: ["b"], remove: "z" },
      { path: ["c"], remove: "x" },
    ],
    "a: [y, z]\nb: [x, y]\nc: [] # why\n",
  ],
  [
    "JSON stays JSON",
    '{\n  "p": {\n    "ips": [\n      "a"\n    ],\n    "q": null,\n    "r": true\n  }\n}\n',
    [{ path: ["p", "ips"], add: { x: "c", y: [1] } }, set("p.q", ["x"]), set("p.r", "\u2028")],
    '{\n  "p": {\n    "ips": [\n      "a",\n      {\n        "x": "c",\n        "y": [\n          1\n        ]\n      }\n    ],\n' +
      '    "q": ["x"],\n    "r": "\\u2028"\n  }\n}\n',
  ],
  [
    "JSON on one line stays on one",
    '{"a":["x","y"],"b":{"c":1}}',
    [set("a", ["y"]), set("b.d", 2)],
    '{"a":["y"],"b":{"c":1, "d": 2}}',
  ],
  [
    "JSON with comments keeps both",
    '{\n  "a": "x", # ex\n  "b": {\n    "c": 1\n  }\n}\n',
    [set("a", "y"), set("b.d", { e: "f" })],
    '{\n  "a": "y", # ex\n  "b": {\n    "c": 1,\n    "d": {\n      "e": "f"\n    }\n  }\n}\n',
  ],
  [
    "JSON that begins with comments is JSON",
    '# head\n{ # one\n  # two\n  "a": "x" }\n',
    [set("a", "y"), set("b", "z")],
    '# head\n{ # one\n  # two\n  "a": "y",\n  "b": "z" }\n',
  ],
  [
    "an item that stays keeps its comments, and one that goes takes its own along",
    "ips:\n  # office\n  - 1.1.1.1 # one\n  # home\n  - 1.1.1.2\n  # bot\n  - 1.1.1.3\nz: 1\n",
    [set("ips", ["1.1.1.1", "1.1.1.3"])],
    "ips:\n  # office\n  - 1.1.1.1 # one\n  # bot\n  - 1.1.1.3\nz: 1\n",
  ],
  [
    "a comment above several items stays for the others",
    "ips:\n  # scanners\n  - a\n  - b\n  - c\n",
    [set("ips", ["b", "c"])],
    "ips:\n  # scanners\n  - b\n  - c\n",
  ],
  [
    "another text in the place of one keeps its comments",
    "ips:\n  # scanners\n  - a # one\n  - b\n  # office\n  - c\n",
    [set("ips", ["d", "b", "e"])],
    "ips:\n  # scanners\n  - d # one\n  - b\n  # office\n  - e\n",
  ],
  [
    "a text that is added gets no comment of one that goes elsewhere, or is removed",
    "a:\n  - x # ex\n  - y\nb:\n  - x\n  - y # why\nc:\n  # why\n  - x\n",
    [
      set("a", ["y", "z"]),
      { path: ["b"], remove: "y" },
      { path: ["b"], add: "z" },
      { path: ["c"], remove: "x" },
      { path: ["c"], add: "v" },
    ],
    "a:\n  - y\n  - z\nb:\n  - x\n  - z\nc:\n  - v\n",
  ],
  [
    "items of a flow list with comments keep them",
    "a: [ # all\n  # ex\n  x, # one\n  y\n  # end\n]\nb: [\n  x, # ex\n  y, # why\n]\nc: [\n  x, # ex\n  y # why\n]\n",
    [set("a", ["x", "z", "y"]), set("b", ["y"]), set("c", ["y", "x", "v"])],
    "a: [ # all\n  # ex\n  x, # one\n  z,\n  y\n  # end\n]\nb: [\n  y, # why\n]\nc: [\n  y, # why\n  x, # ex\n  v\n]\n",
  ],
  [
    "so do those of one that begins or ends on the line of a bracket",
    "a: [x,\n   y, # why\n   z]\nb: [ x, # ex\n     y, # why\n     # end\n   ]\nc: [x, # ex\n   y]\n",
    [set("a", ["x", "v", "w", "u"]), set("b", ["y"]), set("c", ["x"])],
    "a: [x,\n   v, # why\n   w,\n   u]\nb: [ y, # why\n     # end\n   ]\nc: [x # ex\n   ]\n",
  ],
  [
    "a flow map with comments keeps them, in JSON too",
    '{\n  "p": {\n    # ex\n    "x": 1, # one\n    "y": { "z": 2 } # two\n  }\n}\n',
    [set("p.y", undefined), set("p.v", [1])],
    '{\n  "p": {\n    # ex\n    "x": 1, # one\n    "v": [\n      1\n    ]\n  }\n}\n',
  ],
  [
    "a comment apart from an item that goes stays",
    "c:\n  a/b: {}\n\n  # x/y: {}\n\n  # two\n  c/d: {}\n\n# tail\nz: 1\n",
    [set("c.c/d", undefined)],
    "c:\n  a/b: {}\n\n  # x/y: {}\n\n# tail\nz: 1\n",
  ],
  [
    "items move with their comments",
    "r:\n  # a\n  - path: /a\n    ttl: 1\n  # b\n  - path: /b # bee\n",
    [set("r", [{ path: "/b" }, { path: "/a", ttl: 2 }])],
    "r:\n  # b\n  - path: /b # bee\n  # a\n  - path: /a\n    ttl: 2\n",
  ],
  [
    "of a map in a list only what differs is replaced",
    "r:\n  - path: /a # first\n    ttl: 5\n    if: { m: [GET] } # when\n  - path: /b\n",
    [
      set("r", [
        { path: "/a", if: { m: ["GET", "PUT"] }, rank: 1 },
        { path: "/b" },
        { path: "/c", if: { m: ["GET"] } },
      ]),
    ],
    "r:\n  - path: /a # first\n    if: { m: [GET, PUT] } # when\n    rank: 1\n  - path: /b\n  - path: /c\n    if:\n      m:\n        - GET\n",
  ],
  ["the first pair of a map in a list goes", "r:\n- path: /a\n  ttl: 5\n", [set("r", [{ ttl: 5 }])], "r:\n- ttl: 5\n"],
  [
    "an empty list is filled, and a list emptied",
    "a: [] # none\nb: # some\n  - x\n  # two\n  - y\n# c\nc: null\n",
    [set("a", ["x"]), set("b", []), set("c", [{ d: 1 }])],
    "a: [x] # none\nb: [] # some\n# c\nc:\n  - d: 1\n",
  ],
  [
    "the last object of a section goes, and the section stays",
    "c:\n  # one\n  a/b:\n    version: 1.1.0\n\n# end\nd: 1",
    [set("c.a/b", undefined)],
    "c: {}\n\n# end\nd: 1",
  ],
  [
    "block texts stay blocks",
    "a: |\n    hi\n    ho\nb: >- # c\n  x\n  y\n\nc: |\n  one\n",
    [set("a", "new\n\nline\n"), set("b", "one line"), set("c", "no end")],
    "a: |\n    new\n\n    line\nb: >- # c\n  one line\n\nc: |-\n  no end\n",
  ],
  ["a text that cannot be a block is quoted", "a: |\n  hi\nb: 1\n", [set("a", " x\n")], 'a: " x\\n"\nb: 1\n'],
  ["a text of several lines becomes one", "a: one\n  two # c\nb: 1\n", [set("a", "three")], "a: three # c\nb: 1\n"],
  ["a file without a last line end has none", "a:\n- x\n- y", [set("a", ["x", "y", "z"])], "a:\n- x\n- y\n- z"],
  ["nothing to change changes nothing", "a:   [x]\n", [set("a", ["x"])], "a:   [x]\n"],
];

describe("an edit of a file", () => {
  it.each(ROWS)("%s", (_about, before, edits, after) => {
    expect(editFile(before, edits)).toEqual({ text: after, refused: [] });
  });

  it.each([
    ["a list with a comment about several items", "a: [\n  x, y, # both\n  z\n]\n", ["x"]],
    ["an item below its dash", "a:\n  -\n    x: 1\n  - y\n", ["y"]],
  ])("is refused where it is not certain: %s", (_about, text, value) => {
    const other = set("b", 2);
    const edit = set("a", value);
    expect(editFile(`${text}b: 1\n`, [edit, other])).toEqual({ text: `${text}b: 2\n`, refused: [edit] });
  });
});

it("finds the lines of values", () => {
  const text = "a: 1\nb:\n  c: |\n    x\n    y\n  d: [1,\n    2]\n";
  const lines = linesOf(text, (_path, value) => value !== 1);
  expect([...lines]).toEqual([2, 3, 4, 6]);
});

it("reads references as they are written", () => {
  expect(writtenContent("\uFEFFa: { env: X }\n")).toEqual({ a: { env: "X" } });
  expect(writtenContent("a: [")).toEqual({});
});

it("a comment between a key and what it gets is not moved: the edit is refused", () => {
  const text = "p:\n  a:\n    # why\n    []\nb: 1\n";
  expect(editFile(text, [{ path: ["p", "a"], add: { x: 1 } }, set("b", 2)])).toMatchObject({
    text: text.replace("b: 1", "b: 2"),
    refused: [{ path: ["p", "a"] }],
  });
});
