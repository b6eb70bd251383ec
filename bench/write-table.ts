import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { arch, cpus, platform, totalmem } from "node:os";
import path from "node:path";
import { markdownTable } from "markdown-table";

const ROOT = path.join(import.meta.dirname, "..");
const PAGE = path.join(ROOT, "docs", "internals", "performance.md");

export interface Measured {
  /** The path of the bench, which the comments around its table name. */
  readonly bench: string;
  /** How it was measured, after the date and the machine. */
  readonly how: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** How many columns, from the first, are words. Default: 1. */
  readonly words?: number;
}

/** Replaces what stands between the two comments of a bench in docs/internals/performance.md. */
export async function writeTable({ bench, how, head, rows, words = 1 }: Measured): Promise<void> {
  const page = await readFile(PAGE, "utf8");
  const marks = [`<!-- ${bench} -->`, `<!-- end of ${bench} -->`] as const;
  const [before, after] = [page.indexOf(marks[0]), page.indexOf(marks[1])];
  if (before === -1 || after === -1) throw new Error(`${PAGE} has no place for the figures`);
  const commit = execFileSync("git", ["rev-parse", "--short", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();
  const [cpu] = cpus();
  const machine =
    `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commit}, Node ${process.versions.node}, ${platform()} ${arch()}, ` +
    `${cpus().length} × ${cpu?.model.trim() ?? "unknown"}, ${Math.round(totalmem() / 2 ** 30)} GiB. ${how}`;
  const align = head.map((_name, index) => (index < words ? "l" : "r"));
  const table = markdownTable([[...head], ...rows.map((row) => [...row])], { align });
  await writeFile(PAGE, `${page.slice(0, before)}${marks[0]}\n\n${machine}\n\n${table}\n\n${page.slice(after)}`);
}
