import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { loadFile } from "../../core/file/load-file.ts";

const environment = {
  ADDRESS: "198.51.100.7",
  HEADER: "X-B",
  HOST: "pr-1.example.com",
  PATTERN: "/b",
  TOKEN: "a-secret-of-eight",
};

const read = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, "formats", name), "utf8");

// A public format: never change the two files. A later version of the format gets files of its own.
it("a file of version 1 declares the same as when version 1 was published", async () => {
  const options = { environment, missingVariables: "error" } as const;
  const { file, problems } = loadFile("version-1.yaml", await read("version-1.yaml"), options);
  expect(problems).toEqual([]);
  const { project, components, domains } = file ?? {};
  const declared = JSON.stringify({ project, components, domains }, (name, value: unknown) =>
    name === "position" || name === "place" ? undefined : value,
  );
  expect(JSON.parse(declared)).toEqual(JSON.parse(await read("version-1.json")));
});
