import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempDisposable, open } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import { startEmulator } from "../../emulator/start.ts";
import { liveProject } from "../live-project.ts";
import { SITE, startPlace } from "./command-place.ts";
import { runCli, startCli } from "./run-cli.ts";

async function startWorkspace(options: OpenOptions = {}) {
  const place = await startPlace(options);
  await place.write("projectsync.yaml", SITE);
  return {
    ...place,
    write: (text: string) => place.write("projectsync.yaml", text),
    run: (words: readonly string[], more: Readonly<Record<string, string>> = {}) =>
      place.run(words, { ...place.environment, ...more }),
  };
}

describe("exit codes", () => {
  it("plan: 0, or 2 with --detailed-exitcode if there are changes", async () => {
    await using workspace = await startWorkspace();
    expect(await workspace.run(["plan"])).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 2, stderr: "" });
    expect(workspace.writes()).toEqual([]);
    expect(await workspace.run(["apply", "--yes"])).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("drift: 2 with drift, 0 without", async () => {
    await using workspace = await startWorkspace();
    expect(await workspace.run(["drift"])).toMatchObject({ code: 2 });
    await workspace.run(["apply", "--yes"]);
    const { code, stdout } = await workspace.run(["drift"]);
    expect({ code, last: stdout.split("\n").at(-2) }).toEqual({ code: 0, last: "✓ No drift. 3 unchanged" });
  });

  it("drift: 2 also if a guard would refuse to apply", async () => {
    const projects = [liveProject("site", ["old.example.com"])];
    await using workspace = await startWorkspace({ seed: { projects } });
    const words = ["drift", "--prune", "domains", "--max-deletes", "0"];
    expect(await workspace.run(words)).toMatchObject({ code: 2, stderr: "" });
  });

  it("apply: 4 if only a part was applied, with the failed objects", async () => {
    const projects = [liveProject("x", ["www.example.com"], "org_2")];
    await using workspace = await startWorkspace({ seed: { projects } });
    const { code, stdout } = await workspace.run(["apply", "--yes"]);
    expect(code).toBe(4);
    expect(stdout).toContain("+ create domain org_1/site/www.example.com failed: POST /v1/projects/prj_1/domains: 409");
    expect(stdout).toContain(
      "Apply: 2 done, 1 failed. 1 object left: correct what is listed above, and run apply again.",
    );
  });
});

it("a saved plan in place of a project file names --plan", async () => {
  await using workspace = await startWorkspace();
  await workspace.run(["plan", "--out", "plan.json"]);
  expect(await workspace.run(["apply", "--yes", "plan.json"])).toMatchObject({
    code: 3,
    stderr:
      "plan.json:1:1: error: is a saved plan; write: projectsync apply --plan plan.json, with the project files after it\n",
  });
  expect((await workspace.run(["apply", "--plan", "plan.json", "-y"])).code).toBe(0);
});

it("an error about a wrong path has one remedy, the right one", async () => {
  await using workspace = await startWorkspace();
  const address = { PROJECTSYNC_BASE_URL: `${workspace.emulator.url}/api` };
  const { code, stderr } = await workspace.run(["plan"], address);
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^error: GET \/v1\/projects: 404 .*Check that the base URL is the service's address\..*\nMore: .*#service-error\n$/,
  );
  expect(stderr).not.toMatch(/try again/i);
});

it.each([
  ["emulator", "--seed", "no\n::error::such\u001B[31mfile"],
  ["validate", "--no\n::error::such\u001B[31mfile"],
  ["no\n::error::such\u001B[31mfile"],
])("an error is on one line, and controls no terminal: %j", async (...words) => {
  const { stderr } = await runCli(words);
  expect(stderr).toMatch(/^error: .*no ::error::such \[31mfile.*\n(?:More: .*\n)?$/);
});

it.each(["validate", "plan", "apply", "drift"])(
  "%s reads the variables that --allow-env lists, in CI too",
  async (mode) => {
    await using workspace = await startWorkspace();
    await workspace.write(SITE.replace("G-1", "{ env: SITE_GA_ID }"));
    for (const more of [
      { CI: "false" },
      { CI: "true", words: ["--allow-env", "OTHER,MORE", "--allow-env", "SITE_*"] },
    ]) {
      const { CI, words = [] } = more;
      const consent = mode === "apply" ? ["--yes"] : [];
      const { code, stderr } = await workspace.run([mode, ...consent, ...words], { SITE_GA_ID: "G-1", CI });
      expect(stderr).toContain("  SITE_GA_ID: projectsync.yaml components.edgee/ga4.settings.measurement_id\n");
      expect(stderr).not.toContain("project files cannot read it");
      expect(code).toBe(mode === "drift" && workspace.writes().length === 0 ? 2 : 0);
    }
  },
);

describe("a reader that closes the pipe", () => {
  it("does not stop apply, nor change its exit code", async () => {
    await using workspace = await startWorkspace();
    const { child, ended } = startCli(["apply", "--yes"], workspace.environment, workspace.folder);
    child.stdout.destroy();
    expect(await ended()).toMatchObject({ code: 0, stderr: "" });
    expect(workspace.writes()).toHaveLength(3);
  });
});

describe.skipIf(process.platform !== "linux")("a file that does not take all", () => {
  it("is no success, and is said on stderr", async () => {
    const program = path.join(import.meta.dirname, "../../cli/main.ts");
    // One block of 512 bytes stands for what is left on a disk.
    const command = 'ulimit -f 1; exec "$0" "$1" --help > help.txt';
    await using folder = await mkdtempDisposable(path.join(tmpdir(), "projectsync-"));
    const child = spawn("sh", ["-c", command, process.execPath, program], {
      cwd: folder.path,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: The output is incomplete: it cannot be written (EFBIG).\n",
    });
  });
});

describe.skipIf(process.platform !== "linux")("a full disk under stdout", () => {
  it("does not stop apply, and is said on stderr", async () => {
    await using workspace = await startWorkspace();
    await using full = await open("/dev/full", "w");
    const { environment: env, folder: cwd } = workspace;
    const program = path.join(import.meta.dirname, "../../cli/main.ts");
    const child = spawn(process.execPath, [program, "apply", "--yes"], {
      cwd,
      env,
      stdio: ["ignore", full.fd, "pipe"],
    });
    if (child.stderr === null) throw new Error("The child has no stderr.");
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: The output is incomplete: it cannot be written (ENOSPC).\n",
    });
    expect(workspace.writes()).toHaveLength(3);
  });
});

it("projectsync emulator says what to do about a port that is in use", async () => {
  await using emulator = await startEmulator();
  const { port } = new URL(emulator.url);
  const { code, stderr } = await runCli(["emulator", "--port", port]);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: Another program uses port ${port}. Choose another --port, or leave it out.\n`,
  });
});
