import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { good } from "./load.ts";

const environment = {
  ADDRESS: "198.51.100.7",
  HEADER: "X-B",
  HOST: "pr-1.example.com",
  PATTERN: "/b",
  TOKEN: "a-secret-of-eight",
};

const read = (name: string): Promise<string> => readFile(path.join(import.meta.dirname, "formats", name), "utf8");

// A public format: neither of the two files is ever changed. What a later version adds gets a file of its own.
it("a file of version 1 says what it said when version 1 was published", async () => {
  const { project, components, domains } = good(await read("version-1.yaml"), { environment });
  const meant = JSON.stringify({ project, components, domains }, (name, value: unknown) =>
    name === "position" ? undefined : value,
  );
  expect(JSON.parse(meant)).toEqual(JSON.parse(await read("version-1.json")));
});
