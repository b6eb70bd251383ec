import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import { openEmulator } from "../../../emulator/open-emulator.ts";
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
  const environment = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: TOKEN };
  const said: string[] = [];
  const play = async (...words: string[]): Promise<string> => {
    const { stdout, stderr } = await pulumi(words, { folder, environment });
    said.push(stdout, stderr);
    return stdout;
  };
  await play("stack", "init", "test");
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
