import { execFile } from "node:child_process";
import { isBuiltin } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { rolldown } from "rolldown";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import config from "../rolldown.config.ts";
import { PACKAGE_BUNDLE } from "../scripts/package-bundle.ts";
import { checkOut } from "./action/service.ts";

/** By the name of the file. */
type Bundle = ReadonlyMap<string, string>;

const ACTION = await bundle(config);
const PACKAGE = await bundle(PACKAGE_BUNDLE);

async function bundle({ output, ...input }: typeof PACKAGE_BUNDLE): Promise<Bundle> {
  await using build = await rolldown({ ...input, cwd: path.resolve(import.meta.dirname, "..") });
  const built = await build.generate(output);
  return new Map(
    built.output.map((file) => [file.fileName, file.type === "chunk" ? file.code : String(file.source)] as const),
  );
}

const BUNDLED = /^(\S+) (\d\S*) \(.*\)$/gm;

function bundledIn(built: Bundle): readonly string[] {
  return [...(built.get("THIRD-PARTY-NOTICES.txt") ?? "").matchAll(BUNDLED)].flatMap(([, name]) => name ?? []);
}

const REQUIRE = /(?<![\w$])([\w$]{1,40}) = [^;\n]{0,40}createRequire(?:\$\d+)?\((.*)\)/g;

interface Loaded {
  /** The files, and what they load by a name that is neither Node's nor a file's. */
  readonly names: readonly string[];
  /** Each `require` that is made, by what it is made from, and each import of something that is computed. */
  readonly computed: readonly string[];
}

/** Everything from outside that a bundle can load, also with a `require` that it makes itself. */
function loadedBy(built: Bundle): Loaded {
  const codes = [...built].map(([file, text]) => [file, text.replaceAll(/^\s*(?:\*|\/\/).*$/gm, "")] as const);
  const made = codes.flatMap(([, code]) => [...code.matchAll(REQUIRE)]);
  const requires = new Set(["require", ...made.map(([, name = ""]) => name.replaceAll("$", String.raw`\$`))]);
  const forms = [
    /^(?:import|export) (?:[^"\n]* from )?"([^"\n]+)"/gm,
    new RegExp(String.raw`(?<![\w$.])(?:import|(?:${[...requires].join("|")})(?:\.resolve)?)\("([^"\n]+)"`, "g"),
  ];
  const names = codes.flatMap(([file, code]) =>
    forms.flatMap((form) => [...code.matchAll(form)].map(([, name = ""]) => [file, name] as const)),
  );
  const fromOutside = names.filter(([, name]) => !name.startsWith(".") && !isBuiltin(name));
  const computed = codes.flatMap(([, code]) => code.match(/\bimport\((?!").*\)|\brequire\((?!").*\)/g) ?? []);
  return {
    names: [...new Set(fromOutside.map(([file, name]) => `${file}: ${name}`))].toSorted(),
    computed: [...made.map(([, , from]) => `createRequire(${from})`), ...computed].toSorted(),
  };
}

/** sync/engine/workspace-modules.ts */
const FROM_WORKSPACE = [
  'createRequire(path.resolve(folder, "package.json"))',
  'import(pathToFileURL(load.resolve("projectsync")).href)',
];

describe("a bundle runs nothing from outside itself", () => {
  it("but, in the Action, what engine: pulumi takes from the workspace", () => {
    expect(loadedBy(ACTION)).toEqual({
      names: [
        "index.js: @pulumi/pulumi/automation/index.js",
        "index.js: @pulumi/pulumi/package.json",
        "index.js: projectsync",
      ],
      computed: ["createRequire(import.meta.url))()", ...FROM_WORKSPACE],
    });
  });

  it("of Node.js, before an old one is told that it is too old, only what it has", () => {
    const first = ["cli/main.js", "shared/rolldown-runtime.mjs"].map((name) => PACKAGE.get(name) ?? "");
    const taken = first.flatMap((code) => code.match(/^import .* from "node:.*|getBuiltinModule/gm) ?? []);
    expect(taken.toSorted()).toEqual([
      'import { Writable } from "node:stream";',
      'import { createRequire } from "node:module";',
      'import { fstatSync, writeSync } from "node:fs";',
      'import { setFlagsFromString } from "node:v8";',
    ]);
  });

  it("but, in the package, Pulumi and its dependencies", () => {
    expect(loadedBy(PACKAGE)).toEqual({
      names: [
        "provider/index.js: @pulumi/pulumi",
        // They come with the SDK, and are resolved from there.
        "provider/native/main.js: @grpc/grpc-js",
        "provider/native/main.js: @pulumi/pulumi",
        "provider/native/main.js: @pulumi/pulumi/proto/engine_grpc_pb.js",
        "provider/native/main.js: @pulumi/pulumi/proto/engine_pb.js",
        "provider/native/main.js: @pulumi/pulumi/proto/plugin_pb.js",
        "provider/native/main.js: @pulumi/pulumi/proto/provider_grpc_pb.js",
        "provider/native/main.js: @pulumi/pulumi/proto/provider_pb.js",
        "provider/native/main.js: @pulumi/pulumi/proto/status_pb.js",
        "provider/native/main.js: google-protobuf/google/protobuf/any_pb.js",
        "provider/native/main.js: google-protobuf/google/protobuf/empty_pb.js",
        "provider/native/main.js: google-protobuf/google/protobuf/struct_pb.js",
        "shared/get-project.mjs: @pulumi/pulumi",
        "shared/hide-outputs.mjs: @pulumi/pulumi",
        "shared/run-mode.mjs: @pulumi/pulumi/automation/index.js",
        "shared/run-mode.mjs: @pulumi/pulumi/package.json",
        "shared/run-mode.mjs: projectsync",
        "shared/start.mjs: zod",
      ],
      computed: [
        "createRequire(import.meta.url)",
        "createRequire(import.meta.url))()",
        'createRequire(import.meta.url).resolve("@pulumi/pulumi"))',
        ...FROM_WORKSPACE,
        "require(`projectsync/stub/${kind}`)",
      ],
    });
    expect(Object.keys(manifest.dependencies)).toEqual(["zod"]);
  });

  it("not even a package with the name of a bundled one, in a folder above it", async () => {
    const names = bundledIn(ACTION);
    expect(names).toContain("picomatch");
    const planted = names.map((name) => [`node_modules/${name}/index.js`, `console.log("${name} was run");`]);
    const files = [...ACTION].map(([name, text]) => [`dist/${name}`, text]);
    await using place = await checkOut({
      "package.json": '{ "type": "module" }',
      ...Object.fromEntries([...planted, ...files]),
    });
    const run = promisify(execFile)(process.execPath, [path.join(place.folder, "dist/index.js")], {
      cwd: place.folder,
      env: { RUNNER_TEMP: place.folder },
    });
    await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.not.stringContaining("was run") });
  });
});

it("a bundle has one copy of each package, and syntax that the oldest supported Node.js knows", () => {
  for (const built of [ACTION, PACKAGE]) {
    expect(bundledIn(built)).toContain("undici");
    for (const code of built.values()) expect(code).not.toMatch(/^\s*(?:await )?using [\w$]+ = /m);
  }
});
