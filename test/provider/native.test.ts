import services from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { describe, expect, it, vi } from "vitest";
import { ask } from "../ask.ts";
import { between, records } from "../habit.ts";
import type { Properties } from "./provider.ts";
import { openEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import { forgetConnections } from "../../provider/account.ts";
import { checkArguments, readArguments } from "../../provider/native/provider-arguments.ts";
import { startServer } from "../../provider/native/server.ts";
import * as wire from "../../provider/native/wire.ts";

/* The native provider, asked in Pulumi's protocol as the engine asks it. test/engine/native.test.ts has the engine itself. */

const { grpc, received, UNKNOWN } = wire;
type Message = wire.Message;
const sent = (fields: object, secrets: readonly string[]): Message => wire.sent({ fields: { ...fields }, secrets });

const PROJECT = "projectsync:index:Project";
const COMPONENT = "projectsync:index:ProjectComponent";
const DEFAULT = "urn:pulumi:s::p::pulumi:providers:projectsync::default";
const EXPLICIT = "urn:pulumi:s::p::pulumi:providers:projectsync::mine";
const CANARY = "canary-secret-0123";
const site = { organizationId: "org_1", slug: "site", description: "ours", rateLimiting: [{ rank: 1, limit: 10 }] };

interface Call {
  readonly type?: string;
  readonly id?: string;
  readonly outputs?: Message | undefined;
  readonly inputs?: Message | undefined;
  readonly news?: Message | undefined;
  readonly isPreview?: boolean;
}

/** A provider in this process, and the service that its environment or its arguments name. */
async function open(options: OpenOptions = {}, environment?: Readonly<Record<string, string>>) {
  forgetConnections();
  const emulator = await openEmulator({ token: "native-token-4711", ...options });
  const account = { PROJECTSYNC_BASE_URL: emulator.url, PROJECTSYNC_TOKEN: emulator.token };
  const server = await startServer(environment ?? account);
  const client = new services.ResourceProviderClient(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure());
  type Request = Parameters<typeof client.check>[0] | object;
  const call = <Answer>(name: string, request: Request): Promise<Answer> =>
    new Promise((resolve, reject) => {
      Reflect.get(client, name).call(client, request, (error: Error | null, answer: Answer) =>
        error === null ? resolve(answer) : reject(error),
      );
    });
  const named = <Named extends { setUrn(urn: string): void; setType(type: string): void }>(
    request: Named,
    { type = PROJECT }: Call,
  ): Named => {
    request.setUrn(`urn:pulumi:s::p::${type}::x`);
    request.setType(type);
    return request;
  };
  return {
    emulator,
    writes: () => emulator.requests().filter(({ method }) => method !== "GET").length,
    checkConfig: async (fields: object, secrets: readonly string[], urn: string) => {
      const request = new messages.CheckRequest();
      request.setNews(sent({ ...fields }, secrets));
      request.setUrn(urn);
      const answer = await call<InstanceType<typeof messages.CheckResponse>>("checkConfig", request);
      const failures = answer.getFailuresList().map((each) => each.toObject());
      return { failures, secrets: received(answer.getInputs()).secrets };
    },
    configure: (fields: object = {}, urn = DEFAULT, secrets: readonly string[] = []) => {
      const request = new messages.ConfigureRequest();
      request.setArgs(sent({ ...fields }, secrets));
      request.setUrn(urn);
      return call("configure", request);
    },
    check: async (about: Call) => {
      const request = named(new messages.CheckRequest(), about);
      request.setNews(about.news);
      if (about.inputs !== undefined) request.setOlds(about.inputs);
      const answer = await call<InstanceType<typeof messages.CheckResponse>>("check", request);
      return { inputs: answer.getInputs(), reasons: answer.getFailuresList().map((each) => each.getReason()) };
    },
    diff: async (about: Call) => {
      const request = named(new messages.DiffRequest(), about);
      request.setId(about.id ?? "");
      request.setOlds(about.outputs);
      request.setOldInputs(about.inputs);
      request.setNews(about.news);
      const answer = await call<InstanceType<typeof messages.DiffResponse>>("diff", request);
      return {
        hasChanges: answer.getChanges() === messages.DiffResponse.DiffChanges.DIFF_SOME,
        replaces: answer.getReplacesList(),
        stables: answer.getStablesList(),
        paths: answer
          .getDetaileddiffMap()
          .getEntryList()
          .map(([path]) => path),
      };
    },
    create: async (about: Call) => {
      const request = named(new messages.CreateRequest(), about);
      request.setProperties(about.news);
      request.setPreview(about.isPreview === true);
      const answer = await call<InstanceType<typeof messages.CreateResponse>>("create", request);
      return { id: answer.getId(), outputs: answer.getProperties() };
    },
    update: async (about: Call) => {
      const request = named(new messages.UpdateRequest(), about);
      request.setId(about.id ?? "");
      request.setOlds(about.outputs);
      request.setOldInputs(about.inputs);
      request.setNews(about.news);
      return (await call<InstanceType<typeof messages.UpdateResponse>>("update", request)).getProperties();
    },
    read: async (about: Call) => {
      const request = named(new messages.ReadRequest(), about);
      request.setId(about.id ?? "");
      if (about.outputs !== undefined) request.setProperties(about.outputs);
      if (about.inputs !== undefined) request.setInputs(about.inputs);
      const answer = await call<InstanceType<typeof messages.ReadResponse>>("read", request);
      return { id: answer.getId(), outputs: answer.getProperties(), inputs: answer.getInputs() };
    },
    remove: async (about: Call) => {
      const request = named(new messages.DeleteRequest(), about);
      request.setId(about.id ?? "");
      request.setProperties(about.outputs);
      await call("delete", request);
    },
    invoke: async (name: string, args: object) => {
      const request = new messages.InvokeRequest();
      request.setTok(`projectsync:index:${name}`);
      request.setArgs(sent({ ...args }, []));
      const answer = await call<InstanceType<typeof messages.InvokeResponse>>("invoke", request);
      return {
        found: received(answer.getReturn()).fields,
        reasons: answer.getFailuresList().map((each) => each.getReason()),
      };
    },
    schema: async () =>
      (
        await call<InstanceType<typeof messages.GetSchemaResponse>>("getSchema", new messages.GetSchemaRequest())
      ).getSchema(),
    [Symbol.asyncDispose]: async () => {
      client.close();
      server.close();
      await emulator.close();
    },
  };
}

const clear = (message: Message | undefined): string => JSON.stringify(received(message).fields);

describe("the native provider", () => {
  it("creates, finds no difference, and then each nested one", async () => {
    await using provider = await open();
    await provider.configure();
    const { inputs, reasons } = await provider.check({ news: sent(site, []) });
    expect(reasons).toEqual([]);
    const { id, outputs } = await provider.create({ news: inputs });
    expect(id).toBe("prj_1");
    expect(await provider.diff({ id, outputs, inputs, news: inputs })).toMatchObject({ hasChanges: false, paths: [] });
    const changed = sent({ ...site, rateLimiting: [{ rank: 1, limit: 11 }], trustedIps: ["192.0.2.1"] }, []);
    const difference = await provider.diff({ id, outputs, inputs, news: changed });
    expect(difference).toEqual({
      hasChanges: true,
      replaces: [],
      stables: ["organizationId", "origin"],
      paths: ["rateLimiting[0].limit", "trustedIps"],
    });
    const after = await provider.update({ id, outputs, inputs, news: changed });
    expect(await provider.diff({ id, outputs: after, inputs: changed, news: changed })).toMatchObject({
      hasChanges: false,
    });
    const moved = await provider.diff({ id, outputs, inputs, news: sent({ ...site, organizationId: "org_2" }, []) });
    expect(moved).toMatchObject({ replaces: ["organizationId"], paths: ["organizationId"] });
  });

  it("never sends a secret in clear: a marked one, a sensitive field, and what the catalogue calls secret", async () => {
    await using provider = await open({ seed: { projects: [{ organization_id: "org_1", slug: "other" }] } });
    await provider.configure();
    const news = sent({ ...site, description: CANARY, forwardedHeaders: [{ name: "X", value: CANARY }] }, [
      "description",
    ]);
    const { inputs } = await provider.check({ news });
    const { id, outputs } = await provider.create({ news: inputs });
    const refreshed = await provider.read({ id, outputs, inputs });
    for (const message of [inputs, outputs, refreshed.inputs, refreshed.outputs]) {
      expect(clear(message)).toContain(CANARY);
      expect(received(message).secrets).toEqual(expect.arrayContaining(["description", "forwardedHeaders"]));
    }
    const type = COMPONENT;
    const settings = { pixel_id: "1", access_token: CANARY };
    const component = sent({ projectId: id, component: "edgee/meta-capi", settings }, []);
    const checked = await provider.check({ type, news: component });
    const made = await provider.create({ type, news: checked.inputs });
    for (const message of [checked.inputs, made.outputs])
      expect(received(message).secrets).toEqual(["settings.access_token"]);
  });

  it("shows no value in a refusal that the engine marks as a secret", async () => {
    await using provider = await open();
    await provider.configure();
    const marked = { externalProjectUrl: `https://x.example/${CANARY}`, overrideCache: [{ path: `/${CANARY}-2` }] };
    const body = {
      error: {
        type: "invalid",
        message: Object.values(marked)
          .map((each) => JSON.stringify(each))
          .join(),
      },
    };
    const fault = { kind: "answer", status: 422, body } as const;
    provider.emulator.setFaults({ faults: [{ method: "POST", path: "/v1/projects/**", fault, times: "always" }] });
    const { inputs } = await provider.check({ news: sent({ ...site, ...marked }, Object.keys(marked)) });
    const failed = await provider.create({ news: inputs }).catch(String);
    expect(failed).toContain("(secret)");
    expect(failed).not.toContain(CANARY);
  });

  it("keeps what drifted in a field that is a secret as it is live", async () => {
    await using provider = await open();
    await provider.configure();
    const externalProjectUrl = "https://shop.example/";
    const { inputs } = await provider.check({ news: sent({ ...site, externalProjectUrl }, []) });
    const { id, outputs } = await provider.create({ news: inputs });
    await ask(provider.emulator, `POST /v1/projects/${id}`, { external_project_url: `${externalProjectUrl}more` });
    forgetConnections();
    const found = await provider.read({ id, outputs, inputs });
    expect(received(found.inputs).fields).toMatchObject({ externalProjectUrl: `${externalProjectUrl}more` });
    expect(received(found.inputs).secrets).toContain("externalProjectUrl");
  });

  it("shows text of the service in a preview on one line, without tokens", async () => {
    const slug = "site\n::error::native-token-4711\u202e";
    const live = { id: "prj_x", organization_id: "org_1", slug: "site" };
    const showing = records("any", (record) => ({ ...record, ...(record["id"] === "prj_x" ? { slug } : {}) }));
    await using provider = await open({ seed: { projects: [live] }, between: between(showing) });
    await provider.configure();
    const preview = provider.create({ news: sent({ ...site, ifExists: "adopt" }, []), isPreview: true });
    const failure = String(
      await preview.then(
        () => "",
        (error: unknown) => error,
      ),
    );
    expect(failure).toContain("prj_x is site");
    expect(failure).not.toMatch(/native-token-4711|\n|\u202e/);
  });

  it("answers a preview without a write, with the id of what it would adopt", async () => {
    await using provider = await open({
      seed: { projects: [{ id: "prj_x", organization_id: "org_1", slug: "site" }] },
    });
    await provider.configure();
    const adopting = sent({ ...site, ifExists: "adopt" }, []);
    expect((await provider.create({ news: adopting, isPreview: true })).id).toBe("prj_x");
    expect((await provider.create({ news: sent(site, []), isPreview: true })).id).toBe("");
    const type = COMPONENT;
    const unknown = sent({ projectId: UNKNOWN, component: "edgee/ga4", settings: { measurement_id: "G-1" } }, []);
    const checked = await provider.check({ type, news: unknown });
    const planned = await provider.create({ type, news: checked.inputs, isPreview: true });
    expect(received(planned.outputs).fields).toMatchObject({ projectId: UNKNOWN, componentVersion: UNKNOWN });
    expect(provider.writes()).toBe(0);
  });

  it("imports what is live, and manages of it only what is declared", async () => {
    const live = { id: "prj_x", organization_id: "org_1", slug: "site", description: "ours", force_https: false };
    await using provider = await open({ seed: { projects: [live] } });
    await provider.configure();
    const { id, outputs, inputs } = await provider.read({ id: "prj_x" });
    expect(received(inputs).fields).toMatchObject({ slug: "site", forceHttps: false });
    expect(await provider.diff({ id, outputs, inputs, news: inputs })).toMatchObject({ hasChanges: false });
    // The option `import` declares less than was read.
    const fewer = sent({ organizationId: "org_1", slug: "site" }, []);
    expect(await provider.diff({ id, outputs, inputs: fewer, news: fewer })).toMatchObject({ hasChanges: false });
    const refreshed = await provider.read({ id, outputs, inputs: fewer });
    expect(received(refreshed.inputs).fields).toEqual({ organizationId: "org_1", slug: "site" });
  });

  it("imports no value that its check would refuse: it is left out, with a warning, and stays as it is", async () => {
    const warned = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const odd = { log_severity: "VERBOSE", blocked_ips: ["all"], cache: "perhaps" };
    const rule = { rank: 1, limit: 5 };
    const showing = records("any", (record) =>
      record["object"] === "project"
        ? { ...record, ...odd, rate_limiting: [{ ...rule, rule_id: "of the service" }] }
        : { ...record, settings: { measurement_id: ["G-1"] } },
    );
    const components = [{ id: "pc_x", component_slug: "edgee/ga4" }];
    const live = { id: "prj_x", organization_id: "org_1", slug: "site", description: "ours", components };
    await using provider = await open({ seed: { projects: [live] }, between: between(showing) });
    await provider.configure();
    const project = await provider.read({ id: "prj_x" });
    expect(received(project.inputs).fields).toMatchObject({ description: "ours", rateLimiting: [rule] });
    const type = COMPONENT;
    const component = await provider.read({ type, id: "prj_x/pc_x" });
    expect(received(component.inputs).fields).toHaveProperty("settings", {});
    for (const about of [project, { ...component, type }]) {
      const news = about.inputs;
      expect(await provider.check({ ...about, news })).toMatchObject({ reasons: [] });
      expect(await provider.diff({ ...about, news })).toMatchObject({ hasChanges: false });
    }
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/project prj_x: no program can declare logSeverity, cache, blockedIps as it is live/)],
      [expect.stringMatching(/component prj_x\/pc_x: no program can declare settings.measurement_id as it is live/)],
    ]);
    warned.mockRestore();
  });

  it("imports no host name that no program can declare, and says so of other names", async () => {
    const warned = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const showing = records("any", (record) => ({ ...record, slug: "My Site" }));
    await using provider = await open({
      seed: { projects: [{ id: "prj_x", organization_id: "org_1", slug: "site" }] },
      between: between(showing),
    });
    await provider.configure();
    const wildcard = provider.read({ type: "projectsync:index:Domain", id: "prj_x/*.example.com" });
    await expect(wildcard).rejects.toThrow(
      'domain prj_x/*.example.com cannot be read: "*.example.com" is a wildcard; list each host name, such as www.example.com.',
    );
    expect(provider.emulator.requests()).toEqual([]);
    const { outputs } = await provider.read({ id: "prj_x" });
    expect(received(outputs).fields).toMatchObject({ slug: "My Site" });
    expect(warned.mock.calls).toEqual([
      [expect.stringMatching(/prj_x: no program can declare slug as it is live. So none can manage it/)],
    ]);
    warned.mockRestore();
  });

  it("knows an imported host name however it is written, and an object that was imported under two names", async () => {
    const live = { id: "prj_x", organization_id: "org_1", slug: "site", domains: [{ name: "www.example.com" }] };
    await using provider = await open({ seed: { projects: [live] } });
    await provider.configure();
    const about = { type: "projectsync:index:Domain" };
    const first = await provider.read({ ...about, id: "prj_x/WWW.Example.com." });
    const second = await provider.read({ ...about, id: "prj_x/www.example.com" });
    expect([first.id, second.id]).toEqual(["prj_x/www.example.com", "prj_x/www.example.com"]);
    // The next update: one is still declared, and the other is not.
    forgetConnections();
    await provider.diff({ ...about, ...first, news: first.inputs });
    await provider.remove({ ...about, ...second });
    expect(provider.writes()).toBe(0);
    forgetConnections();
    await provider.remove({ ...about, ...first });
    expect(provider.writes()).toBe(1);
  });

  it("gives paths as the engine reads them, also of keys with brackets, dots and quotes", async () => {
    await using provider = await open();
    await provider.configure();
    const extra = (value: string) => sent({ ...site, extra: { 'a["b.c': value, plain_key: value, "d\\": "1" } }, []);
    const paths = async (before: Message, now: Message): Promise<readonly string[]> =>
      (await provider.diff({ id: "prj_1", outputs: before, inputs: before, news: now })).paths;
    const values = (value: string) => sent({ ...site, extra: { 'a["b.c': value, plain_key: value } }, []);
    expect(await paths(values("1"), values("2"))).toEqual(["extra.plain_key", 'extra["a[\\"b.c"]']);
    expect(await paths(extra("1"), extra("2"))).toEqual(["extra"]);
  });

  it("finds drift, and says when an object is gone", async () => {
    await using provider = await open({ seed: { projects: [{ organization_id: "org_1", slug: "other" }] } });
    await provider.configure();
    const news = sent(site, []);
    const { id, outputs } = await provider.create({ news });
    await ask(provider.emulator, `POST /v1/projects/${id}`, { description: "theirs" });
    forgetConnections();
    const found = await provider.read({ id, outputs, inputs: news });
    expect(received(found.inputs).fields).toMatchObject({ description: "theirs" });
    expect(await provider.diff({ id, outputs: found.outputs, inputs: found.inputs, news })).toMatchObject({
      paths: ["description"],
    });
    forgetConnections();
    await provider.remove({ id, outputs });
    forgetConnections();
    // A read of a new object may be late, and is waited for.
    const ofLongAgo = sent({ ...received(outputs).fields, __ownedSince: 0 }, []);
    expect((await provider.read({ id, outputs: ofLongAgo, inputs: news })).id).toBe("");
  });

  it("looks up what is live, on its own account, and shows no credential", async () => {
    const live = { id: "prj_x", organization_id: "org_1", slug: "site" };
    const headers = [{ name: "X", value: CANARY }];
    await using provider = await open({ seed: { projects: [{ ...live, forwarded_headers: headers }] } });
    await provider.configure();
    await ask(provider.emulator, "POST /v1/projects/prj_x/domains", { name: "www.example.com" });
    const found = await Promise.all([
      provider.invoke("getProject", { organizationId: "org_1", slug: "site" }),
      provider.invoke("getProject", { id: "prj_x" }),
      provider.invoke("getProjects", { organizationId: "org_1" }),
      provider.invoke("getDomain", { projectId: "prj_x", name: "WWW.Example.com" }),
      provider.invoke("getCatalogueComponent", { component: "edgee/ga4" }),
    ]);
    expect(found).toMatchObject([
      { found: { id: "prj_x", slug: "site" } },
      { found: { id: "prj_x" } },
      { found: { projects: [{ id: "prj_x" }] } },
      { found: { id: "prj_x/www.example.com" } },
      { found: { component: "edgee/ga4" } },
    ]);
    expect(JSON.stringify(found)).not.toContain(CANARY);
    expect((await provider.invoke("getDomain", { projectId: 7 })).reasons).toEqual([
      "projectId: must be text",
      "name: required field is missing; it must be text",
    ]);
    const misspelled = await provider.invoke("getProjects", { organizationId: "org_1", organisation: "org_2" });
    expect(misspelled.reasons).toEqual([expect.stringMatching(/^organisation: unknown field/)]);
    const pair = { projectId: "prj_x", component: "edgee/ga4" };
    await expect(provider.invoke("getProjectComponent", pair)).rejects.toThrow(
      "Component edgee/ga4 in project prj_x is not found",
    );
    await expect(provider.invoke("getNothing", {})).rejects.toThrow("There is no function");
  });

  it("keeps the id of an object that was created and whose settings were refused", async () => {
    await using provider = await open();
    await provider.configure();
    const fault = { kind: "answer", status: 422, body: { error: { type: "invalid", message: "no" } } } as const;
    provider.emulator.setFaults({ faults: [{ method: "POST", path: "/v1/projects/prj_1", fault, times: "always" }] });
    const failed = await provider.create({ news: sent(site, []) }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ metadata: expect.anything() });
    const [details] = failed instanceof Error && "metadata" in failed ? [failed.metadata] : [];
    expect(String(Object(details).get("grpc-status-details-bin"))).toContain("prj_1");
  });

  it("names the fields that may be declared, without those of the dynamic form", async () => {
    await using provider = await open();
    await provider.configure();
    const { reasons } = await provider.check({ news: sent({ ...site, nope: 1, slug: "a b" }, []) });
    expect(reasons).toEqual([expect.stringContaining("nope: unknown field"), expect.stringContaining("slug: must be")]);
    expect(reasons.join(" ")).not.toContain("__secretInputs");
  });

  it("refuses a field that would be lost on its way: __proto__", async () => {
    await using provider = await open();
    await provider.configure();
    const request = new messages.CheckRequest();
    request.setNews(sent({ ...site, extra: { AAproto__: 1 } }, []));
    const bytes = Buffer.from(request.serializeBinary());
    bytes.write("__", bytes.indexOf("AAproto__"));
    // No message of the library can hold it.
    using _written = vi.spyOn(messages.CheckRequest.prototype, "serializeBinary").mockReturnValue(bytes);
    await expect(provider.check({})).rejects.toThrow(
      "__proto__ cannot be the name of a field or a setting. Remove it.",
    );
  });

  it("has a schema whose inputs are those that it takes", async () => {
    await using provider = await open();
    const { resources } = JSON.parse(await provider.schema());
    expect(Object.keys(resources)).toEqual(["projectsync:index:Domain", PROJECT, COMPONENT]);
    expect(resources[PROJECT].aliases).toEqual([{ type: "pulumi-nodejs:dynamic/projectsync:Project" }]);
  });
});

describe("the account of a native provider", () => {
  const args = (fields: Properties) => ({ fields, secrets: [] });
  const own = { baseUrl: "https://own.example", token: "own-token" };
  const third = { baseUrl: "http://127.0.0.1:1", token: "third" };
  const environment = { PROJECTSYNC_BASE_URL: third.baseUrl, PROJECTSYNC_TOKEN: third.token };

  it("is that of an explicit provider's arguments alone: the environment's gets no request", async () => {
    await using theirs = await open();
    await using provider = await open({}, { PROJECTSYNC_BASE_URL: theirs.emulator.url, PROJECTSYNC_TOKEN: "third" });
    const { url, token } = provider.emulator;
    await provider.configure({ baseUrl: url, token }, EXPLICIT);
    expect((await provider.create({ news: sent(site, []) })).id).toBe("prj_1");
    expect(theirs.emulator.requests()).toEqual([]);
  });

  it("is its own for a resource that a dynamic one with a profile was: read, compared and deleted", async () => {
    await using provider = await open({
      seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] },
    });
    await provider.configure({ baseUrl: provider.emulator.url, token: provider.emulator.token }, EXPLICIT);
    const declared = { organizationId: "org_1", slug: "site" };
    const inputs = sent({ ...declared, profile: "staging" }, []);
    const outputs = sent({ ...declared, profile: "staging", origin: provider.emulator.url, organization: "org_1" }, []);
    const found = await provider.read({ id: "prj_1", outputs, inputs });
    expect(received(found.outputs).fields).toMatchObject({ slug: "site" });
    const news = sent(declared, []);
    expect(await provider.diff({ id: "prj_1", outputs, inputs, news })).toMatchObject({ hasChanges: false });
    await provider.remove({ id: "prj_1", outputs });
    expect(provider.writes()).toBe(1);
  });

  it.each([
    ["an explicit provider's arguments", own, false, own],
    ["the environment's, before the configuration of a stack", own, true, third],
    ["the environment's, for an explicit provider without arguments", {}, false, third],
  ])("is %s", (_whose, fields, isDefault, account) => {
    expect(readArguments(args(fields), isDefault, environment)).toMatchObject(account);
  });

  it.each([
    [{ baseUrl: own.baseUrl }, "token"],
    [{ token: own.token }, "baseUrl"],
    [{ ...own, profile: "staging" }, "profile"],
    [{ profile: "Staging!" }, "profile"],
    [{ baseUrl: 7, token: "t" }, "baseUrl"],
    [{ baseUrl: "", token: "t" }, "baseUrl"],
  ])("is refused with arguments that do not go together: %j", (given, property) => {
    expect(checkArguments(args(given), false)).toEqual([
      { property: "", reason: expect.stringMatching(`^${property}: `) },
    ]);
  });

  it.each(["default_2", "default_2024", "default_1_x", "defaults"])(
    "is an explicit one's if a program calls it %s",
    async (name) => {
      await using theirs = await open();
      await using provider = await open({}, { PROJECTSYNC_BASE_URL: theirs.emulator.url, PROJECTSYNC_TOKEN: "third" });
      const { url, token } = provider.emulator;
      await provider.configure({ baseUrl: url, token }, EXPLICIT.replace("mine", name));
      await provider.create({ news: sent(site, []) });
      expect(theirs.emulator.requests()).toEqual([]);
    },
  );

  it("is refused with a misspelled argument, but a stack may configure anything", () => {
    expect(checkArguments(args({ ...own, tokn: "t" }), false)).toEqual([
      { property: "", reason: "tokn: unknown field; did you mean token?" },
    ]);
    expect(checkArguments(args({ stagingToken: "t", baseUrl: "", token: "" }), true)).toEqual([]);
    expect(checkArguments(args({ profile: "" }), true)).toMatchObject([{ reason: expect.stringContaining("profile") }]);
    expect(checkArguments(args({ ...own, version: "1.0.0", __internal: {} }), false)).toEqual([]);
  });

  it("is recorded with its token as a secret", async () => {
    await using provider = await open({}, {});
    const { secrets } = await provider.checkConfig({ ...own, token: "plain-token-0123" }, [], EXPLICIT);
    expect(secrets).toEqual(["token"]);
  });

  it("is named as the program declares it", async () => {
    await using provider = await open({}, {});
    await provider.configure({ baseUrl: "own.example", token: "own-token" }, EXPLICIT);
    const { reasons } = await provider.check({ news: sent(site, []) });
    expect(reasons).toEqual([expect.stringMatching(/^The argument baseUrl "own\.example" lacks https/)]);
    await using other = await open({}, {});
    await other.configure({ baseUrl: other.emulator.url, token: "wrong-token-0123" }, EXPLICIT);
    const failed = await other.create({ news: sent(site, []) }).catch(String);
    expect(failed).toContain("401");
    expect(failed).not.toContain("PROJECTSYNC");
  });

  it.each([
    [CANARY, "The argument profile is not valid"],
    ["canary_profile_0123", "(secret)"],
  ])("shows no profile that is marked as a secret: %s", async (profile, shown) => {
    await using provider = await open({}, {});
    const { failures } = await provider.checkConfig({ profile }, ["profile"], EXPLICIT);
    await provider.configure({ profile }, EXPLICIT, ["profile"]);
    const { reasons } = await provider.check({ news: sent(site, []) });
    const failed = await provider.invoke("getProject", { id: "prj_x" }).catch(String);
    expect(reasons).toEqual([expect.stringContaining(shown)]);
    expect(failed).toContain(shown);
    expect(JSON.stringify([failures, reasons, failed])).not.toMatch(/canary/i);
  });

  it("takes both, neither, or a profile", () => {
    for (const given of [own, {}, { profile: "staging" }]) expect(checkArguments(args(given), false)).toEqual([]);
    expect(checkArguments(args({ baseUrl: UNKNOWN, token: UNKNOWN }), false)).toEqual([]);
    expect(checkArguments(args({ ...own, profile: UNKNOWN }), false)).toEqual([]);
    // The stack's configuration may have one, and the environment the other.
    expect(checkArguments(args({ baseUrl: own.baseUrl }), true)).toEqual([]);
  });
});
