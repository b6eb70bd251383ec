import { spawn } from "node:child_process";
import { getEventListeners, once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { systemClock } from "../../core/api/clock.ts";
import { answers, json, startFaultServer } from "./fault-server.ts";

it("sleeps no shorter than asked, and leaves no listener on the signal", async () => {
  const { signal } = new AbortController();
  for (const milliseconds of [0, 0.2, 1, 1.9, 7]) {
    const begun = systemClock.now();
    await systemClock.sleep(milliseconds, signal);
    expect(systemClock.now() - begun).toBeGreaterThanOrEqual(milliseconds);
  }
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("sleeps until it is woken", async () => {
  const stop = new AbortController();
  const slept = systemClock.sleep(60_000, stop.signal).then(
    () => "slept",
    () => "woken",
  );
  setImmediate(() => setImmediate(() => stop.abort()));
  expect(await slept).toBe("woken");
  await expect(systemClock.sleep(1, stop.signal)).rejects.toMatchObject({ name: "AbortError" });
});

it("tells the time of day", () => {
  expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(60_000);
});

/** A program that makes calls, and does not close its client. */
async function program(url: string, code: string): Promise<{ output: string; status: unknown }> {
  const client = new URL("../../core/api/client.ts", import.meta.url).href;
  const source = `
    import { createClient } from ${JSON.stringify(client)};
    const client = createClient({ baseUrl: ${JSON.stringify(url)}, token: "test-token", userAgent: "test/1" });
    ${code}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", source], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [output, [status]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { output, status: status as unknown };
}

it("lets a program end as soon as its calls have, with their limits of 30 and 60 s put away", async () => {
  await using server = await startFaultServer(answers(200, { id: "prj_1" }));
  const begun = performance.now();
  expect(await program(server.url, `console.log((await client.projects.get("prj_1")).id);`)).toEqual({
    output: "prj_1\n",
    status: 0,
  });
  expect(performance.now() - begun).toBeLessThan(20_000);
});

it("does not let a program end while a call or a pause waits", async () => {
  await using server = await startFaultServer((response, _request, attempt) =>
    json(response, attempt === 1 ? 503 : 200, { id: "prj_1" }),
  );
  const code = `const { id } = await client.projects.get("prj_1"); await client.pause(5, ""); console.log(id);`;
  expect(await program(server.url, code)).toEqual({ output: "prj_1\n", status: 0 });
  expect(server.received).toHaveLength(2);
});
