import { spawn } from "node:child_process";
import { once } from "node:events";
import { open } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import { startEmulator } from "../../emulator/start.ts";
import { startPlace } from "./command-place.ts";
import { HOSTILE_FILE, hostileCatalogue } from "./hostile.ts";
import { runCli, spawnCli, startCli } from "./run-cli.ts";

const SITE = `version: 1
project:
  organization_id: org_1
  slug: site
components:
  edgee/ga4:
    version: "1.1.0"
    settings: { measurement_id: G-1 }
domains:
  - www.example.com
`;

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

it("--help has examples, and a link to the documentation", async () => {
  const { code, stdout } = await runCli(["--help"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Examples:\n(?: {2}projectsync .*\n){4,}/);
  expect(stdout).toMatch(/\nDocumentation: https:\S+\n/);
});

describe("exit codes", () => {
  it("plan: 0, or 2 with --detailed-exitcode if there are changes", async () => {
    await using workspace = await startWorkspace();
    expect(await workspace.run(["plan"])).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 2, stderr: "" });
    expect(workspace.writes()).toEqual([]);
    expect(await workspace.run(["apply"])).toMatchObject({ code: 0, stderr: "" });
    expect(await workspace.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("drift: 2 with drift, 0 without", async () => {
    await using workspace = await startWorkspace();
    expect(await workspace.run(["drift"])).toMatchObject({ code: 2 });
    await workspace.run(["apply"]);
    const { code, stdout } = await workspace.run(["drift"]);
    expect({ code, last: stdout.split("\n").at(-2) }).toEqual({ code: 0, last: "✓ No drift. 3 unchanged" });
  });

  it("drift: 2 also if a guard would refuse to apply", async () => {
    const projects = [
      { organization_id: "org_1", slug: "site", type: "proxy" as const, domains: [{ name: "old.example.com" }] },
    ];
    await using workspace = await startWorkspace({ seed: { projects } });
    const words = ["drift", "--prune", "domains", "--max-deletes", "0"];
    expect(await workspace.run(words)).toMatchObject({ code: 2, stderr: "" });
  });

  it("apply: 4 if only a part was applied, with the failed objects", async () => {
    const projects = [
      { organization_id: "org_2", slug: "x", type: "proxy" as const, domains: [{ name: "www.example.com" }] },
    ];
    await using workspace = await startWorkspace({ seed: { projects } });
    const { code, stdout } = await workspace.run(["apply"]);
    expect(code).toBe(4);
    expect(stdout).toContain("+ create domain org_1/site/www.example.com failed: POST /v1/projects/prj_2/domains: 409");
    expect(stdout).toContain(
      "Apply: 2 done, 1 failed. 1 object left: correct what is listed above, and run apply again.",
    );
  });
});

describe("an error", () => {
  it("about a wrong path has one remedy, the right one", async () => {
    await using workspace = await startWorkspace();
    const address = { PROJECTSYNC_BASE_URL: `${workspace.emulator.url}/api` };
    const { code, stderr } = await workspace.run(["plan"], address);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: GET \/v1\/projects: 404 .*Check that the base URL is the service's address\..*\n$/);
    expect(stderr).not.toMatch(/try again/i);
  });

  it.each<[string, readonly string[], Record<string, string>, number, RegExp]>([
    [
      "a wrong token",
      ["apply"],
      { PROJECTSYNC_TOKEN: "wrong-token-99" },
      1,
      /^error: GET \/v1\/\S+: 401 .*Check the access token, or create a new one\.$/,
    ],
    ["no token", ["apply"], { PROJECTSYNC_TOKEN: "" }, 1, /^error: PROJECTSYNC_TOKEN is not set\./],
    ["no base URL", ["plan"], { PROJECTSYNC_BASE_URL: "" }, 1, /^error: PROJECTSYNC_BASE_URL is not set\./],
    [
      "an unreachable service",
      ["apply"],
      { PROJECTSYNC_BASE_URL: "http://127.0.0.1:1" },
      1,
      /^error: GET \/v1\/\S+: 127\.0\.0\.1:1 refused the connection \(ECONNREFUSED\), after 4 attempts\. Check the host name and the port in PROJECTSYNC_BASE_URL, and that the service runs\.$/,
    ],
    ["a missing file", ["apply", "nowhere.yaml"], {}, 3, /^error: File not found: nowhere\.yaml$/],
    ["an unknown command", ["aply"], {}, 1, /unknown command 'aply'/],
    ["an unknown option", ["plan", "--prun"], {}, 1, /unknown option '--prun'/],
    [
      "an unknown prune kind",
      ["plan", "--prune", "sites"],
      {},
      1,
      /--prune must be one of components, domains, all, not "sites"/,
    ],
  ])("%s: one message, nothing written", async (_case, words, environment, code, message) => {
    await using workspace = await startWorkspace();
    const result = await workspace.run(words, environment);
    expect(result.code).toBe(code);
    expect(result.stderr.trim().split("\n")[0]).toMatch(message);
    expect(result.stderr.split("\n").length).toBeLessThanOrEqual(3);
    expect(result.stdout + result.stderr).not.toMatch(/\n\s+at |wrong-token-99/);
    expect(workspace.writes()).toEqual([]);
  });

  it.each([
    [
      ["plan", "--target", "x"],
      "error: unknown option '--target'. Use --only with the key of an object, such as --only org_1/site.\n",
    ],
    [["apply", "--auto-approve"], "error: unknown option '--auto-approve'. Use --yes.\n"],
    [["apply", "-auto-approve"], "error: unknown option '-auto-approve'. Use --yes.\n"],
    [
      ["apply", "-target=a.b"],
      "error: unknown option '-target=a.b'. Use --only with the key of an object, such as --only org_1/site.\n",
    ],
    [["plan", "--no-color"], "error: unknown option '--no-color'. Set the environment variable NO_COLOR=1.\n"],
    [["diff"], "error: unknown command 'diff'. Use plan, or drift to exit with 2 for a difference.\n"],
    [["constructor"], "error: unknown command 'constructor'\n"],
    [
      ["plan", "--fail-on", "drift"],
      "error: --fail-on needs --detailed-exitcode: without it, plan exits with 0 whatever it finds.\n",
    ],
  ])("of a word of another tool names ours: %j", async (words, stderr) => {
    expect(await runCli(words)).toEqual({ code: 1, stdout: "", stderr });
    const { stdout } = await runCli([...words, "--json"]);
    expect(`error: ${JSON.parse(stdout).error}\n`).toBe(stderr);
  });

  it("of a saved plan in place of a project file names --plan", async () => {
    await using workspace = await startWorkspace();
    await workspace.run(["plan", "--out", "plan.json"]);
    expect(await workspace.run(["apply", "plan.json"])).toMatchObject({
      code: 3,
      stderr:
        "plan.json:1:1: error: is a saved plan; write: projectsync apply --plan plan.json, with the project files after it\n",
    });
    expect((await workspace.run(["apply", "--plan", "plan.json", "-y"])).code).toBe(0);
    expect((await workspace.run(["apply", "--plan", "gone.json"])).stderr).toBe(
      "error: Plan file not found: gone.json\n",
    );
  });

  it.each([
    ["an unknown component", "edgee/ga4", "edgee/ga5", /^projectsync\.yaml:6:3: error: .*edgee\/ga5/],
    [
      "a field with a typo",
      "  slug: site",
      "  slug: site\n  force_htps: true",
      /^projectsync\.yaml:5:3: error: .*force_https/,
    ],
  ])("%s: the position in the file, exit code 3, nothing written", async (_case, from, to, message) => {
    await using workspace = await startWorkspace();
    await workspace.write(SITE.replace(from, to));
    const result = await workspace.run(["apply"]);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(message);
    expect(workspace.writes()).toEqual([]);
  });
});

describe("a blocked project", () => {
  it("is shown with its reason by apply, too", async () => {
    await using workspace = await startWorkspace();
    await workspace.write(SITE.replace("  slug: site", "  slug: site\n  must_exist: true"));
    const { code, stdout } = await workspace.run(["apply"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^org_1\/site\n {2}! blocked {3}project {2}projectsync\.yaml:2:1\n {6}\S.*must_exist/m);
    expect(stdout).toMatch(/^ {2}! blocked {3}component edgee\/ga4 {2}projectsync\.yaml:\d/m);
    expect(stdout).toMatch(/^ {2}! blocked {3}domain www\.example\.com {2}/m);
  });
});

describe("hostile text", () => {
  it("controls neither the terminal nor the runner, and is unchanged in parsed JSON", async () => {
    await using workspace = await startWorkspace({ seed: { catalogue: hostileCatalogue } });
    await workspace.write(HOSTILE_FILE);
    const { code, stdout, stderr } = await workspace.run(["plan"]);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain("requires the setting a");
    const json = (await workspace.run(["plan", "--json"])).stdout;
    expect(stdout + stderr + json).not.toMatch(/##\[|^\s*::|[^\P{Cc}\n]|[\u2028\u202E]/mu);
    expect(JSON.stringify(JSON.parse(json).items)).toContain(
      JSON.stringify("##[error]pwned\u2028\u202E\u009B").slice(1, -1),
    );
  });

  it("is on one line in an error, too", async () => {
    const { stderr } = await runCli(["emulator", "--seed", "no\n::error::such\u001B[31mfile"]);
    expect(stderr).toMatch(/^error: .*no ::error::such \[31mfile.*\n$/);
  });
});

describe("--allow-env", () => {
  it.each([["validate"], ["plan"], ["apply"], ["drift"]])(
    "names the only variables that files may read: %s",
    async (mode) => {
      await using workspace = await startWorkspace();
      await workspace.write(SITE.replace("G-1", "{ env: GA_ID }"));
      const environment = { GA_ID: "G-1", OTHER: "x" };
      const refused = await workspace.run([mode, "--allow-env", "OTHER"], environment);
      expect(refused.code).toBe(3);
      expect(refused.stderr).toContain("--allow-env does not list GA_ID, so project files cannot read it");
      const allowed = await workspace.run([mode, "--allow-env", "OTHER,MORE", "--allow-env", "GA_ID"], environment);
      expect(allowed.stderr).not.toContain("GA_ID");
      expect(allowed.code).toBe(mode === "drift" ? 2 : 0);
    },
  );

  it.each([["validate"], ["plan"], ["apply"], ["drift"]])("is needed in CI: %s", async (mode) => {
    await using workspace = await startWorkspace();
    await workspace.write(SITE.replace("G-1", "{ env: SITE_GA_ID }"));
    const run = (ci: string, words: readonly string[] = []) =>
      spawnCli([mode, ...words], { ...workspace.environment, SITE_GA_ID: "G-1", CI: ci }, workspace.folder);
    const refused = await run("true");
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain("--allow-env does not list SITE_GA_ID, so project files cannot read it");
    expect(workspace.writes()).toEqual([]);
    const done = mode === "drift" ? 2 : 0;
    expect(await run("true", ["--allow-env", "SITE_*"])).toMatchObject({ code: done });
    expect((await run("false")).stderr).not.toContain("SITE_GA_ID");
  });
});

describe("a reader that closes the pipe", () => {
  it("does not stop apply, nor change its exit code", async () => {
    await using workspace = await startWorkspace();
    const { child, ended } = startCli(["apply"], workspace.environment, workspace.folder);
    child.stdout.destroy();
    expect(await ended()).toMatchObject({ code: 0, stderr: "" });
    expect(workspace.writes()).toHaveLength(3);
  });
});

describe.skipIf(process.platform !== "linux")("a full disk under stdout", () => {
  it("does not stop apply, and is said on stderr", async () => {
    await using workspace = await startWorkspace();
    await using full = await open("/dev/full", "w");
    const { environment: env, folder: cwd } = workspace;
    const program = path.join(import.meta.dirname, "../../cli/main.ts");
    const child = spawn(process.execPath, [program, "apply"], { cwd, env, stdio: ["ignore", full.fd, "pipe"] });
    if (child.stderr === null) throw new Error("The child has no stderr.");
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "error: The output is incomplete: it cannot be written (ENOSPC).\n",
    });
    expect(workspace.writes()).toHaveLength(3);
  });
});

describe("projectsync emulator", () => {
  it("reports an invalid seed file", async () => {
    await using place = await startPlace();
    const projects = [{ organization_id: "org_1", slug: "Not A Slug", type: "proxy" }];
    await place.write("seed.json", JSON.stringify({ projects }));
    const { code, stderr } = await place.run(["emulator", "--seed", "seed.json"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*projects\.0\.slug/);
  });

  it("says what to do about a port that is in use", async () => {
    await using emulator = await startEmulator();
    const { port } = new URL(emulator.url);
    const { code, stderr } = await runCli(["emulator", "--port", port]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: Another program uses port ${port}. Choose another --port, or leave it out.\n`,
    });
  });
});
