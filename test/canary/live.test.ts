import { readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import type { Rule, Seed } from "../../emulator/start.ts";
import { checkOut } from "../action/service.ts";
import { runCli } from "../cli/run-cli.ts";
import { always, on } from "../reconcile/scene.ts";
import { FORMATS, openService, runIn, type Service } from "./formats.ts";
import { leaks, OLD, TOKEN } from "./secrets.ts";

/* Live secrets that no file declares, in every field that may hold one. Somebody else keeps them in the service. */

const PIXEL = { id: "pc_meta", component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: OLD } };
/** The catalogue hides this component, so that it is not known which settings are secrets. */
const HIDDEN = {
  id: "pc_hidden",
  component_slug: "edgee/ga4",
  settings: { measurement_id: "zq7x-hidden", nested: { deep: ["zq7x-nested"] } },
};
const UNMANAGED = {
  id: "pc_unmanaged",
  component_slug: "edgee/warehouse-export",
  settings: { dataset: "d", service_key: "zq7x-service-key" },
};
const failing = (method: Rule["method"], path: string, status: number, error: object): Rule =>
  on(
    `${method} ${path}`,
    { kind: "answer", status, headers: { "content-type": "application/json" }, body: { error } },
    always,
  );
const catalogue = failing("GET", "/v1/components/edgee/ga4", 404, {
  type: "not_found_error",
  message: "no such component",
});
const values = { "x-key": OLD, deep: [{ of: "zq7x-in-a-list" }] };

const LIVE: Seed = {
  projects: [
    {
      id: "prj_site",
      organization_id: "org_1",
      slug: "site",
      external_project_url: "https://zq7x-user:zq7x%2Fpass@example.com/?key=zq7x%20query&zq7x-flag#zq7x-fragment",
      forwarded_headers: [
        { name: "authorization", value: `Bearer ${OLD}` },
        { name: "cookie", value: `session=${OLD}` },
      ],
      override_cache: [
        {
          path: "/a",
          conditions: {
            request_headers: { values },
            request_cookies: { values },
            request_query_params: { values },
            response_headers: { values },
          },
        },
      ],
      components: [PIXEL, HIDDEN, UNMANAGED],
      domains: [{ name: "www.example.com" }],
    },
    {
      id: "prj_other",
      organization_id: "org_1",
      slug: "other",
      description: OLD,
      components: [{ ...PIXEL, id: "pc_other" }],
    },
  ],
};

const SITE = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";

/** What the files declare in their place: other values, none, or nothing at all. */
const DECLARED = {
  "other values": `${SITE}  external_project_url: https://example.com/
  forwarded_headers: [{ name: authorization, value: ours }]
  override_cache: [{ path: /b }]
components:
  edgee/meta-capi: { settings: { pixel_id: "2", access_token: ours } }
  edgee/ga4: { settings: { measurement_id: ours, nested: 1 } }
`,
  none: `${SITE}  external_project_url: ""
  forwarded_headers: []
  override_cache: []
components:
  edgee/meta-capi: { settings: { pixel_id: "2", access_token: null } }
domains: []
`,
  nothing: `${SITE}  cache: true\ncomponents: {}\ndomains: []\n`,
} as const;

/** Everything that a service could quote of the live records, also one by one. */
const QUOTED = [
  `Bearer ${OLD}`,
  `session=${OLD}`,
  OLD,
  "zq7x-user:zq7x%2Fpass",
  "zq7x-user",
  "zq7x/pass",
  "zq7x%2Fpass",
  "?key=zq7x%20query&zq7x-flag#zq7x-fragment",
  "zq7x query",
  "zq7x+query",
  "zq7x-fragment",
  "zq7x-in-a-list",
  "zq7x-hidden",
  "zq7x-nested",
  "zq7x-service-key",
];
const quoting = (method: Rule["method"], path: string): Rule =>
  failing(method, path, 400, {
    type: "invalid_request_error",
    message: `It has ${OLD}.`,
    params: QUOTED.map((text) => ({ param: text, message: `not "${text}"` })),
  });

const openLive = (...faults: readonly Rule[]) =>
  openService({ token: TOKEN, seed: LIVE, faults: { faults: [catalogue, ...faults] } });

describe.each(FORMATS)("live secrets that no file declares, told of as %s", (format) => {
  it.each(Object.entries(DECLARED))("are shown in no mode, where the file declares %s", async (what, file) => {
    await using emulator = await openLive();
    await using checkout = await checkOut({ "site.yaml": file });
    for (const mode of ["validate", "plan", "drift"] as const) {
      const run = await runIn(format, mode, emulator, checkout);
      expect(run.everything).not.toBe("");
      expect(leaks(run.everything), mode).toEqual([]);
    }
    emulator.setFaults({ faults: [catalogue, quoting("POST", "/v1/projects/**")] });
    const refused = await runIn(format, "apply", emulator, checkout);
    expect(refused.code).not.toBe(0);
    expect(leaks(refused.everything), what).toEqual([]);
    emulator.setFaults({ faults: [catalogue] });
    expect(leaks((await runIn(format, "apply", emulator, checkout)).everything), what).toEqual([]);
  });

  it("are not shown if the service quotes them where it refuses to delete their objects", async () => {
    await using emulator = await openLive(quoting("DELETE", "/v1/projects/**"));
    await using checkout = await checkOut({ "site.yaml": `${SITE}components:\n  edgee/meta-capi: {}\ndomains: []\n` });
    const { code, everything } = await runIn(format, "apply", emulator, {
      ...checkout,
      words: ["--prune", "all"],
      inputs: { prune: "all" },
    });
    expect(everything).toContain("It has (secret)");
    expect(leaks(everything)).toEqual([]);
    expect(code).not.toBe(0);
  });
});

/** Runs the command line with every request traced, and reads the files that it wrote. */
async function said(words: readonly string[], { url, token }: Service, folder: string): Promise<string> {
  const own = { PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: token };
  const { stdout, stderr } = await runCli([...words, "--verbose"], own, folder);
  const files = await readdir(folder, { recursive: true });
  const texts = await Promise.all(files.map((file) => readFile(path.join(folder, file), "utf8")));
  expect(stderr).toContain("GET /v1/");
  return [stdout, stderr, ...texts].join("\n");
}

describe("live secrets in other commands and files", () => {
  it.each([
    ["project files", []],
    ["project files and JSON", ["--json"]],
    ["a program", ["--format", "pulumi"]],
    ["a program and JSON", ["--format", "pulumi", "--json"]],
  ])("are not in an export as %s", async (_what, words) => {
    await using emulator = await openLive();
    await using checkout = await checkOut({});
    const everything = await said(["export", "--organization", "org_1", ...words], emulator, checkout.folder);
    expect(everything).toContain("AUTHORIZATION".toLowerCase());
    expect(leaks(everything)).toEqual([]);
  });

  it("are not in a saved plan, nor in what is said of an apply with it", async () => {
    await using emulator = await openLive();
    await using checkout = await checkOut({ "site.yaml": DECLARED["other values"] });
    const planned = await said(["plan", "site.yaml", "--out", "plan.json"], emulator, checkout.folder);
    // Now the plan is out of date.
    const changed = DECLARED["other values"].replaceAll("ours", "theirs").replace("/b", "/c");
    await writeFile(path.join(checkout.folder, "site.yaml"), changed);
    const everything = await said(["apply", "site.yaml", "--plan", "plan.json"], emulator, checkout.folder);
    expect(await readFile(path.join(checkout.folder, "plan.json"), "utf8")).toContain("(sensitive)");
    expect(everything).toContain("Changes differ from the saved plan");
    expect(leaks(planned + everything)).toEqual([]);
  });

  it("are not in the description of a component", async () => {
    await using emulator = await openService({ token: TOKEN, seed: LIVE });
    await using checkout = await checkOut({});
    expect(leaks(await said(["component", "edgee/meta-capi"], emulator, checkout.folder))).toEqual([]);
  });
});
