import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { median } from "./median.ts";
import { writeTable } from "./write-table.ts";

/*
 * How long the built command line and the Action take to start, beside an empty Node. For a plan: until its first request arrives.
 *
 *   npm run build && npm run bundle && node bench/start.ts [--runs 21] [--write] [--other FOLDER]
 *
 * `--other`: a checkout of another commit, built: the two take turns. `--write`: puts the figures in docs/internals/performance.md. The machine should be idle.
 */

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "21" },
    write: { type: "boolean", default: false },
    other: { type: "string" },
  },
});
const runs = Number(values.runs);

const ROOT = path.join(import.meta.dirname, "..");
const COMMAND_LINE = path.join("lib", "cli", "main.js");
const ACTION = path.join("dist", "index.js");
const FILE = "version: 1\nproject: { organization_id: org_1, slug: site }\n";

interface Start {
  readonly name: string;
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly until: "end" | "first request";
}

/** Tells when a request arrives, and refuses the token, so that the program ends. */
const arrivals: { at: number } = { at: Number.NaN };
const server = createServer((_request, response) => {
  if (Number.isNaN(arrivals.at)) arrivals.at = performance.now();
  response.writeHead(401, { "content-type": "application/json" });
  response.end('{"error":{"type":"authentication_error","message":"refused by the bench"}}');
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
const address = server.address();
if (address === null || typeof address === "string") throw new Error("The server has no port.");
const url = `http://127.0.0.1:${address.port}`;

const folder = await mkdtemp(path.join(tmpdir(), "projectsync-start-"));

const STARTS: readonly Start[] = [
  { name: "node -e ''", words: ["-e", ""], until: "end" },
  { name: "projectsync --version", words: [COMMAND_LINE, "--version"], until: "end" },
  { name: "projectsync --help", words: [COMMAND_LINE, "--help"], until: "end" },
  { name: "projectsync validate", words: [COMMAND_LINE, "validate", "site.yaml"], until: "end" },
  {
    name: "projectsync plan",
    words: [COMMAND_LINE, "plan", "site.yaml"],
    environment: { PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: "bench-token" },
    until: "first request",
  },
  {
    name: "the Action, mode plan",
    words: [ACTION],
    environment: {
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: "workflow_dispatch",
      GITHUB_REPOSITORY: "acme/sites",
      GITHUB_WORKSPACE: folder,
      RUNNER_TEMP: folder,
      GITHUB_OUTPUT: path.join(folder, "output"),
      GITHUB_STEP_SUMMARY: path.join(folder, "summary"),
      INPUT_MODE: "plan",
      INPUT_FILES: "site.yaml",
      "INPUT_BASE-URL": url,
      INPUT_TOKEN: "bench-token",
    },
    until: "first request",
  },
];

/** Milliseconds. */
async function measure(
  { name, words: [program = "", ...words], environment = {}, until }: Start,
  root: string,
): Promise<number> {
  arrivals.at = Number.NaN;
  const began = performance.now();
  const child = spawn(process.execPath, [program === "-e" ? program : path.join(root, program), ...words], {
    cwd: folder,
    stdio: "ignore",
    env: { PATH: process.env["PATH"], ...environment },
  });
  await once(child, "exit");
  const end = until === "end" ? performance.now() : arrivals.at;
  if (Number.isNaN(end)) throw new Error(`${name} sent no request`);
  return end - began;
}

try {
  await writeFile(path.join(folder, "site.yaml"), FILE);
  for (const name of ["output", "summary"]) await writeFile(path.join(folder, name), "");
  const roots = [ROOT, ...(values.other === undefined ? [] : [path.resolve(values.other)])];
  const samples = roots.map(() => new Map<string, number[]>(STARTS.map(({ name }) => [name, []])));
  for (let run = 0; run < runs; run += 1) {
    for (const start of STARTS) {
      for (const [index, root] of roots.entries()) samples[index]?.get(start.name)?.push(await measure(start, root));
    }
  }
  const [own = new Map<string, number[]>(), other] = samples;
  const [empty = Number.NaN] = [...own.values()].map(median);
  const rows = [...own].map(([name, times]) => [
    name,
    STARTS.find((start) => start.name === name)?.until ?? "",
    median(times).toFixed(0),
    Math.min(...times).toFixed(0),
    (median(times) / empty).toFixed(1),
    ...(other === undefined ? [] : [(median(times) / median(other.get(name) ?? [])).toFixed(2)]),
  ]);
  for (const row of rows) process.stdout.write(`${row.join("  ")}\n`);
  const { size } = await stat(path.join(ROOT, ACTION));
  process.stdout.write(`The Action: ${(size / 1000).toFixed(0)} kB\n`);
  if (values.write) {
    await writeTable({
      bench: "bench/start.ts",
      how: `Medians of ${runs} runs. The Action is one file of ${(size / 1000).toFixed(0)} kB.`,
      head: ["Start", "Until", "Milliseconds", "Best", "Times an empty Node"],
      rows,
      words: 2,
    });
  }
} finally {
  server.close();
  await rm(folder, { recursive: true });
}
