import { describe, expect, it } from "vitest";
import { domainRecord, UNREADABLE_OWNER } from "../../core/api/records.ts";
import { caught, connect } from "./connect.ts";
import { answers, json, startFaultServer } from "./fault-server.ts";

const field = { name: "a", type: "string", required: true, secret: false };

async function versionsOf(versions: unknown): Promise<unknown> {
  await using server = await startFaultServer(answers(200, { id: "cmp_1", versions }));
  const { versions: read } = await connect(server).catalogue.get("acme", "box");
  return read;
}

describe("an odd part of a catalogue entry", () => {
  it.each([
    ["that is null", null],
    ["that is a number", 7],
    ["with fields that are no list", { dynamic_fields: { a: field } }],
    ["with a field that is null", { dynamic_fields: [null] }],
    ["with a field without a name", { dynamic_fields: [field, { type: "string" }] }],
    ["with a field without a type", { dynamic_fields: [field, { name: "b" }] }],
    ["with a field that may be required", { dynamic_fields: [{ ...field, required: "yes" }] }],
    ["with a field that may be a secret", { dynamic_fields: [{ ...field, secret: "perhaps" }] }],
  ])("leaves a version %s undescribed, and the others as they are", async (_what, odd) => {
    const read = await versionsOf({ "1": { dynamic_fields: [field] }, "2": odd });
    expect(read).toMatchObject({ "1": { dynamic_fields: [field] } });
    expect(read).toHaveProperty(["2"]);
    expect(read).not.toHaveProperty(["2", "dynamic_fields", 0]);
    expect(read).not.toHaveProperty(["2", "dynamic_fields", "a"]);
  });

  it.each([
    ["options that are numbers, which become text", { options: [1, 2.5] }, { options: ["1", "2.5"] }],
    ["options that are no list", { options: "a,b" }, { options: undefined }],
    ["options that are objects", { options: [{ value: "a" }] }, { options: undefined }],
    ["no texts for people", { title: 7, description: ["a"] }, { title: undefined, description: undefined }],
  ])("of a field only is left out: %s", async (_what, odd, kept) => {
    expect(await versionsOf({ "1": { dynamic_fields: [{ ...field, ...odd }] } })).toEqual({
      "1": { dynamic_fields: [{ ...field, ...kept }] },
    });
  });

  it("counts as not said, whichever it is", async () => {
    const odd = {
      id: 1,
      slug: [],
      name: {},
      description: 7,
      latest_version: 1.2,
      versions: ["1.0.0"],
      documentation_link: false,
      is_public: "no",
      is_archived: "yes",
      stars: 5,
    };
    await using server = await startFaultServer(answers(200, odd));
    // A number as an id is its text: project components are matched by it.
    expect(await connect(server).catalogue.get("acme", "box")).toEqual({ id: "1", stars: 5 });
  });
});

describe("an odd value in an object", () => {
  it("is kept where it only says how the object is", async () => {
    const component = { id: "pc_1", component_slug: "a/b", active: "yes" };
    const domain = { name: "a.example.com", dns_status: "ok", ssl_status: { issued: true } };
    await using server = await startFaultServer((response, { path }) =>
      json(response, 200, { data: [path.endsWith("/domains") ? domain : component] }),
    );
    const client = connect(server);
    expect(await client.components.list("prj_1")).toEqual([component]);
    expect(await client.domains.list("prj_1")).toEqual([domain]);
  });

  it("counts as its text where a service numbers its objects", async () => {
    const answers: Record<string, unknown> = {
      "/v1/projects/42": { id: 42, organization_id: 7, slug: 5 },
      "/v1/projects/42/components/0": { id: 0, component_id: 9 },
    };
    await using server = await startFaultServer((response, { path }) => json(response, 200, answers[path]));
    const client = connect(server);
    const { id, ...project } = await client.projects.get("42");
    expect({ id, ...project }).toEqual({ id: "42", organization_id: "7", slug: "5" });
    expect(await client.components.get(id, "0")).toEqual({ id: "0", component_id: "9" });
  });

  it.each([1.5, -1, 2 ** 53, true, {}])("is no id where its text could be another's: %j", async (id) => {
    await using server = await startFaultServer(answers(200, { id }));
    expect((await caught(connect(server).projects.get("prj_1"))).message).toContain("invalid fields (id)");
  });

  it("counts as not said where it does not identify the object, nor its owner", async () => {
    const odd = { id: "x", slug: { en: "a" }, component_id: {}, component_slug: false, component_version: 2 };
    await using server = await startFaultServer(answers(200, odd));
    const { slug, ...project } = await connect(server).projects.get("x");
    expect({ slug, id: project.id }).toEqual({ slug: undefined, id: "x" });
    expect(await connect(server).components.get("prj_1", "x")).toEqual({ id: "x", slug: odd.slug });
  });

  it.each([["org_1"], [], {}, { id: "org_1" }, 1.5, -1, true, false].map((owner) => ({ owner })))(
    "never counts as not said where it names the owner: $owner",
    async ({ owner }) => {
      const odd = { id: "x", name: "a.example.com", organization_id: owner, project_id: owner };
      await using server = await startFaultServer(answers(200, odd));
      const client = connect(server);
      const owners = [
        (await client.projects.get("x")).organization_id,
        (await client.components.get("prj_1", "x")).project_id,
        (await client.domains.get("prj_1", "x")).project_id,
      ];
      expect(owners).toEqual(owners.map(() => UNREADABLE_OWNER));
    },
  );

  it.each(["{}", ["a"], [{ name: "a", value: "b" }], 1])(
    "has settings that must be understood: %j",
    async (settings) => {
      await using server = await startFaultServer(answers(200, { id: "x", settings }));
      const error = await caught(connect(server).components.get("prj_1", "x"));
      expect(error.message).toContain("invalid fields (settings)");
    },
  );

  it.each([[[]], [""], [{}]])("has no settings where they are shown as %j", async (settings) => {
    await using server = await startFaultServer(answers(200, { id: "x", settings }));
    expect(await connect(server).components.get("prj_1", "x")).toEqual({ id: "x", settings: {} });
  });

  it.each(["null", "Undefined", "-", " ", "?", "", "N/A", "(null)", "null/null", "ｎｕｌｌ", "\u3164"])(
    "of a component has no name where it is shown as %j",
    async (name) => {
      await using server = await startFaultServer(answers(200, { id: "x", component_id: name, component_slug: name }));
      const { component_id: id, component_slug: slug } = await connect(server).components.get("prj_1", "x");
      expect({ id, slug }).toEqual({ id: undefined, slug: undefined });
    },
  );

  it("adds no field that the answer has not", async () => {
    await using server = await startFaultServer(answers(200, { id: "pc_1" }));
    expect(Object.keys(await connect(server).components.get("prj_1", "pc_1"))).toEqual(["id"]);
  });
});

it("an id of a project may have any characters: what it owns is compared as it is", () => {
  const id = "prj_1:ü %41;+=";
  expect(domainRecord.parse({ name: "www.example.com", project_id: id }).project_id).toBe(id);
});
