import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { ROWS } from "./rows.ts";

const folder = import.meta.dirname;
const files = readdirSync(folder).filter((name) => name.endsWith(".test.ts") && name !== "rows.test.ts");

describe("the rows of the fault matrix", () => {
  it("are in the files that the list names, and there are no others", () => {
    expect(files.toSorted()).toEqual(
      Object.keys(ROWS)
        .map((name) => `${name}.test.ts`)
        .toSorted(),
    );
  });

  it.each(Object.entries(ROWS))(
    "%s: each has tests under its name, in this order, and there are no others",
    (name, rows) => {
      const text = readFileSync(path.join(folder, `${name}.test.ts`), "utf8");
      const titles = Array.from(text.matchAll(/^describe\b[^"]*?\(\s*"([^"]*)"/gm), ([, title = ""]) => title);
      expect(titles.map((title) => title.replace(/: [%$].*$/, ""))).toEqual(rows);
    },
  );

  it("have different names", () => {
    const all = Object.values(ROWS).flat();
    expect(new Set(all).size).toBe(all.length);
  });
});
