import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { npm, ran } from "./pinned.ts";
import { newestLongTerm } from "./runtimes.ts";

/* Package managers: each installs the tarball beside Pulumi's SDK, starts the command line and compiles a strict consumer. */

export interface Manager {
  name: string;
  files?: Record<string, string>;
  /** The program, before its arguments. */
  program: (node: string) => Promise<readonly string[]>;
  /** Before the name of an installed program. */
  execute: readonly string[];
  /** Installing fails by design, with this word: the rest must work. */
  refuses?: string;
}

const yarn = async (node: string): Promise<readonly string[]> => [
  node,
  join(await npm("@yarnpkg/cli-dist@4.18.1"), "@yarnpkg/cli-dist/bin/yarn.js"),
];
const noTelemetry = "enableTelemetry: false\nenableImmutableInstalls: false\n";

export const managers: readonly Manager[] = [
  { name: "npm", program: async () => ["npm"], execute: ["exec", "--no", "--"] },
  {
    name: "npm, linked",
    files: { ".npmrc": "install-strategy=linked\n" },
    program: async () => ["npm"],
    execute: ["exec", "--no", "--"],
  },
  {
    name: "Yarn 1.22.22",
    program: async (node) => [node, join(await npm("yarn@1.22.22"), "yarn/bin/yarn.js")],
    execute: ["--silent", "run"],
  },
  {
    name: "pnpm 12.21.0",
    program: async (node) => [node, join(await npm("pnpm@12.21.0"), "pnpm/bin/pnpm.mjs")],
    execute: ["exec"],
    refuses: "ERR_PNPM_IGNORED_BUILDS",
  },
  {
    name: "Yarn 4.18.1, node-modules",
    files: { ".yarnrc.yml": `nodeLinker: node-modules\n${noTelemetry}`, "yarn.lock": "" },
    program: yarn,
    execute: ["run"],
  },
  {
    name: "Yarn 4.18.1, PnP",
    files: { ".yarnrc.yml": `nodeLinker: pnp\n${noTelemetry}`, "yarn.lock": "" },
    program: yarn,
    execute: ["run"],
  },
  {
    name: "Bun 1.4.5",
    program: async () => [join(await npm("bun@1.4.5"), ".bin/bun")],
    execute: ["x", "--no-install"],
  },
];

/** Each entry point alone, so that none gets its types from another. */
const CONSUMERS = {
  "provider.mts": `import { Project } from "projectsync";
export const site = new Project("site", { organizationId: "org_1", slug: "site" });
`,
  "emulator.mts": `import { startEmulator } from "projectsync/emulator";
export const url: Promise<string> = startEmulator({}).then((emulator) => emulator.url);
`,
  "runtime.mts": `import * as runtime from "projectsync/runtime";
export const all: object = runtime;
`,
};

const COMPILERS = { "TypeScript 5.9": "5.9.3", "TypeScript 6": "6.0.3", "TypeScript 7": "7.0.2" };

export interface Installed {
  /** Before the arguments of the command line. */
  command: readonly string[];
  env: Record<string, string>;
  faults: string[];
  /** How many packages are there, the project's own not counted; undefined if the manager keeps none in a folder. */
  packages: number | undefined;
}

export async function installWith(
  manager: Manager,
  options: { folder: string; tarball: string; only?: boolean },
): Promise<Installed> {
  const { folder, tarball } = options;
  mkdirSync(folder, { recursive: true });
  copyFileSync(tarball, join(folder, "projectsync.tgz"));
  const others = options.only === true ? {} : { "@pulumi/pulumi": "3.276.0", "@types/node": "24.19.2" };
  const manifest = { name: "consumer", private: true, type: "module" };
  const dependencies = { projectsync: "file:./projectsync.tgz", ...others };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, dependencies }));
  for (const [name, text] of Object.entries(manager.files ?? {})) writeFileSync(join(folder, name), text);

  const node = await newestLongTerm();
  const program = await manager.program(node);
  const env = { PATH: `${dirname(node)}:${process.env["PATH"] ?? ""}` };
  const faults: string[] = [];
  const { code, output } = await ran([...program, "install"], {
    cwd: folder,
    env: { ...process.env, ...env },
    limit: 240,
  });
  const refused = manager.refuses !== undefined && output.includes(manager.refuses);
  if (code !== 0 && !refused) faults.push(`install: exit code ${code}: ${output.slice(-200)}`);
  const command = [...program, ...manager.execute, "projectsync"];
  return { command, env, faults, packages: packagesIn(join(folder, "node_modules")) };
}

function packagesIn(modules: string): number | undefined {
  if (!existsSync(modules)) return undefined;
  const names = readdirSync(modules).filter((name) => !name.startsWith(".") && name !== "projectsync");
  return names.flatMap((name) => (name.startsWith("@") ? readdirSync(join(modules, name)) : [name])).length;
}

/** What the compilers find in the declarations of each entry point, without the word that spares a user from it. */
export async function compiled(folder: string): Promise<string[]> {
  const node = await newestLongTerm();
  const faults: string[] = [];
  for (const [compiler, version] of Object.entries(COMPILERS)) {
    const tsc = join(await npm(`typescript@${version}`), "typescript/bin/tsc");
    for (const [file, text] of Object.entries(CONSUMERS)) {
      writeFileSync(join(folder, file), text);
      const options = { strict: true, noEmit: true, skipLibCheck: false, module: "nodenext", target: "es2023" };
      writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: [file] }));
      const { code, output } = await ran([node, tsc, "-p", "."], { cwd: folder, limit: 120 });
      if (code !== 0) faults.push(`${compiler}, ${file}: ${output.split("\n")[0]}`);
    }
  }
  return faults;
}
