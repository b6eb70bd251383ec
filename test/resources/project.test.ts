import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { hadNoEffect, RefusedError } from "../../provider/api/errors.ts";
import {
  AmbiguousError,
  NotAcceptedError,
  OtherSlugError,
  OutcomeUnknownError,
  SettingsNotAppliedError,
} from "../../provider/resources/failures.ts";
import { joinedLists } from "../../provider/resources/lists.ts";
import type { DeclaredProject } from "../../provider/resources/project-fields.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { caught, connect, lines } from "../api/connect.ts";
import { html, json, refuse, startFaultServer } from "../api/fault-server.ts";
import { startLossyService, writes } from "./lossy-service.ts";

const organization = { organizationId: "org_1" };

const key = { organization_id: "org_1", slug: "site" } as const;

function isCreate({ method, path }: { method: string; path: string }): boolean {
  return method === "POST" && path === "/v1/projects";
}

function isUpdate({ method, path }: { method: string; path: string }): boolean {
  return method === "POST" && path.startsWith("/v1/projects/");
}

describe("a project is found", () => {
  it("by its organization and slug, among all pages", async () => {
    const projects = ["a", "b", "site", "c"].map((slug) => ({ organization_id: "org_1", slug }));
    await using emulator = await startEmulator({
      seed: { projects: [{ organization_id: "org_2", slug: "site" }, ...projects] },
      pageSize: 2,
    });
    const lists = joinedLists(connect(emulator));
    expect(await projectKind.find(lists, organization, { ...key })).toMatchObject({ id: "prj_4" });
    expect(await projectKind.find(lists, organization, { ...key, slug: "sit" })).toBeUndefined();
  });

  it("never, if there are several: the error lists their ids", async () => {
    const twins = [
      { id: "prj_1", ...key },
      { id: "prj_2", ...key },
    ];
    await using server = await startFaultServer((response) => json(response, 200, { data: twins }));
    const error = await caught(projectKind.find(joinedLists(connect(server)), organization, { ...key }));
    expect(error).toBeInstanceOf(AmbiguousError);
    expect(error).toHaveProperty("ids", ["prj_1", "prj_2"]);
    expect(error.message).toContain("project site of org_1 exists 2 times: prj_1, prj_2. Nothing was changed.");
  });

  it("never in another organization that the list happens to hold", async () => {
    const others = [
      { id: "prj_9", slug: "site", organization_id: "org_2" },
      { id: "prj_8", slug: "blog", organization_id: "org_1" },
    ];
    await using server = await startFaultServer((response) => json(response, 200, { data: others }));
    expect(await projectKind.find(joinedLists(connect(server)), organization, { ...key })).toBeUndefined();
  });
});

describe("reading a project", () => {
  it("returns undefined only if the service itself says that it is gone", async () => {
    await using emulator = await startEmulator();
    expect(await projectKind.read(connect(emulator), organization, "prj_1")).toBeUndefined();
  });

  it.each([
    ["a proxy's 404", 404, "text"],
    ["403", 403, "forbidden_error"],
    ["401", 401, "authentication_error"],
    ["500", 500, "creation_error"],
  ])("fails with %s", async (_what, status, type) => {
    await using server = await startFaultServer((response) =>
      type === "text" ? response.writeHead(status).end("Not found") : refuse(response, status, type),
    );
    expect(await caught(projectKind.read(connect(server), organization, "prj_1"))).toMatchObject({ status });
  });
});

describe("a new project", () => {
  it("takes two calls, the second with its settings", async () => {
    await using emulator = await startEmulator();
    const declared = { ...key, description: "D", cookie_domain: null, cache: true, extra: {} };
    const made = await projectKind.ensure(connect(emulator), organization, declared, undefined);
    expect(made.live).toMatchObject({ id: "prj_1", description: "D", cache: true, force_https: true });
    expect(writes(emulator)).toEqual([
      { line: "POST /v1/projects", body: { ...key, type: "proxy", description: "D" }, status: 200 },
      { line: "POST /v1/projects/prj_1", body: { id: "prj_1", cache: true }, status: 200 },
    ]);
  });

  it("takes one call without settings", async () => {
    await using emulator = await startEmulator();
    const declared = { ...key, type: "mcp", description: null, autocapture: {} } as const;
    await projectKind.ensure(connect(emulator), organization, declared, undefined);
    expect(writes(emulator)).toEqual([{ line: "POST /v1/projects", body: { ...key, type: "mcp" }, status: 200 }]);
  });

  it("whose settings are refused is not lost: it is returned with the error", async () => {
    await using emulator = await startEmulator();
    const declared = { ...key, extra: { colour: "red" } };
    const made = await projectKind.ensure(connect(emulator), organization, declared, undefined);
    expect(made.live.id).toBe("prj_1");
    expect(made.incomplete).toBeInstanceOf(SettingsNotAppliedError);
    expect(made.incomplete).toHaveProperty("cause.status", 400);
    const message = made.incomplete?.message;
    expect(message).toContain("Project prj_1 was created, but its settings were not applied: POST /v1/projects/prj_1");
    expect(message).toContain("The next run applies them.");

    const client = connect(emulator);
    const live = await projectKind.find(joinedLists(client), organization, { ...key });
    await projectKind.ensure(client, organization, { ...key, cache: true }, live);
    expect(writes(emulator).map(({ line, status }) => `${line} ${status}`)).toEqual([
      "POST /v1/projects 200",
      "POST /v1/projects/prj_1 400",
      "POST /v1/projects/prj_1 200",
    ]);
  });

  it("whose slug the service changes is an error, with or without settings, because it would not be found again", async () => {
    for (const settings of [{}, { cache: true }]) {
      await using service = await startLossyService(
        {},
        () => undefined,
        (answer) => ({ ...Object(answer), slug: "site-2" }),
      );
      const declared = { ...key, ...settings };
      const { incomplete } = await projectKind.ensure(connect(service), organization, declared, undefined);
      expect(incomplete).toBeInstanceOf(OtherSlugError);
      expect(incomplete?.cause).toBeInstanceOf(NotAcceptedError);
      expect(incomplete?.message).toContain("with the slug site-2 instead of site");
      expect(incomplete?.message).toContain("Before the next run, declare slug site-2");
    }
  });

  it("that is refused has no effect and is not read back", async () => {
    await using emulator = await startEmulator({ seed: { projects: [{ ...key }] } });
    const error = await caught(projectKind.ensure(connect(emulator), organization, { ...key }, undefined));
    expect(error).toBeInstanceOf(RefusedError);
    expect(hadNoEffect(error)).toBe(true);
    expect(emulator.requests()).toHaveLength(1);
  });

  it("whose answer is lost is read back, and its settings follow", async () => {
    await using service = await startLossyService({}, (request) => (isCreate(request) ? "after" : undefined));
    const made = await projectKind.ensure(connect(service), organization, { ...key, cache: true }, undefined);
    expect(made).toMatchObject({ live: { id: "prj_1", cache: true }, adopted: true });
    expect(made.notes).toEqual([expect.stringContaining("prj_1 was found and adopted")]);
    expect(writes(service.emulator).map(({ line }) => line)).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1"]);
  });

  it("whose answer is not the service's is read back too", async () => {
    for (const status of [200, 404, 502]) {
      const found = { id: "prj_1", ...key };
      await using server = await startFaultServer((response, { method, path }) => {
        if (method === "POST") html(response, status);
        else json(response, 200, path === "/v1/projects/prj_1" ? found : { data: [found] });
      });
      const made = await projectKind.ensure(connect(server), organization, { ...key }, undefined);
      expect(made).toMatchObject({ live: { id: "prj_1" } });
      expect(server.received.map(({ method }) => method)).toEqual(["POST", "GET", "GET"]);
    }
  });

  it("that is not found after a lost answer stays unknown, and is not sent again", async () => {
    await using service = await startLossyService({}, (request) => (isCreate(request) ? "before" : undefined));
    const error = await caught(projectKind.ensure(connect(service), organization, { ...key }, undefined));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(hadNoEffect(error)).toBe(false);
    expect(error.message).toContain("The outcome of the creation of project site of org_1 is unknown: ");
    expect(service.emulator.requests().map(({ method }) => method)).toEqual(Array(5).fill("GET"));
  });

  it("that cannot be read back stays unknown too", async () => {
    await using server = await startFaultServer((response, { method }) => {
      if (method === "POST") response.destroy();
      else refuse(response, 403, "forbidden_error");
    });
    const error = await caught(projectKind.ensure(connect(server), organization, { ...key }, undefined));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.cause).toHaveProperty("call.method", "POST");
    expect(server.received).toHaveLength(2);
  });

  it("that exists several times after a lost answer is unknown, with the ids, and none is touched", async () => {
    const twins = ["prj_1", "prj_2"].map((id) => ({ id, ...key }));
    await using server = await startFaultServer((response, { method, path }) => {
      if (method === "POST") response.destroy();
      else json(response, 200, twins.find(({ id }) => path.endsWith(id)) ?? { data: twins });
    });
    const declared = { ...key, cache: true };
    const error = await caught(projectKind.ensure(connect(server), organization, declared, undefined));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toContain("There are 2 now: prj_1, prj_2.");
    expect(error.message).not.toContain("Nothing was changed");
    expect(server.received.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });
});

describe("converging a project", () => {
  const seed = {
    projects: [
      {
        ...key,
        description: "old",
        cache: true,
        trusted_ips: ["1.1.1.1", "2.2.2.2"],
        autocapture: { click: true, form: true },
        cookie_name: "mine",
      },
    ],
  };

  it("sends only the fields that differ", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const before = await client.projects.get("prj_1");
    const declared: DeclaredProject = {
      ...key,
      description: "new",
      cache: true,
      force_https: null,
      trusted_ips: ["2.2.2.2", "1.1.1.1"],
      autocapture: { click: false },
    };
    const { live: after } = await projectKind.ensure(client, organization, declared, before);
    expect(writes(emulator)).toEqual([
      {
        line: "POST /v1/projects/prj_1",
        body: { id: "prj_1", description: "new", autocapture: { ...Object(before["autocapture"]), click: false } },
        status: 200,
      },
    ]);
    expect(after).toEqual({
      ...before,
      description: "new",
      autocapture: { ...Object(before["autocapture"]), click: false },
      updated_at: after["updated_at"],
    });
  });

  it("sends no request if nothing differs", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const live = await client.projects.get("prj_1");
    emulator.reset();
    expect(await projectKind.ensure(client, organization, { ...key, cache: true }, live)).toEqual({ live, notes: [] });
    expect(emulator.requests()).toEqual([]);
  });

  it("renames by its slug", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const live = await client.projects.get("prj_1");
    await projectKind.ensure(client, organization, { ...key, slug: "shop" }, live);
    expect(writes(emulator)).toMatchObject([{ body: { slug: "shop" } }]);
  });

  it("never sends an organization: nothing is sent, and the error says what to do", async () => {
    await using emulator = await startEmulator({ seed });
    const client = connect(emulator);
    const live = await client.projects.get("prj_1");
    const declared = { ...key, organization_id: "org_2", cache: false };
    const error = await caught(projectKind.ensure(client, organization, declared, live));
    expect(error.message).toContain("belongs to org_1 and cannot move to org_2");
    expect(hadNoEffect(error)).toBe(true);
    expect(writes(emulator)).toEqual([]);
  });

  it("sends an unknown field under its own name, even with a dot in it", async () => {
    await using server = await startFaultServer((response, { body }) =>
      json(response, 200, { id: "prj_1", ...JSON.parse(body) }),
    );
    const extra = { "autocapture.mode": "x", "a.b": 1, region: null };
    const live = { id: "prj_1", ...key, region: "eu", autocapture: { click: true } };
    await projectKind.ensure(connect(server), organization, { ...key, extra }, live);
    expect(server.received.map(({ body }) => body)).toEqual([
      '{"autocapture.mode":"x","a.b":1,"region":null,"id":"prj_1"}',
    ]);
  });

  it("sends no null among the events, and keeps unknown events", async () => {
    await using server = await startFaultServer((response, { body }) =>
      json(response, 200, { id: "prj_1", ...JSON.parse(body) }),
    );
    const live = { id: "prj_1", ...key, autocapture: { click: true, form: null, swipe: true } };
    const declared = { ...key, autocapture: { click: false, scroll: undefined } };
    await projectKind.ensure(connect(server), organization, declared, live);
    expect(server.received.map(({ body }) => body)).toEqual([
      '{"autocapture":{"click":false,"swipe":true},"id":"prj_1"}',
    ]);
  });

  /** A service that stores other values than those of an update, and shows them from then on. */
  const storing = (fields: object) => {
    let isUpdated = false;
    return startLossyService(
      { seed },
      (request) => {
        isUpdated ||= isUpdate(request);
        return undefined;
      },
      (answer) => (isUpdated ? { ...Object(answer), ...fields } : answer),
    );
  };

  it("notes an event that changed without being declared, also if the update sent no other", async () => {
    await using service = await storing({ autocapture: { pageview: false, click: true } });
    const client = connect(service);
    const live = await client.projects.get("prj_1");
    const declared = { ...key, description: "new", autocapture: { pageview: false } };
    const { notes } = await projectKind.ensure(client, organization, declared, {
      ...live,
      autocapture: { pageview: false, click: false },
    });
    expect(notes).toEqual(["The write of project prj_1 also changed autocapture.click, which is not declared."]);
  });

  it.each([
    [{ cookie_name: "other" }, "cookie_name"],
    [{ autocapture: { click: true } }, "autocapture"],
    [{ plan: "free", requests: 7, avatar_url: "https://x.invalid" }, undefined],
  ])("notes a known field that changed without being declared: %j", async (fields, name) => {
    await using service = await storing(fields);
    const client = connect(service);
    const live = await client.projects.get("prj_1");
    const made = await projectKind.ensure(client, organization, { ...key, description: "new" }, live);
    expect(made.incomplete).toBeUndefined();
    expect(made.notes).toEqual(
      name === undefined ? [] : [`The write of project prj_1 also changed ${name}, which is not declared.`],
    );
  });

  it.each([
    [{ trusted_ips: null }, "trusted_ips", { description: "new" }],
    [{ trusted_ips: [] }, "trusted_ips", { description: "new" }],
    [{ autocapture: null }, "autocapture", { description: "new" }],
    [{ autocapture: { click: false } }, "autocapture.form", { autocapture: { click: false } }],
  ])("is incomplete if a field lost its value without being declared: %j", async (fields, name, declared) => {
    await using service = await storing(fields);
    const client = connect(service);
    const live = await client.projects.get("prj_1");
    const { incomplete } = await projectKind.ensure(client, organization, { ...key, ...declared }, live);
    expect(incomplete).toMatchObject({
      name: "ValueLostError",
      message: expect.stringContaining("update of project prj_1 "),
      fields: [name],
    });
  });

  it("sees no change in another notation of the same value", async () => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer, request) =>
        isUpdate(request)
          ? {
              ...Object(answer),
              trusted_ips: ["2.2.2.2", "1.1.1.1"],
              force_https: null,
              avatar_url: "https://x.invalid",
            }
          : answer,
    );
    const client = connect(service);
    const live = await client.projects.get("prj_1");
    const { live: after } = await projectKind.ensure(client, organization, { ...key, description: "new" }, live);
    expect(after).toMatchObject({ description: "new" });
  });

  it("reports it if the service does not accept a field as declared", async () => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer, { path }) => (path.endsWith("prj_1") ? { ...Object(answer), description: "older" } : answer),
    );
    const client = connect(service);
    const live = { ...(await client.projects.get("prj_1")), description: "old" };
    const { incomplete } = await projectKind.ensure(client, organization, { ...key, description: "new" }, live);
    expect(incomplete).toMatchObject({ name: "NotAcceptedError", fields: ["description"], left: [{ from: "older" }] });
    expect(incomplete?.message).toContain("of project prj_1 as declared");
    expect(lines(service.emulator.requests()).filter((line) => line === "GET /v1/projects/prj_1")).toHaveLength(2);
  });

  it("assumes that fields missing from the answer are as sent", async () => {
    await using service = await startLossyService(
      { seed },
      () => undefined,
      (answer, request) => (isUpdate(request) ? { id: "prj_1" } : answer),
    );
    const client = connect(service);
    const live = await client.projects.get("prj_1");
    const declared = { ...key, description: "new", cache: false };
    const { live: after } = await projectKind.ensure(client, organization, declared, live);
    expect(after).toMatchObject({ description: "new", cache: false, cookie_name: "mine" });
    expect(projectKind.compare(declared, after)).toEqual([]);
  });
});

describe("any declaration", () => {
  const text = fc.option(fc.string({ maxLength: 5 }), { nil: null });
  const flag = fc.option(fc.boolean(), { nil: null });
  const set = fc.option(fc.array(fc.constantFrom("1.1.1.1", "2.2.2.2", "3.3.3.3"), { maxLength: 4 }), { nil: null });
  const declaration: fc.Arbitrary<Partial<DeclaredProject>> = fc.record(
    {
      type: fc.constantFrom("proxy", "mcp", "ai_analytics"),
      description: text,
      force_https: flag,
      cache: flag,
      cookie_name: text,
      trusted_ips: set,
      cookie_whitelist: set,
      log_severity: fc.constantFrom("DEBUG", "INFO", null),
      autocapture: fc.option(fc.record({ click: fc.boolean(), form: fc.boolean() }, { requiredKeys: [] }), {
        nil: null,
      }),
      rate_limiting: fc.uniqueArray(
        fc.record(
          {
            rank: fc.integer({ min: 1, max: 9 }),
            limit: fc.integer({ min: 1, max: 9 }),
            key: fc.subarray(["ip", "ua"] as const),
            conditions: fc.record({ country: fc.subarray(["SE", "FI"]) }, { requiredKeys: [] }),
          },
          { requiredKeys: ["rank", "limit"] },
        ),
        { selector: ({ rank }) => rank, maxLength: 3 },
      ),
      override_cache: fc.array(
        fc.record({ path: fc.string({ maxLength: 3 }), ttl: fc.nat(9), pass: fc.boolean() }, { requiredKeys: [] }),
        { maxLength: 2 },
      ),
    },
    { requiredKeys: [] },
  );

  /** The service leaves out a field without a value, and `null` in an update removes the value. */
  const withValue = (record: object): object =>
    Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));

  it("is reached from nothing and from any other state, then costs no write, and only declared fields are ever sent", async () => {
    await using emulator = await startEmulator();
    const client = connect(emulator);
    let run = 0;
    await fc.assert(
      fc.asyncProperty(declaration, declaration, async (first, second) => {
        run += 1;
        const naturalKey = { organization_id: "org_1", slug: `site-${run}` };
        let { live } = await projectKind.ensure(client, organization, { ...naturalKey, ...first }, undefined);
        for (const declared of [first, second]) {
          const before = await client.projects.get(live.id);
          emulator.reset();
          ({ live } = await projectKind.ensure(client, organization, { ...naturalKey, ...declared }, before));
          const read = await client.projects.get(live.id);
          expect(projectKind.compare({ ...naturalKey, ...declared }, read)).toEqual([]);
          expect(withValue(live)).toEqual(withValue(read));
          expect((await projectKind.ensure(client, organization, { ...naturalKey, ...declared }, read)).live).toBe(
            read,
          );
          const sent = writes(emulator)
            .flatMap(({ body }) => Object.keys(Object(body)))
            .filter((name) => name !== "id");
          expect(sent.filter((name) => !Object.hasOwn(declared, name))).toEqual([]);
          expect(writes(emulator).length).toBe(declared === first ? 0 : Math.min(sent.length, 1));
          const kept = Object.keys(before).filter((name) => !sent.includes(name) && name !== "updated_at");
          expect(kept.map((name) => [name, read[name]])).toEqual(kept.map((name) => [name, before[name]]));
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe("removing a project", () => {
  it("twice is fine", async () => {
    await using emulator = await startEmulator({ seed: { projects: [{ ...key }] } });
    const client = connect(emulator);
    await projectKind.remove(client, organization, "prj_1");
    await projectKind.remove(client, organization, "prj_1");
    expect(writes(emulator).map(({ status }) => status)).toEqual([200, 404]);
  });

  it("is not done if something in front of the service answers 404", async () => {
    await using server = await startFaultServer((response) => response.writeHead(404).end("<html>"));
    const error = await caught(projectKind.remove(connect(server), organization, "prj_1"));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.cause).toBeInstanceOf(RefusedError);
  });

  it("whose answer is lost is sent again, and done", async () => {
    let lost = false;
    await using service = await startLossyService({ seed: { projects: [{ ...key }] } }, () => {
      if (lost) return undefined;
      lost = true;
      return "after";
    });
    await projectKind.remove(connect(service), organization, "prj_1");
    expect(writes(service.emulator).map(({ status }) => status)).toEqual([200, 404]);
  });
});
