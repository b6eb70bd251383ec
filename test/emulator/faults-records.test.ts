import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import type { Emulator } from "../../emulator/start.ts";
import { ask, fields } from "./ask.ts";

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      rate_limiting: [{ rank: 1, limit: 2 }],
      autocapture: { click: true },
      components: [
        { component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "canary", extra: { a: null } } },
        { component_slug: "edgee/ga4" },
      ],
      domains: [{ name: "www.example.com" }],
    },
  ],
};
const component = "/v1/projects/prj_1/components/pc_1";

/** The answer to a request with a schedule, and the answer without it. */
async function both(emulator: Emulator, request: string, body?: unknown): Promise<[unknown, unknown]> {
  const faulty = await ask(emulator, request, body);
  emulator.setFaults({});
  const { status, body: healthy } = await ask(emulator, request, body);
  expect(faulty.status).toBe(status);
  expect(emulator.requests().slice(-2)).toMatchObject([{ handled: true, status }, { status }]);
  return [faulty.body, healthy];
}

describe("hidden secrets", () => {
  it.each([
    ["omitted", { pixel_id: "1", extra: { a: null } }],
    ["masked", { pixel_id: "1", access_token: "********", extra: { a: null } }],
  ] as const)("are %s in single answers and in lists, and kept all the same", async (hiddenSecrets, settings) => {
    await using emulator = await startEmulator({ seed, faults: { service: { hiddenSecrets } } });
    for (const answer of [
      await ask(emulator, `GET ${component}`),
      await ask(emulator, `POST ${component}`, { active: false }),
    ]) {
      expect(answer.body).toHaveProperty("settings", settings);
    }
    expect(await ask(emulator, "GET /v1/projects/prj_1/components")).toMatchObject({
      body: { data: [{ settings: null }, { settings }] },
    });
    emulator.setFaults({});
    expect(await ask(emulator, `GET ${component}`)).toMatchObject({
      body: { active: false, settings: { access_token: "canary" } },
    });
    expect(emulator.requests()).toHaveLength(4);
  });

  it("are the secrets of the integrated version", async () => {
    const field = { name: "key", title: "Key", type: "string", required: false } as const;
    const versions = { "1": { dynamic_fields: [field] }, "2": { dynamic_fields: [{ ...field, secret: true }] } };
    const catalogue = [{ id: "cmp_1", slug: "a/b", latest_version: "1", versions }];
    const components = [{ component_slug: "a/b", settings: { key: "k", other: "o" } }];
    await using emulator = await startEmulator({
      seed: { catalogue, projects: [{ organization_id: "org_1", slug: "site", components }] },
      faults: { service: { hiddenSecrets: "omitted" } },
    });
    expect(await ask(emulator, `GET ${component}`)).toMatchObject({ body: { settings: { key: "k", other: "o" } } });
    const updated = await ask(emulator, `POST ${component}`, { component_version: "2" });
    expect(fields(updated)["settings"]).toEqual({ other: "o" });
    expect(emulator.requests()).toHaveLength(2);
  });

  it("do not protect against a mask that is sent back: it is stored like any value", async () => {
    await using emulator = await startEmulator({ seed, faults: { service: { hiddenSecrets: "masked" } } });
    const { settings } = fields(await ask(emulator, `GET ${component}`));
    await ask(emulator, `POST ${component}`, { settings });
    emulator.setFaults({});
    expect(await ask(emulator, `GET ${component}`)).toMatchObject({ body: { settings: { access_token: "********" } } });
    expect(emulator.requests().map(({ method }) => method)).toEqual(["GET", "POST", "GET"]);
  });
});

const reads = [
  "GET /v1/projects/prj_1",
  "GET /v1/projects",
  `GET ${component}`,
  "GET /v1/projects/prj_1/components",
  "GET /v1/projects/prj_1/domains/www.example.com",
  "GET /v1/projects/prj_1/domains",
  "GET /v1/components/edgee/meta-capi",
];

/** All objects in a value, with their paths. */
function objectsIn(value: unknown, path = ""): [string, object][] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, item]) => objectsIn(item, `${path}/${key}`));
  return Array.isArray(value) ? inner : [[path, value], ...inner];
}

describe("extra fields", () => {
  it.each(reads)("are in the answer to %s, and nothing else changes", async (request) => {
    await using emulator = await startEmulator({ seed, faults: { service: { extraFields: true } } });
    const [faulty, healthy] = await both(emulator, request);
    const changed = objectsIn(faulty).filter(([, value]) => Object.hasOwn(value, "x_unknown"));
    for (const [path] of objectsIn(healthy)) {
      const isRecord = !/\/(?:settings|autocapture|rate_limiting)(?:\/|$)|\/versions$/.test(path);
      expect([path, changed.some(([changedPath]) => changedPath === path)]).toEqual([path, isRecord]);
    }
    const stripped: unknown = JSON.parse(
      JSON.stringify(faulty, (key, value: unknown) => (key === "x_unknown" ? undefined : value)),
    );
    expect(stripped).toEqual(healthy);
  });

  it("are in the answers to writes, but not in refusals", async () => {
    await using emulator = await startEmulator({ seed, faults: { service: { extraFields: true } } });
    expect(await ask(emulator, "POST /v1/projects/prj_1", { cache: true })).toHaveProperty("body.x_unknown");
    expect(await ask(emulator, `DELETE ${component}`)).toHaveProperty("body.x_unknown");
    expect(await ask(emulator, `DELETE ${component}`)).not.toHaveProperty("body.x_unknown");
    expect(emulator.requests().map(({ status }) => status)).toEqual([200, 200, 404]);
  });
});

describe("missing fields", () => {
  const gone = new Set(["object", "created_at", "updated_at", "url"]);

  /** A record without its optional fields. */
  function sparse(record: object): object {
    return Object.fromEntries(Object.entries(record).filter(([name, value]) => !gone.has(name) && value !== null));
  }

  it.each(reads.filter((request) => !request.includes("/v1/components/")))(
    "are left out of the answer to %s, and nothing else is",
    async (request) => {
      await using emulator = await startEmulator({ seed, faults: { service: { missingFields: true } } });
      const [faulty, healthy] = await both(emulator, request);
      const { data, ...rest } = fields({ status: 200, headers: new Headers(), body: healthy });
      const records = Array.isArray(data) ? { data: data.map(sparse) } : {};
      expect(faulty).toEqual({ ...sparse(rest), ...records });
      expect(JSON.stringify(healthy)).toMatch(/"(?:id|name)":/);
    },
  );

  it("are left out of the catalogue too", async () => {
    await using emulator = await startEmulator({ seed, faults: { service: { missingFields: true } } });
    const { body } = await ask(emulator, "GET /v1/components/edgee/ga4");
    expect(body).toMatchObject({ id: "cmp_ga4", slug: "edgee/ga4", name: "Google Analytics 4" });
    expect(body).not.toHaveProperty("object");
    expect(body).not.toHaveProperty("created_at");
    expect(body).toHaveProperty(["versions", "1.0.0", "version"], "1.0.0");
    expect(body).not.toHaveProperty(["versions", "1.0.0", "created_at"]);
    expect(body).toHaveProperty(["versions", "1.0.0", "dynamic_fields", 0, "name"], "measurement_id");
    expect(emulator.requests()).toMatchObject([{ handled: true, status: 200 }]);
  });

  it("are left out of the answers to writes", async () => {
    await using emulator = await startEmulator({ seed, faults: { service: { missingFields: true } } });
    const created = await ask(emulator, "POST /v1/projects", { organization_id: "org_1", slug: "b", type: "mcp" });
    expect(created.body).toEqual({ id: "prj_2", organization_id: "org_1", slug: "b", type: "mcp" });
    expect((await ask(emulator, "DELETE /v1/projects/prj_2")).body).toEqual({ id: "prj_2", deleted: true });
    expect(emulator.requests()).toHaveLength(2);
  });
});
