import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { SITE, startPlace } from "./command-place.ts";

/*
 * Command lines that are refused, with all that they print, to be read. To add one, write `$ projectsync …` into the document, and run
 * `npx vitest run --project unit test/cli/refusals.test.ts -u`; read the difference before you commit it.
 */

const DOCUMENT = path.join(import.meta.dirname, "golden/refusals.md");
const text = await readFile(DOCUMENT, "utf8");

const FILES = {
  "projectsync.yaml": SITE,
  "typo.yaml": SITE.replace("slug: site", "slug: site\n  force_htps: true"),
  "must-exist.yaml": SITE.replace("slug: site", "slug: missing\n  must_exist: true"),
  "component.yaml": SITE.replace("edgee/ga4", "edgee/ga5"),
  "environment.yaml": SITE.replace("G-1", "{ env: SITE_GA_ID }"),
  "organization.yaml": "version: 1\nproject: { organization_id: { env: ORG }, slug: b }\n",
  "minimal.yaml": "version: 1\nproject: { organization_id: org_1, slug: site }\n",
  "seed.json": JSON.stringify({ projects: [{ organization_id: "org_1", slug: "Not A Slug" }] }),
};
const SEED = { projects: [liveProject("site"), liveProject("live")] };

/** The words of a command line. Single quotes quote. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^ '])+/g), ([word]) => word.replaceAll("'", ""));
}

/** `NAME=value` before the name of the program. */
const VARIABLE = /^([A-Z_]+)=(.*)$/s;

it("each command line is refused as the document shows, and writes nothing", { timeout: 60_000 }, async () => {
  await using place = await startPlace({ seed: SEED });
  for (const [name, content] of Object.entries(FILES)) await place.write(name, content);
  const before = await readdir(place.folder);
  let played = "";
  for (const part of text.split(/^(?=\$ |```$)/m)) {
    const [, line] = /^\$ (.*)\n/.exec(part) ?? [];
    if (line === undefined) {
      played += part;
      continue;
    }
    const words = wordsOf(line);
    const variables = words.slice(0, words.indexOf("projectsync")).flatMap((word) => {
      const [, name, value = ""] = VARIABLE.exec(word) ?? [];
      return name === undefined ? [] : [[name, value] as const];
    });
    const own = words.slice(words.indexOf("projectsync") + 1);
    const { code, stdout, stderr } = await place.run(own, { ...place.environment, ...Object.fromEntries(variables) });
    expect({ line, isRefused: code !== 0 }).toEqual({ line, isRefused: true });
    expect(stdout + stderr).not.toMatch(/canary|^\s+at /m);
    const tooEarly = played.includes("## What needs the service") ? [] : place.emulator.requests();
    expect(tooEarly).toEqual([]);
    played += `$ ${line}\n${shown(stdout + stderr)}[${code}]\n`;
  }
  expect(played).not.toContain(place.emulator.token);
  expect(place.writes()).toEqual([]);
  expect(await readdir(place.folder)).toEqual(before);
  expect(await place.read("projectsync.yaml")).toBe(SITE);
  await expect(played).toMatchFileSnapshot(DOCUMENT);

  function shown(printed: string): string {
    return printed
      .replaceAll(place.emulator.url, "http://127.0.0.1:PORT")
      .replaceAll(place.folder, "/folder")
      .replace(`node          ${process.versions.node}`, "node          NODE")
      .replaceAll(/\(request req_\d+\)/g, "(request REQUEST)")
      .replace(/answered in \d+ ms/, "answered in N ms");
  }
});

it("with --json, the error is the same", async () => {
  await using place = await startPlace();
  const [, first = ""] = /^## Words[^\n]*\n([^]*?)\n## /m.exec(text) ?? [];
  const lines = first.split("\n").filter((line) => line.startsWith("$ projectsync "));
  expect(lines.length).toBeGreaterThan(5);
  for (const words of lines.map((line) => wordsOf(line).slice(2))) {
    const { stderr } = await place.run(words);
    const { stdout } = await place.run([...words, "--json"]);
    expect(`error: ${JSON.parse(stdout).error}\n`).toBe(stderr);
  }
});
