import { expect, it } from "vitest";
import { createProvider } from "../../provider/runtime.ts";
import { json, refuse, startFaultServer, type FaultServer } from "../api/fault-server.ts";
import { testClock } from "../emulator/test-clock.ts";
import { code, methodsOf, stackConfig } from "./provider.ts";

const analytics = { ...code, projectId: "prj_1", version: "1", settings: {} };
const slugs = Array.from({ length: 30 }, (_, index) => `edgee/c${index}`);
const found = { versions: { "1": { version: "1", dynamic_fields: [] } } };

async function configured({ url, token }: FaultServer) {
  const clock = testClock();
  const timer = (milliseconds: number, ring: () => void) => {
    const putAway = new AbortController();
    clock.sleep(milliseconds, putAway.signal).then(ring, () => undefined);
    return () => putAway.abort();
  };
  const component = methodsOf(createProvider("component", { ...clock, timer, random: () => 0 }));
  await component.configure({ config: stackConfig({ baseUrl: url, token }) });
  return { clock, component };
}

/** Checks 30 components at once. `reasons`: why each check that is over has failed, `""` if it has not. */
async function checking(server: FaultServer) {
  const {
    clock,
    component: { check },
  } = await configured(server);
  const reasons: string[] = [];
  const checks = slugs.map(async (component) => {
    const { failures = [] } = await check({}, { ...analytics, component });
    reasons.push(failures.map(({ reason }) => reason).join());
  });
  return { clock, reasons, all: Promise.all(checks) };
}

/** Waits for something that happens on a socket. */
async function until(happened: () => boolean): Promise<void> {
  while (!happened()) await new Promise((resolve) => setImmediate(resolve));
}

it("a service that hangs costs ten seconds for all checks together, and is asked once", async () => {
  await using server = await startFaultServer(() => undefined);
  const { clock, reasons, all } = await checking(server);
  await until(() => server.received.length === 1);
  clock.advance(10_000);
  await all;
  expect(new Set(reasons)).toEqual(new Set(["GET /v1/projects: no complete answer within 10 s. Try again later."]));
  expect(server.received).toHaveLength(1);
});

it("a catalogue that hangs costs ten seconds for all components together", async () => {
  await using server = await startFaultServer((response, { path }) => {
    if (path.startsWith("/v1/projects")) json(response, 200, { data: [] });
  });
  const { clock, reasons, all } = await checking(server);
  await until(() => server.received.length === 9);
  clock.advance(10_000);
  await all;
  expect(reasons).toHaveLength(30);
  for (const reason of reasons)
    expect(reason).toMatch(/c\d+: (?:no complete answer within 10 s|not sent in time)\. Try again/);
  expect(server.received).toHaveLength(9);
});

it("a component that hangs does not fail the others", async () => {
  await using server = await startFaultServer((response, { path }) => {
    if (path.startsWith("/v1/projects")) json(response, 200, { data: [] });
    else if (!path.endsWith("/c3")) json(response, 200, found);
  });
  const { clock, reasons, all } = await checking(server);
  await until(() => reasons.length === 29);
  expect(new Set(reasons)).toEqual(new Set([""]));
  clock.advance(10_000);
  await all;
  expect(reasons.at(-1)).toMatch(
    /^component: The catalogue could not be asked about .*: GET .*\/c3: no complete answer within 10 s\. Try again later\.$/,
  );
});

it("only a check is that short: a refresh waits as long as the service asks it to", async () => {
  let throttled = 0;
  await using server = await startFaultServer((response, { path }) => {
    if (path !== "/v1/components/edgee/c1")
      return json(response, 200, { id: "pc_1", component_slug: "edgee/c1", data: [], has_more: false });
    throttled += 1;
    if (throttled > 2) json(response, 200, found);
    else refuse(response, 429, "rate_limit_error", { "retry-after": "20" });
  });
  const { clock, component } = await configured(server);
  const { failures } = await component.check({}, { ...analytics, component: "edgee/c1" });
  expect(failures).toEqual([{ property: "", reason: expect.stringContaining("429") as unknown }]);
  const state = { ...analytics, component: "edgee/c1", origin: server.url, organization: "org_1" };
  const read = component.read("prj_1/pc_1", state);
  await until(() => clock.waits().includes(20_000));
  clock.advance(20_000);
  expect(await read).toMatchObject({ id: "prj_1/pc_1" });
});
