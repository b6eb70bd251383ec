import { mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fakeClock } from "../api/connect.ts";
import { liveProject } from "../live-project.ts";
import { problemsByClosedSchema, problemsByPublishedSchema } from "../schema-problems.ts";
import { startPlace } from "./command-place.ts";
import { ROOT, runCli, type CliResult } from "./run-cli.ts";

/*
 * What `--json` prints, whole, to be read. `npx vitest run --project unit test/cli/json.test.ts -u` writes the golden files again; read
 * the difference before you commit it.
 */

const SHOP = `version: 1
project: { organization_id: org_1, slug: shop, force_https: true, description: "\${SHOP_NAME}" }
components:
  edgee/ga4:
    version: "1.2.0"
    settings: { measurement_id: { secret: GA_ID } }
domains:
  - www.shop.example
  - { name: old.shop.example, absent: true }
  - moving.example
  - taken.example
`;
const BLOG = `version: 1
project: { organization_id: org_1, slug: blog, must_exist: true }
domains: [blog.example]
`;
const OTHER = `version: 1
project: { organization_id: org_1, slug: other, description: null }
domains: [{ name: moving.example, absent: true }]
`;
const INVALID =
  "version: 1\nproject: { organization_id: org_1, slug: Shop!, colour: red }\ndomains: [https://x.example]\n";

const seed = {
  projects: [
    { ...liveProject("shop", ["old.shop.example", "extra.shop.example"]), force_https: false },
    liveProject("other", ["moving.example"]),
    liveProject("far", ["taken.example"], "org_2"),
  ],
};

const FILES = { "blog.yaml": BLOG, "other.yaml": OTHER, "shop.yaml": SHOP };

async function startScene() {
  const place = await startPlace({ seed });
  for (const [name, text] of Object.entries(FILES)) await place.write(name, text);
  await mkdir(path.join(place.folder, "wrong"));
  await place.write("wrong/projectsync.yaml", INVALID);
  return place;
}

interface Case {
  readonly words: readonly string[];
  readonly schema: "report" | "export" | "component" | "doctor";
  readonly code: number;
  readonly environment?: Readonly<Record<string, string>>;
}

const CASES: Readonly<Record<string, Case>> = {
  validate: { words: ["validate", "*.yaml"], schema: "report", code: 0 },
  "validate-invalid": { words: ["validate", "wrong/*.yaml", "missing.yaml"], schema: "report", code: 3 },
  plan: { words: ["plan", "*.yaml", "--prune", "domains", "--max-deletes", "1"], schema: "report", code: 1 },
  "plan-only": { words: ["plan", "*.yaml", "--only", "*/blog.example"], schema: "report", code: 1 },
  "plan-bad-option": { words: ["plan", "--max-deletes", "many"], schema: "report", code: 1 },
  "plan-unauthenticated": {
    words: ["plan", "shop.yaml"],
    schema: "report",
    code: 1,
    environment: { PROJECTSYNC_TOKEN: "another-token-99" },
  },
  apply: { words: ["apply", "--yes", "*.yaml"], schema: "report", code: 4, environment: { GA_ID: "G-SECRET-4711" } },
  "apply-domains-not-ready": {
    words: [
      "apply",
      "--yes",
      "shop.yaml",
      "--only",
      "*/www.shop.example",
      "--wait-for-domains",
      "dns",
      "--wait-timeout",
      "5",
    ],
    schema: "report",
    code: 1,
  },
  drift: { words: ["drift", "*.yaml"], schema: "report", code: 2 },
  export: { words: ["export", "--organization", "org_1", "--out", "live"], schema: "export", code: 0 },
  "export-to-stdout": { words: ["export", "--id", "prj_other", "--minimal", "--out", "-"], schema: "export", code: 0 },
  "export-missing": { words: ["export", "--id", "prj_none"], schema: "export", code: 1 },
  component: { words: ["component", "edgee/meta-capi"], schema: "component", code: 0 },
  doctor: { words: ["doctor", "--component", "edgee/ga4"], schema: "doctor", code: 0 },
  "doctor-failed": {
    words: ["doctor"],
    schema: "doctor",
    code: 1,
    environment: { PROJECTSYNC_TOKEN: "another-token-99" },
  },
  "doctor-bad-option": { words: ["doctor", "--component", "ga4"], schema: "doctor", code: 1 },
  "component-missing": { words: ["component", "edgee/ga5"], schema: "component", code: 1 },
};

describe.each(Object.entries(CASES))("%s", (name, { words, schema, code, environment = {} }) => {
  it("prints one object, which its published schema describes", async () => {
    await using place = await startScene();
    const result: CliResult = await runCli(
      [...words, "--json"],
      { ...place.environment, ...environment },
      place.folder,
      { clock: fakeClock() },
    );
    const content: unknown = JSON.parse(result.stdout);
    expect(result.code).toBe(code);
    expect(await problemsByPublishedSchema(content, schema)).toEqual([]);
    expect(problemsByClosedSchema(content, schema)).toEqual([]);
    expect(result.stdout).not.toContain("G-SECRET-4711");
    const shown = result.stdout
      .replaceAll(place.emulator.url, "http://127.0.0.1:PORT")
      .replace(process.versions.node, "NODE")
      .replaceAll(/\(request req_\d+\)/g, "(request REQUEST)")
      .replaceAll(/created on \d{4}-\d\d-\d\d/g, "created on DAY")
      .replace(/answered in \d+ ms/, "answered in 1 ms")
      .replace(/"digest": "[0-9a-f]{64}"/, '"digest": "DIGEST"');
    await expect(shown).toMatchFileSnapshot(`golden/${name}.json`);
  });
});

describe("a published schema", () => {
  it.each(["report", "export", "component", "doctor"])("accepts a field of %s that it does not know", async (name) => {
    const golden: object = JSON.parse(
      await readFile(path.join(import.meta.dirname, `golden/${name === "report" ? "validate" : name}.json`), "utf8"),
    );
    const content = { ...golden, addedLater: true };
    expect(await problemsByPublishedSchema(content, name)).toEqual([]);
    expect(problemsByClosedSchema(content, name)).not.toEqual([]);
  });

  it("describes the example of docs/json.md", async () => {
    const [, example = ""] = /```json\n([^`]*)```/.exec(await readFile(path.join(ROOT, "docs/json.md"), "utf8")) ?? [];
    const content: unknown = JSON.parse(example);
    expect(await problemsByPublishedSchema(content, "report")).toEqual([]);
    expect(problemsByClosedSchema(content, "report")).toEqual([]);
  });

  it("refuses a report whose plan is not complete", async () => {
    const content = { mode: "plan", result: "changes", files: [], problems: [], format: 1 };
    expect(await problemsByPublishedSchema(content, "report")).not.toEqual([]);
  });
});
