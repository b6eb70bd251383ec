import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import { startTimedPlace } from "./command-place.ts";

const FILE = `version: 1
project: { organization_id: org_1, slug: site }
domains: [www.example.com]
`;

async function start(options: OpenOptions) {
  const place = await startTimedPlace({ seed: { organizations: ["org_1"] }, ...options });
  await place.write("projectsync.yaml", FILE);
  return place;
}

const RATE_LIMIT = {
  faults: { faults: [{ fault: { kind: "answer", status: 429, headers: { "retry-after": "42" } } }] },
} as const;

const WAITS = [10, 20, 30, 40].map(
  (at) => `Reading projects: 0 of 1 (${at} s); waiting ${42 - at} s: the service answered 429`,
);

describe("progress on a terminal", () => {
  it("says how far the run is and what it waits for, every ten seconds", async () => {
    await using here = await start(RATE_LIMIT);
    const { written } = await here.onTerminal(["plan"]);
    expect(written).not.toContain("\u001B");
    expect(written.match(/^Reading projects: .*$/gm)).toEqual(WAITS);
  });

  it("counts the changes, and names the host name that has to be released", async () => {
    const projects = [
      { organization_id: "org_1", slug: "old", domains: [{ name: "www.example.com" }] },
      { organization_id: "org_1", slug: "site" },
    ];
    await using here = await start({ seed: { projects }, habits: { hostNames: { releaseMs: 60_000 } } });
    await here.write(
      "old.yaml",
      FILE.replace("site", "old").replace("www.example.com", "{ name: www.example.com, absent: true }"),
    );
    const { code, written } = await here.onTerminal(["apply", "--yes", "*.yaml"]);
    expect(code).toBe(0);
    expect(written).toMatch(/Writing changes: 0 of 1 \(\d+ s\); waiting \d+ s for www\.example\.com to be released$/m);
  });

  it("is on stderr while stdout is one JSON object", async () => {
    await using here = await start(RATE_LIMIT);
    const { written, pipe } = await here.onTerminal(["plan", "--json"], { piped: "stdout" });
    expect(written).toContain("Reading projects: 0 of 1 (10 s)");
    expect(JSON.parse(pipe)).toMatchObject({ result: "changes" });
  });

  it("is replaced by the requests with --verbose", async () => {
    await using here = await start(RATE_LIMIT);
    const { written } = await here.onTerminal(["plan", "--verbose"]);
    expect(written).toContain("GET /v1/projects: 429 in 0 ms");
    expect(written).not.toContain("Reading");
  });

  it.each([[["export", "--organization", "org_1", "--out", "-"]], [["component", "edgee/ga4"]]])(
    "is shown by %j",
    async (words) => {
      await using here = await start(RATE_LIMIT);
      expect((await here.onTerminal(words)).written).toContain("Reading (10 s); waiting 32 s");
    },
  );
});

describe("progress without a terminal", () => {
  it("is a line every ten seconds on stderr", async () => {
    await using here = await start(RATE_LIMIT);
    const { stdout, stderr } = await here.run(["plan"]);
    expect(stdout).toMatch(/Plan: 2 to create\n$/);
    expect(stderr.trimEnd().split("\n")).toEqual(WAITS);
  });

  it("is absent with --json", async () => {
    await using here = await start(RATE_LIMIT);
    expect((await here.run(["plan", "--json"])).stderr).toBe("");
  });
});
