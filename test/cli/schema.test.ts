import { readFile } from "node:fs/promises";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { startPlace } from "./command-place.ts";
import { ROOT, runCli } from "./run-cli.ts";

const SITE = `version: 1
project: { organization_id: org_1, slug: site }
components:
  edgee/ga4: { version: "1.2.0", settings: { measurement_id: { env: NOT_SET } } }
  edgee/legacy-pixel: { absent: true }
`;

const compile = (text: string) =>
  new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false }).compile(JSON.parse(text));

describe("projectsync schema", () => {
  it("prints the schema that is published, without a service", async () => {
    const published = await readFile(path.join(ROOT, "schema/projectsync.schema.json"), "utf8");
    expect(await runCli(["schema"])).toEqual({ code: 0, stdout: published, stderr: "" });
  });
});

describe("projectsync schema --catalogue", () => {
  it("describes the components that the files use, and looks up no others", async () => {
    await using place = await startPlace();
    await place.write("site.yaml", SITE);
    const { code, stdout, stderr } = await place.run(["schema", "--catalogue", "*.yaml"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const accepts = compile(stdout);
    expect(accepts(parse(SITE))).toBe(true);
    expect(accepts(parse(SITE.replace("measurement_id", "measurment_id")))).toBe(false);
    expect(accepts.errors?.[0]?.instancePath).toBe("/components/edgee~1ga4/settings");
    expect(place.emulator.requests().map(({ path }) => path)).toEqual(["/v1/components/edgee/ga4"]);
  });

  it("warns of a component that is not in the catalogue, and describes it in general", async () => {
    await using place = await startPlace();
    await place.write("site.yaml", SITE.replace("edgee/ga4", "edgee/ga5"));
    const { code, stdout, stderr } = await place.run(["schema", "--catalogue", "site.yaml"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^warning: Component edgee\/ga5 not found\. .* describes edgee\/ga5 in general only\.\n$/);
    expect(compile(stdout)(parse(SITE))).toBe(true);
  });

  it.each([
    [
      "an invalid file",
      "version: 1\nproject: { organization_id: o, slug: a, colour: 1 }\n",
      /^site\.yaml:2:41: error: /,
    ],
    ["no file", undefined, /^error: File not found: site\.yaml$/m],
  ])("reports %s as validate does, and prints no schema", async (_what, text, message) => {
    await using place = await startPlace();
    if (text !== undefined) await place.write("site.yaml", text);
    const { code, stdout, stderr } = await place.run(["schema", "--catalogue", "site.yaml"]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toMatch(message);
    expect(stderr).toBe((await place.run(["validate", "site.yaml"])).stderr);
  });

  it("says what is missing to reach the service", async () => {
    await using place = await startPlace();
    await place.write("site.yaml", SITE);
    const { code, stdout, stderr } = await place.run(["schema", "--catalogue", "site.yaml"], {});
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^error: PROJECTSYNC_BASE_URL is not set\./);
  });
});
