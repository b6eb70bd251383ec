import { afterEach, describe, expect, it, vi } from "vitest";
import { createClient, type TraceEvent } from "../../provider/api/client.ts";
import { awaitStatus } from "../../provider/pulumi/await-status.ts";
import type { WaitFor } from "../../provider/resources/domain-status.ts";
import { json, refuse, startFaultServer } from "../api/fault-server.ts";
import { virtualClock } from "../virtual-clock.ts";
import { ask } from "../ask.ts";
import { SITE, www, failureOf, seed, nextUpdate, open, requests, writes, UPDATE, made, reasonsOf } from "./provider.ts";

afterEach(() => vi.restoreAllMocks());

describe("a wait", () => {
  interface Wait {
    readonly name?: string;
    readonly waitFor?: WaitFor;
    readonly timeout?: number;
    /** The answer to each read of the domain, counted from 1. A number is the status of a refusal. */
    readonly shows: (read: number) => object | 404 | 403 | 503;
  }

  async function wait({ name = "www.example.com", waitFor = "dns", timeout = 600, shows }: Wait) {
    let reads = 0;
    await using server = await startFaultServer((response, { path }) => {
      if (!path.includes("/domains/")) return json(response, 200, { id: "prj_1" });
      reads += 1;
      const shown = shows(reads);
      if (typeof shown === "object") return json(response, 200, { name, ...shown });
      const types = { 403: "forbidden_error", 404: "not_found_error", 503: "api_error" };
      return refuse(response, shown, types[shown]);
    });
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    using clock = virtualClock();
    const waits: number[] = [];
    const client = createClient({
      baseUrl: server.url,
      token: server.token,
      userAgent: "test/1",
      clock: clock.client,
      trace: (event: TraceEvent) => {
        if (event.kind === "wait") waits.push(event.milliseconds / 1000);
      },
    });
    const attached = { name, dns_status: false, ssl_status: false };
    const awaited = await awaitStatus(client, { projectId: "prj_1" }, attached, waitFor, timeout);
    await client.close();
    return { ...awaited, seconds: waits, reads, warnings: written.mock.calls.map(([text]) => String(text).trimEnd()) };
  }

  it("reads every 5 to 15 seconds, until the status shows", async () => {
    const { live, missing, seconds, warnings } = await wait({ shows: (read) => ({ dns_status: read === 5 }) });
    expect(missing).toBeUndefined();
    expect(live).toHaveProperty("dns_status", true);
    expect(seconds).toEqual([5, 7.5, 11.25, 15, 15]);
    expect(warnings).toEqual([]);
  });

  it("ends on time, and says what is missing", async () => {
    const { live, missing, seconds } = await wait({ timeout: 21, shows: () => ({ dns_status: false }) });
    expect(seconds).toEqual([5, 7.5, 8.5]);
    expect(live).toHaveProperty("dns_status", false);
    expect(missing?.message).toBe(
      "Domain www.example.com is attached, but after 21 s its DNS does not point at the service yet. " +
        "The next `pulumi up` waits again; `waitTimeout` sets for how long.",
    );
  });

  it("for the certificate goes on when the DNS is right, and warns once a minute of what is missing then", async () => {
    const { missing, warnings } = await wait({
      name: "ssl.example.com",
      waitFor: "ssl",
      timeout: 180,
      shows: (read) => ({ dns_status: read > 8, ssl_status: false }),
    });
    expect(missing?.message).toContain("after 180 s its certificate has not been issued yet");
    expect(warnings).toEqual([
      "warning: ssl.example.com: its DNS does not point at the service yet. Waiting for 1 of 3 minutes.",
      "warning: ssl.example.com: its certificate has not been issued yet. Waiting for 2 of 3 minutes.",
    ]);
  });

  it.each<[what: string, wait: Wait, missing: RegExp | undefined, reads: number]>([
    [
      "for the certificate does not end while the DNS is wrong",
      { waitFor: "ssl", shows: (read) => ({ dns_status: read > 5, ssl_status: true }) },
      undefined,
      6,
    ],
    [
      "for the certificate says that the DNS is wrong",
      { waitFor: "ssl", shows: () => ({ dns_status: false, ssl_status: true }) },
      /after 600 s its DNS does not point at the service yet/,
      42,
    ],
    ["takes a status as text", { shows: (read) => ({ dns_status: String(read === 2) }) }, undefined, 2],
    [
      "takes a status as 0 or 1",
      { waitFor: "ssl", shows: (read) => ({ dns_status: 1, ssl_status: read > 3 ? 1 : 0 }) },
      undefined,
      4,
    ],
    [
      "goes on where the new domain does not show yet",
      { shows: (read) => (read === 1 ? 404 : { dns_status: true }) },
      undefined,
      2,
    ],
    ["ends if it is not there after the settle window", { shows: () => 404 }, /was detached while it waited/, 2],
    [
      "ends at once if it was shown, and is gone",
      { shows: (read) => (read === 1 ? { dns_status: false } : 404) },
      /was detached while it waited/,
      2,
    ],
    [
      "ends on time if it was never shown",
      { timeout: 3, shows: () => 404 },
      /is attached, but after 3 s the service does not show it yet/,
      1,
    ],
    [
      "ends at once where the service refuses to show it",
      { shows: () => 403 },
      /its status cannot be read: GET \/v1\/projects\/prj_1\/domains\/www\.example\.com: 403/,
      1,
    ],
  ])("%s", async (_what, how, reason, count) => {
    const { missing, reads } = await wait(how);
    expect(missing?.message ?? "").toMatch(reason ?? /^$/);
    expect(reads).toBe(count);
  });
});

describe("a domain", () => {
  const attached = (dns_status: boolean) => ({
    projects: [{ ...SITE, domains: [{ name: www.name, dns_status, ssl_status: true }] }],
  });

  it("that is not ready in time exists, and the error carries its id and properties; the next update only waits", async () => {
    await using scene = await open({ seed });
    const inputs = { ...www, waitFor: "ssl", waitTimeout: 1 };
    const failure = await failureOf(scene.domain.create(inputs));
    const status = { dnsStatus: false, sslStatus: false };
    const properties = { ...inputs, ...status, organization: "org_1", origin: scene.emulator.url };
    const message = expect.stringContaining("after 1 s its DNS does not point") as unknown;
    expect(failure).toMatchObject({ id: "prj_1/www.example.com", properties, message, reasons: [message] });
    const next = await nextUpdate(scene);
    scene.emulator.reset();
    const again = await failureOf(next.domain.update("prj_1/www.example.com", properties, inputs));
    expect(again).toMatchObject({ id: "prj_1/www.example.com", properties, message });
    const read = "GET /v1/projects/prj_1/domains/www.example.com";
    expect(requests(scene.emulator)).toEqual([read, read]);
  });

  it("that is adopted and ready is read once: its list may be some seconds old", async () => {
    await using scene = await open({ seed: attached(true) });
    const { outs } = await scene.domain.create({ ...www, ifExists: "adopt", waitFor: "dns" });
    expect(outs).toMatchObject({ waitFor: "dns", dnsStatus: true, sslStatus: true });
    expect(requests(scene.emulator)).toEqual([
      "GET /v1/projects/prj_1",
      "GET /v1/projects/prj_1/domains",
      "GET /v1/projects/prj_1/domains/www.example.com",
    ]);
  });

  it("without waitFor does not wait", async () => {
    await using scene = await open({ seed: attached(false) });
    const { outs } = await scene.domain.create({ ...www, ifExists: "adopt", waitTimeout: 3600 });
    expect(outs).toMatchObject({ dnsStatus: false });
  });

  it.each([{ waitFor: "ssl" }, { waitTimeout: 5 }, { waitFor: undefined }])(
    "whose option becomes %o is updated without a write",
    async (change) => {
      await using scene = await open({ seed: attached(true) });
      const inputs = { ...www, ifExists: "adopt", waitFor: "dns" };
      const state = await made(scene.domain, inputs);
      const news = Object.fromEntries(Object.entries({ ...inputs, ...change }).filter(([, value]) => value));
      expect(await scene.domain.diff("prj_1/www.example.com", state, news)).toEqual(UPDATE);
      await scene.domain.update("prj_1/www.example.com", state, news);
      expect(writes(scene.emulator)).toEqual([]);
    },
  );

  it("keeps its options through a refresh", async () => {
    await using scene = await open({ seed: attached(true) });
    const kept = { ...www, ifExists: "adopt", waitFor: "dns", waitTimeout: 60 };
    const state = await made(scene.domain, kept);
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: "other.example.com" });
    const { inputs } = await scene.domain.read("prj_1/www.example.com", state);
    const { __provider: _, ...declared } = kept;
    expect(inputs).toEqual(declared);
  });

  it.each([{ waitFor: "http" }, { waitTimeout: 0 }, { waitTimeout: 3601 }, { waitTimeout: 1.5 }])(
    "with %o is refused",
    async (option) => {
      await using scene = await open();
      expect(await reasonsOf(scene.domain.check({}, { ...www, ...option }))).toEqual([
        expect.stringMatching(`^${Object.keys(option)[0]}: must be`),
      ]);
    },
  );
});
