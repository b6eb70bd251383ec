import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { actionOn } from "./action.ts";
import { pushUnderAct } from "./forges.ts";
import type { Habits, LabService } from "../service.ts";
import { lifeOf, type Told } from "./life.ts";
import { compiled, installWith, managers } from "./managers.ts";
import { ran } from "./pinned.ts";
import { loadedFromAbove } from "./planted.ts";
import { renamedWithoutAliases, upUpDestroy } from "./pulumi.ts";
import { newestLongTerm, runtimes } from "./runtimes.ts";
import { surroundings } from "./surroundings.ts";
import { faultsIn, filesForTheCommandLine, validators } from "./validators.ts";

/* The scenes that are not gateways: what runs the product, installs it, reads its schema, or starts it. */

export interface Stage {
  service: LabService;
  /** The checkout under test: its bundle, its schema. */
  checkout: string;
  /** The packed package of that checkout. */
  tarball: string;
  /** A new folder for this scene. */
  folder: string;
  /** A name for this scene's project alone. */
  slug: string;
}

export interface Scene {
  name: string;
  /** What went wrong here once: the fault that the scene is for. */
  shows: string;
  /** Nothing is left in the store at the end. Default: what is declared. */
  leaves?: "nothing";
  habits?: Habits;
  /** `stored` says what is wrong with the store at this moment. */
  play: (stage: Stage, stored: () => Promise<string[]>) => Promise<Told>;
}

const faults = (found: string[]): Told => ({ faults: found, output: "", report: undefined });

async function installed(stage: Stage, only: boolean) {
  const [npm] = managers;
  if (npm === undefined) throw new Error("There is no manager.");
  return installWith(npm, { folder: join(stage.folder, "consumer"), tarball: stage.tarball, only });
}

export const scenes: readonly Scene[] = [
  ...runtimes.map(({ name, command }): Scene => ({
    name: `command line on ${name}`,
    shows: "a syntax that the runtime does not have; a program that never ends",
    play: async (stage) => {
      await installed(stage, true);
      const main = join(stage.folder, "consumer/node_modules/projectsync/lib/cli/main.js");
      return lifeOf([...(await command()), main], { ...stage, folder: join(stage.folder, "files") });
    },
  })),
  ...runtimes.map(({ name, command }): Scene => ({
    name: `Action on ${name}`,
    shows: "the same, in the bundle",
    play: async (stage) => actionOn(await command(), stage),
  })),
  ...managers.map((manager): Scene => ({
    name: `installed by ${manager.name}`,
    shows: "files that cannot be read under PnP; declarations that do not compile; packages that nobody loads",
    play: async (stage) => {
      const { command, env, faults: found } = await installWith(manager, stage);
      const told = await lifeOf(command, { ...stage, env });
      // Under PnP a compiler must be patched first: that would test the patch.
      const types = manager.name.includes("PnP") ? [] : await compiled(stage.folder);
      return { ...told, faults: [...found, ...told.faults, ...types] };
    },
  })),
  {
    name: "installs at most two packages of its own",
    shows: "dependencies that nobody loads",
    leaves: "nothing",
    play: async (stage) => {
      const { packages = 0, faults: found } = await installed(stage, true);
      return faults([...found, ...(packages > 2 ? [`${packages} packages beside it`] : [])]);
    },
  },
  {
    name: "packages planted above the bundle",
    shows: "a bundle that loads picomatch from any folder above it",
    leaves: "nothing",
    play: async (stage) => {
      const folder = join(stage.folder, "planted");
      const copy = join(stage.checkout, "dist");
      return faults(await loadedFromAbove({ program: "index.js", copy, folder, args: [], env: {} }));
    },
  },
  {
    name: "packages planted above the command line",
    shows: "the same, in the command line",
    leaves: "nothing",
    play: async (stage) => {
      await installed(stage, true);
      const folder = join(stage.folder, "planted");
      const copy = join(stage.folder, "consumer/node_modules/projectsync");
      const args = ["validate", "*.yaml"];
      return faults(await loadedFromAbove({ program: "lib/cli/main.js", copy, folder, args, env: {} }));
    },
  },
  ...validators.map((validator): Scene => ({
    name: `schema in ${validator.name}`,
    shows: "patterns and types that a validator does not take",
    leaves: "nothing",
    play: async ({ checkout, folder }) =>
      faults(await faultsIn(validator, join(checkout, "schema/projectsync.schema.json"), folder)),
  })),
  {
    name: "the command line on the validators' files",
    shows: "a file that only one of the two takes",
    leaves: "nothing",
    play: async (stage) => faults(await commandLineOnFiles(stage)),
  },
  {
    name: "act 0.2.89, two pushes",
    shows: "a runner that is not GitHub's",
    play: pushUnderAct,
  },
  {
    name: "Pulumi 3.276.0: up, up, destroy",
    shows: "a newer engine",
    leaves: "nothing",
    play: (stage, stored) => upUpDestroy({ ...stage, stored }),
  },
  {
    name: "Pulumi 3.276.0: renamed without aliases, continue on error",
    shows: "a refused create, and then the deletion of that very object",
    play: (stage, stored) => renamedWithoutAliases({ ...stage, stored }),
  },
  ...surroundings,
];

async function commandLineOnFiles(stage: Stage): Promise<string[]> {
  await installed(stage, true);
  const node = await newestLongTerm();
  const main = join(stage.folder, "consumer/node_modules/projectsync/lib/cli/main.js");
  const found: string[] = [];
  for (const [word, files] of Object.entries(filesForTheCommandLine())) {
    for (const [name, content] of Object.entries(files)) {
      writeFileSync(join(stage.folder, "one.json"), JSON.stringify(content));
      const { code } = await ran([node, main, "validate", "one.json"], {
        cwd: stage.folder,
        env: { GA_ID: "G-1", PREVIEW_HOST: "pr.example.com" },
      });
      if (code !== (word === "valid" ? 0 : 3)) found.push(`not ${word}: ${name} (exit code ${code})`);
    }
  }
  return found;
}
