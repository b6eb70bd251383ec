import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { startEmulator, type Emulator } from "../emulator/start.ts";
import { install } from "../test/engine/harness/install.ts";
import { openStack, type Program } from "../test/engine/harness/stack.ts";

/*
 * Requests, seconds and the size of the state for many projects on the real Pulumi engine: up from empty, a second up, refresh
 * and destroy. The emulator runs in a process of its own and takes 20 ms for each answer.
 *
 *   node bench/pulumi.ts --projects 100 --children 5 [--skip-checkpoints] [--plain]
 *
 * `--plain`: the same objects with a plain dynamic provider, which sends one request for each step.
 */

const LATENCY_MS = 20;

const { values } = parseArgs({
  options: {
    projects: { type: "string", default: "100" },
    children: { type: "string", default: "5" },
    "skip-checkpoints": { type: "boolean", default: false },
    plain: { type: "boolean", default: false },
    emulator: { type: "boolean", default: false },
  },
});

if (values.emulator) await serve();
else await measure(Number(values.projects), Number(values.children));

/** Serves until its parent ends. Answers each message with the requests since the last one. */
async function serve(): Promise<void> {
  const emulator = await startEmulator({ latencyMs: LATENCY_MS });
  process.on("message", () => {
    process.send?.(emulator.requests().map(({ method, path }) => `${method} ${shapeOf(path)}`));
    emulator.reset();
  });
  process.once("disconnect", () => process.exit());
  process.send?.({ url: emulator.url, token: emulator.token } satisfies Pick<Emulator, "url" | "token">);
}

/** The path with `*` for each id. */
function shapeOf(path: string): string {
  return path
    .replace(/\?.*$/, "")
    .replace(/(\/projects\/)[^/]+/, "$1*")
    .replace(/(\/(?:components|domains)\/).+/, "$1*");
}

async function measure(projects: number, children: number): Promise<void> {
  const server = fork(fileURLToPath(import.meta.url), ["--emulator"]);
  const [service]: Pick<Emulator, "url" | "token">[] = await once(server, "message");
  if (service === undefined) throw new Error("The emulator gave no address.");
  const takeRequests = async (): Promise<readonly string[]> => {
    const reply = once(server, "message");
    server.send("requests");
    const [requests = []]: string[][] = await reply;
    return requests;
  };
  const objects = projects * (1 + 2 * children);
  const program: Program = {
    file: values.plain ? "programs/plain-provider.ts" : "programs/many-projects.ts",
    parameters: { projects, children },
    ...(values["skip-checkpoints"]
      ? { environment: { PULUMI_SKIP_CHECKPOINTS: "true", PULUMI_EXPERIMENTAL: "true" } }
      : {}),
  };
  await using installation = await install();
  await using stack = await openStack(installation, service);
  const operations = [
    ["up from empty", () => stack.up(program)],
    ["up again", () => stack.up(program)],
    ["refresh", () => stack.refresh()],
    ["destroy", () => stack.destroy()],
  ] as const;
  say(`${objects} objects: ${projects} projects with ${children} components and ${children} domains each`);
  for (const [name, run] of operations) {
    if (name === "destroy") {
      const state = (await stack.state()).length;
      say(`state: ${state} bytes, ${(state / objects).toFixed(0)} for each object`);
    }
    await takeRequests();
    const began = performance.now();
    const reply = await run();
    if (reply.failed) throw new Error(reply.text);
    const seconds = (performance.now() - began) / 1000;
    const requests = await takeRequests();
    say(
      `${name}: ${seconds.toFixed(1)} s, ${requests.length} requests, ${(requests.length / objects).toFixed(2)} for each object`,
    );
    for (const [shape, { length }] of Map.groupBy(requests, (request) => request))
      say(`  ${String(length).padStart(5)} ${shape}`);
  }
  server.disconnect();
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
