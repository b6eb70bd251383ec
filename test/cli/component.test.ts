import { describe, expect, it } from "vitest";
import { defaultCatalogue } from "../../emulator/default-catalogue.ts";
import { checkAgainstCatalogue } from "../../core/resources/component/check-catalogue.ts";
import type { FoundEntry } from "../../core/resources/catalogue.ts";
import { describeComponent } from "../../cli/describe-component.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { good, PROJECT } from "../file/load.ts";
import { startPlace } from "./command-place.ts";

/** What the catalogue says is wrong with a snippet in a project file. */
function errorsIn(snippet: string, entry: FoundEntry, environment: Readonly<Record<string, string>>) {
  const [{ declared } = { declared: {} }] = good(PROJECT + snippet, { environment }).components ?? [];
  const findings = checkAgainstCatalogue(entry, { ...declared, pending: new Set(), live: false });
  return findings.filter(({ level }) => level === "error");
}

describe("projectsync component", () => {
  it.each([[], ["--json"]])("shows no token, also if the catalogue repeats it (%j)", async (...words) => {
    const token = "canary-token-4711";
    const catalogue = [{ ...catalogueEntry("acme/ads", [{ name: "key", title: `${token}!` }]), name: `Ads ${token}` }];
    await using place = await startPlace({ token, seed: { catalogue } });
    const { code, stdout } = await place.run(["component", "acme/ads", ...words.flat()]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("Ads (secret)") });
    expect(stdout).not.toContain("canary");
  });

  it("describes the latest version", async () => {
    await using place = await startPlace();
    const { code, stdout, stderr } = await place.run(["component", "edgee/meta-capi"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`Meta Conversions API (edgee/meta-capi)
Sends conversions from the edge.

latest version  2.0.1
versions        2.0.1
documentation   https://example.invalid/docs/meta-capi
repository      https://example.invalid/repos/meta-capi

Settings of 2.0.1
  pixel_id (string, required)
    Pixel ID
  access_token (string, required, secret)
    Access token
  region (string)
    Region
    one of eu, us, apac

In a project file
components:
  edgee/meta-capi:
    version: "2.0.1"
    settings:
      pixel_id: { env: EDGEE__META_CAPI__PIXEL_ID }
      access_token: { secret: EDGEE__META_CAPI__ACCESS_TOKEN }
      # region: eu
`);
  });

  it("shows another version, and versions by their numbers", async () => {
    await using place = await startPlace();
    const { stdout } = await place.run(["component", "edgee/warehouse-export", "--version", "1.9.0"]);
    expect(stdout).toMatch(/^versions +1\.10\.0, 1\.9\.0$/m);
    expect(stdout).toMatch(/^Settings of 1\.9\.0$/m);
    expect(stdout).not.toContain("service_key");
  });

  it("says that a component is archived, and who sees it", async () => {
    await using place = await startPlace();
    expect((await place.run(["component", "edgee/legacy-pixel"])).stdout).toMatch(/^archived: /m);
    expect((await place.run(["component", "acme/consent-banner"])).stdout).toMatch(/its organization only$/m);
  });

  it("says what is not in the catalogue", async () => {
    const catalogue = [
      { id: "1", slug: "a/silent" },
      { id: "2", slug: "a/bare", latest_version: "1", versions: { "1": { dynamic_fields: [] } } },
    ];
    await using place = await startPlace({ seed: { catalogue } });
    const silent = (await place.run(["component", "a/silent"])).stdout;
    expect(silent).toMatch(/^versions +unknown$/m);
    expect(silent).toContain("The catalogue does not describe the settings.");
    expect((await place.run(["component", "a/bare"])).stdout).toContain("No settings of 1.");
  });

  it.each(defaultCatalogue)("gives a snippet of $slug that loads and fits the catalogue", (component) => {
    const entry = { status: "found", slug: component.slug, component } as const;
    const { snippet } = describeComponent(entry);
    const secrets = [...snippet.matchAll(/(?:env|secret): (\w+)/g)].map(([, name = ""]) => [name, "some-secret"]);
    // As it is, and with what is optional.
    for (const text of [snippet, snippet.replaceAll("# ", "")]) {
      expect(errorsIn(text, entry, Object.fromEntries(secrets))).toEqual([]);
    }
  });

  const settings = { dynamic_fields: [{ name: "key", title: "Key", type: "string" as const, required: true }] };
  const listed = { "1.9.0": {}, "2.0.0-rc.1": {}, "2.0.0": settings, "1.10.0": {} };

  it.each([
    ["the newest listed where none is called the latest", { versions: listed }, '"2.0.0"'],
    ["the newest listed where the latest is not", { versions: listed, latest_version: "3.0.0" }, '"2.0.0"'],
    ["the latest where none are listed", { latest_version: "3.0.0" }, '"3.0.0"'],
    ["none where nothing is said", {}, undefined],
    ["none where there is none", { versions: {}, latest_version: "3.0.0" }, undefined],
  ])("shows %s, in a snippet that fits the catalogue", async (_what, said, version) => {
    const component = { id: "1", slug: "a/b", ...said };
    const entry = { status: "found", slug: "a/b", component } as const;
    for (const wanted of [undefined, "latest"]) {
      const { snippet, ...described } = describeComponent(entry, wanted);
      expect(/version: (.*)/.exec(snippet)?.[1]).toBe(version);
      expect(described.version).toBe(version?.replaceAll('"', ""));
      expect(errorsIn(snippet, entry, { A__B__KEY: "a" })).toEqual([]);
    }
  });

  it.each([[[]], [["--json"]]])("prints no control characters from the catalogue: %j", async (words) => {
    const name = "a\n::error::pwned\u001B[31m ##[error]pwned\u2028\u202E\u009Bm";
    await using place = await startPlace({ seed: { catalogue: [catalogueEntry("edgee/hostile", [{ name }])] } });
    const { code, stdout } = await place.run(["component", "edgee/hostile", ...words]);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/##\[|^\s*::|[^\P{Cc}\n]|[\u2028\u202E]/mu);
  });
});
