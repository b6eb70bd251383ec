import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { runCli } from "./cli/run-cli.ts";

/* Every command, option and input that a page for users shows exists. */

const ROOT = path.resolve(import.meta.dirname, "..");
const PAGES = [
  "README.md",
  ...readdirSync(path.join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md") && !name.startsWith("internals"))
    .map((name) => path.join("docs", name)),
];
const read = (name: string): string => readFileSync(path.join(ROOT, name), "utf8");

const { inputs: INPUTS } = z.object({ inputs: z.record(z.string(), z.unknown()) }).parse(parse(read("action.yml")));

/** `projectsync command …` in a block of commands, without what it prints, and without its comment. */
const commandsIn = (text: string): string[] =>
  [...text.matchAll(/^```(?:sh|console)\n([\s\S]*?)^```$/gm)].flatMap(([, block = ""]) =>
    [...block.matchAll(/(?:^|\s)projectsync ([a-z][^|#\n]*)/gm)]
      .map(([line, rest = ""]) => ({ line, rest }))
      .filter(({ rest }) => !/^\S+:/.test(rest))
      .map(({ rest }) => rest.trim()),
  );

const steps = (text: string): string[] =>
  [...text.matchAll(/^ *- (?:id: \w+\n +)?uses: projectsync\/projectsync@.*\n((?: .*\n)*)/gm)].map(
    ([, step = ""]) => step,
  );

describe.each(PAGES)("%s", (page) => {
  const text = read(page);

  it("shows only commands and options that exist", async () => {
    const wrong: string[] = [];
    for (const command of commandsIn(text)) {
      const [name = ""] = command.split(" ");
      const { stdout: help } = await runCli(["help", name]);
      if (!help.startsWith(`Usage: projectsync ${name} `)) wrong.push(command);
      for (const [option] of command.matchAll(/(?<= )--?[a-z][a-z-]*/g))
        if (!new RegExp(`(?:^|\\s)${option}[ ,\\n]`, "m").test(help)) wrong.push(`${command}: ${option}`);
    }
    expect(wrong).toEqual([]);
  });

  it("shows only inputs of the Action that exist", () => {
    const shown = steps(text).flatMap((step) => {
      const [, inputs = ""] = /^( +)with:\n((?:\1 +.*\n)*)/m.exec(step)?.slice(1) ?? [];
      return [...inputs.matchAll(/^ +([a-z-]+):/gm)].map(([, name = ""]) => name);
    });
    expect(shown.filter((name) => !(name in INPUTS))).toEqual([]);
  });
});

it("finds commands and inputs", () => {
  const text = PAGES.map(read).join("\n");
  expect(commandsIn(text).length).toBeGreaterThan(20);
  expect(steps(text).length).toBeGreaterThan(6);
});

/** The text of all sources of the product, as one: a long message stands on several lines there. */
const SOURCES = ["core", "provider", "sync", "action", "cli"]
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => path.join(folder, name)),
  )
  .filter((name) => name.endsWith(".ts"))
  .map((name) => read(name).replaceAll(/["`] \+\s+["`]/g, ""))
  .join("\n");

it("the messages of docs/troubleshooting.md are those of the program", () => {
  const rows = [...read("docs/troubleshooting.md").matchAll(/^\| (`[^|]+`) +\|/gm)].map(([, cell = ""]) => cell);
  const parts = rows.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)]).flatMap(([, text = ""]) => text.split("…"));
  const words = parts.map((part) => part.trim()).filter((part) => part !== "");
  expect(words.length).toBeGreaterThan(10);
  expect(words.filter((part) => !SOURCES.includes(part))).toEqual([]);
});
