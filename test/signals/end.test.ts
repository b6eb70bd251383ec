import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { checkOut, startService } from "../action/service.ts";
import { startCli } from "../cli/run-cli.ts";
import { stoppedRun } from "./stopped-run.ts";

/* The command line in a process of its own that something keeps open, such as an agent that Node loads before it. Without an end,
 * the test runs into its limit. */

const SITE = { "site.yaml": "version: 1\nproject: { organization_id: org_1, slug: site }\n" };

/** Makes Node run a program before the command line. */
function preload(program: string): Readonly<Record<string, string>> {
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}

const TIMER = "setInterval(() => {}, 1000);";
const CONNECTION =
  'import net from "node:net"; net.connect(new URL(process.env.PROJECTSYNC_BASE_URL).port, "127.0.0.1");';

describe.concurrent("after its last line", () => {
  it.concurrent.each([
    { what: "a timer", program: TIMER, named: "Timeout" },
    { what: "stdin", program: "process.stdin.resume();", named: "PipeWrap" },
    { what: "a connection", program: CONNECTION, named: "TCPSocketWrap" },
  ])("the program ends with its exit code though $what is open, and --verbose names it", async ({ program, named }) => {
    await using emulator = await startEmulator();
    await using checkout = await checkOut(SITE);
    const environment = {
      PROJECTSYNC_BASE_URL: emulator.url,
      PROJECTSYNC_TOKEN: emulator.token,
      ...preload(program),
    };
    const { ended } = startCli(
      ["plan", "--detailed-exitcode", "--verbose", "*.yaml"],
      environment,
      checkout.folder,
      "pipe",
    );
    const run = await ended();
    expect(run.code).toBe(2);
    expect(run.stderr).toContain(`Open at the end: ${named}.`);
  });

  it.concurrent("a stopped run ends too", async () => {
    const run = await stoppedRun({
      words: ["plan"],
      files: SITE,
      service: { faults: { faults: [{ fault: { kind: "hang" }, times: "always" }] } },
      environment: preload(TIMER),
      signal: "SIGTERM",
      when: (request) => request.fault !== undefined,
    });
    expect(run.code).toBe(143);
  });

  it.concurrent("a slow reader still gets all that was written", async () => {
    // More than a pipe takes.
    const program = `${TIMER} process.stdout.write("x".repeat(1e6)); setTimeout(() => process.stderr.write("late"), 6000);`;
    const { child, ended } = startCli(["schema"], preload(program));
    await Promise.race([once(child.stderr, "data"), once(child, "exit")]);
    const { stdout } = await ended();
    expect(stdout).toMatch(/^x{1000000}\{.*\}\n$/s);
  });

  it.concurrent("the Action ends too", async () => {
    await using service = await startService({ seed: { organizations: ["org_1"] } });
    await using checkout = await checkOut(SITE);
    const { ended } = await service.start({
      mode: "plan",
      ...checkout,
      inputs: { files: "*.yaml" },
      environment: preload(TIMER),
    });
    expect(await ended()).toMatchObject({ code: 0, outputs: { result: "changes" } });
  });
});
