import { readFile } from "node:fs/promises";
import path from "node:path";
import { parser } from "keep-a-changelog";
import manifest from "../package.json" with { type: "json" };

/*
 * Prints the notes of a release, from CHANGELOG.md. Argument: its tag, such as v0.1.0. Fails if that is not the version of the package, or
 * the change log does not date that version. Without a tag: the notes of what is not released yet, or of the newest version.
 */

const [tag] = process.argv.slice(2);
const text = await readFile(path.resolve(import.meta.dirname, "../CHANGELOG.md"), "utf8");
const { releases } = parser(text);
const release = releases.find(({ version }) => tag === undefined || version === manifest.version);

if (tag !== undefined && tag !== `v${manifest.version}`) {
  fail(`The tag ${tag} is not the version of package.json, ${manifest.version}. Correct one of them.`);
} else if (release === undefined || (tag !== undefined && release.date === undefined)) {
  fail(`CHANGELOG.md has no section "## [${manifest.version}] - date". Write the date of the release there.`);
} else if (release.isEmpty()) {
  fail(`CHANGELOG.md says nothing of ${release.version ?? "what is not released yet"}.`);
} else {
  process.stdout.write(`${release.toString().replace(/^## .*\n+/, "")}\n`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
