import { createServer as createHttpServer } from "node:http";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Server } from "node:net";
import { join } from "node:path";
import { unzipSync } from "node:zlib";
import { judge, type Allowed } from "../oracle.ts";
import type { Habits, LabService } from "../service.ts";
import type { Scene, Stage } from "./all.ts";
import { declaredSite, faultOf, lifeOf, lingered, reportIn, writeSite, type Told } from "./life.ts";
import { installWith, managers, type Manager } from "./managers.ts";
import { npm, ran, type Ran } from "./pinned.ts";
import { newestLongTerm, node } from "./runtimes.ts";

/*
 * What surrounds the product on people's machines: limits, permissions, clocks, signals, full disks, tracing agents, other
 * installations, bundlers. Linux, with libfaketime.
 */

const NEWEST = "26.10.0";
const FAKETIME = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

const managerOf = (name: string): Manager => {
  const found = managers.find((one) => one.name === name);
  if (found === undefined) throw new Error(`There is no manager ${name}.`);
  return found;
};

/** The installed command line. */
async function mainOf({ folder, tarball }: Stage, consumer = "consumer"): Promise<string> {
  await installWith(managerOf("npm"), { folder: join(folder, consumer), tarball, only: true });
  return join(folder, consumer, "node_modules/projectsync/lib/cli/main.js");
}

/** A command, after these words of a shell. */
const shell = (words: string, ...command: readonly string[]): string[] => [
  "sh",
  "-c",
  `${words}; exec "$@"`,
  "sh",
  ...command,
];

/** All that lies in a folder, for the search for secrets. */
function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}

async function lived(stage: Stage, command: readonly string[], env: Record<string, string> = {}): Promise<Told> {
  const folder = join(stage.folder, "files");
  const told = await lifeOf(command, { ...stage, folder, env });
  return { ...told, output: told.output + filesIn(folder) };
}

/** One apply, judged by itself. `into` is the file that its report goes to. */
async function applied(
  stage: Stage,
  command: readonly string[],
  options: {
    args?: readonly string[];
    into?: string;
    allowed?: Allowed;
    limit?: number;
    during?: (pid: number) => Promise<void>;
  } = {},
): Promise<Ran & { faults: string[]; report: unknown }> {
  const { service, slug } = stage;
  const folder = join(stage.folder, "files");
  const file = writeSite(folder, slug);
  const before = service.store();
  const arrived = service.log.length;
  const during: Promise<void>[] = [];
  const result = await ran([...command, "apply", "--yes", "--json", ...(options.args ?? []), file], {
    cwd: folder,
    env: { NO_COLOR: "1", PROJECTSYNC_BASE_URL: service.url, PROJECTSYNC_TOKEN: service.token },
    limit: options.limit ?? 60,
    started: (pid) => void (options.during !== undefined && during.push(options.during(pid))),
  });
  await Promise.all(during);
  // A request that was under way when the program ended still has its effect.
  await until(() => service.log.every(({ status }) => status !== "none"));
  const report = reportIn(
    options.into === undefined ? result.stdout : readFileSync(join(folder, options.into), "utf8"),
  );
  const output = result.output + filesIn(folder);
  const run = { report, code: result.code, output, before, after: service.store(), log: service.log.slice(arrived) };
  return {
    ...result,
    output,
    report,
    faults: [...judge(run, [declaredSite(slug)], { allowed: options.allowed ?? {} }), ...lingered(result)],
  };
}

/** Waits for it, at most 20 seconds. */
async function until(there: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !there() && Date.now() < end;) await pause(20);
}
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
const written = (service: LabService): Promise<void> =>
  until(() => service.log.some(({ method }) => method === "POST"));

/** An apply in which something happens, and then a life without it. */
async function disturbed(
  stage: Stage,
  command: readonly string[],
  options: Parameters<typeof applied>[2] & { says?: (result: Awaited<ReturnType<typeof applied>>) => string[] },
): Promise<Told> {
  const result = await applied(stage, command, options);
  await stage.service.heal();
  const told = await lived(stage, command);
  const faults = [...result.faults, ...(options.says?.(result) ?? []), ...told.faults];
  return { ...told, faults, output: result.output + told.output };
}

/** What a program does not do right is no reason to say less than what was stored. */
const wholeAndTrue = ({ code, report }: { code: number | null; report: unknown }): string[] => {
  const { result } = (report ?? {}) as { result?: string };
  if (code === 0 && report === undefined) return ["exit code 0, and half a report"];
  return result === "applied" && code !== 0 ? [`all is applied, and the exit code is ${code}`] : [];
};

async function listening(server: Server): Promise<{ url: string; port: number } & AsyncDisposable> {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      if ("closeAllConnections" in server) (server as { closeAllConnections: () => void }).closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}`, port, [Symbol.asyncDispose]: close };
}

/** Takes what a tracing agent or a proxy is sent, and answers nothing of use. */
async function recorder(): Promise<{ url: string; port: number; received: () => string } & AsyncDisposable> {
  let received = "";
  const server = createHttpServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks);
      const plain = /gzip|deflate/.test(request.headers["content-encoding"] ?? "") ? unzipSync(body) : body;
      received += `${request.method} ${request.url} ${JSON.stringify(request.headers)}\n${plain.toString("latin1")}\n`;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  server.on("connect", (request, socket) => {
    received += `CONNECT ${request.url} ${JSON.stringify(request.headers)}\n`;
    socket.end("HTTP/1.1 503 Unavailable\r\n\r\n");
  });
  return { ...(await listening(server)), received: () => received };
}

/** Takes connections, and never answers. */
async function silent(): Promise<Awaited<ReturnType<typeof listening>>> {
  const sockets = new Set<{ destroy: () => void }>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
  });
  const place = await listening(server);
  const close = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await place[Symbol.asyncDispose]();
  };
  return { ...place, [Symbol.asyncDispose]: close };
}

/* Tracing agents, loaded as their makers say. */

interface Agent {
  name: string;
  options: () => Promise<string>;
  env: (url: string, port: number) => Record<string, string>;
}

const AGENTS: readonly Agent[] = [
  {
    name: "dd-trace 6.21.0, with AppSec, profiling and debug",
    options: async () => `--import ${join(await npm("dd-trace@6.21.0"), "dd-trace/initialize.mjs")}`,
    env: (url) => ({
      DD_TRACE_AGENT_URL: url,
      DD_TRACE_HEADER_TAGS: "user-agent,authorization",
      DD_APPSEC_ENABLED: "true",
      DD_PROFILING_ENABLED: "true",
    }),
  },
  {
    name: "OpenTelemetry's automatic instrumentation 0.82.0",
    options: async () => {
      const folder = await npm("@opentelemetry/auto-instrumentations-node@0.82.0", "@opentelemetry/api@1.10.0");
      return `--import ${join(folder, "@opentelemetry/auto-instrumentations-node/dist/register.mjs")}`;
    },
    env: (url) => ({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" }),
  },
  {
    name: "Elastic's agent 4.18.0, with bodies",
    options: async () => `--require ${join(await npm("elastic-apm-node@4.18.0"), "elastic-apm-node/start.js")}`,
    // By default it prints its log on stdout, before the report.
    env: (url) => ({ ELASTIC_APM_SERVER_URL: url, ELASTIC_APM_CAPTURE_BODY: "all", ELASTIC_APM_LOG_LEVEL: "off" }),
  },
  {
    name: "New Relic's agent 14.5.1, with its trace log",
    options: async () => {
      const folder = join(await npm("newrelic@14.5.1"), "newrelic");
      return `--import ${join(folder, "esm-loader.mjs")} --require ${folder}`;
    },
    env: (_url, port) => ({
      NEW_RELIC_APP_NAME: "lab",
      NEW_RELIC_LICENSE_KEY: "0".repeat(40),
      NEW_RELIC_HOST: "127.0.0.1",
      NEW_RELIC_PORT: String(port),
      NEW_RELIC_LOG_LEVEL: "trace",
    }),
  },
];

const underAgent = ({ name, options, env }: Agent): Scene => ({
  name: `under ${name}`,
  shows: "a token in what an agent sends or logs; a program that waits for its collector",
  play: async (stage) => {
    await using collector = await recorder();
    await using hole = await silent();
    const command = [await newestLongTerm(), await mainOf(stage)];
    const NODE_OPTIONS = await options();
    const told = await lived(stage, command, { NODE_OPTIONS, ...env(collector.url, collector.port) });
    const sent = collector.received();
    const unseen = sent === "" && !name.startsWith("New Relic") ? ["the agent sends nothing: it was not loaded"] : [];
    const again = await lived(stage, command, { NODE_OPTIONS, ...env(hole.url, hole.port) });
    const faults = [...told.faults, ...unseen, ...again.faults.map((fault) => `no collector: ${fault}`)];
    return { ...told, faults, output: told.output + again.output + sent };
  },
});

/* Lives in which only the start is another one. */

interface Start {
  name: string;
  shows: string;
  command: (main: string, stage: Stage) => Promise<readonly string[]>;
  env?: Record<string, string>;
  habits?: Habits;
}

const started = ({ command, env = {}, ...scene }: Start): Scene => ({
  ...scene,
  play: async (stage) => lived(stage, await command(await mainOf(stage), stage), env),
});

const NODE_OPTIONS = [
  "--use-system-ca --tls-min-v1.3",
  "--max-old-space-size=64 --max-semi-space-size=1",
  "--disallow-code-generation-from-strings --disable-proto=throw --no-addons --no-experimental-require-module",
  "--throw-deprecation --pending-deprecation --unhandled-rejections=strict --enable-source-maps",
];

const CLOCKS = { "eight years slow": "-3000d", "24 years fast": "+9000d", "a hundred times too fast": "+0 x100" };

const starts: readonly Start[] = [
  ...NODE_OPTIONS.map((options) => ({
    name: `NODE_OPTIONS ${options}`,
    shows: "code that only the default settings of Node run",
    command: async (main: string) => [await newestLongTerm(), main],
    env: { NODE_OPTIONS: options },
  })),
  ...Object.entries(CLOCKS).map(([name, clock]) => ({
    name: `a clock that is ${name}, and an answer that is lost`,
    shows: "waits and ages by the clock on the wall",
    habits: { faults: [{ effect: true, answer: "drop" as const, write: 1 }] },
    // The timers are right: only what the clock shows is not.
    command: async (main: string) => [await newestLongTerm(), main],
    env: { LD_PRELOAD: FAKETIME, FAKETIME: clock, FAKETIME_DONT_FAKE_MONOTONIC: "1" },
  })),
  {
    name: "28 open files at most",
    shows: "EMFILE taken for something else",
    command: async (main) => shell("ulimit -n 28", await newestLongTerm(), main),
  },
  {
    name: "2 GB of addresses at most",
    shows: "WebAssembly that reserves more than a shared host gives",
    command: async (main) => shell("ulimit -v 2000000", await newestLongTerm(), main),
  },
  {
    name: "no home, no folder for temporary files, umask 077, C locale, Nepal's time",
    shows: "a write to a folder without permission",
    command: async (main) => shell("umask 077; unset HOME", await newestLongTerm(), main),
    env: { TMPDIR: "/nonexistent", LANG: "C", LC_ALL: "C", TZ: "Asia/Kathmandu" },
  },
  {
    name: "through a link, from a folder with odd signs",
    shows: "paths that are read as URLs or globs",
    command: async (_main, stage) => {
      const main = await mainOf(stage, `a b#c%20d?é'[x]`);
      const link = join(stage.folder, "linked tool");
      symlinkSync(main, link);
      return [await newestLongTerm(), link];
    },
  },
  {
    name: "nothing closed but stdin, under nohup and setsid",
    shows: "a question to a terminal that is not there",
    command: async (main) => shell("exec 0<&-", "setsid", "--wait", "nohup", await newestLongTerm(), main),
  },
];

/* Under the permissions of a runtime: only what is needed, and then an export. */

interface Permitted {
  name: string;
  command: (folder: string) => Promise<readonly string[]>;
}

const PERMITTED: readonly Permitted[] = [
  {
    name: `Node ${NEWEST} --permission`,
    command: async (folder) => [
      await node(NEWEST),
      "--permission",
      "--allow-net",
      `--allow-fs-read=${folder}/`,
      `--allow-fs-write=${folder}/`,
    ],
  },
  {
    name: "Deno 2.9.6 with its folder and its host",
    command: async (folder) => [
      join(await npm("deno@2.9.6"), ".bin/deno"),
      "run",
      "--no-prompt",
      "--allow-env",
      "--allow-net=127.0.0.1",
      `--allow-read=${folder}`,
      `--allow-write=${folder}`,
    ],
  },
];

const permitted = ({ name, command }: Permitted): Scene => ({
  name,
  shows: "an unneeded read ends the run",
  play: async (stage) => {
    const main = await mainOf(stage);
    const start = [...(await command(stage.folder)), main];
    const told = await lived(stage, start);
    const { service, folder } = stage;
    const out = join(folder, "files/exported");
    const env = { NO_COLOR: "1", PROJECTSYNC_BASE_URL: service.url, PROJECTSYNC_TOKEN: service.token };
    const result = await ran([...start, "export", "--organization", "org_1", "--out", out], {
      cwd: join(folder, "files"),
      env,
      limit: 30,
    });
    const fault = faultOf(result);
    if (fault !== undefined) told.faults.push(`export: ${fault}`);
    else if (!existsSync(join(out, `${stage.slug}.yaml`))) told.faults.push("export: no file");
    return { ...told, output: told.output + result.output };
  },
});

/* The emulator in other people's test runners and bundles. */

const EMULATED = `const emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
const answer = await fetch(emulator.url + "/v1/projects", { headers: { authorization: "Bearer " + emulator.token } });
console.log("EMULATOR", answer.status, (await answer.json()).object);
await emulator.close();
`;
const IMPORT = `import { startEmulator } from "projectsync/emulator";\n`;
const REQUIRE = `const { startEmulator } = require("projectsync/emulator");\n`;
const asyncOf = (text: string): string => `(async () => {\n${text}})();\n`;
const PROGRAMS = {
  "one.mjs": IMPORT + EMULATED,
  "one.cjs": REQUIRE + asyncOf(EMULATED),
  "one.cts": `import { startEmulator } from "projectsync/emulator";\n${asyncOf(EMULATED.replace("(await answer.json())", "(await answer.json() as { object: string })"))}`,
  "one.test.cjs": `${REQUIRE}test("emulator", async () => {\n${EMULATED}expect(answer.status).toBe(200);\n});\n`,
  "jest.config.cjs": `module.exports = { testMatch: ["**/*.test.cjs"], testEnvironment: "node" };\n`,
};

interface Bench {
  name: string;
  packages: readonly string[];
  /** A program that is not Node's, before the steps. */
  before?: (modules: string) => readonly string[];
  /** Each is run by Node, in the consumer's folder. */
  steps: (modules: string) => readonly (readonly string[])[];
  env?: (modules: string) => Record<string, string>;
}

const bundled = (file: string, format: string, out: string): Omit<Bench, "name"> => ({
  packages: ["esbuild@0.28.2"],
  before: (modules) => [
    // The program itself: what npm puts in its place needs an install script, which npm may not run.
    join(modules, "@esbuild/linux-x64/bin/esbuild"),
    file,
    "--bundle",
    "--minify",
    "--platform=node",
    `--format=${format}`,
    `--outfile=${out}`,
  ],
  steps: () => [[out]],
});

const BENCHES: readonly Bench[] = [
  { name: "an esbuild 0.28.2 bundle, ES module", ...bundled("one.mjs", "esm", "out/bundle.mjs") },
  { name: "an esbuild 0.28.2 bundle, CommonJS", ...bundled("one.cjs", "cjs", "out/bundle.cjs") },
  {
    name: "tsx 4.23.15",
    packages: ["tsx@4.23.15"],
    steps: (modules) => [[join(modules, "tsx/dist/cli.mjs"), "one.cts"]],
  },
  {
    name: "ts-node 10.9.2",
    packages: ["ts-node@10.9.2", "typescript@5.9.3"],
    steps: (modules) => [
      [
        join(modules, "ts-node/dist/bin.js"),
        "-T",
        "-C",
        join(modules, "typescript"),
        "-O",
        '{"module":"commonjs"}',
        "one.cts",
      ],
    ],
  },
  {
    name: "Jest 30.5.2 with --experimental-vm-modules",
    packages: ["jest@30.5.2"],
    steps: (modules) => [[join(modules, "jest/bin/jest.js")]],
    env: () => ({ NODE_OPTIONS: "--experimental-vm-modules" }),
  },
];

const emulatedIn = ({ name, packages, before, steps, env }: Bench): Scene => ({
  name: `the emulator in ${name}`,
  shows: "an entry point that only plain Node can load",
  leaves: "nothing",
  play: async (stage) => {
    await mainOf(stage);
    const folder = join(stage.folder, "consumer");
    // The consumer of a package is no module unless it says so.
    writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
    for (const [file, text] of Object.entries(PROGRAMS)) writeFileSync(join(folder, file), text);
    const modules = await npm(...packages);
    const told: Told = { faults: [], output: "", report: undefined };
    const first = before === undefined ? [] : [before(modules)];
    const runtime = await newestLongTerm();
    for (const step of [...first, ...steps(modules).map((words) => [runtime, ...words])]) {
      const result = await ran(step, {
        cwd: folder,
        env: env?.(modules) ?? {},
        limit: 90,
      });
      const fault = faultOf(result);
      if (fault !== undefined)
        told.faults.push(
          `${step
            .slice(0, 2)
            .map((word) => word.split("/").at(-1))
            .join(" ")}: ${/^.*(?:Error|Must use).*$/m.exec(result.output)?.[0].trim() ?? fault}`,
        );
      told.output += result.output;
    }
    if (!told.output.includes("EMULATOR 200 list")) told.faults.push("the emulator did not answer");
    return told;
  },
});

/* A Pulumi program without an engine: each provider is serialized, as in an update. */

const MOCKED = `import * as pulumi from "@pulumi/pulumi";
import * as projectsync from "projectsync";
await pulumi.runtime.setMocks({
  newResource: ({ name, inputs }) => ({ id: name + "-id", state: inputs }),
  call: ({ inputs }) => inputs,
});
const site = new projectsync.Project("site", { organizationId: "org_1", slug: "site", forceHttps: true });
const www = new projectsync.Domain("www", { projectId: site.id, name: "www.example.com" });
www.projectId.apply((id) => console.log("MOCKED", id));
`;

const mockedBy = (name: string): Scene => ({
  name: `Pulumi's mocks, installed by ${name}`,
  shows: "a provider that cannot be serialized",
  leaves: "nothing",
  play: async (stage) => {
    const { faults } = await installWith(managerOf(name), stage);
    writeFileSync(join(stage.folder, "mocked.mjs"), MOCKED);
    const { output, code, idle } = await ran([await newestLongTerm(), "mocked.mjs"], { cwd: stage.folder, limit: 60 });
    if (!output.includes("MOCKED site-id")) {
      faults.push(`exit code ${code}: ${/Error:.*/.exec(output)?.[0].slice(0, 200) ?? ""}`);
    }
    return { faults: [...faults, ...lingered({ idle })], output, report: undefined };
  },
});

export const surroundings: readonly Scene[] = [
  ...starts.map(started),
  ...AGENTS.map(underAgent),
  ...PERMITTED.map(permitted),
  ...BENCHES.map(emulatedIn),
  mockedBy("npm"),
  {
    name: "another fetch and the proxy variables of Node itself",
    shows: "a token that goes to a proxy though the service is on this machine",
    play: async (stage) => {
      await using proxy = await recorder();
      const undici = join(await npm("undici@8.0.0"), "undici/index.js");
      const command = [await newestLongTerm(), await mainOf(stage)];
      const hook = join(stage.folder, "hook.mjs");
      writeFileSync(
        hook,
        `import undici from ${JSON.stringify(undici)};
undici.setGlobalDispatcher(new undici.ProxyAgent(${JSON.stringify(proxy.url)}));
globalThis.fetch = undici.fetch;
`,
      );
      const variables = { HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url, NODE_USE_ENV_PROXY: "1" };
      const told = await lived(stage, command, { ...variables, NODE_OPTIONS: `--import ${hook}` });
      const went = proxy.received() === "" ? [] : ["the proxy is used for a service on this machine"];
      return { ...told, faults: [...told.faults, ...went], output: told.output + proxy.received() };
    },
  },
  {
    name: "a report that the disk has no room for",
    shows: "half a report, and exit code 0",
    play: async (stage) => {
      const main = await mainOf(stage);
      // Half a kilobyte fits: what a disk does that is nearly full.
      const command = shell("ulimit -f 1; exec >report.json", await newestLongTerm(), main);
      const first = await applied(stage, command, { into: "report.json" });
      rmSync(join(stage.folder, "files/report.json"));
      const told = await lived(stage, [await newestLongTerm(), main]);
      return { ...told, faults: [...wholeAndTrue(first), ...told.faults], output: told.output + first.output };
    },
  },
  {
    name: "a log of stderr that the disk has no room for",
    shows: "all is applied, and the exit code says that it is not",
    play: async (stage) => {
      const main = await mainOf(stage);
      const command = shell("ulimit -f 0; exec 2>log", await newestLongTerm(), main);
      const first = await applied(stage, command, { args: ["--verbose"] });
      const told = await lived(stage, [await newestLongTerm(), main]);
      const faults = [...first.faults, ...wholeAndTrue(first), ...told.faults];
      return { ...told, faults, output: told.output + first.output };
    },
  },
  {
    name: "a working folder that is gone, --json",
    shows: "a trace of Node in place of the promised object",
    leaves: "nothing",
    play: async (stage) => {
      const main = await mainOf(stage);
      const file = join(stage.folder, "files", writeSite(join(stage.folder, "files"), stage.slug));
      const gone = join(stage.folder, "gone");
      mkdirSync(gone);
      const command = shell(`rmdir ${gone}`, await newestLongTerm(), main, "plan", "--json", file);
      const { service } = stage;
      const env = { PROJECTSYNC_BASE_URL: service.url, PROJECTSYNC_TOKEN: service.token };
      const { stdout, output, code } = await ran(command, { cwd: gone, env, limit: 30 });
      const faults = reportIn(stdout) === undefined ? [`exit code ${code}, and no JSON on stdout`] : [];
      if (/^\s+at .*:\d+:\d+/m.test(output)) faults.push("prints a trace of Node");
      return { faults, output, report: undefined };
    },
  },
  ...(["SIGTERM", "SIGHUP"] as const).map((signal): Scene => ({
    name: `${signal} to timeout and to its group, while a create is under way`,
    shows: "a write that no report has; two signals taken for a second Ctrl-C",
    habits: { latency: 500 },
    play: async (stage) => {
      const command = [await newestLongTerm(), await mainOf(stage)];
      return disturbed(stage, ["timeout", "60", ...command], {
        allowed: { partial: "The run was told to stop between the two requests of a project." },
        during: async (pid) => {
          await written(stage.service);
          process.kill(pid, signal);
        },
      });
    },
  })),
  {
    name: "a machine that sleeps for 36 s while a create is under way",
    shows: "an answer that came is taken for lost, and the create sent again",
    habits: { latency: 500 },
    play: async (stage) => {
      const command = [await newestLongTerm(), await mainOf(stage)];
      return disturbed(stage, command, {
        limit: 120,
        during: async (pid) => {
          await written(stage.service);
          process.kill(pid, "SIGSTOP");
          await pause(36_000);
          process.kill(pid, "SIGCONT");
        },
        says: ({ code }) => (code === 0 ? [] : [`exit code ${code} after the sleep`]),
      });
    },
  },
];
