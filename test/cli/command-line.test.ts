import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { startEmulator, type EmulatorOptions } from "../../emulator/start.ts";
import { HOSTILE_FILE, hostileCatalogue } from "./hostile.ts";
import { runCli, startCli, type CliResult } from "./run-cli.ts";

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

async function startPlace(options: EmulatorOptions = {}) {
  const emulator = await startEmulator({ token: "cli-token-4711", ...options });
  const folder = await mkdtemp(path.join(tmpdir(), "projectsync-cli-"));
  await writeFile(path.join(folder, "projectsync.yaml"), SITE);
  const own = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  return {
    emulator,
    write: (text: string) => writeFile(path.join(folder, "projectsync.yaml"), text),
    start: (words: readonly string[]) => startCli(words, own, folder),
    run: (words: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<CliResult> =>
      runCli(words, { ...own, ...environment }, folder),
    writes: () => emulator.requests().filter(({ method }) => method !== "GET"),
    [Symbol.asyncDispose]: async () => {
      await emulator.close();
      await rm(folder, { recursive: true });
    },
  };
}

describe("exit codes", () => {
  it("0 for a plan with changes, 2 with --detailed-exitcode, 0 again when there are none", async () => {
    await using place = await startPlace();
    expect(await place.run(["plan"])).toMatchObject({ code: 0, stderr: "" });
    expect(await place.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 2, stderr: "" });
    expect(place.writes()).toEqual([]);
    expect(await place.run(["apply"])).toMatchObject({ code: 0, stderr: "" });
    expect(await place.run(["plan", "--detailed-exitcode"])).toMatchObject({ code: 0, stderr: "" });
  });

  it("2 for drift and 0 without it", async () => {
    await using place = await startPlace();
    expect(await place.run(["drift"])).toMatchObject({ code: 2 });
    await place.run(["apply"]);
    expect(await place.run(["drift"])).toMatchObject({ code: 0, stdout: "✓ No drift. 3 unchanged\n" });
  });

  it("2 for drift that a guard would not let be applied, for nothing is", async () => {
    const projects = [
      { organization_id: "org_1", slug: "site", type: "proxy" as const, domains: [{ name: "old.example.com" }] },
    ];
    await using place = await startPlace({ seed: { projects } });
    const words = ["drift", "--prune", "domains", "--max-deletes", "0"];
    expect(await place.run(words)).toMatchObject({ code: 2, stderr: "" });
  });

  it("4 when a part was applied, saying what was not", async () => {
    const projects = [
      { organization_id: "org_2", slug: "x", type: "proxy" as const, domains: [{ name: "www.example.com" }] },
    ];
    await using place = await startPlace({ seed: { projects } });
    const { code, stdout } = await place.run(["apply"]);
    expect(code).toBe(4);
    expect(stdout).toContain("+ create domain org_1/site/www.example.com failed: POST /v1/projects/prj_2/domains: 409");
    expect(stdout).toContain("Apply: 2 done, 1 failed");
  });
});

describe("a plan of rules", () => {
  const rules = (text: string): string => `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n  ${text}\n`;

  it("shows only the items that come and go, and a mere change of order whole", async () => {
    await using place = await startPlace();
    const [a, b, c] = ["a", "b", "c"].map((name) => `{ name: x-${name}, value: "1" }`);
    await place.write(rules(`forwarded_headers: [${a}, ${b}]`));
    await place.run(["apply"]);
    await place.write(rules(`forwarded_headers: [${a}, ${c}]`));
    const { stdout } = await place.run(["plan"]);
    expect(stdout).toContain('- {"name":"x-b","value":"1"}\n        + {"name":"x-c","value":"1"}');
    expect(stdout).not.toContain("x-a");
    await place.write(rules(`forwarded_headers: [${b}, ${a}]`));
    expect((await place.run(["plan"])).stdout).toMatch(/forwarded_headers: \[.*x-a.*x-b.*\] → \[.*x-b.*x-a.*\]/);
  });
});

describe("--prune", () => {
  it("is given once for each kind, before or after the files", async () => {
    const projects = [
      { organization_id: "org_1", slug: "site", type: "proxy" as const, domains: [{ name: "old.example.com" }] },
    ];
    await using place = await startPlace({ seed: { projects } });
    const { stdout } = await place.run(["plan", "--prune", "domains", "--prune", "components", "projectsync.yaml"]);
    expect(stdout).toContain("- delete    domain old.example.com");
    expect((await place.run(["plan", "projectsync.yaml"])).stdout).toContain("? unmanaged domain old.example.com");
  });
});

describe("what goes wrong", () => {
  it.each<[string, readonly string[], Record<string, string>, number, RegExp]>([
    [
      "a wrong token",
      ["apply"],
      { PROJECTSYNC_TOKEN: "wrong-token-99" },
      1,
      /^error: GET \/v1\/\S+: 401 .*Check the access token\.$/,
    ],
    ["no token", ["apply"], { PROJECTSYNC_TOKEN: "" }, 1, /^error: PROJECTSYNC_TOKEN is not set\./],
    ["no address", ["plan"], { PROJECTSYNC_BASE_URL: "" }, 1, /^error: PROJECTSYNC_BASE_URL is not set\./],
    [
      "an unreachable address",
      ["apply"],
      { PROJECTSYNC_BASE_URL: "http://127.0.0.1:1" },
      1,
      /cannot connect to the service/,
    ],
    ["a missing file", ["apply", "nowhere.yaml"], {}, 3, /^nowhere\.yaml:1:1: error: .*no such file/],
    ["an unknown command", ["aply"], {}, 1, /unknown command 'aply'/],
    ["an unknown option", ["plan", "--prun"], {}, 1, /unknown option '--prun'/],
    [
      "a kind that cannot be pruned",
      ["plan", "--prune", "sites"],
      {},
      1,
      /Allowed choices are components, domains, all/,
    ],
  ])("%s: one clear message, nothing written", async (_case, words, environment, code, message) => {
    await using place = await startPlace();
    const result = await place.run(words, environment);
    expect(result.code).toBe(code);
    expect(result.stderr.trim().split("\n")[0]).toMatch(message);
    expect(result.stderr.split("\n").length).toBeLessThanOrEqual(3);
    expect(result.stdout + result.stderr).not.toMatch(/\n\s+at |wrong-token-99/);
    expect(place.writes()).toEqual([]);
  });

  it.each([
    ["an unknown component", "edgee/ga4", "edgee/ga5", /^projectsync\.yaml:6:3: error: .*edgee\/ga5/],
    [
      "a field with a typo",
      "  slug: site",
      "  slug: site\n  force_htps: true",
      /^projectsync\.yaml:5:3: error: .*force_https/,
    ],
  ])("%s: the place in the file, exit code 3, nothing written", async (_case, from, to, message) => {
    await using place = await startPlace();
    await place.write(SITE.replace(from, to));
    const result = await place.run(["apply"]);
    expect(result.code).toBe(3);
    expect(result.stderr).toMatch(message);
    expect(place.writes()).toEqual([]);
  });
});

describe("a blocked project", () => {
  it("is named, with why, by apply too", async () => {
    await using place = await startPlace();
    await place.write(SITE.replace("  slug: site", "  slug: site\n  must_exist: true"));
    const { code, stdout } = await place.run(["apply"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^org_1\/site\n {2}! blocked {3}project {2}projectsync\.yaml:2:1\n {6}\S.*must_exist/m);
    expect(stdout).toMatch(/^ {2}! blocked {3}component edgee\/ga4 {2}projectsync\.yaml:\d/m);
    expect(stdout).toMatch(/^ {2}! blocked {3}domain www\.example\.com {2}/m);
  });
});

describe("text from elsewhere", () => {
  it.each([[["plan"]], [["apply"]], [["plan", "--json"]]])("moves neither terminal nor runner: %j", async (words) => {
    await using place = await startPlace({ seed: { catalogue: hostileCatalogue } });
    await place.write(HOSTILE_FILE);
    const { code, stdout, stderr } = await place.run(words);
    expect(code).toBe(3);
    expect(stdout + stderr).toContain("requires the setting a");
    expect(stdout + stderr).not.toMatch(/##\[|^\s*::|[^\P{Cc}\n]|[\u2028\u202E]/mu);
  });

  it("is as it was for whoever parses the JSON", async () => {
    await using place = await startPlace({ seed: { catalogue: hostileCatalogue } });
    await place.write(HOSTILE_FILE);
    const { problems, items } = JSON.parse((await place.run(["plan", "--json"])).stdout);
    expect(JSON.stringify(items)).toContain(JSON.stringify("##[error]pwned\u2028\u202E\u009B").slice(1, -1));
    // A problem is one line wherever it is shown.
    expect(problems[0].message).toContain(String.raw`##[error]pwned\u{2028}\u{202e}\u{9b}`);
  });

  it("is on one line in an error too", async () => {
    const { stderr } = await runCli(["emulator", "--seed", "no\n::error::such\u001B[31mfile"]);
    expect(stderr).toMatch(/^error: .*no ::error::such \[31mfile.*\n$/);
  });
});

describe("the tool's own token", () => {
  it.each(["PROJECTSYNC_TOKEN", "GITHUB_TOKEN", "INPUT_TOKEN", "ACTIONS_RUNTIME_TOKEN"])(
    "cannot be referred to: %s",
    async (variable) => {
      await using place = await startPlace();
      await place.write(SITE.replace("G-1", `{ env: ${variable} }`));
      const environment = variable === "PROJECTSYNC_TOKEN" ? {} : { [variable]: "own-token-4711" };
      const { code, stderr } = await place.run(["apply"], environment);
      expect(code).toBe(3);
      expect(stderr).toContain(`${variable} is projectsync's own and not given to files`);
      expect(place.writes()).toEqual([]);
    },
  );
});

describe("a reader that has seen enough", () => {
  it("ends nothing: apply goes on, and the exit code is its own", async () => {
    await using place = await startPlace();
    const { child, ended } = place.start(["apply"]);
    child.stdout.destroy();
    expect(await ended()).toMatchObject({ code: 0, stderr: "" });
    expect(place.writes()).toHaveLength(3);
  });
});

describe("--json", () => {
  it("prints one object with counts by action and items", async () => {
    await using place = await startPlace();
    const plan = JSON.parse((await place.run(["plan", "--json"])).stdout);
    expect(plan).toMatchObject({ counts: { create: 3, unchanged: 0 } });
    expect(plan.items[1]).toEqual({
      kind: "component",
      key: "org_1/site/edgee/ga4",
      action: "create",
      changes: [
        { path: "settings.measurement_id", from: null, to: "G-1" },
        { path: "version", from: null, to: "1.1.0" },
      ],
      source: { file: "projectsync.yaml", line: 6, column: 3 },
      notes: [],
    });
    const applied = JSON.parse((await place.run(["apply", "--json"])).stdout);
    expect(applied).toMatchObject({
      result: "applied",
      outcomes: { done: 3 },
      items: [{ status: "done", id: "prj_1" }, {}, {}],
    });
  });

  it("also says what is wrong", async () => {
    await using place = await startPlace();
    await place.write("version: 2\n");
    const { code, stdout } = await place.run(["plan", "--json"]);
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ result: "invalid", problems: [{ file: "projectsync.yaml", line: 1 }] });
  });

  it.each([
    [["apply", "--plan", "gone.json"], /^The plan gone\.json cannot be read \(ENOENT\)\. Save it with plan --json\.$/],
    [["component", "edgee/nothing"], /^The catalogue does not give edgee\/nothing: /],
    [["component", "ga4"], /is no component/],
    [["plan", "--no-such-option"], /unknown option/],
  ])("prints an object where %j cannot be carried out, too", async (words, message) => {
    await using place = await startPlace();
    const { code, stdout, stderr } = await place.run([...words, "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringMatching(message) });
    expect(stderr).toMatch(/^error: /);
  });
});

describe("projectsync emulator", () => {
  it("says first where it listens, takes the token that it is given, and ends on SIGTERM", async () => {
    const { child, ended } = startCli(["emulator", "--port", "0", "--token", "tok", "--latency", "1"]);
    const [line]: unknown[] = await once(createInterface(child.stdout), "line");
    expect(line).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    const url = String(line).replace("listening on ", "");
    const list = await fetch(`${url}/v1/projects`, { headers: { authorization: "Bearer tok" } });
    expect(await list.json()).toMatchObject({ object: "list", data: [] });
    expect(await (await fetch(`${url}/__emulator/requests`)).json()).toHaveLength(1);
    child.kill("SIGTERM");
    expect((await ended()).code).toBe(0);
  });

  it("is filled by a seed file, and says what is wrong with one", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "projectsync-seed-"));
    try {
      const seed = path.join(folder, "seed.json");
      await writeFile(
        seed,
        JSON.stringify({ projects: [{ organization_id: "org_1", slug: "Not A Slug", type: "proxy" }] }),
      );
      const { code, stderr } = await runCli(["emulator", "--seed", seed]);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: .*projects\.0\.slug/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
