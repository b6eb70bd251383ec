import { describe, expect, it } from "vitest";
import { json, startFaultServer } from "../api/fault-server.ts";
import { liveProject } from "../live-project.ts";
import { startPlace } from "./command-place.ts";

const file = (slug: string, rest = "") => `version: 1\nproject: { organization_id: org_1, slug: ${slug} }\n${rest}`;

describe("--only", () => {
  it("can be repeated, and says how much it leaves out", async () => {
    await using place = await startPlace({ seed: { projects: [liveProject("a"), liveProject("b")] } });
    await place.write("a.yaml", file("a", "domains: [a.example.com, b.example.com]\n"));
    await place.write("b.yaml", file("b", "domains: [c.example.com]\n"));
    const only = ["--only", "*/a.example.com", "--only", "ORG_1/B"];
    const plan = await place.run(["plan", "*.yaml", ...only]);
    expect(plan).toMatchObject({ code: 0, stderr: "" });
    expect(plan.stdout).toContain("Plan: 2 to create, 1 unchanged, 2 left out by only");
    expect((await place.run(["apply", "--yes", "*.yaml", ...only])).code).toBe(0);
    expect((await place.run(["drift", "*.yaml", ...only])).stdout).toMatch(
      /^✓ No drift\. 3 unchanged, 2 left out by only\n$/m,
    );
    const json = JSON.parse((await place.run(["drift", "*.yaml", ...only, "--json"])).stdout);
    expect(json).toMatchObject({ result: "no-changes", only: ["*/a.example.com", "ORG_1/B"], leftOut: 2 });
    expect((await place.run(["drift", "*.yaml"])).code).toBe(2);
  });
});

it("a project with content that is to be removed is held, with the words that remove it and nothing else", async () => {
  await using place = await startPlace({
    seed: { projects: [liveProject("a", ["a.example.com"]), liveProject("b", ["b.example.com"])] },
  });
  await place.write("a.yaml", file("a").replace("slug: a", "slug: a, absent: true"));
  await place.write("b.yaml", file("b", "domains: []\n"));
  const { stdout } = await place.run(["plan", "*.yaml"]);
  const [words = ""] = /--only .* --prune all/.exec(stdout) ?? [];
  expect(words).toBe("--only org_1/a --prune all");
  expect((await place.run(["apply", "--yes", "*.yaml", ...words.split(" ")])).code).toBe(0);
  expect(place.writes().map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /v1/projects/prj_a/domains/a.example.com",
    "DELETE /v1/projects/prj_a",
  ]);
});

describe("--organizations", () => {
  it("lets files of the listed ones through, and writes nothing to another one that a pin names", async () => {
    const theirs = { ...liveProject("b"), organization_id: "org_2" };
    await using place = await startPlace({ seed: { projects: [liveProject("a"), theirs] } });
    await place.write("a.yaml", file("a", "domains: [a.example.com]\n"));
    await place.write("b.yaml", file("c").replace("slug: c", "slug: c, id: prj_b"));
    const { code, stdout } = await place.run(["apply", "--yes", "*.yaml", "--organizations", "org_1"]);
    expect(code).toBe(4);
    expect(stdout).toContain("Project prj_b belongs to org_2, not to org_1.");
    expect(place.writes().map(({ path }) => path)).toEqual(["/v1/projects/prj_a/domains"]);
  });
});

describe("--fail-on", () => {
  const seed = {
    projects: [
      {
        ...liveProject("a", ["www.example.com"]),
        components: [{ component_slug: "edgee/meta-capi", settings: { pixel_id: "px", access_token: "****" } }],
      },
    ],
  };
  const hidden = "components: { edgee/meta-capi: { settings: { pixel_id: px, access_token: declared-9911 } } }\n";
  const unset = file("a").replace("slug: a", "slug: a, description: { env: NOT_SET }");

  it.each<[what: string, text: string, codes: Readonly<Record<string, number>>, counts: string]>([
    [
      "a variable that is not set",
      unset,
      { "": 2, unset: 2, drift: 0, none: 0, "hidden,unmanaged": 0 },
      "1 unchanged, 1 value unset",
    ],
    ["a hidden value", file("a", hidden), { "": 0, "drift, Hidden": 2, none: 0 }, "2 unchanged, 1 value hidden"],
    ["an unmanaged domain", file("a", "domains: []\n"), { "": 0, unmanaged: 2, none: 0 }, "1 unmanaged, 1 unchanged"],
    ["a difference", file("a", "domains: [b.example.com]\n"), { "": 2, drift: 2, unset: 0, none: 0 }, "1 to create"],
  ])("says whether %s exits with 2, in drift and in plan --detailed-exitcode", async (_what, text, codes, counts) => {
    await using place = await startPlace({ seed });
    await place.write("a.yaml", text);
    for (const [what, code] of Object.entries(codes)) {
      const words = what === "" ? [] : ["--fail-on", what];
      const drift = await place.run(["drift", "a.yaml", ...words]);
      expect({ what, code: drift.code }).toEqual({ what, code });
      expect(drift.stdout).toContain(counts);
      const isWhole = text !== unset && !text.includes(hidden);
      expect(drift.stdout.includes("in what was compared")).toBe(!isWhole);
      const isBlind = code === 2 && !isWhole;
      expect(/in what was compared \(values (?:unset|hidden): 1\)/.test(drift.stdout)).toBe(isBlind);
      expect(drift.stdout.includes("No drift, but unmanaged objects.")).toBe(what === "unmanaged");
      const plan = await place.run(["plan", "a.yaml", "--detailed-exitcode", ...words]);
      expect(plan.code).toBe(code);
      expect(plan.stdout.includes("No changes, but unmanaged objects.")).toBe(what === "unmanaged");
      expect((await place.run(["plan", "a.yaml"])).code).toBe(0);
    }
  });
});

it("--wait-timeout may go with --wait-for-domains none", async () => {
  await using place = await startPlace();
  await place.write("a.yaml", file("a"));
  expect(
    (await place.run(["apply", "--yes", "a.yaml", "--wait-for-domains", "none", "--wait-timeout", "5"])).code,
  ).toBe(0);
});

/** A service without projects. Holds all answers until `wanted` requests run at once. `most`: how many ever did. */
async function startCrowded(wanted: number) {
  const held: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const server = await startFaultServer((response) => {
    running += 1;
    most = Math.max(most, running);
    held.push(() => {
      running -= 1;
      json(response, 200, { object: "list", data: [], has_more: false });
    });
    if (most >= wanted) setImmediate(() => held.splice(0).forEach((answer) => answer()));
  });
  return { ...server, most: () => most };
}

describe("--parallelism", () => {
  it.each([1, 3, 64])("%i: so many requests run at once", async (parallelism) => {
    await using place = await startPlace();
    await using service = await startCrowded(parallelism);
    // One list for each organization.
    for (let index = 0; index < 2 * parallelism; index += 1) {
      await place.write(`${index}.yaml`, file("a").replace("org_1", `org_${index}`));
    }
    const environment = { PROJECTSYNC_BASE_URL: service.url, PROJECTSYNC_TOKEN: "token-4711" };
    const words = ["drift", "*.yaml", "--parallelism", String(parallelism), "--json"];
    const { stdout } = await place.run(words, environment);
    expect(JSON.parse(stdout).counts).toMatchObject({ create: 2 * parallelism, blocked: 0 });
    expect(service.most()).toBe(parallelism);
  });
});
