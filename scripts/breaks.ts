import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { BREAKS } from "../test/compatibility/breaks.ts";

/*
 * Breaks the rules of equality on purpose, one after the other, in a copy of the checkout, and plays the tests that each must
 * fail. Ends with 1 if a break is not found. `npm run breaks -- ranks` plays those whose name contains "ranks".
 */

const counts = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const root = path.join(import.meta.dirname, "..");
const [wanted = ""] = process.argv.slice(2);
const chosen = BREAKS.filter(({ name }) => name.includes(wanted));
const copy = await mkdtemp(path.join(tmpdir(), "projectsync-breaks-"));
let missed = 0;
try {
  const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" }).split("\0");
  await Promise.all(
    files
      .filter((file) => file !== "" && !/^(?:dist|examples)\//.test(file))
      .map((file) => cp(path.join(root, file), path.join(copy, file))),
  );
  await symlink(path.join(root, "node_modules"), path.join(copy, "node_modules"));
  const tests = [...new Set(chosen.map(({ test }) => test))].join("|");
  if (!(await passes(tests))) throw new Error(`The tests fail without a break: ${tests}`);
  for (const { name, file, from, to, test } of chosen) {
    const place = path.join(copy, file);
    const text = await readFile(place, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this text once: ${from}`);
    await writeFile(
      place,
      text.replace(from, () => to),
    );
    const isFound = !(await passes(test));
    await writeFile(place, text);
    if (!isFound) missed += 1;
    say(`${isFound ? "found " : "MISSED"} ${name}`);
  }
} finally {
  await rm(copy, { recursive: true });
}
say(missed === 0 ? `${chosen.length} breaks, each found` : `${missed} of ${chosen.length} breaks MISSED`);
process.exitCode = missed === 0 ? 0 : 1;

/** Whether the compatibility tests with these names pass. Throws if there are none. */
async function passes(names: string): Promise<boolean> {
  const results = path.join(copy, "results.json");
  const reporter = ["--reporter", "json", "--outputFile.json", results];
  const words = ["vitest", "run", "--project", "machines", ...reporter, "test/compatibility", "-t", names];
  const child = spawn("npx", words, { cwd: copy, stdio: "ignore" });
  const [code]: unknown[] = await once(child, "exit");
  const { numPassedTests: passed, numFailedTests: failed } = counts.parse(JSON.parse(await readFile(results, "utf8")));
  if (passed + failed === 0) throw new Error(`No test is named ${names}`);
  return code === 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
