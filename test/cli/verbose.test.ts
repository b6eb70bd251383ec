import { describe, expect, it } from "vitest";
import { startPlace } from "./command-place.ts";

const TOKEN = "canary-token-4711";
const SECRET = "canary-4711";
/** The token is also part of a host name, and so of a path. */
const FILE = `version: 1
project: { organization_id: org_1, slug: site, description: { secret: SECRET } }
domains: [{ name: ${TOKEN}.example.com, absent: true }]
`;
const COMPONENT = "components: { edgee/ga4: { settings: { measurement_id: G-1 } } }\n";
const project = { organization_id: "org_1", slug: "site", domains: [{ name: `${TOKEN}.example.com` }] };
const seed = { organizations: ["org_1"], projects: [project] };

describe("--verbose", () => {
  it("shows each request on stderr, redacted, and leaves one JSON object on stdout", async () => {
    const faults = [{ fault: { kind: "answer", status: 503 } }] as const;
    await using place = await startPlace({ seed, token: TOKEN, faults: { faults } });
    await place.write("projectsync.yaml", FILE);
    const { code, stdout, stderr } = await place.run(["apply", "--yes", "--json", "--verbose"], {
      ...place.environment,
      SECRET,
    });
    expect({ code, result: JSON.parse(stdout).result }).toEqual({ code: 0, result: "applied" });
    const requests = place.emulator.requests();
    const shown = stderr.split("\n").filter((line) => line.includes(", request req_"));
    expect(shown).toHaveLength(requests.length);
    for (const { method, path, status, requestId } of requests) {
      const line = shown.find((text) => text.endsWith(`, request ${requestId})`)) ?? "";
      expect(line).toContain(`${method} ${path.replace(TOKEN, "(secret)")}: ${status} in `);
    }
    expect(stderr).toMatch(/^GET \/v1\/projects: attempt 2 in \d+ ms, because of: 503$/m);
    expect(requests.some(({ path }) => path.includes(TOKEN))).toBe(true);
    expect(stdout + stderr).not.toContain("canary");
  });

  it.concurrent.each([
    [["plan"]],
    [["drift"]],
    [["export", "--organization", "org_1", "--out", "-"]],
    [["component", "edgee/ga4"]],
  ])("is an option of %j", async (words) => {
    await using place = await startPlace({ seed });
    await place.write("projectsync.yaml", `version: 1\nproject: { organization_id: org_1, slug: site }\n${COMPONENT}`);
    const { stderr } = await place.run([...words, "--verbose"]);
    expect(stderr).toMatch(/^GET \/v1\/\S+: 200 in \d+ ms \(attempt 1, request req_1\)$/m);
  });
});
