import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask, refused, refusedParams } from "./ask.ts";
import { noon, testClock } from "./test-clock.ts";

const seed = {
  projects: [
    { organization_id: "org_1", slug: "site" },
    { organization_id: "org_1", slug: "other" },
  ],
};
const list = "/v1/projects/prj_1/domains";

it("attaches, reads and detaches a domain", async () => {
  await using emulator = await startEmulator({ seed, clock: testClock() });
  const attached = await ask(emulator, `POST ${list}`, { name: "www.example.com" });
  expect(attached.status).toBe(200);
  expect(attached.body).toEqual({
    object: "domain",
    name: "www.example.com",
    project_id: "prj_1",
    dns_status: false,
    ssl_status: false,
    created_at: noon,
    updated_at: noon,
  });
  expect((await ask(emulator, `GET ${list}/www.example.com`)).body).toEqual(attached.body);
  expect((await ask(emulator, `DELETE ${list}/www.example.com`)).body).toEqual({
    object: "domain",
    id: "www.example.com",
    deleted: true,
  });
  expect(await ask(emulator, `GET ${list}/www.example.com`)).toEqual(refused(404, "not_found_error"));
  expect(await ask(emulator, `DELETE ${list}/www.example.com`)).toEqual(refused(404, "not_found_error"));
});

it("attaches a domain to one project at a time", async () => {
  await using emulator = await startEmulator({ seed });
  const body = { name: "www.example.com" };
  await ask(emulator, `POST ${list}`, body);
  expect(await ask(emulator, `POST ${list}`, body)).toEqual(refused(409, "conflict_error"));
  expect(await ask(emulator, "POST /v1/projects/prj_2/domains", body)).toEqual(refused(409, "conflict_error"));
  await ask(emulator, `DELETE ${list}/www.example.com`);
  expect(await ask(emulator, "POST /v1/projects/prj_2/domains", body)).toMatchObject({ status: 200 });
});

const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;

it.each(["example.com", "a.b", "1.2.3.4.com", "xn--bcher-kva.example", "a-b.c--d.e", longest])(
  "accepts the host name %s",
  async (name) => {
    await using emulator = await startEmulator({ seed });
    expect(await ask(emulator, `POST ${list}`, { name })).toMatchObject({ status: 200, body: { name } });
  },
);

it.each([
  "",
  "localhost",
  "Example.com",
  "example.com.",
  ".example.com",
  "a..b",
  "-a.com",
  "a-.com",
  "a_b.com",
  "bücher.example",
  "*.example.com",
  "a.com:80",
  "https://a.com",
  "a.com/b",
  "a b.com",
  "a.com\n",
  "127.0.0.1",
  `${"a".repeat(64)}.com`,
  `${longest}d`,
  null,
  1,
])("refuses %j as a host name", async (name) => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, `POST ${list}`, { name })).toEqual(refusedParams("name"));
});

it("requires a name, and accepts no other field", async () => {
  await using emulator = await startEmulator({ seed });
  expect(await ask(emulator, `POST ${list}`, {})).toEqual(refusedParams("name"));
  expect(await ask(emulator, `POST ${list}`, { name: "a.example", dns_status: true })).toEqual(
    refusedParams("dns_status"),
  );
});

it("finds a domain only in its own project and by its canonical name", async () => {
  await using emulator = await startEmulator({ seed });
  await ask(emulator, `POST ${list}`, { name: "www.example.com" });
  for (const path of [
    "/v1/projects/prj_2/domains/www.example.com",
    `${list}/WWW.example.com`,
    `${list}/www.example.com.`,
  ]) {
    expect(await ask(emulator, `GET ${path}`)).toEqual(refused(404, "not_found_error"));
    expect(await ask(emulator, `DELETE ${path}`)).toEqual(refused(404, "not_found_error"));
  }
  expect(await ask(emulator, "POST /v1/projects/prj_9/domains", { name: "a.example" })).toEqual(
    refused(404, "not_found_error"),
  );
});
