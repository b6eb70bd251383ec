import { PassThrough } from "node:stream";
import { setImmediate } from "node:timers/promises";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { askFor, type Answers } from "../../cli/init-questions.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { good } from "../file/load.ts";
import { startPlace } from "./command-place.ts";

const FLAGS = ["--organization", "org_1", "--slug", "my-site"];

describe("projectsync init", () => {
  it("writes a valid file, and lists the next steps that are not done", async () => {
    await using place = await startPlace();
    const words = "--type proxy --domain a.example.com --domain b.example.com --component edgee/ga4";
    const { code, stdout, stderr } = await place.run(["init", ...FLAGS, ...words.split(" ")]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(await place.read("projectsync.yaml")).toBe(`# yaml-language-server: $schema=./schema/projectsync.schema.json
version: 1

project:
  organization_id: org_1
  slug: my-site
  type: proxy

components:
  edgee/ga4:
    version: latest
    settings:
      measurement_id: { env: EDGEE__GA4__MEASUREMENT_ID }

domains:
  - a.example.com
  - b.example.com
`);
    expect(stdout).toBe(`✓ projectsync.yaml is written. Next:
  mkdir -p schema && projectsync schema > schema/projectsync.schema.json   # for your editor
  projectsync validate projectsync.yaml   # which values are still missing
  projectsync doctor   # whether both work
  projectsync plan projectsync.yaml   # what apply would do
`);
    const validated = await place.run(["validate"]);
    expect(validated.code).toBe(0);
    expect(validated.stdout + validated.stderr).toContain("environment variable EDGEE__GA4__MEASUREMENT_ID is not set");
  });

  it("writes a file that plans, whichever components it names", async () => {
    await using place = await startPlace();
    const components = ["edgee/ga4", "edgee/meta-capi", "edgee/warehouse-export"];
    await place.run(["init", ...FLAGS, ...components.flatMap((each) => ["--component", each])]);
    const { code, stdout } = await place.run(["plan"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Plan: 4 to create") });
    const values = [...(await place.read("projectsync.yaml")).matchAll(/(?:env|secret): (\w+)/g)];
    const variables = Object.fromEntries(values.map(([, name = ""]) => [name, "some-value"]));
    expect((await place.run(["apply", "--yes"], { ...place.environment, ...variables })).code).toBe(0);
  });

  it("makes no value up, and gives each secret a variable of its own", async () => {
    const required = { required: true };
    const catalogue = [
      catalogueEntry("acme/ads", [{ name: "key", secret: true, ...required }]),
      catalogueEntry("other/ads", [{ name: "key", secret: true, ...required }]),
      catalogueEntry("acme/mode", [{ name: "mode", options: ["live", "test"], ...required }]),
      catalogueEntry("acme/pay", [
        { name: "limit", type: "number", ...required },
        { name: "live", type: "bool", ...required },
      ]),
      catalogueEntry("acme/pin", [{ name: "pin", type: "number", secret: true, ...required }]),
    ];
    await using place = await startPlace({ seed: { catalogue } });
    await place.run(["init", ...FLAGS, ...catalogue.flatMap(({ slug }) => ["--component", slug])]);
    const file = await place.read("projectsync.yaml");
    const settings = file.split("\n").filter((line) => /^ +(?:settings|key|mode|limit|live):/.test(line));
    expect(settings.map((line) => line.trim())).toEqual([
      "settings:",
      "key: { secret: ACME__ADS__KEY }",
      "settings:",
      "key: { secret: OTHER__ADS__KEY }",
      "settings:",
      "mode: { env: ACME__MODE__MODE }",
      "settings:",
      "limit: { env: ACME__PAY__LIMIT, type: number }",
      "live: { env: ACME__PAY__LIVE, type: boolean }",
      "settings: change-me",
    ]);
  });

  it("refuses components that the catalogue does not have", async () => {
    await using place = await startPlace();
    const components = ["edgee/none", "edgee/ga4", "edgee/nothing"].flatMap((each) => ["--component", each]);
    const { code, stdout, stderr } = await place.run(["init", ...FLAGS, ...components]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^error: Component edgee\/none not found\..*\nerror: Component edgee\/nothing not found\..*\n$/,
    );
    await expect(place.read("projectsync.yaml")).rejects.toThrow("ENOENT");
  });

  it.each<[how: string, given: Record<string, string>, why: string]>([
    ["without a service", {}, ""],
    ["with a token that is refused", { PROJECTSYNC_TOKEN: "another-token" }, "401"],
    ["with an address that cannot be", { PROJECTSYNC_BASE_URL: "ftp://api.example.com" }, "PROJECTSYNC_BASE_URL"],
  ])("leaves a gap that validate explains: %s", async (_how, changed, why) => {
    await using place = await startPlace();
    const environment = why === "" ? {} : { ...place.environment, ...changed };
    const { code, stdout, stderr } = await place.run(["init", ...FLAGS, "--component", "edgee/ga4"], environment);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(why) });
    expect(stdout).toContain("  projectsync component edgee/ga4   # its settings, to copy into the file\n");
    expect(await place.read("projectsync.yaml")).toContain("settings: change-me");
    expect(await place.run(["validate"])).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(
        /^projectsync\.yaml:11:15: .* must be a map .*`projectsync component edgee\/ga4` lists them/,
      ),
    });
  });

  it("manages only what the flags name, and creates the folder of the file", async () => {
    await using place = await startPlace();
    expect((await place.run(["init", "sites/a.yaml", ...FLAGS], {})).code).toBe(0);
    const written = await place.read("sites/a.yaml");
    expect(written).toMatch(/^# yaml-language-server: \$schema=\.\.\/schema\/projectsync\.schema\.json\n/);
    expect(good(written).domains).toBeUndefined();
    await place.run(["init", "sites/b.yaml", ...FLAGS, "--schema", "https://example.com/s.json"], {});
    expect(await place.read("sites/b.yaml")).toMatch(
      /^# yaml-language-server: \$schema=https:\/\/example\.com\/s\.json\n/,
    );
  });

  it("overwrites a file only with --force", async () => {
    await using place = await startPlace();
    await place.write("projectsync.yaml", "mine\n");
    const refused = await place.run(["init", ...FLAGS], {});
    expect(refused).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/File exists already: projectsync\.yaml\. .*--force/),
    });
    expect(await place.read("projectsync.yaml")).toBe("mine\n");
    expect((await place.run(["init", ...FLAGS, "--force"], {})).code).toBe(0);
    good(await place.read("projectsync.yaml"));
  });

  it("prints next steps that can be copied into a shell", async () => {
    await using place = await startPlace();
    const { stdout } = await place.run(
      ["init", "my site's.yaml", ...FLAGS, "--component", "a/b", "--component", "a/b"],
      {},
    );
    expect(stdout).toContain(String.raw`projectsync plan 'my site'\''s.yaml'`);
    expect(stdout.match(/projectsync component a\/b/g)).toHaveLength(1);
  });
});

describe("the questions of init", () => {
  const nothing: Answers = {};

  async function ask(said: Answers, typed: string, wrongSlug = "") {
    const input = new PassThrough();
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const wrongIn = ({ slug = "" }: Answers) =>
      slug === wrongSlug
        ? [{ file: "f", line: 1, column: 1, level: "error" as const, path: "project.slug", message: "not this one" }]
        : [];
    const answers = askFor(said, wrongIn, { input, output, signal: new AbortController().signal });
    input.end(typed);
    const found = await answers;
    output.end();
    return { answers: found, shown: await text(output) };
  }

  it("are only those that no flag answers", async () => {
    const { answers, shown } = await ask({ organization: "org_1" }, "a\n\nx.com, y.com\nedgee/ga4\n");
    expect(answers).toEqual({ organization: "org_1", slug: "a", domain: ["x.com", "y.com"], component: ["edgee/ga4"] });
    expect(shown).not.toContain("Organization id (");
  });

  it("are asked again after a wrong answer", async () => {
    const { answers, shown } = await ask({ organization: "o", type: "mcp" }, "bad\ngood\n\n\n", "bad");
    expect(answers).toMatchObject({ slug: "good", type: "mcp" });
    // The words of the file's own rule.
    expect(shown).toContain("Project slug (letters, digits and . _ ~ -): ");
    expect(shown).toContain("  not this one\n");
  });

  it("lose no line of a list that is pasted as the last answer", async () => {
    const { answers } = await ask({ organization: "o", slug: "s", type: "mcp" }, "\nedgee/ga4\nedgee/meta-capi\n\n");
    expect(answers).toMatchObject({ component: ["edgee/ga4", "edgee/meta-capi"] });
  });

  it("wait for the end of the last line of such a list, which most clipboards leave out", async () => {
    const input = new PassThrough();
    const output = Object.assign(new PassThrough(), { isTTY: true });
    const given = { organization: "o", slug: "s", type: "mcp", domain: [] };
    const answers = askFor(given, () => [], { input, output, signal: new AbortController().signal });
    input.write("edgee/ga4\nedgee/meta");
    await setImmediate();
    input.write("-capi\n");
    expect(await answers).toMatchObject({ component: ["edgee/ga4", "edgee/meta-capi"] });
  });

  it("end at Ctrl-C", async () => {
    expect((await ask(nothing, "org_1\nmy\u0003")).answers).toBe("interrupted");
  });

  it("end with the input", async () => {
    expect((await ask(nothing, "org_1\n")).answers).toBe("ended");
    expect((await ask(nothing, "org_1\nmy\n\u0004")).answers).toBe("ended");
  });

  it("are shown on the terminal when stderr leads elsewhere, and are not asked if no stream leads to a terminal", async () => {
    await using place = await startPlace();
    const typedEarly = "org_1\nmy-site\n\n\n\n";
    const { code, screen, pipe } = await place.onTerminal(["init"], { typedEarly, piped: "stderr" });
    expect({ code, pipe }).toEqual({ code: 0, pipe: "" });
    expect(screen.join("\n")).toContain("Organization id");
    const hidden = await place.onTerminal(["init", "b.yaml"], {
      typedEarly,
      stdout: new PassThrough(),
      stderr: new PassThrough(),
    });
    expect(hidden.code).toBe(1);
  });
});
