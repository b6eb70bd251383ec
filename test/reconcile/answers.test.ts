import { describe, expect, it } from "vitest";
import { between, isWrite, records, without, type Asked } from "../habit.ts";
import { asObject } from "../world/oracle/meaning.ts";
import {
  always,
  answered,
  ATTACH,
  blocked,
  CREATES,
  DELETIONS,
  file,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  refused,
  SITE,
  TAKES,
  UPDATES,
} from "./scene.ts";

/* What an answer says is no evidence, except where nothing else is. The state decides. */

describe("a create that is answered with another object", () => {
  const text = file("new", `  cache: true\ndomains: [new.example.com]\n`);

  it.each([
    ["of another organization", { id: "prj_x", organization_id: "org_2", slug: "new" }],
    ["that was listed with another slug", { id: "prj_x", organization_id: "org_1", slug: "new-main" }],
  ])("%s is unknown, names it, and nothing more is written", async (_what, other) => {
    const scene = open({ projects: [other], faults: [on(`POST ${PROJECTS}`, answered(other))] });
    const { outcomes, messages, writes } = await scene.apply(text);
    expect(outcomes).toEqual(["unknown org_1/new", "not-started org_1/new/new.example.com"]);
    expect(messages[0]).toContain(`prj_x, which is project ${other.slug} of ${other.organization_id}. If it is`);
    expect(writes).toEqual([`POST ${PROJECTS}`]);
  });

  it("made with another slug is unknown, and says how to go on", async () => {
    const renames = between({
      ask: (asked) =>
        asked.method === "POST" && asked.path.length === 1
          ? { ...asked, body: { organization_id: "org_1", slug: "new-1", type: "proxy" } }
          : asked,
    });
    const scene = open({ projects: [], between: renames });
    const { outcomes, messages } = await scene.apply(text);
    expect(outcomes).toEqual(["unknown org_1/new", "not-started org_1/new/new.example.com"]);
    expect(messages[0]).toMatch(/prj_1, which is project new-1 of org_1\..*pin it with `id: prj_1`/);
    expect((await scene.apply(text.replace("slug: new", "slug: new-1"))).result).toBe("applied");
  });

  it.each([
    ["no organization and no slug", { id: "prj_1" }],
    ["the organization in another form", { id: "prj_1", organization_id: "acme-inc", slug: "new" }],
  ])("is continued if it shows %s", async (_what, body) => {
    const scene = open({ projects: [], faults: [on(`POST ${PROJECTS}`, answered(body, true))] });
    const { outcomes } = await scene.apply(text);
    expect(outcomes[0]).toMatch(/^(?:done|partial) org_1\/new$/);
    expect(scene.live()).toContain("org_1/new");
  });
});

it("a component whose create is answered with the id of one that was there is unknown, without that id", async () => {
  const [, component] = CREATES;
  const scene = open({ faults: [on(`POST ${component?.path}`, answered({ id: "pc_1" }))] });
  const { report } = await scene.apply(component?.file ?? "");
  const [outcome] = report.applied?.outcomes ?? [];
  expect(outcome).toMatchObject({ status: "unknown", message: expect.stringContaining("component pc_1, which is an") });
  expect(outcome).not.toHaveProperty("id");
});

describe("an attachment that is answered with the record of another project", () => {
  const record = (project: string, handled = false) =>
    answered({ object: "domain", name: NAME, project_id: project }, handled);

  it.each([undefined, 500, 403, 401])("is not done, also if its read is refused with %s", async (status) => {
    const read = status === undefined ? [] : [on(`GET ${ATTACH}/${NAME}`, refused(status), always)];
    const scene = open({ projects: [OLD, NEW], faults: [on(`POST ${ATTACH}`, record("prj_old"), always), ...read] });
    const { outcomes, messages } = await scene.apply(TAKES);
    expect(outcomes).toEqual([`unknown org_1/new/${NAME}`]);
    expect(messages).toEqual([
      expect.stringMatching(status === 401 ? /^/ : /It is attached to project old of org_1 \(prj_old\)\./),
    ]);
    expect(scene.live()).toContain(`org_1/old/${NAME}`);
  });

  it("is not done if every project shows that record", async () => {
    const faults = [
      on(`POST ${ATTACH}`, refused(409, "conflict_error"), always),
      on(`GET ${ATTACH}/${NAME}`, record("prj_old"), always),
    ];
    expect((await open({ projects: [OLD, NEW], faults }).apply(TAKES)).outcomes).toEqual([`failed org_1/new/${NAME}`]);
  });

  it.each([0, 3_000])("is done, and sent once, if a list shows the host name after %d ms", async (staleListsMs) => {
    const scene = open({
      projects: [NEW],
      service: { staleListsMs },
      faults: [on(`POST ${ATTACH}`, record("PRJ-1", true)), on(`GET ${ATTACH}/${NAME}`, refused(500), always)],
    });
    const { outcomes, writes } = await scene.apply(TAKES);
    expect([outcomes, writes]).toEqual([[`done org_1/new/${NAME}`], [`POST ${ATTACH}`]]);
  });

  it("under another host name is unknown, and the message says which one to declare", async () => {
    const strips = between({ ask: (asked) => (isWrite(asked) ? { ...asked, body: { name: "example.com" } } : asked) });
    const { outcomes, messages } = await open({ projects: [NEW], between: strips }).apply(TAKES);
    expect(outcomes).toEqual([`unknown org_1/new/${NAME}`]);
    expect(messages[0]).toContain(`If that is how it stores ${NAME}, declare example.com.`);
  });
});

describe("a deletion", () => {
  it.each(["Forbidden", '"Forbidden"'])("that is answered 200 with %s and does nothing is unknown", async (body) => {
    const scene = open({ faults: [on("DELETE", answered(body), always)] });
    const [, , domain] = DELETIONS;
    expect((await scene.apply(domain?.file ?? "")).outcomes).toEqual([`unknown ${domain?.key}`]);
  });

  it.each(DELETIONS)("$kind: a gateway's page with 404 is no success", async ({ file: text, key, path }) => {
    const scene = open({ faults: [on(`DELETE ${path}`, { kind: "html", status: 404 }, always)] });
    expect((await scene.apply(text)).outcomes).toEqual([`unknown ${key}`]);
    expect(await scene.again(text)).toEqual([[`DELETE ${path}`], []]);
  });

  it("of a project with all that is in it is not done if none was carried out, whatever the answers say", async () => {
    const scene = open({ projects: [SITE], faults: [on("DELETE", answered({}), always)] });
    const { outcomes } = await scene.apply(file("site", "  absent: true\n"), { prune: ["all"] });
    expect(outcomes).toEqual(scene.live().map((key) => `partial ${key}`));
  });

  it.each([
    [true, "done", "Already done: by somebody else, or by a gateway that repeated the request."],
    [false, "failed", "did not delete it"],
  ])('that is answered with "deleted": false, and handled: %s', async (handled, status, says) => {
    const [, component] = DELETIONS;
    const scene = open({ faults: [on("DELETE", answered({ id: "pc_1", deleted: false }, handled))] });
    const { outcomes, messages } = await scene.apply(component?.file ?? "");
    expect(outcomes).toEqual([`${status} ${component?.key}`]);
    expect(messages).toEqual([expect.stringContaining(says)]);
  });
});

describe("an update of a secret that the service hides", () => {
  const field = { name: "token", title: "Token", type: "string" as const, required: true, secret: true };
  const versions = { "1": { version: "1", dynamic_fields: [field] } };
  const catalogue = [{ id: "cmp_1", slug: "acme/pixel", latest_version: "1", versions }];
  const components = [
    { id: "pc_1", component_slug: "acme/pixel", component_version: "1", settings: { token: "old-secret-value" } },
  ];

  it.each([
    ["\n", "done"],
    ["{}", "done"],
    ["null", "done"],
    ["upstream error: temporarily unavailable", "unknown"],
    ["OK", "unknown"],
    ['"OK"', "unknown"],
    ["系统繁忙", "unknown"],
  ])("and that is answered 200 with %j is judged by that: %s", async (body, status) => {
    const scene = open({
      catalogue,
      projects: [{ ...NEW, components }],
      habits: { secrets: { as: "stars" } },
      faults: [on("POST", answered(body), always)],
    });
    const { outcomes, report, writes } = await scene.apply(
      file("new", "components:\n  acme/pixel: { settings: { token: { secret: TOKEN } } }\n"),
      { environment: { TOKEN: "new-secret-value" }, rewriteSecrets: true },
    );
    expect(outcomes).toEqual([`${status} org_1/new/acme/pixel`]);
    expect(writes).toHaveLength(status === "done" ? 1 : 3);
    expect(JSON.stringify(report)).not.toContain("secret-value");
  });
});

describe("how often a write without an answer is sent", () => {
  it.each([
    ...UPDATES.map((each) => ({ ...each, call: `POST ${each.path}` })),
    ...DELETIONS.map((each) => ({ ...each, call: `DELETE ${each.path}` })),
  ])("$call: four times in each of three rounds, and then it is unknown", async ({ file: text, key, call }) => {
    const scene = open({ faults: [on(call, refused(502), always)] });
    const { outcomes, writes } = await scene.apply(text);
    expect(outcomes).toEqual([`unknown ${key}`]);
    expect(writes).toEqual(Array.from({ length: 12 }, () => call));
    expect(await scene.again(text)).toEqual([[call], []]);
  });

  it.each(CREATES)("create of a $kind: once; a host name three times", async ({ kind, file: text, key, path }) => {
    const scene = open({ faults: [on(`POST ${path}`, { kind: "reset", when: "before" }, always)] });
    const { outcomes, writes } = await scene.apply(text);
    expect(outcomes).toEqual([`unknown ${key}`]);
    expect(writes).toHaveLength(kind === "domain" ? 3 : 1);
    expect(await scene.again(text)).toEqual([[`POST ${path}`], []]);
  });

  it("settings of a new project: again, with its id", async () => {
    const scene = open({ faults: [on(`POST ${PROJECTS}/prj_3`, { kind: "reset", when: "before" }, always)] });
    const { report, writes } = await scene.apply(file("new", "  force_https: false\n"));
    expect(report.applied?.outcomes).toMatchObject([{ status: "unknown", id: "prj_3" }]);
    expect(writes.filter((call) => call === `POST ${PROJECTS}`)).toHaveLength(1);
    expect(await scene.again(file("new", "  force_https: false\n"))).toEqual([[`POST ${PROJECTS}/prj_3`], []]);
  });
});

it.each(["../prj_2", "..", "%2e%2e", "a/b"])("nothing is sent for the id %j of the service's list", async (id) => {
  const list = answered({ data: [{ id, organization_id: "org_1", slug: SITE.slug }], has_more: false });
  for (const { file: text } of [...UPDATES, ...CREATES.slice(1)]) {
    const { report, calls } = await open({ faults: [on(`GET ${PROJECTS}`, list, always)] }).apply(text);
    expect(blocked(report)[0]).toContain("is not valid in /v1/projects/");
    expect(new Set(calls.filter((call) => !call.includes("/v1/components/")))).toEqual(new Set([`GET ${PROJECTS}`]));
  }
});

it("one refused write fails its object, in the service's words, and the others go on", async () => {
  for (const { file: text, key, path } of [...CREATES, ...UPDATES]) {
    const scene = open({ faults: [on(`POST ${path}`, refused(403, "forbidden_error"))] });
    const files = { "a.yaml": text, "b.yaml": file("empty", "domains: [other.example.com]\n") };
    const { outcomes, messages, writes } = await scene.apply(files);
    expect(outcomes.toSorted()).toEqual(["done org_1/empty/other.example.com", `failed ${key}`]);
    expect(messages.join(" ")).toContain("403 forbidden_error: so it is");
    expect(writes.filter((call) => call === `POST ${path}`)).toHaveLength(1);
  }
});

describe("a read by id that leaves out what names the object, which the list shows", () => {
  it.each([
    ["slug", file("site", "  description: changed\n")],
    ["organization_id", file("site", "  description: changed\n")],
    ["slug", file("empty", "  absent: true\n")],
    ["component_slug", file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n")],
  ])("without %s: is written", async (name, text) => {
    const isSingle = ({ method, path }: Asked): boolean => method === "GET" && path.length % 2 === 0;
    const scene = open({
      between: between(
        records("any", (record, asked) => (isSingle(asked) ? without(record, [name, "component_id"]) : record)),
      ),
    });
    const { result, messages, writes } = await scene.apply(text);
    expect([result, messages, writes.length]).toEqual(["applied", [""], 1]);
  });
});

it.each(["", "  cache: true\n"])(
  "a field that the create drops is sent with an update, also beside settings: %j",
  async (settings) => {
    const drops = between({
      ask: (asked) =>
        isWrite(asked) && asked.path.length === 1
          ? { ...asked, body: without(asObject(asked.body), ["description"]) }
          : asked,
    });
    const { outcomes, messages } = await open({ between: drops }).apply({
      "new.yaml": file("new", `  description: d\n${settings}`),
    });
    expect([outcomes, messages]).toEqual([["done org_1/new"], [""]]);
  },
);

it("a host name that has an id, and is taken by its own project, is attached", async () => {
  const attach = "POST /v1/projects/prj_2/domains";
  const { apply } = open({ habits: { extra: true }, faults: [on(attach, refused(409, "conflict_error", true))] });
  const { report, outcomes } = await apply(file("empty", "domains: [new.example.com]\n"));
  expect(outcomes).toEqual(["done org_1/empty/new.example.com"]);
  expect(report.applied?.outcomes[0]?.id).toBe("new.example.com");
});

it.each(["https://new.example.com", "new.example.com:443", "new.example.com/"])(
  "a host name that the service shows as %s is not said to be as declared, and not to be declared so",
  async (shown) => {
    const renamed = between(records("domain", (record) => ({ ...record, name: shown })));
    const { outcomes, messages } = await open({ between: renamed }).apply(
      file("empty", "domains: [new.example.com]\n"),
    );
    expect(outcomes).toEqual(["unknown org_1/empty/new.example.com"]);
    expect(messages[0]).not.toContain("declare ");
  },
);

it("a create that is answered with another id than the list shows is not gone on with, and both are named", async () => {
  const other = between({
    answer: (answered, asked) =>
      isWrite(asked) && asked.path.at(-1) === "components"
        ? { ...answered, body: { id: "op_7", status: "accepted" } }
        : answered,
    ask: (asked) => (isWrite(asked) ? { ...asked, body: without(asObject(asked.body), ["active"]) } : asked),
  });
  const text = file("empty", "components: { edgee/ga4: { active: false, settings: { measurement_id: G-1 } } }\n");
  const { outcomes, messages } = await open({ between: other }).apply(text);
  expect(outcomes).toEqual(["unknown org_1/empty/edgee/ga4"]);
  expect(messages[0]).toContain("answered the request with op_7, and shows pc_2. Nothing more was sent.");
  expect(messages[0]).not.toContain("The next run creates it");
});

it("a stored text that is written in another one is not repeated: a secret in it has escapes of escapes", async () => {
  const stored = JSON.stringify(JSON.stringify({ password: 'a\\b"12345678' }));
  const nested = between(records("project", (record) => ({ ...record, description: stored })));
  const { messages } = await open({ between: nested }).apply(file("site", "  description: ours\n"));
  expect(messages[0]).toMatch(/It stored description as a value of \d+ characters\./);
});
