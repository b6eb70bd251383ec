import { expect, it } from "vitest";
import { startEmulator, type Temperament } from "../../emulator/start.ts";
import { ask } from "./ask.ts";
import { testClock } from "./test-clock.ts";

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      domains: [{ name: "old.example.com", dns_status: true, ssl_status: true }],
    },
  ],
};
const list = "/v1/projects/prj_1/domains";

/** An emulator with a domain that was just attached, and one of the seed that is ready. */
async function start(domains: NonNullable<Temperament["domains"]>) {
  const clock = testClock();
  const emulator = await startEmulator({ seed, clock, temperament: { domains } });
  const attach = await ask(emulator, `POST ${list}`, { name: "new.example.com" });
  const read = async (name: string) => (await ask(emulator, `GET ${list}/${name}.example.com`)).body;
  const listed = async () => (await ask(emulator, `GET ${list}`)).body;
  return { clock, attach, read, listed, [Symbol.asyncDispose]: () => emulator.close() };
}

it("a domain gets its DNS and its certificate some time after it was attached, in lists too", async () => {
  await using here = await start({ dnsMs: 1000, sslMs: 3000 });
  expect(here.attach).toMatchObject({ body: { dns_status: false, ssl_status: false } });
  here.clock.advance(999);
  expect(await here.read("new")).toMatchObject({ dns_status: false, ssl_status: false });
  here.clock.advance(1);
  expect(await here.read("new")).toMatchObject({ dns_status: true, ssl_status: false });
  here.clock.advance(2000);
  expect(await here.read("new")).toMatchObject({ dns_status: true, ssl_status: true });
  expect(JSON.stringify(await here.listed())).not.toContain('_status":false');
});

it("a domain of the seed is as the seed says", async () => {
  await using here = await start({ dnsMs: 1000 });
  expect(await here.read("old")).toMatchObject({ dns_status: true, ssl_status: true });
});

it("a domain can lose both again for a while", async () => {
  await using here = await start({ dnsMs: 0, sslMs: 0, lostMs: 1000, lostForMs: 500 });
  expect(await here.read("new")).toMatchObject({ dns_status: true, ssl_status: true });
  here.clock.advance(1000);
  expect(await here.read("new")).toMatchObject({ dns_status: false, ssl_status: false });
  here.clock.advance(500);
  expect(await here.read("new")).toMatchObject({ dns_status: true, ssl_status: true });
});

it.each([
  ["text", { dns_status: "false" }, { dns_status: "true" }],
  ["words", { ssl_status: "pending" }, { ssl_status: "active" }],
  ["null", { dns_status: null }, { dns_status: null }],
] as const)("statuses can be written as %s", async (status, pending, ready) => {
  await using here = await start({ status });
  expect(here.attach).toMatchObject({ body: pending });
  expect(await here.read("old")).toMatchObject(ready);
});

it("statuses can be left out", async () => {
  await using here = await start({ status: "omitted" });
  expect(JSON.stringify(here.attach)).not.toContain("_status");
  expect(JSON.stringify(await here.listed())).not.toContain("_status");
});
