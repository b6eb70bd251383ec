import { describe, expect, it } from "vitest";
import { startEmulator, type EmulatorOptions, type FaultSchedule } from "../../emulator/start.ts";
import { createClient, type Client } from "../../provider/api/client.ts";
import { componentKind } from "../../provider/resources/component.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { LOOKS, SETTLE_WINDOW } from "../../provider/resources/settle.ts";
import { lookUp } from "../../provider/resources/catalogue.ts";
import { projectKind } from "../../provider/resources/project.ts";
import { caught } from "../api/connect.ts";
import { virtualClock } from "../virtual-clock.ts";

const place = { projectId: "prj_1" };
const key = { organization_id: "org_1", slug: "site" };
const PROJECTS = "/v1/projects";
const DOMAINS = "/v1/projects/prj_1/domains";
const COMPONENTS = "/v1/projects/prj_1/components";
const COMPONENT = { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };

async function open(options: EmulatorOptions = {}) {
  const clock = virtualClock();
  const emulator = await startEmulator({
    seed: { projects: [{ ...key, slug: "other", domains: [{ name: "here.example.com" }], components: [COMPONENT] }] },
    ...options,
    clock: clock.service,
  });
  const client = createClient({
    baseUrl: emulator.url,
    token: emulator.token,
    userAgent: "test/1",
    clock: clock.client,
  });
  return {
    client,
    emulator,
    clock,
    /** Each request with the seconds since the first. */
    log: (): string[] => {
      const [first] = emulator.requests();
      return emulator.requests().map(({ method, path, at }) => `${(at - (first?.at ?? 0)) / 1000} ${method} ${path}`);
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await emulator.close();
      clock[Symbol.dispose]();
    },
  };
}

const lose = (when: "before" | "after", path: string, more: object = {}): FaultSchedule => ({
  faults: [{ method: "POST", path, ...more, fault: { kind: "reset", when } }],
});

describe("the settle window", () => {
  it("is as long as all looks together, and the first comes at once", () => {
    expect(LOOKS.reduce((sum, wait) => sum + wait, 0)).toBe(SETTLE_WINDOW);
    expect(LOOKS[0]).toBe(0);
  });
});

describe("a project whose creation got no answer", () => {
  it("is looked for all through the window, and then its outcome is unknown, with where to look", async () => {
    await using scene = await open({ faults: lose("before", PROJECTS) });
    const error = await caught(projectKind.ensure(scene.client, undefined, key, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError", message: expect.stringContaining("GET /v1/projects ") });
    expect(scene.log()).toEqual([
      "0 POST /v1/projects",
      "0 GET /v1/projects",
      "0.5 GET /v1/projects",
      "2 GET /v1/projects",
      "5 GET /v1/projects",
      "10 GET /v1/projects",
    ]);
  });

  it("is taken over when a list that is behind shows it", async () => {
    await using scene = await open({
      faults: { ...lose("after", PROJECTS), service: { staleListsMs: 4_000 } },
    });
    const { live, notes, takenOver } = await projectKind.ensure(scene.client, undefined, key, undefined);
    expect({ id: live.id, takenOver }).toEqual({ id: "prj_2", takenOver: true });
    expect(notes).toEqual([expect.stringContaining("prj_2 was found and taken over")]);
    expect(scene.log()).toHaveLength(5);
  });

  it("is looked for again when one look fails, and no more when looking is forbidden", async () => {
    const answer = (status: number, type: string) =>
      ({ kind: "answer", status, body: { error: { type, message: "no" } } }) as const;
    const failing = { method: "GET", path: PROJECTS, times: 4, fault: answer(500, "creation_error") } as const;
    await using scene = await open({ faults: { faults: [...(lose("after", PROJECTS).faults ?? []), failing] } });
    expect((await projectKind.ensure(scene.client, undefined, key, undefined)).live.id).toBe("prj_2");

    const forbidden = { ...failing, times: "always", fault: answer(403, "forbidden_error") } as const;
    await using closed = await open({ faults: { faults: [...(lose("after", PROJECTS).faults ?? []), forbidden] } });
    const error = await caught(projectKind.ensure(closed.client, undefined, key, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError", cause: { call: { method: "POST" } } });
    expect(closed.log()).toHaveLength(2);
  });

  it("gets the declared fields where somebody else's was taken over", async () => {
    await using scene = await open();
    await scene.client.projects.create({ ...key, type: "mcp", description: "theirs" });
    scene.emulator.setFaults({
      faults: [{ method: "POST", path: PROJECTS, fault: { kind: "reset", when: "before" } }],
    });
    const declared = { ...key, description: "ours", cache: true };
    const { live } = await projectKind.ensure(scene.client, undefined, declared, undefined);
    expect(live).toMatchObject({ id: "prj_2", type: "mcp", description: "ours", cache: true });
  });
});

describe("a host name whose attachment got no answer", () => {
  it("is read by its address, and attached again where it is not there", async () => {
    await using scene = await open({ faults: lose("before", DOMAINS, { times: 2 }) });
    const { live, notes } = await domainKind.ensure(scene.client, place, { name: "www.example.com" }, undefined);
    expect({ name: live.name, notes }).toEqual({ name: "www.example.com", notes: [] });
    expect(scene.log()).toEqual([
      `0 POST ${DOMAINS}`,
      `0 GET ${DOMAINS}/www.example.com`,
      "0 GET /v1/projects/prj_1",
      `0 POST ${DOMAINS}`,
      `0.5 GET ${DOMAINS}/www.example.com`,
      "0.5 GET /v1/projects/prj_1",
      `0.5 POST ${DOMAINS}`,
    ]);
  });

  it("is unknown when that goes on to the end of the window, and nothing is sent after the last look", async () => {
    await using scene = await open({ faults: lose("before", DOMAINS, { times: "always" }) });
    const error = await caught(domainKind.ensure(scene.client, place, { name: "www.example.com" }, undefined));
    expect(error.name).toBe("OutcomeUnknownError");
    expect(scene.log().filter((line) => line.includes("POST"))).toHaveLength(LOOKS.length);
    expect(scene.log().at(-1)).toBe("10 GET /v1/projects/prj_1");
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
    const error = await caught(domainKind.ensure(scene.client, place, { name: "www.example.com" }, undefined));
    expect(error).toMatchObject({ name: "OutcomeUnknownError", cause: { status: 403 } });
    expect(scene.log().filter((line) => line.includes("POST"))).toHaveLength(2);
  });
});

describe("an update without an answer", () => {
  const unanswered = (path: string, handled: boolean): FaultSchedule => ({
    faults: [{ method: "POST", path, times: "always", fault: { kind: "html", status: 200, handled } }],
  });

  it.each([true, false])(
    "of a project is done if what is read is as declared (it was handled: %s)",
    async (handled) => {
      await using scene = await open({ faults: unanswered(`${PROJECTS}/prj_1`, handled) });
      const live = await scene.client.projects.get("prj_1");
      const updating = projectKind.ensure(scene.client, undefined, { ...key, slug: "other", cache: true }, live);
      const [outcome] = await Promise.allSettled([updating]);
      expect(outcome).toMatchObject(
        handled
          ? { value: { live: { cache: true }, notes: [expect.stringContaining("read back, and is as declared")] } }
          : { reason: { name: "OutcomeUnknownError", message: expect.stringContaining("GET /v1/projects/prj_1 ") } },
      );
      expect(scene.log().map((line) => line.split(" ")[1])).toEqual(["GET", "POST", "GET"]);
    },
  );

  it.each([true, false])(
    "of a component is done if what is read is as declared (it was handled: %s)",
    async (handled) => {
      await using scene = await open({ faults: unanswered(`${COMPONENTS}/pc_1`, handled) });
      const live = await scene.client.components.get("prj_1", "pc_1");
      const updating = componentKind.ensure(scene.client, place, { component: "edgee/ga4", active: false }, live);
      const [outcome] = await Promise.allSettled([updating]);
      expect(outcome).toMatchObject(
        handled
          ? { value: { live: { active: false }, notes: [expect.stringContaining("as declared")] } }
          : { reason: { name: "OutcomeUnknownError", message: expect.stringContaining(`GET ${COMPONENTS}/pc_1 `) } },
      );
    },
  );

  it.each([
    ["that carried a secret which the service hides is unknown, for it cannot be seen to have arrived", "rejected"],
    ["that carried no settings is not unknown for a hidden secret", "fulfilled"],
  ])("%s", async (_name, status) => {
    const settings = { pixel_id: "1", access_token: "secret-token" };
    const project = { ...key, components: [{ id: "pc_1", component_slug: "edgee/meta-capi", settings }] };
    await using scene = await open({
      seed: { projects: [project] },
      faults: { ...unanswered(`${COMPONENTS}/pc_1`, true), service: { hiddenSecrets: "masked" } },
    });
    const entry = await lookUp(scene.client, "edgee/meta-capi");
    const live = await scene.client.components.get("prj_1", "pc_1");
    const change = status === "rejected" ? { settings: { ...settings, pixel_id: "2" } } : { active: false };
    const declared = { component: "edgee/meta-capi", settings, ...change };
    const [outcome] = await Promise.allSettled([
      componentKind.ensure(scene.client, { ...place, entry }, declared, live),
    ]);
    expect(outcome.status).toBe(status);
  });

  it("that was refused is not read back", async () => {
    await using scene = await open();
    const live = await scene.client.projects.get("prj_1");
    const declared = { ...key, slug: "other", extra: { colour: "red" } };
    const error = await caught(projectKind.ensure(scene.client, undefined, declared, live));
    expect(error).toMatchObject({ name: "RefusedError", status: 400 });
    expect(scene.log()).toHaveLength(2);
  });
});

describe("a removal without an answer", () => {
  const removals: readonly (readonly [string, string, (client: Client) => Promise<void>])[] = [
    ["project", `${PROJECTS}/prj_1`, (client) => projectKind.remove(client, undefined, "prj_1")],
    ["component", `${COMPONENTS}/pc_1`, (client) => componentKind.remove(client, place, "pc_1")],
    ["domain", `${DOMAINS}/here.example.com`, (client) => domainKind.remove(client, place, "here.example.com")],
  ];

  it.each(removals)("of a %s is done if it is gone, and unknown if not", async (_kind, path, remove) => {
    for (const handled of [true, false]) {
      const faults: FaultSchedule = { faults: [{ method: "DELETE", path, fault: { kind: "html", handled } }] };
      await using scene = await open({ faults });
      const [outcome] = await Promise.allSettled([remove(scene.client)]);
      expect(outcome).toMatchObject(
        handled
          ? { status: "fulfilled" }
          : { reason: { name: "OutcomeUnknownError", message: expect.stringContaining(`GET ${path} `) } },
      );
    }
  });

  it.each(removals)("of a %s is unknown if it cannot be read either", async (_kind, path, remove) => {
    const page = { kind: "html", handled: true } as const;
    await using scene = await open({ faults: { faults: [{ path, times: "always", fault: page }] } });
    expect(await caught(remove(scene.client))).toMatchObject({ name: "OutcomeUnknownError" });
  });
});
