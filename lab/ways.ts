import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "markdown-table";
import { judge, shownSecrets, type Declared } from "./oracle.ts";
import { scenes, type Scene } from "./scenes/all.ts";
import { declaredSite } from "./scenes/life.ts";
import { ran } from "./scenes/pinned.ts";
import { startService, type Store } from "./service.ts";

/*
 * `npm run lab:ways -- [--product FOLDER] [WORDS]`: plays the scenes that are not gateways, those whose names have the words,
 * over the lab's service and its oracle. The checkout under test must be built.
 */

const SLUG = "alpha";

const { values, positionals } = parseArgs({ allowPositionals: true, options: { product: { type: "string" } } });
const checkout = resolve(values.product ?? join(import.meta.dirname, ".."));
const chosen = scenes.filter(({ name }) => positionals.every((word) => name.includes(word)));
const folder = mkdtempSync(join(tmpdir(), "projectsync-lab-ways-"));
try {
  const pack = ["npm", "pack", "--ignore-scripts", "--silent", "--pack-destination", folder];
  const packed = await ran(pack, { cwd: checkout, env: { ...process.env }, limit: 120 });
  if (packed.code !== 0) throw new Error(packed.output);
  const tarball = join(folder, packed.stdout.trim());
  const rows: string[][] = [];
  for (const [index, scene] of chosen.entries()) {
    const { said, stored, faults } = await played(scene, tarball, join(folder, `scene-${index + 1}`));
    const verdict = faults.length === 0 ? "right" : `**wrong**: ${faults.join("; ").replaceAll(folder, "…")}`;
    process.stderr.write(`${scene.name}: ${verdict}\n`);
    rows.push([scene.name, said, stored, verdict]);
    if (faults.length > 0) process.exitCode = 1;
  }
  process.stdout.write(`${markdownTable([["Scene", "Said", "Stored", "Verdict"], ...rows])}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function played(
  scene: Scene,
  tarball: string,
  folder: string,
): Promise<{ said: string; stored: string; faults: string[] }> {
  await using stack = new AsyncDisposableStack();
  const service = await startService(scene.habits);
  stack.defer(service.close);
  const declared: Declared[] = [declaredSite(SLUG)];
  const before = service.store();
  // Exit code 0 says that all is as declared, and the oracle then compares with the store.
  const judged = (report: unknown, code: number | null, output: string): string[] =>
    judge({ report, code, output, before, after: service.store(), log: service.log }, declared);
  try {
    const stage = { service, checkout, tarball, folder, slug: SLUG };
    const told = await scene.play(stage, async () => judged({ items: [] }, 0, ""));
    const after = service.store();
    // What a runner is told to hide is no output.
    const secrets = shownSecrets(told.output.replaceAll(/^.*::add-mask::.*$/gm, ""), [service.token]);
    const faults =
      scene.leaves === "nothing"
        ? [...told.faults, ...(countsOf(after) === countsOf(before) ? [] : [`left: ${countsOf(after)}`])]
        : [...told.faults, ...judged(told.report, told.faults.length === 0 ? 0 : 1, told.output)];
    return { said: saidIn(told.report, told.faults), stored: countsOf(after), faults: [...faults, ...secrets] };
  } catch (error) {
    return { said: "", stored: "", faults: [`could not be played: ${String(error).slice(0, 400)}`] };
  }
}

function saidIn(report: unknown, faults: readonly string[]): string {
  const counts = Object.entries(
    (report as { outcomeCounts?: Record<string, number> } | undefined)?.outcomeCounts ?? {},
  );
  const said = counts.filter(([, count]) => count !== 0).map(([status, count]) => `${count} ${status}`);
  return said.join(" ") || (faults.length === 0 ? "all well" : "");
}

function countsOf({ projects, components, domains }: Store): string {
  return `${projects.length} p, ${components.length} c, ${domains.length} d`;
}
