import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../emulator/json-object.ts";
import { startEmulator, temperaments } from "../../emulator/start.ts";
import type { Emulator, Seed, TemperamentName } from "../../emulator/start.ts";
import { isTemperamentName } from "../../emulator/temperament/bundles.ts";
import { parseTemperament, temperament } from "../../emulator/temperament/temperament.ts";
import { ask, fields } from "./ask.ts";
import type { Reply } from "./ask.ts";
import { testClock } from "./test-clock.ts";
import type { TestClock } from "./test-clock.ts";

const names = Object.keys(temperaments).filter(isTemperamentName);

const project = { organization_id: "org_1", slug: "site", type: "proxy", description: "D" };
const settings = {
  force_https: false,
  trusted_ips: ["203.0.113.1"],
  rate_limiting: [
    { rank: 1, limit: 5, window: "1s", block_duration: 60, key: ["ip"] },
    { rank: 2, limit: 9, window: "10s", block_duration: 60, key: ["ua"] },
  ],
  forwarded_headers: [{ name: "x-a", value: "1" }],
};
const component = { component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: "canary-secret" } };
const domain = { name: "www.example.com" };

/** The name of a domain comes before its id, which no request uses. */
const listed = z.object({ data: z.array(z.object({ name: z.string().optional(), id: z.string().optional() })) });

/** Sends a request once in each interval in which every bundle has settled. */
function patient(emulator: Emulator, clock: TestClock): (request: string, body?: object) => Promise<Reply> {
  return async (request, body) => {
    clock.advance(20_000);
    return ask(emulator, request, body);
  };
}

it.each(names)("under %s, a patient client creates, changes, moves and deletes", async (name: TemperamentName) => {
  const clock = testClock();
  await using emulator = await startEmulator({ clock, temperament: name });
  const send = patient(emulator, clock);
  const idOf = async (list: string): Promise<string> => {
    const { data } = listed.parse((await send(`GET ${list}`)).body);
    return encodeURIComponent(data[0]?.name ?? data[0]?.id ?? "");
  };

  expect((await send("POST /v1/projects", project)).status).toBeLessThan(300);
  const one = `/v1/projects/${await idOf("/v1/projects")}`;
  expect((await send(`POST ${one}`, settings)).status).toBeLessThan(300);
  expect((await send(`POST ${one}/components`, component)).status).toBeLessThan(300);
  const child = `${one}/components/${await idOf(`${one}/components`)}`;
  expect((await send(`POST ${child}`, { active: false })).status).toBeLessThan(300);
  expect((await send(`POST ${one}/domains`, domain)).status).toBeLessThan(300);

  const shown = fields(await send(`GET ${one}`));
  expect(shown).toMatchObject({ force_https: false, description: "D", rate_limiting: { length: 2 } });
  expect(JSON.stringify(await send(`GET ${child}`)).includes("canary-secret")).toBe(!("secrets" in temperaments[name]));
  expect(emulator.state()).toMatchObject([
    { project: { ...project, ...settings }, components: [{ ...component, active: false }], domains: [domain] },
  ]);

  await send("POST /v1/projects", { ...project, slug: "other" });
  const other = `/v1/projects/${await idOf("/v1/projects")}`;
  expect((await send(`DELETE ${one}/domains/www.example.com`)).status).toBeLessThan(300);
  expect((await send(`POST ${other}/domains`, domain)).status).toBeLessThan(300);
  expect((await send(`DELETE ${other}/domains/${await idOf(`${other}/domains`)}`)).status).toBeLessThan(300);
  expect((await send(`DELETE ${child}`)).status).toBeLessThan(300);
  for (const path of [one, other]) expect((await send(`DELETE ${path}`)).status).toBeLessThan(300);
  expect(await send(`GET ${one}`)).toMatchObject({ status: 404, body: { error: { type: "not_found_error" } } });
  expect(emulator.state()).toEqual([]);
});

/** A value that a JSON schema allows. Covers the parts of JSON Schema that the schema of a temperament has. */
function valueOf(schema: unknown): fc.Arbitrary<unknown> {
  const {
    type,
    enum: words,
    const: word,
    anyOf,
    properties,
    required = [],
    items,
    minimum = 0,
    maximum = 5,
    pattern,
  } = parts.parse(schema);
  if (word !== undefined) return fc.constant(word);
  if (words !== undefined) return fc.constantFrom(...words);
  if (anyOf !== undefined) return fc.oneof(...anyOf.map(valueOf));
  if (pattern !== undefined)
    return fc.constantFrom("description", "override_cache.*.ttl", "settings", "settings.a", "slug");
  switch (type) {
    case "object":
      return fc.record(
        Object.fromEntries(Object.entries(properties ?? {}).map(([name, value]) => [name, valueOf(value)])),
        { requiredKeys: required },
      );
    case "array":
      return fc.array(valueOf(items), { maxLength: 3 });
    case "integer":
    case "number":
      return fc.integer({ min: Math.max(minimum, 1), max: Math.min(maximum, 5000) });
    case "boolean":
      return fc.boolean();
    case "string":
      return fc.constantFrom("cache", "settings", "slug");
    case undefined:
      return fc.constantFrom(true, null, "a");
  }
}

const parts = z.object({
  type: z.enum(["object", "array", "integer", "number", "boolean", "string"]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
  items: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  pattern: z.string().optional(),
});

it("no temperament makes the emulator fail", async () => {
  const drawn = valueOf(z.toJSONSchema(temperament));
  const seed: Seed = {
    projects: [
      {
        organization_id: "org_1",
        slug: "site",
        id: "prj_1",
        trusted_ips: ["203.0.113.1", "::1"],
        rate_limiting: [{ rank: 1, limit: 5 }],
        override_cache: [{ ttl: 1, conditions: { request_headers: { values: { A: "b" } } } }],
        components: [{ ...component, id: "pc_1" }],
        domains: [{ name: "*.example.com" }, { name: "bücher.example" }],
      },
    ],
  };
  const one = "/v1/projects/prj_1";
  const requests: readonly (readonly [string, JsonObject?])[] = [
    ["GET /v1/projects?organization_id=org_1"],
    ["GET /v1/projects?start_key=1"],
    [`POST ${one}`, { ...settings, slug: "SITE", description: "" }],
    [`GET ${one}`],
    [`GET ${one}/components`],
    [
      `POST ${one}/components/pc_1`,
      { settings: { pixel_id: 1, access_token: "", a: null }, component_version: "2.0.1" },
    ],
    [`GET ${one}/components/pc_1`],
    ["GET /v1/components/edgee/ga4"],
    [`POST ${one}/domains`, domain],
    [`GET ${one}/domains`],
    [`GET ${one}/domains/www.example.com`],
    [`DELETE ${one}/domains/b%C3%BCcher.example`],
    ["POST /v1/projects", { ...project, slug: "next" }],
    [`DELETE ${one}/components/pc_1`],
    [`DELETE ${one}`],
    [`DELETE ${one}`],
  ];
  await fc.assert(
    fc.asyncProperty(drawn, async (json) => {
      await using emulator = await startEmulator({ clock: testClock(), seed, temperament: parseTemperament(json) });
      for (const [request, body] of requests) {
        const headers = { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" };
        const [method = "", path = ""] = request.split(" ");
        const init = body === undefined ? { method, headers } : { method, headers, body: JSON.stringify(body) };
        const response = await fetch(`${emulator.url}${path}`, init);
        expect(await response.text()).not.toContain("emulator_error");
        expect(response.status === 500).toBe(false);
      }
      expect(emulator.requests()).toHaveLength(requests.length);
    }),
    { numRuns: 25 },
  );
});
