import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { openEmulator, type OpenEmulator } from "../../../emulator/open-emulator.ts";
import { ask } from "../../ask.ts";
import { startLanguageHost, type LanguageProgram } from "../harness/language-host.ts";
import { node, repository } from "../harness/repository.ts";
import { SECRET, TOKEN } from "../harness/scene.ts";
import { writes } from "../harness/writes.ts";

/*
 * One program in each language, with the SDK that Pulumi generates for it, and with the provider installed from its archive. The host of YAML
 * is Pulumi's own; language-host.ts stands for the others.
 */

const run = promisify(execFile);
const engine = join(repository, "test/engine");
let work: string;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), "projectsync-languages-"));
  await cp(join(repository, "examples/pulumi-native"), work, { recursive: true });
  await run("go", ["build", "-o", join(work, "bin/"), "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml"], {
    cwd: join(engine, "yaml"),
  });
  await run("go", ["run", "./sdks", join(repository, "schema/pulumi-package.json"), join(work, "sdks")], {
    cwd: engine,
  });
  const { stdout } = await run(node, [join(repository, "scripts/build-plugin.ts"), work]);
  await pulumi(["plugin", "install", "resource", "projectsync", manifest.version, "--file", stdout.trim()]);
}, 1_200_000);
afterAll(() => rm(work, { recursive: true, force: true }));

function pulumi(words: readonly string[], options: { folder?: string; environment?: object } = {}) {
  return run("pulumi", [...words, "--non-interactive"], {
    cwd: options.folder ?? work,
    env: {
      PATH: `${join(work, "bin")}:${join(engine, "bin")}:${join(node, "..")}:${process.env["PATH"]}`,
      HOME: work,
      PULUMI_HOME: join(work, "home"),
      PULUMI_BACKEND_URL: "file://.",
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      ...options.environment,
    },
  });
}

/** A new stack of the program in a folder. */
async function openStack(folder: string, { url }: Pick<OpenEmulator, "url">) {
  const environment = { PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: TOKEN };
  const said: string[] = [];
  const start = (...words: string[]) => pulumi(words, { folder, environment });
  const play = async (...words: string[]): Promise<string> => {
    const { stdout, stderr } = await start(...words);
    said.push(stdout, stderr);
    return stdout;
  };
  await play("stack", "init", "test");
  return { start, play, said };
}

/** A program in YAML, in a folder of its own. */
async function yamlProgram(name: string) {
  const folder = join(work, name);
  await mkdir(folder);
  const declare = (resources: string): Promise<void> =>
    writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: yaml\nresources:\n${resources}`);
  await declare("  {}\n");
  return { folder, declare };
}

async function python(): Promise<LanguageProgram> {
  const venv = join(work, "venv");
  await run("python3", ["-m", "venv", venv]);
  await run(join(venv, "bin/pip"), ["install", "--quiet", join(work, "sdks/python")]);
  return { command: [join(venv, "bin/python"), join(engine, "harness/run.py")], folder: join(work, "python") };
}

async function go(): Promise<LanguageProgram> {
  const folder = join(work, "go");
  const sdk = "github.com/projectsync/projectsync/sdk/go/projectsync";
  for (const [path, name] of [
    [join(work, "sdks/go/projectsync"), sdk],
    [folder, "shop"],
  ] as const)
    await writeFile(join(path, "go.mod"), `module ${name}\n\ngo 1.26\n`);
  await run("go", ["mod", "edit", `-replace=${sdk}=../sdks/go/projectsync`], { cwd: folder });
  for (const path of [join(work, "sdks/go/projectsync"), folder]) await run("go", ["mod", "tidy"], { cwd: path });
  await run("go", ["build", "-o", "shop", "."], { cwd: folder });
  return { command: [join(folder, "shop")], folder };
}

async function nodejs(): Promise<LanguageProgram> {
  const [sdk, folder] = [join(work, "sdks/nodejs"), join(work, "nodejs")];
  const tsc = join(repository, "node_modules/typescript/bin/tsc");
  const modules = join(work, "node_modules");
  await mkdir(join(modules, "@types"), { recursive: true });
  for (const name of ["@pulumi", "@types/node"])
    await symlink(join(repository, "node_modules", name), join(modules, name));
  const types = ["--types", "node", "--skipLibCheck", "--ignoreConfig"];
  await run(node, [tsc, "-p", sdk, "--ignoreDeprecations", "6.0"], { cwd: sdk });
  await cp(join(sdk, "package.json"), join(sdk, "bin/package.json"));
  await symlink(join(sdk, "bin"), join(modules, "projectsync-pulumi"));
  await run(node, [tsc, join(folder, "index.ts"), "--module", "nodenext", "--target", "es2022", ...types], {
    cwd: folder,
  });
  return { command: [node, join(engine, "harness/run.mjs")], folder };
}

it.each([
  ["yaml", undefined],
  ["python", python],
  ["go", go],
  ["nodejs", nodejs],
] as const)("a program in %s comes up, stays as it is, repairs drift and goes", async (language, build) => {
  await using emulator = await openEmulator({ token: TOKEN });
  const program = await build?.();
  await using host = program === undefined ? undefined : await startLanguageHost(program);
  const client = host === undefined ? [] : [`--client=${host.address}`];
  const folder = join(work, language);
  const { play, said } = await openStack(folder, emulator);
  await play("config", "set", "--secret", "accessToken", SECRET);
  await play("up", "--yes", "--skip-preview", ...client);
  expect(emulator.state()).toMatchObject([{ project: { slug: "site" }, components: [{}], domains: [{}] }]);
  expect(JSON.parse(await play("stack", "output", "--json"))).toEqual({ projectId: "prj_1", latest: "2.0.1" });
  emulator.reset();
  expect(await play("preview", "--expect-no-changes", ...client)).toContain("4 unchanged");
  expect(writes(emulator)).toEqual([]);
  await ask(emulator, "POST /v1/projects/prj_1", { description: "by hand" });
  await play("up", "--yes", "--skip-preview", "--refresh", ...client);
  expect(await ask(emulator, "GET /v1/projects/prj_1")).toMatchObject({ description: "Shop" });
  const state = await readFile(join(folder, ".pulumi/stacks/shop/test.json"), "utf8");
  await play("destroy", "--yes", "--skip-preview", ...client);
  expect(emulator.state()).toEqual([]);
  for (const secret of [SECRET, TOKEN, Buffer.from(SECRET).toString("base64").replace(/=+$/, "")])
    expect(`${state} ${said.join(" ")}`).not.toContain(secret);
});

it("in YAML, what an import prints plans to nothing, a difference is shown by its path, and a replacement is planned", async () => {
  const components = [{ id: "pc_x", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }];
  const hand = { id: "prj_x", organization_id: "org_1", slug: "hand", force_https: false, components };
  const seed = { projects: [{ ...hand, domains: [{ name: "www.example.com" }] }] };
  await using emulator = await openEmulator({ token: TOKEN, seed });
  const { folder, declare } = await yamlProgram("imported");
  const { play } = await openStack(folder, emulator);
  const printed: string[] = [];
  for (const [type, name, id] of [
    ["Project", "hand", "prj_x"],
    ["ProjectComponent", "ga4", "prj_x/pc_x"],
    ["Domain", "www", "prj_x/www.example.com"],
  ] as const) {
    const file = join(folder, `${name}.yaml`);
    const how = ["--yes", "--skip-preview", "--protect=false", "--out", file];
    await play("import", `projectsync:index:${type}`, name, id, ...how);
    printed.push((await readFile(file, "utf8")).replace("resources:\n", ""));
  }
  const program = printed.join("");
  await declare(program);
  await play("preview", "--expect-no-changes");
  expect(writes(emulator)).toEqual([]);
  const limited = (limit: number): string =>
    program.replace("rateLimiting: []", `rateLimiting: [{ rank: 1, limit: ${limit} }]`);
  await declare(limited(5));
  await play("up", "--yes", "--skip-preview");
  await declare(limited(6));
  expect(await play("preview", "--diff")).toMatch(/limit: 5 => 6/);
  await declare(program.replace("org_1", "org_2"));
  expect(await play("preview", "--diff")).toContain("projectsync:index:Project: (replace)");
});

it("in YAML, two providers write to their own accounts alone, and a failed create is continued", async () => {
  await using of = await openEmulator({ token: TOKEN });
  await using first = await openEmulator({ token: "canary-first-0123456789" });
  await using second = await openEmulator({ token: "canary-second-0123456789" });
  const { folder, declare } = await yamlProgram("accounts");
  const declared = Object.entries({ first, second }).map(
    ([name, { url, token }]) => `
  ${name}:
    type: pulumi:providers:projectsync
    properties: { baseUrl: "${url}", token: { fn::secret: "${token}" } }
  site-${name}:
    type: projectsync:Project
    properties: { organizationId: org_1, slug: site, rateLimiting: [{ rank: 1, limit: 5 }] }
    options: { provider: "\${${name}}" }
`,
  );
  await declare(declared.join(""));
  const { play, said } = await openStack(folder, of);
  const fault = { kind: "answer", status: 422, body: { error: { type: "invalid", message: "no" } } } as const;
  second.setFaults({ faults: [{ method: "POST", path: "/v1/projects/prj_1", fault, times: "always" }] });
  await expect(play("up", "--yes", "--skip-preview")).rejects.toMatchObject({
    stdout: expect.stringContaining("its settings were not applied"),
  });
  second.setFaults({});
  await play("up", "--yes", "--skip-preview");
  for (const each of [first, second])
    expect(each.state()).toMatchObject([{ project: { slug: "site", rate_limiting: [{ limit: 5 }] } }]);
  const state = await readFile(join(folder, ".pulumi/stacks/accounts/test.json"), "utf8");
  await play("destroy", "--yes", "--skip-preview");
  for (const each of [first, second]) expect(each.state()).toEqual([]);
  for (const { token } of [first, second]) expect(`${state} ${said.join(" ")}`).not.toContain(token);
  expect(of.requests()).toEqual([]);
});

it("in YAML, an up that is cancelled while the service answers loses nothing, and makes nothing twice", async () => {
  await using emulator = await openEmulator({ token: TOKEN, latencyMs: 1000 });
  const { folder, declare } = await yamlProgram("cancelled");
  await declare(`
  site:
    type: projectsync:Project
    properties: { organizationId: org_1, slug: site }
  www:
    type: projectsync:Domain
    properties: { projectId: "\${site.id}", name: www.example.com }
`);
  const { start, play } = await openStack(folder, emulator);
  const up = start("up", "--yes", "--skip-preview");
  const ended = up.catch((error: unknown) => error);
  await expect.poll(() => writes(emulator), { timeout: 120_000, interval: 20 }).toEqual(["POST /v1/projects"]);
  up.child.kill("SIGINT");
  expect(await ended).toMatchObject({ stdout: expect.stringContaining("update canceled") });
  await play("up", "--yes", "--skip-preview");
  expect(emulator.state()).toMatchObject([{ project: { slug: "site" }, domains: [{ name: "www.example.com" }] }]);
  expect(writes(emulator)).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1/domains"]);
});
