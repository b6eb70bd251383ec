import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { markdownTable } from "markdown-table";
import { play, type Scene, type Verdict } from "./harness.ts";
import { installed, removed, type Product } from "./product.ts";
import { gateways } from "./scenes/gateways.ts";
import { harbor, playHarbor } from "./scenes/harbor.ts";
import { settings } from "./scenes/settings.ts";
import { spelling } from "./scenes/spelling.ts";

/* `npm run lab -- GROUP [SCENE]`: plays scenes and prints what was said and what was stored. */

interface Playable {
  name: string;
  fault: string;
  play: (product: Product, folder: string) => Promise<Verdict>;
}

const overService = (scene: Scene): Playable => ({
  ...scene,
  play: (product, folder) => play(scene, product, folder),
});
const groups: Record<string, readonly Playable[]> = {
  gateways: gateways.map(overService),
  settings: settings.map(overService),
  spelling: spelling.map(overService),
  harbor: harbor.map((scene) => ({ ...scene, play: (product, folder) => playHarbor(scene, product, folder) })),
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean" },
    product: { type: "string" },
    commit: { type: "string" },
    show: { type: "boolean" },
  },
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);
const [group, part = ""] = positionals;
const chosen = group === undefined ? Object.values(groups).flat() : groups[group];
if (chosen === undefined)
  throw new Error(`There is no group "${group}". There are: ${Object.keys(groups).join(", ")}.`);
const scenes = chosen.filter(({ name }) => name.includes(part));

if (values.list === true) {
  for (const { name, fault } of scenes) print(`${name}: ${fault}`);
} else {
  const folder = mkdtempSync(join(tmpdir(), "projectsync-lab-run-"));
  try {
    const product = await installed(folder, values);
    const rows: string[][] = [];
    for (const [index, scene] of scenes.entries()) {
      const start = Date.now();
      const { said, stored, faults, output } = await scene
        .play(product, join(folder, `scene-${index}`))
        .catch((error: unknown) => ({
          said: "",
          stored: "",
          output: "",
          faults: [`was not played: ${String(error)}`],
        }));
      const verdict =
        faults.length === 0 ? "right" : `**wrong**: ${faults.slice(0, 3).join("; ").replaceAll("\n", " ")}`;
      const more = faults.length > 3 ? ` (and ${faults.length - 3} more)` : "";
      rows.push([scene.name, said, stored, `${verdict}${more}`]);
      process.stderr.write(`${scene.name}: ${verdict}${more} (${Math.round((Date.now() - start) / 1000)} s)\n`);
      if (values.show === true) process.stderr.write(output);
      if (faults.length > 0) process.exitCode = 1;
    }
    print(markdownTable([["Scene", "Said", "Stored", "Verdict"], ...rows]));
  } finally {
    await removed(folder, values);
  }
}
