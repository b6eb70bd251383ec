import { styleText } from "node:util";
import { runCommandLine } from "../cli/command-line.ts";
import { startEmulator } from "../emulator/start.ts";

/*
 * The main job from end to end, against an emulator in this process: no network, token or account. The commands are the
 * real ones, run as a person would run them.
 */

const FILES = "examples/projects/*.yaml";

await using emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
const environment = {
  PROJECTSYNC_BASE_URL: emulator.url,
  PROJECTSYNC_TOKEN: emulator.token,
  META_ACCESS_TOKEN: "demo-secret-that-is-never-shown",
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

async function step(title: string, words: readonly string[], expected: number): Promise<void> {
  say(`\n${styleText("cyan", `── ${title} `.padEnd(80, "─"))}`);
  say(styleText("bold", `$ projectsync ${words.join(" ")}`));
  const { stdout, stderr } = process;
  const signal = new AbortController().signal;
  const code = await runCommandLine(words, { environment, folder: process.cwd(), stdout, stderr, signal });
  if (code !== expected) throw new Error(`exit code ${code} where ${expected} was expected`);
}

async function behindItsBack(title: string, method: string, path: string, body?: unknown): Promise<void> {
  say(`\n${styleText("magenta", `── ${title} `.padEnd(80, "─"))}`);
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(5000),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
}

await step("The files are checked without the service", ["validate", FILES], 0);
await step("What would be done", ["plan", FILES], 0);
await step("It is done", ["apply", FILES], 0);
await step("Nothing is left to do", ["plan", FILES], 0);

await behindItsBack("Somebody turns off the redirect to https by hand", "POST", "/v1/projects/prj_1", {
  force_https: false,
});
await behindItsBack("… and detaches a live host name", "DELETE", "/v1/projects/prj_1/domains/www.example.com");

await step("It is noticed", ["drift", FILES], 2);
await step("It is repaired", ["apply", FILES], 0);
await step("And that was all", ["drift", FILES], 0);
