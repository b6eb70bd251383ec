import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { AROUND } from "../test/world/breaks-around.ts";
import { BREAKS } from "../test/world/breaks.ts";

/*
 * Breaks the loop on purpose, in one place after the other, in a copy of the checkout, and plays tests: one must fail. Ends with
 * 1 if a break is not found. `npm run breaks -- settle` plays those whose name contains "settle".
 */

/** The tests that are played, the narrow ones first: the others only if those find nothing. */
const TESTS = [
  ["test/reconcile", "test/world/outcomes.test.ts", "test/world/rules.test.ts"],
  ["test/sync/apply", "test/sync/sweep.test.ts", "test/provider/create.test.ts"],
  ["test/world"],
];

const counts = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

const root = path.join(import.meta.dirname, "..");
const [wanted = ""] = process.argv.slice(2);
const chosen = [...BREAKS, ...AROUND].filter(({ name }) => name.includes(wanted));
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
  if (!(await passes())) throw new Error("A test fails without a break");
  for (const { name, file, from, to } of chosen) {
    const place = path.join(copy, file);
    const text = await readFile(place, "utf8");
    if (text.split(from).length !== 2) throw new Error(`${file} does not have this text once: ${from}`);
    await writeFile(
      place,
      text.replace(from, () => to),
    );
    const began = performance.now();
    const isFound = !(await passes());
    await writeFile(place, text);
    if (!isFound) missed += 1;
    say(`${isFound ? "found " : "MISSED"} ${name} (${((performance.now() - began) / 1000).toFixed(0)} s)`);
  }
} finally {
  await rm(copy, { recursive: true });
}
say(missed === 0 ? `${chosen.length} breaks, each found` : `${missed} of ${chosen.length} breaks MISSED`);
process.exitCode = missed === 0 ? 0 : 1;

/** Whether the tests pass, up to the first that fails. */
async function passes(): Promise<boolean> {
  for (const tests of TESTS) if (!(await pass(tests))) return false;
  return true;
}

async function pass(tests: readonly string[]): Promise<boolean> {
  const results = path.join(copy, "results.json");
  const reporter = ["--reporter", "json", "--outputFile.json", results];
  const words = ["vitest", "run", "--bail", "1", "--project", "unit", ...reporter, ...tests];
  const child = spawn("npx", words, { cwd: copy, stdio: "ignore" });
  const [code]: unknown[] = await once(child, "exit");
  const { numPassedTests: passed, numFailedTests: failed } = counts.parse(JSON.parse(await readFile(results, "utf8")));
  if (passed + failed === 0) throw new Error("No test was played");
  return code === 0;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
