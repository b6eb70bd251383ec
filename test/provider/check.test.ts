import { runtime } from "@pulumi/pulumi";
import { describe, expect, it, vi } from "vitest";
import { html, json, startFaultServer } from "../api/fault-server.ts";
import { catalogueEntry } from "../catalogue-entry.ts";
import { code, configured, open, requests, writes, site, reasonsOf, ga4, fail, SITE, www } from "./provider.ts";

const UNKNOWN = runtime.unknownValue;

describe("fields", () => {
  it("a field that does not exist is refused, with the name that was probably meant", async () => {
    await using scene = await open();
    const { failures } = await scene.project.check({}, { ...site, forceHttp: true, force_https: true });
    expect(failures).toEqual([
      { property: "", reason: "forceHttp: unknown field; did you mean forceHttps?" },
      { property: "", reason: "force_https: unknown field; did you mean forceHttps?" },
    ]);
  });

  it("a field inside a rule is named by its path, in camel case", async () => {
    await using scene = await open();
    const rateLimiting = [
      { rank: 1, limit: 5 },
      { rank: 2, limit: 5, blockDuration: 0, blockDurations: 1 },
    ];
    expect(await reasonsOf(scene.project.check({}, { ...site, rateLimiting }))).toEqual([
      "rateLimiting[1].blockDurations: unknown field; did you mean blockDuration?",
      "rateLimiting[1].blockDuration: must be at least 1",
    ]);
  });

  it("a missing and a mistyped field are each refused by name", async () => {
    await using scene = await open();
    const { failures = [] } = await scene.project.check({}, { ...code, slug: "Not A Slug", cache: "yes" });
    // Pulumi shows the value of a property that is named apart, also of a secret.
    expect(failures).toEqual([
      { property: "", reason: "organizationId: required field is missing; it must be text" },
      { property: "", reason: "slug: must be letters, digits and . _ ~ -, without a leading dot" },
      { property: "", reason: "cache: must be true or false" },
    ]);
  });

  it("values that are not known yet are not checked, wherever they are", async () => {
    await using scene = await open();
    const news = {
      ...site,
      organizationId: UNKNOWN,
      cache: UNKNOWN,
      blockedIps: ["203.0.113.7", UNKNOWN],
      autocapture: UNKNOWN,
      rateLimiting: [{ rank: UNKNOWN, limit: 1, window: UNKNOWN }],
      forwardedHeaders: UNKNOWN,
    };
    const { failures, inputs } = await scene.project.check({}, news);
    expect(failures).toEqual([]);
    expect(inputs).toEqual({ ...news, __provider: undefined });
  });

  it("the inputs come back without the code, and null stays null", async () => {
    await using scene = await open();
    const news = { ...site, description: null, extra: { some_field: { innerName: 1 } }, ifExists: "adopt" };
    const { inputs } = await scene.project.check({}, news);
    const { __provider: _, ...declared } = news;
    expect(inputs).toStrictEqual(declared);
  });

  it("a host name is returned in its canonical form", async () => {
    await using scene = await open();
    const { inputs } = await scene.domain.check({}, { ...code, projectId: "prj_1", name: "Bücher.Example." });
    expect(inputs).toEqual({ projectId: "prj_1", name: "xn--bcher-kva.example" });
    const { failures } = await scene.domain.check({}, { ...code, projectId: UNKNOWN, name: "https://example.com/" });
    expect(failures).toEqual([
      { property: "", reason: 'name: "https://example.com/" is a URL; write only the host name: example.com' },
    ]);
  });

  it("a domain does not move to a project that is not there: Pulumi detaches it first", async () => {
    await using scene = await open({ seed: { projects: [SITE, { ...SITE, slug: "other" }] } });
    const to = (projectId: string) => reasonsOf(scene.domain.check(www, { ...www, projectId }));
    expect(await to("prj_9")).toEqual(["projectId: there is no project prj_9; the host name stays where it is"]);
    expect(await to("prj_2")).toEqual([]);
    expect(await to(UNKNOWN)).toEqual([]);
    const { id } = await scene.project.create({ ...site, slug: "new" });
    fail(scene, `GET /v1/projects/${id}`, { kind: "answer", status: 404 });
    expect(await to(id)).toEqual([]);
  });

  it("the service is asked once whether it answers, and once for each list that new objects may be in", async () => {
    await using scene = await open({ seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "other" }] } });
    for (const name of ["www.example.com", "new.example.com"]) {
      await scene.project.check({}, site);
      await scene.domain.check({}, { ...code, projectId: "prj_1", name });
    }
    expect(requests(scene.emulator)).toEqual([
      "GET /v1/projects",
      "GET /v1/projects",
      "GET /v1/projects/prj_1/domains",
    ]);
  });
});

describe("catalogue", () => {
  const analytics = { ...ga4, projectId: UNKNOWN };
  const refusal = (status: number, type: string) =>
    ({ kind: "answer", status, body: { error: { type, message: "no" } } }) as const;

  it("latest is returned as the resolved version", async () => {
    await using scene = await open();
    const { inputs, failures } = await scene.component.check({}, { ...analytics, version: "latest" });
    expect(failures).toEqual([]);
    expect(inputs).toHaveProperty("version", "1.2.0");
  });

  it("a component is looked up once per process, and so is the service", async () => {
    await using scene = await open();
    await Promise.all([scene.component.check({}, analytics), scene.component.check({}, analytics)]);
    await scene.component.check({}, analytics);
    await scene.project.check({}, site);
    expect(requests(scene.emulator)).toEqual(["GET /v1/projects", "GET /v1/components/edgee/ga4", "GET /v1/projects"]);
    expect(scene.emulator.requests()[0]?.query).toEqual({ limit: "1" });
    expect(writes(scene.emulator)).toEqual([]);
  });

  it("a failed look-up is shared by the checks that wait for it, and asked again by the next one", async () => {
    await using scene = await open();
    fail(scene, "GET /v1/components/edgee/ga4", refusal(403, "forbidden_error"), {});
    const [one, two] = await Promise.all([scene.component.check({}, analytics), scene.component.check({}, analytics)]);
    expect([one.failures, two.failures]).toEqual([[expect.anything()], [expect.anything()]]);
    expect((await scene.component.check({}, analytics)).failures).toEqual([]);
    expect(requests(scene.emulator).filter((request) => request.includes("components"))).toHaveLength(2);
  });

  it("one check asks a catalogue that fails once, also if the component may be adopted", async () => {
    await using scene = await open();
    fail(scene, "GET /v1/components/edgee/ga4", refusal(403, "forbidden_error"));
    const { failures } = await scene.component.check({}, { ...analytics, projectId: "prj_1", ifExists: "adopt" });
    expect(failures).toEqual([]);
    expect(requests(scene.emulator).filter((request) => request.includes("/v1/components"))).toHaveLength(1);
  });

  it.each([
    ["an unknown component", { component: "edgee/nothing" }, /^component: Component edgee\/nothing not found\./],
    ["settings that are no record", { settings: "G-1" }, /^settings: must be a map$/],
    ["a malformed component", { component: "ga4" }, /^component: .*organization\/component/],
  ])("%s is refused", async (_what, change, reason) => {
    await using scene = await open();
    const { failures } = await scene.component.check({}, { ...analytics, ...change });
    expect(failures).toEqual([{ property: "", reason: expect.stringMatching(reason) as unknown }]);
  });

  it("a setting that is not known yet counts as declared, and its name is checked", async () => {
    await using scene = await open();
    const given = await scene.component.check({}, { ...analytics, settings: { measurement_id: UNKNOWN } });
    expect(given.failures).toEqual([]);
    const misnamed = await scene.component.check({}, { ...analytics, settings: { measurement: UNKNOWN } });
    expect(misnamed.failures?.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("has no setting measurement"),
      expect.stringContaining("requires the setting measurement_id"),
    ]);
    for (const version of ["1.2.0", "latest", UNKNOWN]) {
      const all = await scene.component.check({}, { ...analytics, settings: UNKNOWN, version });
      expect(all.failures).toEqual([]);
    }
  });

  it.each([
    ["does not know it", 404, "not_found_error"],
    ["refuses it", 403, "forbidden_error"],
    ["is broken", 500, "creation_error"],
  ])(
    "a component that was declared before may rely on live values, also if the catalogue %s",
    async (_what, status, type) => {
      await using scene = await open();
      fail(scene, "GET /v1/components/edgee/ga4", refusal(status, type));
      const olds = { ...analytics, projectId: "prj_1", version: "1.1.0" };
      const news = { ...olds, version: "latest", settings: {} };
      const { failures, inputs } = await scene.component.check(olds, news);
      expect(failures).toEqual([]);
      expect(inputs).toHaveProperty("version", "1.1.0");
    },
  );
});

describe("latest that moved to a version which does not take what is declared", () => {
  const olds = { ...code, projectId: "prj_1", component: "acme/box", version: "1", settings: { mode: "x" } };
  const news = { ...olds, version: "latest" };
  const box = catalogueEntry("acme/box", [{ name: "mode" }], [{ name: "region", required: true }]);
  const boxOf = (latest_version: string) => ({ seed: { catalogue: [{ ...box, latest_version }] } });

  it("is an error that says from where to where, and how to keep the version", async () => {
    await using scene = await open(boxOf("2"));
    const { failures = [] } = await scene.component.check(olds, news);
    expect(failures[0]?.reason).toBe(
      'version: latest moved from 1 to 2, which does not take what is declared. To keep 1, declare version: "1".',
    );
    expect(failures.map(({ reason }) => reason).join(" ")).toContain("has no setting mode");
  });

  it("is not mentioned where it did not move, and where the version is pinned", async () => {
    await using scene = await open(boxOf("1"));
    const wrong = { ...news, settings: { mode: 1 } };
    expect(await reasonsOf(scene.component.check(olds, wrong))).toEqual([expect.stringContaining("must be a string")]);
    const pinned = await scene.component.check(olds, { ...olds, version: "2" });
    expect(pinned.failures?.map(({ reason }) => reason).join(" ")).not.toContain("moved");
  });
});

describe("a field that is no longer declared", () => {
  async function warningsOf(kind: "project" | "component", olds: object, news: object): Promise<string[]> {
    await using scene = await open();
    const written: string[] = [];
    using _quiet = vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    const { failures } = await scene[kind].check({ ...olds }, { ...news });
    expect(failures).toEqual([]);
    return written.map((text) => text.trimEnd());
  }
  const stays = "The live value stays, it is not removed. Where null can be declared, it asks for the default.";
  const analytics = { ...code, projectId: "prj_1", component: "edgee/ga4", version: "1.2.0" };

  it("is in a warning", async () => {
    const olds = { ...site, type: "proxy", cookieName: "mine", autocapture: { spaPageview: true, click: true } };
    expect(await warningsOf("project", olds, { ...site, autocapture: { click: true } })).toEqual([
      `warning: Project site of org_1: no longer managed: type, cookieName, autocapture.spaPageview. ${stays}`,
    ]);
  });

  it("is in a warning, as a setting too", async () => {
    const settings = { measurement_id: "G-1" };
    const olds = { ...analytics, settings: { ...settings, sample_rate: 0.5 } };
    expect(await warningsOf("component", olds, { ...analytics, settings })).toEqual([
      `warning: Component edgee/ga4 in project prj_1: no longer managed: settings.sample_rate. ${stays}`,
    ]);
  });

  it.each([
    ["of a new resource", {}, { ...site, cache: true }],
    ["that was null", { ...site, cookieName: null }, site],
    ["that is null now", { ...site, cookieName: "other" }, { ...site, cookieName: null }],
    ["that is not known yet", { ...site, autocapture: { form: true } }, { ...site, autocapture: UNKNOWN }],
    ["that is an option", { ...site, forceDestroy: true }, site],
  ])("is none: a field %s", async (_what, olds, news) => {
    expect(await warningsOf("project", olds, news)).toEqual([]);
  });
});

it("a service that cannot be reached or is not configured is a failure in a sentence, without a stack", async () => {
  await using scene = await open();
  await scene.emulator.close();
  const { failures = [] } = await scene.component.check({}, { ...code, projectId: "prj_1", component: "edgee/ga4" });
  expect(failures).toHaveLength(1);
  expect(failures[0]?.reason).toContain("GET /v1/projects: ");
  expect(failures[0]?.reason).not.toContain("\n");
});

describe("a service that is not the right one", () => {
  const answer = async (status: number, body: unknown) => {
    await using server = await startFaultServer((response) =>
      typeof body === "string" ? html(response, status, body) : json(response, status, body),
    );
    const project = await configured("project", { url: server.url, token: "token-of-some-length" });
    const { failures = [] } = await project.check({}, site);
    return { reasons: failures.map(({ reason }) => reason), received: server.received.length };
  };
  const error = (type: string) => ({ error: { type, message: "no" } });

  it.each([
    ["refuses the token", 401, error("authentication_error")],
    ["has no such path", 404, error("not_found_error")],
    ["answers something else", 200, { hello: "world" }],
    ["is a web page", 200, "<h1>Hello</h1>"],
    ["has no such page", 404, "<h1>Not found</h1>"],
    ["takes no such method", 405, "<h1>Method not allowed</h1>"],
  ])("%s: every check fails with the same sentence", async (_what, status, body) => {
    const { reasons, received } = await answer(status, body);
    expect(reasons).toEqual([expect.stringContaining("GET /v1/projects")]);
    expect(received).toBe(1);
  });

  it.each([
    ["does not let the token list projects", 403, error("forbidden_error")],
    ["does not know the limit", 400, error("invalid_request_error")],
  ])("%s: that is no failure, because it answered", async (_what, status, body) => {
    expect((await answer(status, body)).reasons).toEqual([]);
  });
});

describe("null where no default is documented", () => {
  const warnings = (): string[] => {
    const written: string[] = [];
    vi.spyOn(process.stderr, "write").mockImplementation((text) => written.push(String(text)) > 0);
    return written;
  };
  const field = (name: string, secret: boolean) => ({
    name,
    type: "string" as const,
    title: name,
    required: false,
    secret,
  });
  const seed = {
    projects: [SITE],
    catalogue: [catalogueEntry("edgee/pixel", [field("api_key", true), field("pixel_id", false)])],
  };
  const pixel = { ...code, projectId: "prj_1", component: "edgee/pixel" };

  it("is said to change nothing, when it is new", async () => {
    await using scene = await open();
    const written = warnings();
    const now = { ...site, description: null, cookieDomain: null };
    await scene.project.check({ ...site, description: "ours", cookieDomain: null }, now);
    await scene.project.check(now, now);
    expect(written).toEqual([
      "warning: Project site of org_1: description: null asks for the default, and none is documented. The live value stays. Where an empty value can be declared, that clears it.\n",
    ]);
  });

  it("is said to lose a secret setting with the next update, each time", async () => {
    await using scene = await open({ seed });
    const written = warnings();
    const settings = { pixel_id: "1", api_key: null };
    await scene.component.check({}, { ...pixel, settings });
    expect(written).toEqual([]);
    await scene.component.check({ ...pixel, settings }, { ...pixel, settings: { ...settings, pixel_id: "2" } });
    expect(written).toEqual([
      "warning: Component edgee/pixel in project prj_1: settings.api_key: null asks for the default, and none is documented. An update of other settings does not send what may be a secret, so it may go: to keep it, declare it.\n",
    ]);
  });

  it("is said to keep a setting, when it is new", async () => {
    await using scene = await open({ seed });
    const written = warnings();
    await scene.component.check({ ...pixel, settings: { pixel_id: "1" } }, { ...pixel, settings: { pixel_id: null } });
    expect(written).toEqual([expect.stringContaining("settings.pixel_id: null asks for the default")]);
  });
});
