import { expect, it } from "vitest";
import type { Clock } from "../../provider/api/clock.ts";
import { patientCatalogue } from "../../provider/pulumi/patient-catalogue.ts";
import { json, refuse, startFaultServer, type FaultServer } from "../api/fault-server.ts";
import { testClock } from "../emulator/test-clock.ts";
import { virtualClock } from "../virtual-clock.ts";

const slugs = Array.from({ length: 30 }, (_, index) => `edgee/c${index}`);
const SILENT = /^GET \/v1\/components\/edgee\/c\d+: the catalogue does not answer \(7 s\)\. Try again later\.$/;

function catalogueOf({ url, token }: FaultServer, clock: Clock) {
  const outcomes: string[] = [];
  const lookUp = patientCatalogue({ baseUrl: url, token, userAgent: "test/1", clock });
  /** Looks up all components. */
  const lookUpAll = async (): Promise<void> => {
    const ends = slugs.map(async (slug) => {
      const end = await lookUp(slug).then(
        ({ status }) => status,
        (error: unknown) => (error instanceof Error ? error.message : "not an error"),
      );
      outcomes.push(end);
    });
    await Promise.all(ends);
  };
  return { outcomes, lookUpAll };
}

/** Waits for something that happens on a socket. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}

it("a catalogue that hangs costs one short wait for all components together, also for later ones", async () => {
  await using server = await startFaultServer(() => undefined);
  const clock = testClock();
  const { outcomes, lookUpAll } = catalogueOf(server, { ...clock, random: () => 0 });
  const first = lookUpAll();
  await until(() => server.received.length === 8);
  expect(clock.waits()).toContain(7_000);
  clock.advance(7_000);
  await first;
  await lookUpAll();
  expect(outcomes).toHaveLength(60);
  for (const outcome of outcomes) expect(outcome).toMatch(SILENT);
  expect(server.received).toHaveLength(8);
  expect(clock.waits()).toEqual([]);

  // It may answer again later.
  clock.advance(60_000);
  const third = lookUpAll();
  await until(() => server.received.length === 16);
  clock.advance(7_000);
  await third;
});

it("one component that hangs does not fail the others, and is given up as soon", async () => {
  await using server = await startFaultServer((response, { path }) => {
    if (!path.endsWith("/c3")) json(response, 200, {});
  });
  const clock = testClock();
  const { outcomes, lookUpAll } = catalogueOf(server, { ...clock, random: () => 0 });
  const all = lookUpAll();
  await until(() => outcomes.length === 29);
  expect(new Set(outcomes)).toEqual(new Set(["found"]));
  clock.advance(7_000);
  await all;
  expect(outcomes.at(-1)).toMatch(SILENT);
});

it("a service that asks to wait is not silent", async () => {
  let throttled = 0;
  await using server = await startFaultServer((response) => {
    throttled += 1;
    if (throttled > 8) json(response, 200, {});
    else refuse(response, 429, "rate_limit_error", { "retry-after": "20" });
  });
  using clock = virtualClock();
  const { outcomes, lookUpAll } = catalogueOf(server, clock.client);
  const started = clock.client.now();
  await lookUpAll();
  expect(new Set(outcomes)).toEqual(new Set(["found"]));
  expect(clock.client.now() - started).toBeGreaterThanOrEqual(20_000);
});
