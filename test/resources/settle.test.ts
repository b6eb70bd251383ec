import { knowledgeOf } from "../../provider/resources/component/knowledge.ts";
import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../emulator/open-emulator.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { createClient, type Client } from "../../provider/api/client.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { READ_DELAYS, retryNotFound, SETTLE_WINDOW } from "../../provider/resources/settle.ts";
import { lookUp } from "../../provider/resources/catalogue.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { caught } from "../api/connect.ts";
import { lose, openScene } from "./scene.ts";

const organization = { organizationId: "org_1" };

const address = { projectId: "prj_1" };
const key = { organization_id: "org_1", slug: "site" };
const PROJECTS = "/v1/projects";
const DOMAINS = "/v1/projects/prj_1/domains";
const COMPONENTS = "/v1/projects/prj_1/components";
const COMPONENT = { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };

const open = (options: OpenOptions = {}) =>
  openScene({
    seed: { projects: [{ ...key, slug: "other", domains: [{ name: "here.example.com" }], components: [COMPONENT] }] },
    ...options,
  });

describe("the settle window", () => {
  it("is as long as all reads together, and the first comes at once", () => {
    expect(READ_DELAYS.reduce((sum, wait) => sum + wait, 0)).toBe(SETTLE_WINDOW);
    expect(READ_DELAYS[0]).toBe(0);
  });
});

describe("a write below a new project that the service does not find yet", () => {
  it("is refused, not unsent, if the run is stopped while it waits", async () => {
    const stop = new AbortController();
    await using scene = await open();
    const gated = scene.client.withWriteGate(stop);
    const write = retryNotFound(gated, "project prj_9", async () => {
      try {
        return await gated.domains.attach("prj_9", "a.example.com");
      } finally {
        stop.abort("The run was stopped.");
      }
    });
    expect(await caught(write)).toMatchObject({ name: "RefusedError", status: 404 });
    expect(scene.log()).toEqual(["0 POST /v1/projects/prj_9/domains"]);
  });
});

describe("a project whose creation got no answer", () => {
  it("is searched for through the whole window; then its outcome is unknown, with what to do", async () => {
    await using scene = await open({ faults: lose("before", PROJECTS) });
    const error = await caught(projectKind.ensure(scene.client, organization, key, undefined));
    expect(error).toMatchObject({
      name: "OutcomeUnknownError",
      message: expect.stringContaining("Run plan or pulumi refresh: "),
    });
    expect(scene.log()).toEqual([
      "0 POST /v1/projects",
      "0 GET /v1/projects",
      "0.5 GET /v1/projects",
      "2 GET /v1/projects",
      "5 GET /v1/projects",
      "10 GET /v1/projects",
    ]);
  });

  it("is adopted when a lagging list shows it", async () => {
    await using scene = await open({
      faults: { ...lose("after", PROJECTS), service: { staleListsMs: 4_000 } },
    });
    const { live, notes, adopted } = await projectKind.ensure(scene.client, organization, key, undefined);
    expect({ id: live.id, adopted }).toEqual({ id: "prj_2", adopted: true });
    expect(notes).toEqual([expect.stringContaining("prj_2 was found and adopted")]);
    expect(scene.log()).toHaveLength(6);
  });

  it("is not mistaken for a project that was deleted and that an old list shows", async () => {
    await using scene = await open({
      seed: { projects: [{ id: "prj_old", ...key, components: [COMPONENT] }] },
      faults: { service: { staleListsMs: 4_000 } },
    });
    await scene.client.projects.delete("prj_old");
    scene.emulator.setFaults({ ...lose("before", PROJECTS), service: { staleListsMs: 4_000 } });
    const error = await caught(projectKind.ensure(scene.client, organization, key, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError" });
  });

  it("is searched for again when one read fails, but not when reading is forbidden", async () => {
    const answer = (status: number, type: string) =>
      ({ kind: "answer", status, body: { error: { type, message: "no" } } }) as const;
    const failing = { method: "GET", path: PROJECTS, times: 4, fault: answer(500, "creation_error") } as const;
    await using scene = await open({ faults: { faults: [...(lose("after", PROJECTS).faults ?? []), failing] } });
    expect((await projectKind.ensure(scene.client, organization, key, undefined)).live.id).toBe("prj_2");

    const forbidden = { ...failing, times: "always", fault: answer(403, "forbidden_error") } as const;
    await using closed = await open({ faults: { faults: [...(lose("after", PROJECTS).faults ?? []), forbidden] } });
    const error = await caught(projectKind.ensure(closed.client, organization, key, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError", cause: { call: { method: "POST" } } });
    expect(closed.log()).toHaveLength(2);
  });

  it("is searched for again after an HTML page, in its organization only", async () => {
    const page = { kind: "html", status: 200 } as const;
    await using scene = await open({
      faults: { faults: [...(lose("after", PROJECTS).faults ?? []), { method: "GET", path: PROJECTS, fault: page }] },
    });
    const { live } = await projectKind.ensure(scene.client, organization, key, undefined);
    expect(live.id).toBe("prj_2");
    expect(scene.log()).toEqual([
      "0 POST /v1/projects",
      "0 GET /v1/projects",
      "0.5 GET /v1/projects",
      "0.5 GET /v1/projects/prj_2",
    ]);
    expect(scene.emulator.requests().map(({ query }) => query["organization_id"])).toEqual([
      undefined,
      "org_1",
      "org_1",
      undefined,
    ]);
  });

  it("is unknown at once when the client is stopped during the search", async () => {
    await using scene = await open({ faults: lose("before", PROJECTS) });
    const stop = new AbortController();
    const client = createClient({
      baseUrl: scene.emulator.url,
      token: scene.emulator.token,
      userAgent: "test/1",
      signal: stop.signal,
      clock: {
        ...scene.clock.client,
        sleep: async (milliseconds, signal) => {
          if (milliseconds === READ_DELAYS[1]) stop.abort();
          await scene.clock.client.sleep(milliseconds, signal);
        },
      },
    });
    const error = await caught(projectKind.ensure(client, organization, key, undefined));
    await client.close();
    expect(error).toMatchObject({ name: "OutcomeUnknownError", cause: { call: { method: "POST" } } });
    expect(scene.log()).toEqual(["0 POST /v1/projects", "0 GET /v1/projects"]);
  });

  it("gets the declared fields if somebody else's was adopted", async () => {
    await using scene = await open();
    await scene.client.projects.create({ ...key, type: "mcp", description: "theirs" });
    scene.emulator.setFaults({
      faults: [{ method: "POST", path: PROJECTS, fault: { kind: "reset", when: "before" } }],
    });
    const declared = { ...key, description: "ours", cache: true };
    const { live } = await projectKind.ensure(scene.client, organization, declared, undefined);
    expect(live).toMatchObject({ id: "prj_2", type: "mcp", description: "ours", cache: true });
  });
});

describe("a component whose integration got no answer", () => {
  it("is not mistaken for one that was removed and that an old list shows", async () => {
    const service = { staleListsMs: 4_000 };
    await using scene = await open({ faults: { service } });
    await scene.client.components.delete("prj_1", COMPONENT.id);
    scene.emulator.setFaults({ ...lose("before", COMPONENTS), service });
    const declared = { component: "edgee/ga4", settings: { measurement_id: "G-1" } };
    const error = await caught(componentKind().ensure(scene.client, address, declared, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError" });
  });
});

describe("a host name whose attachment got no answer", () => {
  it("is read by its URL, and attached again if it is not found", async () => {
    await using scene = await open({ faults: lose("before", DOMAINS, { times: 2 }) });
    const { live, notes } = await domainKind.ensure(scene.client, address, { name: "www.example.com" }, undefined);
    expect({ name: live.name, notes }).toEqual({ name: "www.example.com", notes: [] });
    expect(scene.log()).toEqual([
      `0 POST ${DOMAINS}`,
      `0 GET ${DOMAINS}/www.example.com`,
      "0 GET /v1/projects/prj_1",
      // It may be there in another spelling.
      `0 GET ${DOMAINS}`,
      `0 POST ${DOMAINS}`,
      `0.5 GET ${DOMAINS}/www.example.com`,
      "0.5 GET /v1/projects/prj_1",
      `0.5 GET ${DOMAINS}`,
      `0.5 POST ${DOMAINS}`,
    ]);
  });

  it("is adopted if it arrived after all", async () => {
    await using scene = await open({ faults: lose("after", DOMAINS) });
    const made = await domainKind.ensure(scene.client, address, { name: "www.example.com" }, undefined);
    expect(made).toMatchObject({
      live: { name: "www.example.com" },
      adopted: true,
      notes: [expect.stringContaining("www.example.com was found and adopted")],
    });
    expect(scene.log()).toHaveLength(2);
  });

  it("is unknown if that goes on to the end of the window, and nothing is sent after the last read", async () => {
    await using scene = await open({ faults: lose("before", DOMAINS, { times: "always" }) });
    const error = await caught(domainKind.ensure(scene.client, address, { name: "www.example.com" }, undefined));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(error.message).toContain("the attachment of www.example.com to project prj_1");
    expect(error.message).toContain("Run plan or pulumi refresh: it reads the service");
    expect(scene.log().filter((line) => line.includes("POST"))).toHaveLength(READ_DELAYS.length);
    expect(scene.log().at(-1)).toBe("10 GET /v1/projects/prj_1/domains");
  });

  it("is unknown when attaching it again is refused", async () => {
    const refuse = {
      kind: "answer",
      status: 403,
      body: { error: { type: "forbidden_error", message: "no" } },
    } as const;
    await using scene = await open({
      faults: {
        faults: [
          ...(lose("before", DOMAINS).faults ?? []),
          { method: "POST", path: DOMAINS, nth: 2, times: "always", fault: refuse },
        ],
      },
    });
    const error = await caught(domainKind.ensure(scene.client, address, { name: "www.example.com" }, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError", cause: { status: 403 } });
    expect(scene.log().filter((line) => line.includes("POST"))).toHaveLength(2);
  });

  it("is found by a later read when attaching it again is refused", async () => {
    const refuse = { kind: "answer", status: 400, body: { message: "Not now." } } as const;
    await using scene = await open({
      habits: { late: { readsMs: 2000 } },
      faults: {
        service: { staleListsMs: 2000 },
        faults: [
          ...(lose("after", DOMAINS).faults ?? []),
          { method: "POST", path: DOMAINS, nth: 2, times: "always", fault: refuse },
        ],
      },
    });
    const { live, adopted } = await domainKind.ensure(scene.client, address, { name: "www.example.com" }, undefined);
    expect([live.name, adopted]).toEqual(["www.example.com", true]);
    expect(scene.log().filter((line) => line.includes("POST"))).toHaveLength(2);
  });
});

/** The result of an operation that got no answer, as one text. */
const resultOf = (operation: Promise<{ readonly notes: readonly string[] } | void>): Promise<string> =>
  operation.then(
    (done) => `done: ${done?.notes.join(" ") ?? ""}`,
    (error: unknown) => String(error),
  );

describe("an update without an answer", () => {
  const unanswered = (path: string, handled: boolean): FaultSchedule => ({
    faults: [{ method: "POST", path, times: "always", fault: { kind: "html", status: 200, handled } }],
  });

  it.each([
    [true, "done: The answer to the update of project prj_1 was lost; it was read back and is as declared."],
    [false, "OutcomeUnknownError: The outcome of the update of project prj_1 is unknown: "],
  ])("of a project is done if what is read is as declared (it was handled: %s)", async (handled, outcome) => {
    await using scene = await open({ faults: unanswered(`${PROJECTS}/prj_1`, handled) });
    const live = await scene.client.projects.get("prj_1");
    const declared = { ...key, slug: "other", cache: true };
    const text = await resultOf(projectKind.ensure(scene.client, organization, declared, live));
    expect(text).toContain(outcome);
    expect(text.includes("Run plan or pulumi refresh: ")).toBe(!handled);
    expect(scene.log().map((line) => line.split(" ")[1])).toEqual(["GET", "POST", "GET"]);
  });

  it("returns what was read back", async () => {
    await using scene = await open({ faults: unanswered(`${PROJECTS}/prj_1`, true) });
    const live = await scene.client.projects.get("prj_1");
    const declared = { ...key, slug: "other", cache: true };
    const made = await projectKind.ensure(scene.client, organization, declared, live);
    expect(made.live).toMatchObject({ id: "prj_1", cache: true });
  });

  it.each([
    [true, "done: The answer to the update of component edgee/ga4 in project prj_1 was lost"],
    [false, "OutcomeUnknownError: The outcome of the update of component edgee/ga4 in project prj_1 is unknown: "],
  ])("of a component is done if what is read is as declared (it was handled: %s)", async (handled, outcome) => {
    await using scene = await open({ faults: unanswered(`${COMPONENTS}/pc_1`, handled) });
    const live = await scene.client.components.get("prj_1", "pc_1");
    const declared = { component: "edgee/ga4", active: false };
    const text = await resultOf(componentKind().ensure(scene.client, address, declared, live));
    expect(text).toContain(outcome);
    expect(text.includes("Run plan or pulumi refresh: ")).toBe(!handled);
    expect((await scene.client.components.get("prj_1", "pc_1")).active).toBe(!handled);
  });

  it.each([
    ["that carried a secret which the service hides is unknown, because reading back cannot show it", "rejected"],
    ["that carried no settings is not unknown because of a hidden secret", "fulfilled"],
  ])("%s", async (_name, status) => {
    const settings = { pixel_id: "1", access_token: "secret-token" };
    const project = { ...key, components: [{ id: "pc_1", component_slug: "edgee/meta-capi", settings }] };
    await using scene = await open({
      seed: { projects: [project] },
      faults: unanswered(`${COMPONENTS}/pc_1`, true),
      habits: { secrets: { as: "stars" } },
    });
    const entry = await lookUp(scene.client, "edgee/meta-capi");
    const live = await scene.client.components.get("prj_1", "pc_1");
    const change = status === "rejected" ? { settings: { ...settings, pixel_id: "2" } } : { active: false };
    const declared = { component: "edgee/meta-capi", settings, ...change };
    const [outcome] = await Promise.allSettled([
      componentKind(knowledgeOf(entry)).ensure(scene.client, address, declared, live),
    ]);
    expect(outcome.status).toBe(status);
  });

  const page = { kind: "html", handled: true } as const;
  const notFound = { kind: "answer", status: 404, body: { error: { type: "not_found_error" } } } as const;

  it.each([
    ["cannot be read", page],
    ["is gone", notFound],
  ])("is unknown if the object %s", async (_what, fault) => {
    await using scene = await open();
    const { projects, components } = scene.client;
    const live = await components.get("prj_1", "pc_1");
    const project = await projects.get("prj_1");
    const unreadable = (path: string): FaultSchedule => ({
      faults: [
        { method: "POST", fault: page },
        { method: "GET", path, fault },
      ],
    });
    scene.emulator.setFaults(unreadable(`${COMPONENTS}/pc_1`));
    const declared = { component: "edgee/ga4", active: false };
    expect(await caught(componentKind().ensure(scene.client, address, declared, live))).toMatchObject({
      name: "OutcomeUnknownError",
    });
    scene.emulator.setFaults(unreadable(`${PROJECTS}/prj_1`));
    const settings = { ...key, slug: "other", cache: true };
    expect(await caught(projectKind.ensure(scene.client, organization, settings, project))).toMatchObject({
      name: "OutcomeUnknownError",
    });
  });

  it("that was refused is not read back", async () => {
    await using scene = await open();
    const live = await scene.client.projects.get("prj_1");
    const declared = { ...key, slug: "other", extra: { colour: "red" } };
    const error = await caught(projectKind.ensure(scene.client, organization, declared, live));
    expect(error).toMatchObject({ name: "RefusedError", status: 400 });
    expect(scene.log()).toHaveLength(2);
  });
});

describe("a removal without an answer", () => {
  const removals: readonly (readonly [string, string, (client: Client) => Promise<void>])[] = [
    [
      "project prj_1",
      `${PROJECTS}/prj_1`,
      async (client) => void (await projectKind.remove(client, organization, "prj_1")),
    ],
    [
      "component pc_1 from project prj_1",
      `${COMPONENTS}/pc_1`,
      async (client) => void (await componentKind().remove(client, address, "pc_1")),
    ],
    [
      "here.example.com from project prj_1",
      `${DOMAINS}/here.example.com`,
      async (client) => void (await domainKind.remove(client, address, "here.example.com")),
    ],
  ];

  it.each(removals)("of %s is done if it is gone, and unknown if not", async (what, path, remove) => {
    const without = async (handled: boolean): Promise<string> => {
      await using scene = await open({
        faults: { faults: [{ method: "DELETE", path, fault: { kind: "html", handled } }] },
      });
      return await resultOf(remove(scene.client));
    };
    expect(await without(true)).toBe("done: ");
    const unknown = await without(false);
    expect(unknown).toContain(` of ${what} is unknown: `);
    expect(unknown).toContain("OutcomeUnknownError: ");
    expect(unknown).toContain("Run plan or pulumi refresh: it reads the service");
  });

  it.each(removals)("of %s is read back only if it may have had an effect", async (_what, path, remove) => {
    const body = { error: { type: "forbidden_error", message: "no" } };
    const fault = { kind: "answer", status: 403, body } as const;
    await using scene = await open({ faults: { faults: [{ method: "DELETE", path, fault }] } });
    expect(await caught(remove(scene.client))).toMatchObject({ name: "RefusedError", status: 403 });
    expect(scene.log()).toEqual([`0 DELETE ${path}`]);
  });

  it.each(removals)("of %s is unknown if it cannot be read either", async (_kind, path, remove) => {
    const page = { kind: "html", handled: true } as const;
    await using scene = await open({ faults: { faults: [{ path, times: "always", fault: page }] } });
    expect(await caught(remove(scene.client))).toMatchObject({ name: "OutcomeUnknownError" });
  });
});

describe("a host name whose attachment failed with a time to wait", () => {
  const failing = (seconds: string) => {
    const fault = { kind: "answer", status: 500, handled: false, headers: { "retry-after": seconds } } as const;
    return { faults: [{ method: "POST" as const, path: DOMAINS, times: 1, fault }] };
  };
  const attach = (client: Client) => domainKind.ensure(client, address, { name: "new.example.com" }, undefined);

  it("is read at once, and attached again after that time", async () => {
    await using scene = await open({ faults: failing("2") });
    expect((await attach(scene.client)).live.name).toBe("new.example.com");
    const posts = scene.log().filter((line) => line.includes("POST"));
    expect(posts).toEqual([`0 POST ${DOMAINS}`, `2 POST ${DOMAINS}`]);
  });

  it("is not attached again if that time is longer than the window", async () => {
    await using scene = await open({ faults: failing("60") });
    await expect(attach(scene.client)).rejects.toThrow(
      /^The outcome of the attachment of new\.example\.com to project prj_1 is unknown: /,
    );
    expect(scene.log().filter((line) => line.includes("POST"))).toEqual([`0 POST ${DOMAINS}`]);
  });
});
