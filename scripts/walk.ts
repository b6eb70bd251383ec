import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { startEmulator } from "../emulator/start.ts";

/*
 * How far a change walks through the product: files, functions and calls, as V8 counts them, of an apply that changes one setting of a
 * project with three objects, and of a component that a Pulumi program creates. `--checkout FOLDER`: of another checkout, built or not.
 * `--list`: also each file with its functions and calls.
 */

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

const { values } = parseArgs({ options: { checkout: { type: "string" }, list: { type: "boolean" } } });
const root = path.resolve(values.checkout ?? path.join(import.meta.dirname, ".."));
/** The tools beside the product. */
const OTHERS = /^(?:emulator|node_modules|test|scripts|bench|lab)\//;

const file = (id: string): string => `version: 1
project: { organization_id: org_1, slug: site, force_https: true }
components:
  edgee/google-analytics: { settings: { measurement_id: "${id}" } }
domains: [www.example.com]
`;

const folder = await mkdtemp(path.join(tmpdir(), "projectsync-walk-"));
try {
  await using emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
  const environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  const apply = [path.join(root, "cli/main.ts"), "apply", "--yes", "site.yaml"];
  await writeFile(path.join(folder, "site.yaml"), file("G-1"));
  await run("first", apply, environment);
  await writeFile(path.join(folder, "site.yaml"), file("G-2"));
  report("apply of one setting", await run("apply", apply, environment));

  const runtime = pathToFileURL(path.join(root, "provider")).href;
  await writeFile(path.join(folder, "create.mjs"), createsComponent(runtime, emulator));
  report("Pulumi create", await run("create", [path.join(folder, "create.mjs")], environment));
} finally {
  await rm(folder, { recursive: true });
}

/** A program that does what Pulumi's host does with the provider of a component. */
function createsComponent(provider: string, { url, token }: { readonly url: string; readonly token: string }): string {
  const configured = { "projectsync:baseUrl": url, "projectsync:token": token };
  return `const { createProvider } = await import("${provider}/runtime.ts").catch(() => import("${provider}/pulumi/runtime.ts"));
const provider = createProvider("component");
const config = ${JSON.stringify(configured)};
await provider.configure({ config: { get: (key) => config[key], require: (key) => config[key] } });
await provider.create({ projectId: "prj_1", component: "edgee/ga4", settings: { measurement_id: "G-1" } });
process.exit(0);
`;
}

async function run(name: string, args: readonly string[], environment: Record<string, string>): Promise<Coverage[]> {
  const out = path.join(folder, name);
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...environment, NODE_V8_COVERAGE: out, NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (data: Buffer) => (printed += data.toString()));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}:\n${printed}`);
  const names = await readdir(out);
  return Promise.all(names.map(async (each) => JSON.parse(await readFile(path.join(out, each), "utf8"))));
}

/** Prints how many files of the product were loaded, how many of their functions were called, and how often. */
function report(what: string, coverages: readonly Coverage[]): void {
  const base = `${pathToFileURL(root).href}/`;
  const own = coverages
    .flatMap(({ result }) => result)
    .filter(({ url }) => url.startsWith(base) && !OTHERS.test(url.slice(base.length)));
  const walked = own.map(({ url, functions }) => {
    // Of each file, the first is the file itself.
    const counts = functions.slice(1).map(({ ranges }) => ranges[0]?.count ?? 0);
    const called = counts.filter((count) => count > 0);
    return {
      name: url.slice(base.length),
      functions: called.length,
      calls: called.reduce((sum, count) => sum + count, 0),
    };
  });
  const entered = walked.filter(({ functions }) => functions > 0);
  const sum = (of: "functions" | "calls"): number => entered.reduce((total, each) => total + each[of], 0);
  process.stdout.write(
    `${what.padEnd(22)} ${entered.length} files (${walked.length} loaded), ${sum("functions")} functions, ${sum("calls")} calls\n`,
  );
  if (values.list !== true) return;
  for (const { name, functions, calls } of entered.toSorted((a, b) => b.calls - a.calls))
    process.stdout.write(`  ${name.padEnd(50)} ${functions} functions, ${calls} calls\n`);
}
