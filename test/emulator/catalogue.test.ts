import { expect, it } from "vitest";
import { defaultCatalogue } from "../../emulator/default-catalogue.ts";
import { startEmulator } from "../../emulator/start.ts";
import { ask, fields, refused } from "./ask.ts";

it("finds a component by its organization and slug", async () => {
  await using emulator = await startEmulator();
  const reply = await ask(emulator, "GET /v1/components/edgee/ga4");
  expect(reply.status).toBe(200);
  const { versions, ...component } = fields(reply);
  expect(component).toMatchObject({
    object: "component",
    id: "cmp_ga4",
    slug: "edgee/ga4",
    latest_version: "1.2.0",
    is_public: true,
    is_archived: false,
  });
  expect(Object.keys(versions ?? {})).toEqual(["1.0.0", "1.1.0", "1.2.0"]);
  expect(versions).toHaveProperty(["1.0.0"], {
    object: "component_version",
    version: "1.0.0",
    wit_world_version: "0.5.0",
    wasm_url: "https://example.invalid/wasm/ga4/1.0.0.wasm",
    dynamic_fields: [
      {
        name: "measurement_id",
        title: "Measurement ID",
        type: "string",
        required: true,
        description: "The id of the data stream.",
        secret: false,
      },
    ],
    changelog: "First release.",
    created_at: "2025-01-15T09:00:00.000Z",
  });
});

it.each(["edgee/nothing", "acme/ga4", "edgee/GA4", "edgee%2Fga4/x", "constructor/prototype"])(
  "does not find %s",
  async (slug) => {
    await using emulator = await startEmulator();
    expect(await ask(emulator, `GET /v1/components/${slug}`)).toEqual(refused(404, "not_found_error"));
  },
);

it("serves its default catalogue unchanged, with every kind of component", async () => {
  await using emulator = await startEmulator();
  for (const component of defaultCatalogue) {
    expect((await ask(emulator, `GET /v1/components/${component.slug}`)).body).toMatchObject(component);
    for (const [key, { version }] of Object.entries(component.versions ?? {})) expect(version).toBe(key);
  }
  const fields = defaultCatalogue.flatMap(({ versions = {} }) =>
    Object.values(versions).map((v) => v.dynamic_fields ?? []),
  );
  expect(defaultCatalogue.filter(({ slug }) => slug.startsWith("edgee/")).length).toBeGreaterThanOrEqual(5);
  expect(defaultCatalogue.some(({ is_archived }) => is_archived === true)).toBe(true);
  expect(fields.some((list) => list.length === 0)).toBe(true);
  expect(fields.flat().some(({ secret, required }) => secret === true && required)).toBe(true);
  expect(fields.flat().some(({ options }) => options !== undefined)).toBe(true);
});

it("leaves out the fields that the seed leaves out, or that are null in it", async () => {
  const bare = { id: "cmp_1", slug: "org/bare", avatar_url: null, description: null };
  await using emulator = await startEmulator({ seed: { catalogue: [bare] } });
  expect((await ask(emulator, "GET /v1/components/org/bare")).body).toEqual({
    object: "component",
    id: "cmp_1",
    slug: "org/bare",
  });
  expect(await ask(emulator, "GET /v1/components/edgee/ga4")).toMatchObject({ status: 404 });
});
