import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { runCommand, type CommandFigures } from "./command.ts";
import { median } from "./median.ts";
import { projectFile, writeScene } from "./scene.ts";
import { startService, type ServiceFigures } from "./service.ts";

/*
 * `pull` beside `plan` of the same files, in turns: each file declares another description than the live one, so that `pull` writes
 * each file. Prints the time and the requests of both, and fails if `pull` takes more than 1.3 × the time or one request more.
 *
 *   npm run build && node bench/pull.ts [--projects 100] [--runs 5]
 */

const LATENCY_MS = 20;
const MOST_TIME = 1.3;

const { values } = parseArgs({
  options: { projects: { type: "string", default: "100" }, runs: { type: "string", default: "5" } },
});
const projects = Number(values.projects);
const folder = await mkdtemp(path.join(tmpdir(), "projectsync-bench-"));
const figures: Record<"plan" | "pull", (CommandFigures & ServiceFigures)[]> = { plan: [], pull: [] };

try {
  await using service = await startService({ latencyMs: LATENCY_MS });
  const run = async (words: readonly string[]): Promise<CommandFigures & ServiceFigures> => {
    await service.figures();
    const command = await runCommand([...words, "*.yaml"], folder, service);
    if (command.exitCode !== 0)
      throw new Error(`${words.join(" ")}: ${command.exitCode} ${command.stdout.slice(-500)}`);
    return { ...command, ...(await service.figures()) };
  };
  await writeScene(folder, projects, "declared");
  await run(["apply", "--yes"]);
  for (let each = 0; each < Number(values.runs); each += 1) {
    await Promise.all(
      Array.from({ length: projects }, async (_, index) => {
        const text = projectFile(index, "declared").replace(/description: .*/, "description: Changed by hand");
        return writeFile(path.join(folder, `site-${index}.yaml`), text);
      }),
    );
    figures.plan.push(await run(["plan"]));
    figures.pull.push(await run(["pull", "--yes"]));
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

const middle = (name: "plan" | "pull", pick: (each: CommandFigures & ServiceFigures) => number): number =>
  median(figures[name].map(pick));
const time = middle("pull", ({ wallMs }) => wallMs) / middle("plan", ({ wallMs }) => wallMs);
for (const name of ["plan", "pull"] as const) {
  process.stdout.write(
    `${name}: ${Math.round(middle(name, ({ wallMs }) => wallMs))} ms, ${middle(name, ({ requests }) => requests)} requests\n`,
  );
}
process.stdout.write(`pull ÷ plan: ${time.toFixed(2)} (at most ${MOST_TIME})\n`);
if (time > MOST_TIME || middle("pull", ({ requests }) => requests) > middle("plan", ({ requests }) => requests)) {
  process.exitCode = 1;
}
