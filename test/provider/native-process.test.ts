import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline/promises";
import { join } from "node:path";
import { expect, it } from "vitest";

/* The native provider as a process: the engine reads its port from the first line, and waits for its end after an interrupt. */

it.each(["SIGINT", "SIGTERM"] as const)("says its port, and ends well at once on %s", async (signal) => {
  const program = join(import.meta.dirname, "../../provider/native/main.ts");
  const child = spawn(process.execPath, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(createInterface(child.stdout), "line");
  expect(Number(port)).toBeGreaterThan(0);
  child.kill(signal);
  expect(await once(child, "exit")).toEqual([0, null]);
});
