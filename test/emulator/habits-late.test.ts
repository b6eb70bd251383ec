import { expect, it } from "vitest";
import { openEmulator } from "../../emulator/open-emulator.ts";
import { ask, refused } from "./ask.ts";
import { keysOf } from "./list.ts";
import { testClock } from "./test-clock.ts";

const site = { organization_id: "org_1", slug: "site", type: "proxy" };
const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "old",
      components: [{ component_slug: "edgee/ga4" }],
      domains: [{ name: "a.example.com" }],
    },
  ],
};
const notFound = refused(404, "not_found_error");

it.each([
  ["/v1/projects", "/v1/projects/prj_2", site],
  ["/v1/projects/prj_1/components", "/v1/projects/prj_1/components/pc_2", { component_slug: "edgee/meta-capi" }],
  ["/v1/projects/prj_1/domains", "/v1/projects/prj_1/domains/b.example.com", { name: "b.example.com" }],
])(
  "a GET of one object below %s shows its creation and deletion late, while lists and writes see them at once",
  async (list, single, create) => {
    const clock = testClock();
    await using emulator = await openEmulator({ seed, clock, habits: { late: { readsMs: 1000 } } });
    await ask(emulator, `POST ${list}`, create);
    expect(keysOf(await ask(emulator, `GET ${list}`))).toHaveLength(2);
    clock.advance(999);
    expect(await ask(emulator, `GET ${single}`)).toEqual(notFound);
    clock.advance(1);
    expect(await ask(emulator, `GET ${single}`)).toMatchObject({ status: 200, body: create });

    expect(await ask(emulator, `DELETE ${single}`)).toMatchObject({ status: 200 });
    expect(keysOf(await ask(emulator, `GET ${list}`))).toHaveLength(1);
    expect(await ask(emulator, `DELETE ${single}`)).toEqual(notFound);
    clock.advance(999);
    expect(await ask(emulator, `GET ${single}`)).toMatchObject({ status: 200, body: create });
    clock.advance(1);
    expect(await ask(emulator, `GET ${single}`)).toEqual(notFound);
  },
);

it.each([
  ["/v1/projects/prj_1", { cache: true }],
  ["/v1/projects/prj_1/components/pc_1", { active: false }],
])("a GET of %s shows an update late, while the answer to the update shows it at once", async (single, update) => {
  const clock = testClock();
  await using emulator = await openEmulator({ seed, clock, habits: { late: { readsMs: 1000 } } });
  const before = await ask(emulator, `GET ${single}`);
  expect(await ask(emulator, `POST ${single}`, update)).toMatchObject({ body: update });
  clock.advance(999);
  expect((await ask(emulator, `GET ${single}`)).body).toEqual(before.body);
  clock.advance(1);
  expect(await ask(emulator, `GET ${single}`)).toMatchObject({ body: update });
});

it("a project just created cannot be changed, and has nothing below it", async () => {
  const clock = testClock();
  await using emulator = await openEmulator({ seed, clock, habits: { late: { newProjectMs: 1500 } } });
  await ask(emulator, "POST /v1/projects", site);
  const path = "/v1/projects/prj_2";
  const requests: [string, object?][] = [
    [`POST ${path}`, { cache: true }],
    [`GET ${path}/components`],
    [`POST ${path}/components`, { component_slug: "edgee/ga4" }],
    [`GET ${path}/domains`],
    [`POST ${path}/domains`, { name: "b.example.com" }],
  ];
  clock.advance(1499);
  for (const [request, body] of requests) expect(await ask(emulator, request, body)).toEqual(notFound);
  expect(await ask(emulator, `GET ${path}`)).toMatchObject({ status: 200, body: site });
  // The projects of the seed are old.
  expect(await ask(emulator, "POST /v1/projects/prj_1", { cache: true })).toMatchObject({ status: 200 });
  clock.advance(1);
  for (const [request, body] of requests) expect(await ask(emulator, request, body)).toMatchObject({ status: 200 });
  await ask(emulator, "POST /v1/projects", { ...site, slug: "gone" });
  expect(await ask(emulator, "DELETE /v1/projects/prj_3")).toMatchObject({ status: 200 });
});

it("shows a seed at once", async () => {
  const habits = { late: { readsMs: 1000, newProjectMs: 1000 }, staleListsMs: 1000, lists: { goBackMs: 1000 } };
  await using emulator = await openEmulator({ seed, clock: testClock(), habits });
  for (const path of ["", "/components/pc_1", "/domains/a.example.com"]) {
    expect(await ask(emulator, `GET /v1/projects/prj_1${path}`)).toMatchObject({ status: 200 });
  }
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
  expect(keysOf(await ask(emulator, "GET /v1/projects"))).toEqual(["prj_1"]);
});

it("a host name is taken for a while after its detachment, and after the deletion of its project", async () => {
  const clock = testClock();
  await using emulator = await openEmulator({ seed, clock, habits: { hostNames: { releaseMs: 3000 } } });
  await ask(emulator, "POST /v1/projects", site);
  const attach = (project: string) => ask(emulator, `POST /v1/projects/${project}/domains`, { name: "a.example.com" });
  await ask(emulator, "DELETE /v1/projects/prj_1/domains/a.example.com");
  clock.advance(2999);
  for (const project of ["prj_2", "prj_1"]) expect(await attach(project)).toEqual(refused(409, "conflict_error"));
  clock.advance(1);
  expect(await attach("prj_2")).toMatchObject({ status: 200 });
  await ask(emulator, "DELETE /v1/projects/prj_2");
  expect(await attach("prj_1")).toEqual(refused(409, "conflict_error"));
  clock.advance(3000);
  expect(await attach("prj_1")).toMatchObject({ status: 200 });
});

it("a domain gets its DNS and its certificate some time after it was attached, in lists too", async () => {
  const clock = testClock();
  const domains = [{ name: "old.example.com", dns_status: true, ssl_status: true }];
  await using emulator = await openEmulator({
    seed: { projects: [{ organization_id: "org_1", slug: "site", domains }] },
    clock,
    habits: { domains: { dnsMs: 1000, sslMs: 3000 } },
  });
  const list = "/v1/projects/prj_1/domains";
  const attached = await ask(emulator, `POST ${list}`, { name: "new.example.com" });
  expect(attached).toMatchObject({ body: { dns_status: false, ssl_status: false } });
  const read = async (name: string) => (await ask(emulator, `GET ${list}/${name}.example.com`)).body;
  clock.advance(999);
  expect(await read("new")).toMatchObject({ dns_status: false, ssl_status: false });
  expect(await read("old")).toMatchObject({ dns_status: true, ssl_status: true });
  clock.advance(1);
  expect(await read("new")).toMatchObject({ dns_status: true, ssl_status: false });
  clock.advance(2000);
  expect(JSON.stringify(await ask(emulator, `GET ${list}`))).not.toContain('_status":false');
});
