import * as fc from "fast-check";
import { fittingFile, type Generated } from "./generated-files.ts";

const WRONG: readonly unknown[] = [
  null, true, 0, 1, -1, 1.5, "", "x", "yes", "1", [], {}, [[]], "a.example.com", "1.2.3.4/33",
  { env: "V0" }, { env: "1V" }, { secret: "" }, { secret: null }, { env: {} }, { env: "A", secret: "B" },
  { env: "V0", type: "boolean" }, { env: "V0", type: "number" }, { env: "V0", type: "list" }, { secret: "V0", type: "list" },
  { type: "list", env: "V1" }, { env: "V0", type: "text" }, { env: "V0", type: null }, { env: "V0", type: [] }, { env: "V0", other: 1 },
]; // prettier-ignore

const NAMES = "other env secret absent protect must_exist extra blocked_ips id name $schema version".split(" ");

const edit = fc.record({
  at: fc.nat(),
  how: fc.constantFrom("replace", "replace", "remove", "add", "rename", "wrap", "repeat"),
  value: fc.constantFrom(...WRONG),
  name: fc.constantFrom(...NAMES),
});

/** A generated file after random edits. */
export const editedFile: fc.Arbitrary<Generated> = fc
  .tuple(fittingFile, fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([{ data, environment }, edits]) => ({ data: edits.reduce(edited, data), environment }));

type Edit = typeof edit extends fc.Arbitrary<infer Found> ? Found : never;

function edited(data: unknown, { at, how, value, name }: Edit): unknown {
  const all = places(data);
  const path = all[at % all.length] ?? [];
  return changedAt(data, path, (old) => {
    if (how === "replace") return value;
    if (how === "wrap") return [old];
    if (Array.isArray(old))
      return how === "remove" ? old.slice(1) : [...old, how === "repeat" ? (old[0] ?? value) : value];
    if (typeof old !== "object" || old === null) return value;
    const entries = Object.entries(old);
    if (how === "remove") return Object.fromEntries(entries.slice(1));
    if (how === "rename")
      return Object.fromEntries(entries.map(([key, content], index) => [index === 0 ? name : key, content]));
    return { ...old, [name]: how === "add" ? true : value };
  });
}

function places(data: unknown): (readonly (string | number)[])[] {
  if (typeof data !== "object" || data === null) return [[]];
  const entries: [string | number, unknown][] = Array.isArray(data) ? [...data.entries()] : Object.entries(data);
  return [[], ...entries.flatMap(([key, content]) => places(content).map((path) => [key, ...path]))];
}

function changedAt(
  data: unknown,
  [key, ...rest]: readonly (string | number)[],
  change: (old: unknown) => unknown,
): unknown {
  if (key === undefined) return change(data);
  if (Array.isArray(data))
    return data.map((item: unknown, index) => (index === key ? changedAt(item, rest, change) : item));
  if (typeof data !== "object" || data === null) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, item]) => [name, name === key ? changedAt(item, rest, change) : item]),
  );
}
