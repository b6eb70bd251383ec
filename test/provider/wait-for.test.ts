import { afterEach, describe, expect, it, vi } from "vitest";
import { ask } from "../ask.ts";
import {
  SITE,
  www,
  failureOf,
  seed,
  nextUpdate,
  open,
  requests,
  writes,
  UPDATE,
  made,
  reasonsOf,
  refusing,
} from "../provider/provider.ts";

afterEach(() => vi.restoreAllMocks());

/* How a wait reads, and what ends it, is in test/sync/apply/await-ready.test.ts and test/resources/domain-status.test.ts. */
describe("a wait", () => {
  it("for the certificate goes on when the DNS is right, and warns once a minute of what is missing then", async () => {
    const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    await using scene = await open({ seed, habits: { domains: { dnsMs: 100_000 } } });
    const inputs = { ...www, name: "ssl.example.com", waitFor: "ssl", waitTimeout: 180 };
    const { message } = await failureOf(scene.domain.create(inputs));
    expect(message).toBe(
      "Domain ssl.example.com is attached, but after 180 s its certificate has not been issued yet. " +
        "The next `pulumi up` waits again; `waitTimeout` sets for how long.",
    );
    expect(written.mock.calls.map(([text]) => text)).toEqual([
      "warning: ssl.example.com: its DNS does not point at the service yet. Waiting for 1 of 3 minutes.\n",
      "warning: ssl.example.com: its certificate has not been issued yet. Waiting for 2 of 3 minutes.\n",
    ]);
  });

  it("goes on where the new domain does not show yet", async () => {
    await using scene = await open({ seed, habits: { domains: { dnsMs: 6_000 }, late: { readsMs: 6_000 } } });
    const { outs } = await scene.domain.create({ ...www, waitFor: "dns" });
    expect(outs).toMatchObject({ dnsStatus: true });
    const reads = requests(scene.emulator).filter((request) => request.endsWith(`/domains/${www.name}`));
    expect(reads).toHaveLength(2);
  });

  it("says that the domain was detached while it waited", async () => {
    await using scene = await open({
      seed,
      between: (request, serve) => {
        if (request.target.endsWith(www.name)) serve({ ...request, method: "DELETE" });
        return serve(request);
      },
    });
    const { message } = await failureOf(scene.domain.create({ ...www, waitFor: "dns" }));
    expect(message).toBe("Domain www.example.com was detached while it waited for its dns status.");
  });

  it("says that the service refuses to show the status", async () => {
    const path = "/v1/projects/prj_1/domains/www.example.com";
    await using scene = await open({ seed, faults: refusing("GET", path, 403) });
    const { message } = await failureOf(scene.domain.create({ ...www, waitFor: "dns" }));
    expect(message).toMatch(/^Domain www\.example\.com is attached, but its status cannot be read: GET .*: 403/);
  });
});

describe("a domain", () => {
  const attached = (dns_status: boolean) => ({
    projects: [{ ...SITE, domains: [{ name: www.name, dns_status, ssl_status: true }] }],
  });

  it("that is not ready in time exists, and the error carries its id and properties; the next update only waits", async () => {
    await using scene = await open({ seed });
    const inputs = { ...www, waitFor: "ssl", waitTimeout: 1 };
    const began = scene.clock.client.now();
    const failure = await failureOf(scene.domain.create(inputs));
    expect(scene.clock.client.now() - began).toBe(1_000);
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
