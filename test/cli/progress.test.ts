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

const SLOW = { latencyMs: 3_000 };
const RATE_LIMIT = {
  faults: { faults: [{ fault: { kind: "answer", status: 429, headers: { "retry-after": "42" } } }] },
} as const;

describe("progress on a terminal", () => {
  it("is one line that counts projects and changes, and is gone at the end", async () => {
    await using here = await start(SLOW);
    const { code, written, screen } = await here.onTerminal(["apply", "--yes"]);
    expect(code).toBe(0);
    expect(written).toContain("Reading projects: 0 of 1 (1 s)\n");
    expect(written).toContain("Reading projects: 0 of 1 (2 s)\n");
    expect(written).toMatch(/Writing changes: 0 of 2 \(3 s\)\n[\s\S]*Writing changes: 1 of 2 /);
    expect(screen.filter((line) => /Reading|Writing|waiting/.test(line))).toEqual([]);
    expect(screen).toContain("Apply: 2 done");
  });

  it("is absent if the run takes less than a second", async () => {
    await using here = await start({ latencyMs: 100 });
    expect((await here.onTerminal(["plan"])).written).not.toContain("Reading");
  });

  it("says what it waits for", async () => {
    await using here = await start(RATE_LIMIT);
    const { written } = await here.onTerminal(["plan"]);
    expect(written).toContain("Reading projects: 0 of 1 (1 s); waiting 41 s: the service answered 429\n");
    expect(written).toContain("Reading projects: 0 of 1 (41 s); waiting 1 s: the service answered 429\n");
  });

  it("names the host name that has to be released", async () => {
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

  it("fits into one row", async () => {
    await using here = await start(RATE_LIMIT);
    const { written } = await here.onTerminal(["plan"], { columns: 30 });
    expect(written).toContain("Reading projects: 0 of 1 (1 s\n");
  });

  it("is a plain line every ten seconds if the terminal cannot replace it", async () => {
    await using here = await start(RATE_LIMIT);
    const { written } = await here.onTerminal(["plan"], {}, { TERM: "dumb" });
    expect(written).not.toContain("\u001B");
    expect(written.match(/^Reading projects: /gm)).toHaveLength(4);
  });

  it("is on stderr while stdout is one JSON object", async () => {
    await using here = await start(SLOW);
    const { written, pipe } = await here.onTerminal(["plan", "--json"], { piped: "stdout" });
    expect(written).toContain("Reading projects: 0 of 1 (1 s)");
    expect(JSON.parse(pipe)).toMatchObject({ result: "changes" });
  });

  it("is replaced by the requests with --verbose", async () => {
    await using here = await start(SLOW);
    const { written } = await here.onTerminal(["plan", "--verbose"]);
    expect(written).toContain("GET /v1/projects: 200 in 3000 ms");
    expect(written).not.toContain("Reading");
  });

  it.each([[["export", "--organization", "org_1", "--out", "-"]], [["component", "edgee/ga4"]]])(
    "is gone before %j prints",
    async (words) => {
      await using here = await start(SLOW);
      const { written, screen } = await here.onTerminal(words);
      expect(written).toContain("Reading (1 s)");
      expect(screen.join("\n")).not.toContain("Reading");
    },
  );
});

describe("progress without a terminal", () => {
  it("is a line every ten seconds on stderr", async () => {
    await using here = await start(RATE_LIMIT);
    const { stdout, stderr } = await here.run(["plan"]);
    expect(stdout).toMatch(/Plan: 2 to create\n$/);
    expect(stderr.trimEnd().split("\n")).toEqual(
      [10, 20, 30, 40].map(
        (at) => `Reading projects: 0 of 1 (${at} s); waiting ${42 - at} s: the service answered 429`,
      ),
    );
  });

  it("is absent with --json", async () => {
    await using here = await start(RATE_LIMIT);
    expect((await here.run(["plan", "--json"])).stderr).toBe("");
  });
});
