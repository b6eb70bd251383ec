import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { camelCase } from "../../../provider/naming.ts";
import { pulumiProgram } from "../../../sync/export/pulumi-program.ts";
import type { Seed } from "../../../emulator/seed.ts";
import { catalogueEntry } from "../../catalogue-entry.ts";
import { rounds } from "../../rounds.ts";
import { site, startExportWorld, startTwins } from "./export-world.ts";
import { startShowing } from "./shown.ts";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const CANARY = "canary-secret-93e0";
const ODD = "`${process.exit()}` \"'\\ */ // \u2028\u202e\ud800 \u007f <☃> 😀\r\n${x}";

/** The compiler's errors in a program beside the package's sources. */
function complaints(texts: Readonly<Record<string, string>>): string[] {
  const files = new Map(Object.entries(texts).map(([name, text]) => [path.join(ROOT, "test/sync/export", name), text]));
  const options: ts.CompilerOptions = {
    strict: true,
    noUnusedLocals: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2024.d.ts", "lib.esnext.disposable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    types: ["node"],
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    paths: { projectsync: [path.join(ROOT, "provider/index.ts")] },
  };
  const format = { languageVersion: ts.ScriptTarget.ES2022, impliedNodeFormat: ts.ModuleKind.ESNext } as const;
  const host = ts.createCompilerHost(options);
  const disk = ts.createCompilerHost(options);
  host.fileExists = (name) => files.has(name) || disk.fileExists(name);
  host.readFile = (name) => files.get(name) ?? disk.readFile(name);
  host.getSourceFile = (name, language, ...rest) => {
    const text = files.get(name);
    return text === undefined ? disk.getSourceFile(name, language, ...rest) : ts.createSourceFile(name, text, format);
  };
  const program = ts.createProgram([...files.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ messageText, file }) =>
        `${path.basename(file?.fileName ?? "")}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

const SETTINGS = [{ name: "class", secret: true }, { name: "a-b c" }, { name: "secret", type: "number" as const }];
const seed: Seed = {
  catalogue: [catalogueEntry("acme/box", SETTINGS)],
  projects: [
    {
      organization_id: "org_1",
      slug: "class",
      description: ODD,
      autocapture: { spa_pageview: true },
      override_cache: [
        {
          rank: 1,
          path: ODD,
          conditions: { request_headers: { present: ["x_snake"], values: { x_snake: [1, { a_b: ODD }] } } },
        },
      ],
      rate_limiting: [{ rank: 1, limit: 1, window: "1s", key: ["ua"], conditions: { path: `/${CANARY}` } }],
      external_project_url: `https://u:${CANARY}@example.com`,
      cookie_whitelist: [CANARY],
      forwarded_headers: [{ name: ODD, value: CANARY }],
      components: [{ component_slug: "acme/box", settings: { class: CANARY, "a-b c": ODD, secret: 1.5 } }],
      domains: [{ name: "www.example.com" }],
    },
    // Each has a variable in the program, and the last two the same but for its number.
    ...[
      { slug: "404", type: "mcp" as const },
      { slug: "config", blocked_ips: ["203.0.113.7"] },
      ...["exports", "module", "require", "a-1"].map((slug) => ({ slug })),
      { slug: "a1", log_severity: "DEBUG" as const },
    ].map((each) => ({ organization_id: "org_1", domains: [{ name: `at-${each.slug}.example.com` }], ...each })),
  ],
};

describe("an export as a Pulumi program", () => {
  it("adopts what is live, with secrets from the configuration", async () => {
    const fields = {
      slug: "my-site",
      force_https: false,
      forwarded_headers: [{ name: "authorization", value: CANARY }],
      components: [{ component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: CANARY } }],
      domains: [{ name: "www.example.com" }],
    };
    await using exporting = await startExportWorld({ seed: site(fields) });
    const program = pulumiProgram((await exporting.export(undefined, { isMinimal: true })).projects, camelCase);
    // To be read, like the other golden files.
    await expect(program).toMatchFileSnapshot(path.join(import.meta.dirname, "golden/program.txt"));
    expect(program).not.toContain(CANARY);
  });

  // The compiler takes most of a minute on a busy machine.
  it.runIf(rounds({ few: 0, all: 1 }) > 0)("compiles, whatever the names and texts in it", async () => {
    await using exporting = await startExportWorld({ seed });
    const { projects } = await exporting.export();
    const program = pulumiProgram(projects, camelCase);
    const simple = pulumiProgram(
      projects.filter(({ secrets }) => secrets.length === 0),
      camelCase,
    );
    expect(program).not.toContain(CANARY);
    expect(program).not.toMatch(
      /[\u2028\u202e\u007f]|[\ud800-\udfff](?<![\ud800-\udbff][\udc00-\udfff])(?![\udc00-\udfff])/,
    );
    const broken = simple.replace('"DEBUG"', '"debug"');
    expect(broken).not.toBe(simple);
    const found = complaints({ "program.ts": program, "simple.ts": simple, "broken.ts": broken });
    expect(found).toEqual([expect.stringMatching(/^broken\.ts: [^]*Type '"debug"' is not assignable/)]);
  });

  it("leaves out a component that the project has twice, with a comment", async () => {
    const twice = [1, 2].map((pixel) => ({
      component_slug: "edgee/meta-capi",
      component_version: "2.0.1",
      settings: { pixel_id: String(pixel), access_token: CANARY },
    }));
    await using exporting = await startShowing({ components: [...twice, { component_slug: "edgee/ga4" }] });
    const { projects } = await exporting.export(undefined, { format: "pulumi" });
    const note =
      "components.edgee/meta-capi is not managed: the project has it several times (pc_0, pc_1), and a program cannot tell them apart.";
    expect(projects[0]).toMatchObject({ secrets: [], notes: expect.arrayContaining([note]) });
    const program = pulumiProgram(projects, camelCase);
    expect(program).toContain(`// ${note}\n`);
    expect(program).toContain('component: "edgee/ga4"');
    expect(program).not.toContain('component: "edgee/meta-capi"');
    expect(program).not.toContain("config");
  });

  it("pins a project that shares its slug", async () => {
    await using exporting = await startTwins();
    const { projects } = await exporting.export({ by: "id", ids: ["prj_1"] });
    expect(pulumiProgram(projects, camelCase)).toContain('  adoptId: "prj_1",\n  ifExists: "adopt",\n');
  });
});
