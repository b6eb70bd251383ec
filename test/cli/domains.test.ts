import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import { between, records } from "../habit.ts";
import { liveProject } from "../live-project.ts";
import { startTimedPlace } from "./command-place.ts";

const FILE = `version: 1
project: { organization_id: org_1, slug: site }
domains: [ready.example.com, shop.example.com, www.example.com]
`;
const DOMAINS_LIVE = [
  { name: "ready.example.com", dns_status: true, ssl_status: true },
  { name: "shop.example.com", dns_status: true },
  { name: "www.example.com" },
];
const LIVE = { projects: [{ ...liveProject("site"), domains: DOMAINS_LIVE }] };

async function start(options: OpenOptions = {}) {
  const place = await startTimedPlace({ seed: LIVE, ...options });
  await place.write("projectsync.yaml", FILE);
  return place;
}

/** A service that shows another `dns_status`. */
const withStatus = (status: () => unknown) =>
  between(records("domain", (record) => ({ ...record, dns_status: status(), ssl_status: status() })));

const DOMAINS = `Domains: 1 ready, 2 not ready
  org_1/site/shop.example.com: certificate not issued yet
  org_1/site/www.example.com: DNS does not point at the service yet
`;

describe("the status of domains", () => {
  it("is shown by plan, drift and apply: a line for each that is not ready", async () => {
    await using here = await start();
    expect((await here.run(["plan"])).stdout).toBe(`${DOMAINS}✓ No changes. 4 unchanged\n`);
    expect((await here.run(["drift"])).stdout).toBe(`${DOMAINS}✓ No drift. 4 unchanged\n`);
    expect((await here.run(["apply", "--yes"])).stdout).toBe(`✓ No changes. 4 unchanged\n${DOMAINS}`);
  });

  it("is not known if the service does not show it, and that is only counted", async () => {
    await using here = await start({ between: withStatus(() => undefined) });
    expect((await here.run(["plan"])).stdout).toBe(`Domains: 3 not known\n✓ No changes. 4 unchanged\n`);
  });
});

describe("apply --wait-for-domains", () => {
  const WAIT = ["apply", "--yes", "--wait-for-domains", "dns", "--wait-timeout", "60"];

  it("shows progress, and ends with the counts", async () => {
    // Attached in this run: how much time passes before the first request depends on the machine.
    const habits = { domains: { dnsMs: 20_000, sslMs: 20_000 } };
    await using here = await start({ seed: { organizations: ["org_1"] }, habits });
    const { code, written, screen } = await here.onTerminal([...WAIT, "--yes"]);
    expect(code).toBe(0);
    expect(written).toMatch(/^Waiting for domains: 0 of 3 \(\d+ s\); waiting \d+ s for ready\.example\.com, 2 more$/m);
    expect(screen.slice(-3)).toEqual(["Domains: 3 ready", "Apply: 4 done", ""]);
  });

  it("fails in the end with what is missing, last and on stderr", async () => {
    await using here = await start();
    const { code, stdout, stderr } = await here.run(WAIT);
    expect({ code, stdout }).toEqual({ code: 1, stdout: `✓ No changes. 4 unchanged\n${DOMAINS}` });
    expect(stderr.split("\n").filter((line) => !line.startsWith("Waiting for domains"))).toEqual([
      "error: domain org_1/site/www.example.com not ready: after 60 s its DNS does not point at the service yet",
      "More: https://github.com/projectsync/projectsync/blob/main/docs/troubleshooting.md#domains-not-ready",
      "",
    ]);
  });

  it("is one error for domains with the same reason", async () => {
    await using here = await start({ between: withStatus(() => false) });
    expect((await here.run(WAIT)).stderr).toContain(
      "error: 3 domains not ready (org_1/site/ready.example.com, org_1/site/shop.example.com, org_1/site/www.example.com): after 60 s its DNS does not point at the service yet\n",
    );
  });

  it("ends at once on a signal", async () => {
    await using here = await start();
    const stop = new AbortController();
    const { code, written, screen } = await here.onTerminal(WAIT, {
      signal: stop.signal,
      onShown: (shown) => {
        if (shown.includes("Waiting for domains: 2 of 3 (")) setImmediate(() => stop.abort("SIGINT"));
      },
    });
    expect(code).toBe(130);
    expect(written.match(/^Waiting for domains: /gm)).toHaveLength(1);
    expect(screen.filter((line) => !line.startsWith("Waiting for domains: "))).toEqual([
      "✓ No changes. 4 unchanged",
      "Stopping.",
      ...DOMAINS.trimEnd().split("\n"),
      "error: The run was stopped before its wait for domains was over. No change was",
      "   left to make.",
      "",
    ]);
  });
});
