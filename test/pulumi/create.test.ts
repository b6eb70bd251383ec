import { describe, expect, test } from "vitest";
import { code, open, writes } from "./provider.ts";

const site = { ...code, organizationId: "org_1", slug: "site" };
const seeded = { organization_id: "org_1", slug: "site" };

test("outputs are the declared fields, what the service adds, and its origin, all plain JSON", async () => {
  await using scene = await open();
  const { id, outs } = await scene.project.create({ ...site, description: null, cache: true });
  expect(id).toBe("prj_1");
  expect(outs).toStrictEqual({
    organizationId: "org_1",
    slug: "site",
    description: null,
    cache: true,
    origin: scene.emulator.url,
  });
  const component = await scene.component.create({
    ...code,
    projectId: id,
    component: "edgee/ga4",
    settings: { measurement_id: "G-1" },
  });
  expect(component).toStrictEqual({
    id: "prj_1/pc_1",
    outs: {
      projectId: "prj_1",
      component: "edgee/ga4",
      settings: { measurement_id: "G-1" },
      componentId: "cmp_ga4",
      componentVersion: "1.2.0",
      organization: "org_1",
      origin: scene.emulator.url,
    },
  });
  const domain = await scene.domain.create({ ...code, projectId: id, name: "WWW.example.com" });
  expect(domain).toHaveProperty("id", "prj_1/www.example.com");
  expect(domain.outs).toMatchObject({ dnsStatus: false, sslStatus: false });
});

describe("an object that exists", () => {
  test.each([
    ["project", site, /Project site of org_1 already exists: prj_1\..*`adoptId: "prj_1"`/],
    [
      "domain",
      { ...code, projectId: "prj_1", name: "www.example.com" },
      /Domain www\.example\.com .* `ifExists: "adopt"`\.$/,
    ],
    [
      "component",
      { ...code, projectId: "prj_1", component: "edgee/ga4" },
      /already exists: pc_1\..*`ifExists: "adopt"`\.$/,
    ],
  ] as const)("of the kind %s is not touched unless the program adopts it", async (kind, inputs, message) => {
    await using scene = await open({
      seed: {
        projects: [
          { ...seeded, components: [{ component_slug: "edgee/ga4" }], domains: [{ name: "www.example.com" }] },
        ],
      },
    });
    await expect(scene[kind].create(inputs)).rejects.toThrow(message);
    await expect(scene[kind].create({ ...inputs, ifExists: "adopt" })).resolves.toHaveProperty("id");
    expect(writes(scene.emulator)).toEqual([]);
  });

  test("that was created between the read and the create is treated like one that existed before", async () => {
    await using scene = await open();
    // Both find nothing; the second create is refused with a conflict.
    const settled = await Promise.allSettled([scene.project.create(site), scene.project.create(site)]);
    expect(settled.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const refused = settled.find(({ status }) => status === "rejected");
    expect(refused).toHaveProperty("reason.message", expect.stringContaining("already exists: prj_1"));
  });

  test("in another project is a conflict that stays one", async () => {
    await using scene = await open({
      seed: { projects: [seeded, { ...seeded, slug: "other", domains: [{ name: "www.example.com" }] }] },
    });
    const domain = { ...code, projectId: "prj_1", name: "www.example.com", ifExists: "adopt" };
    await expect(scene.domain.create(domain)).rejects.toThrow(/409 conflict_error/);
  });
});

describe("adoptId", () => {
  test("of a project that does not exist is an error, and nothing is created", async () => {
    await using scene = await open();
    await expect(scene.project.create({ ...site, adoptId: "prj_9" })).rejects.toThrow(
      "There is no project prj_9 to adopt.",
    );
    expect(writes(scene.emulator)).toEqual([]);
  });

  test("of a project of another organization is refused", async () => {
    await using scene = await open({ seed: { projects: [{ ...seeded, organization_id: "org_2" }] } });
    await expect(scene.project.create({ ...site, adoptId: "prj_1" })).rejects.toThrow(/its organization_id differs/);
    expect(writes(scene.emulator)).toEqual([]);
  });
});

test("a project whose settings are refused is an error that carries the id and all properties", async () => {
  await using scene = await open();
  const inputs = { ...site, extra: { unheard_of: 1 } };
  await expect(scene.project.create(inputs)).rejects.toMatchObject({
    id: "prj_1",
    properties: { ...inputs, origin: scene.emulator.url },
    reasons: [expect.stringContaining("Project prj_1 was created, but its settings were not applied")],
  });
});

test("a refusal that quotes a secret is shown without it", async () => {
  await using scene = await open({ seed: { projects: [seeded] } });
  const secret = "canary-secret-0123456789";
  const inputs = {
    ...code,
    projectId: "prj_1",
    component: "edgee/meta-capi",
    settings: { pixel_id: "px", access_token: secret },
    // The emulator quotes the name of an unknown field.
    extra: { [secret]: 1 },
  };
  await expect(scene.component.create(inputs)).rejects.toThrow(/\(secret\): is not a known field/);
  await expect(scene.component.create(inputs)).rejects.not.toThrow(secret);
});

test("a refusal that is cut in the middle of a secret shows nothing of it", async () => {
  await using scene = await open({ seed: { projects: [seeded] } });
  const secret = "canary-secret-0123456789".repeat(3);
  const error = { type: "invalid_request_error", message: `${"x".repeat(150)} ${secret}` };
  const fault = { kind: "answer", status: 400, body: { error } } as const;
  scene.emulator.setFaults({ faults: [{ method: "POST", times: "always", fault }] });
  const settings = { pixel_id: "px", access_token: secret };
  const component = { ...code, projectId: "prj_1", component: "edgee/meta-capi", settings };
  const failure: unknown = await scene.component.create(component).catch((caught: unknown) => caught);
  expect(String(failure)).toContain("xxx (secret)");
  expect(String(failure)).not.toContain("canary");
});

test("errors have no stack and no token", async () => {
  await using scene = await open();
  await using other = await open({ token: "canary-token-0123456789" });
  await scene.project.configure({
    config: {
      get: (key) => ({ baseUrl: other.emulator.url, token: "wrong-token-0123456789" })[key.split(":")[1] ?? ""],
      require: () => "",
    },
  });
  const error: unknown = await scene.project.create(site).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(Error);
  expect(error).toHaveProperty("stack", "");
  expect(error).toHaveProperty("message", expect.stringContaining("Check the access token."));
  expect(error).toHaveProperty("message", expect.not.stringContaining("wrong-token"));
});
