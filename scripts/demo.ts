import { styleText } from "node:util";
import { runCommandLine } from "../cli/command-line.ts";
import { startEmulator } from "../emulator/start.ts";

/*
 * Runs plan, apply, drift and repair against an emulator in this process: no network, token or account. It runs the real
 * commands, as a person would.
 */

const FILES = "examples/projects/*.yaml";

await using emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
const environment = {
  PROJECTSYNC_BASE_URL: emulator.url,
  PROJECTSYNC_TOKEN: emulator.token,
  META_ACCESS_TOKEN: "demo-secret-that-is-never-shown",
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function step(title: string, args: readonly string[], expected: number): Promise<void> {
  say(`\n${styleText("cyan", `── ${title} `.padEnd(80, "─"))}`);
  say(styleText("bold", `$ projectsync ${args.join(" ")}`));
  const { stdout, stderr } = process;
  const signal = new AbortController().signal;
  const code = await runCommandLine(args, { environment, folder: process.cwd(), stdout, stderr, signal });
  if (code !== expected) throw new Error(`exit code is ${code}, expected ${expected}`);
}

async function changeByHand(title: string, method: string, path: string, body?: unknown): Promise<void> {
  say(`\n${styleText("magenta", `── ${title} `.padEnd(80, "─"))}`);
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(5000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
}

await step("Check the files without the service", ["validate", FILES], 0);
await step("Show what apply would do", ["plan", FILES], 0);
await step("Apply it", ["apply", "--yes", FILES], 0);
await step("Plan again: nothing is left to do", ["plan", FILES], 0);

await changeByHand("Someone turns off the redirect to HTTPS by hand", "POST", "/v1/projects/prj_1", {
  force_https: false,
});
await changeByHand("Someone detaches a live domain by hand", "DELETE", "/v1/projects/prj_1/domains/www.example.com");

await step("Detect the drift", ["drift", FILES], 2);
await step("Repair it", ["apply", "--yes", FILES], 0);
await step("Check again: no drift", ["drift", FILES], 0);
