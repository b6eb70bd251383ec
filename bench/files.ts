import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runCommand, type CommandFigures } from "./command.ts";
import { median } from "./median.ts";
import { writeScene } from "./scene.ts";
import { startService } from "./service.ts";

/*
 * What the built command line takes for many project files of 11 objects each: time and memory of `validate` and of a plan of new projects,
 * for the service without latency. In turns, so that what else the machine does meets all of them. Fails where it is over a limit of time or memory:
 *
 *   npm run build && node bench/files.ts [runs]
 */

const SIZES = [1, 100, 250, 500, 1000];
const RUNS = Number(process.argv[2] ?? 5);
/** A plan of 100 new projects, against `validate` of one file. */
const MOST_TIME = 2.5;
const MOST_MIB = 150;

await using service = await startService({});
const folder = await mkdtemp(path.join(tmpdir(), "projectsync-bench-"));
const all = new Map<string, CommandFigures[]>();
try {
  for (let run = 0; run < RUNS; run += 1) {
    for (const size of SIZES) {
      await writeScene(folder, size, "declared");
      for (const mode of ["validate", "plan"]) {
        const figures = await runCommand([mode, "*.yaml"], folder, service);
        if (figures.exitCode !== 0) throw new Error(`${mode} ended with ${figures.exitCode}`);
        const name = `${mode} ${size}`;
        all.set(name, [...(all.get(name) ?? []), figures]);
      }
    }
  }
} finally {
  await rm(folder, { recursive: true });
}

/** The best time, because others may use the processor, and the middle of the memory. */
const figuresOf = (name: string): { readonly ms: number; readonly mib: number } => {
  const runs = all.get(name) ?? [];
  return { ms: Math.min(...runs.map(({ wallMs }) => wallMs)), mib: median(runs.map(({ peakKiB }) => peakKiB / 1024)) };
};
for (const name of all.keys()) {
  const { ms, mib } = figuresOf(name);
  process.stdout.write(`${name.padEnd(14)} ${ms.toFixed(0).padStart(6)} ms ${mib.toFixed(0).padStart(6)} MiB\n`);
}
const ratio = figuresOf("plan 100").ms / figuresOf("validate 1").ms;
const most = Math.max(...[...all.keys()].map((name) => figuresOf(name).mib));
process.stdout.write(
  `plan of 100 files / validate of 1: ${ratio.toFixed(2)} (at most ${MOST_TIME}), ${most.toFixed(0)} MiB (at most ${MOST_MIB})\n`,
);
if (ratio > MOST_TIME || most > MOST_MIB) process.exitCode = 1;
