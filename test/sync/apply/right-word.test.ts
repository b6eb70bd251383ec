import { describe, expect, it } from "vitest";
import type { OpenOptions } from "../../../emulator/open-emulator.ts";
import type { Habits } from "../../../emulator/profile/habits.ts";
import { between, isWrite } from "../../habit.ts";
import { asObject, type Fields } from "../../world/oracle/meaning.ts";
import { itemOf, startWorld, type World } from "../world.ts";

/*
 * What a run says of a write that the service answered with 2xx, when the service made something else of it.
 */

const HEAD = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";
const SITE = { id: "prj_1", organization_id: "org_1", slug: "site", type: "proxy" as const };

async function world(habits: Habits, project: object = {}): Promise<World> {
  return startWorld({ habits, seed: { projects: [{ ...SITE, ...project }] } });
}

/** A service that makes something else of the body of each write. */
const storing = (change: (body: Fields) => Fields): OpenOptions => ({
  between: between({
    ask: (asked) => (isWrite(asked) ? { ...asked, body: change(asObject(asked.body)) } : asked),
  }),
});

const outcomes = ({ applied }: Awaited<ReturnType<World["run"]>>) =>
  (applied?.outcomes ?? []).map(({ status, message }) => [status, message]);

describe("a declared field that the service does not store", () => {
  it("makes the update partial, says what is stored, and stays a change", async () => {
    await using service = await world({ changes: { ignored: ["cookie_name"] } }, { cookie_name: "theirs" });
    await service.write({ "a.yaml": `${HEAD}  cookie_name: mine\n  cache: true\n` });
    const report = await service.run("apply");
    expect(report.result).toBe("partial");
    expect(outcomes(report)).toEqual([
      [
        "partial",
        "The service did not store cookie_name of project prj_1 as declared. Declare the value that it stored, or ask the " +
          'service\'s owner. It stored cookie_name as "theirs".',
      ],
    ]);
    expect(service.writes()).toEqual(["POST /v1/projects/prj_1"]);
    expect(itemOf(await service.run("plan"), "org_1/site").changes).toEqual([
      { path: "cookie_name", from: "theirs", to: "mine" },
    ]);
    await service.write({ "a.yaml": `${HEAD}  cookie_name: theirs\n  cache: true\n` });
    expect((await service.run("apply")).result).toBe("no-changes");
  });

  it("makes a create partial: the project exists, and the next run does not make it again", async () => {
    await using service = await startWorld(storing(({ cookie_domain: _domain, ...body }) => body));
    await service.write({ "a.yaml": `${HEAD}  cookie_domain: example.com\n  cache: true\n` });
    const report = await service.run("apply");
    expect(outcomes(report)).toEqual([["partial", expect.stringContaining("It stored cookie_domain as nothing.")]]);
    expect(service.writes()).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1"]);
    expect(outcomes(await service.run("apply"))).toEqual([["partial", expect.stringContaining("project prj_1")]]);
    expect(service.writes()).toEqual(["POST /v1/projects/prj_1"]);
    expect(service.state()).toHaveLength(1);
  });

  it("may be corrected inside a list or a component's settings", async () => {
    const limited = storing((body) => ({
      ...body,
      ...(Array.isArray(body["override_cache"])
        ? { override_cache: body["override_cache"].map((rule) => ({ ...asObject(rule), ttl: 3600 })) }
        : {}),
      ...("settings" in body ? { settings: { ...asObject(body["settings"]), sample_rate: 1 } } : {}),
    }));
    const components = [
      { id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1", sample_rate: 1 } },
    ];
    await using service = await startWorld({ ...limited, seed: { projects: [{ ...SITE, components }] } });
    await service.write({
      "a.yaml":
        `${HEAD}  override_cache: [{ path: /, ttl: 7200, rank: 1 }]\n` +
        "components:\n  edgee/ga4:\n    settings: { measurement_id: G-1, sample_rate: 5 }\n",
    });
    const report = await service.run("apply");
    expect(outcomes(report)).toEqual([
      ["partial", expect.stringMatching(/It stored override_cache as \[\{.*"ttl":3600.*\}\]\.$/)],
      ["partial", expect.stringContaining("It stored settings.sample_rate as 1.")],
    ]);
    expect(report.result).toBe("partial");
  });

  it("is not quoted if its value may not be shown", async () => {
    const ignored = ["forwarded_headers", "external_project_url", "description"];
    await using service = await world(
      { changes: { ignored } },
      {
        forwarded_headers: [{ name: "Authorization", value: "canary-header-1" }],
        external_project_url: "https://user:canary-password@example.com/a?key=canary-query",
        description: "canary-description",
      },
    );
    await service.write({
      "a.yaml":
        `${HEAD}  forwarded_headers: [{ name: Authorization, value: new-header-value }]\n` +
        "  external_project_url: https://example.com/b\n  description: { secret: TEXT }\n",
    });
    const report = await service.run("apply", { environment: { TEXT: "another-description" } });
    const [[status, message] = []] = outcomes(report);
    expect(status).toBe("partial");
    expect(message).toContain("did not store ");
    expect(message).toContain('external_project_url as "https://');
    expect(JSON.stringify(report)).not.toContain("canary");
  });
});

describe("an undeclared field", () => {
  it("that the service changes too does not matter", async () => {
    await using service = await startWorld({
      ...storing((body) => (body["cache"] === true ? { ...body, cookie_name: "cached" } : body)),
      seed: { projects: [SITE] },
    });
    await service.write({ "a.yaml": `${HEAD}  cache: true\n` });
    expect((await service.run("apply")).result).toBe("applied");
    expect(service.writes()).toEqual(["POST /v1/projects/prj_1"]);
  });

  it("that loses its value makes the update partial, once", async () => {
    await using service = await startWorld({
      ...storing((body) => (body["cache"] === true ? { ...body, trusted_ips: [] } : body)),
      seed: { projects: [{ ...SITE, trusted_ips: ["192.0.2.1"] }] },
    });
    await service.write({ "a.yaml": `${HEAD}  cache: true\n` });
    expect(outcomes(await service.run("apply"))).toEqual([
      ["partial", expect.stringContaining("also removed trusted_ips, which is not declared")],
    ]);
    expect((await service.run("apply")).result).toBe("no-changes");
  });

  it("never matters if it is not described, or if the new version of a component does not have it", async () => {
    const catalogue = [
      {
        id: "cmp_1",
        slug: "acme/box",
        latest_version: "2",
        versions: {
          "1": { version: "1", dynamic_fields: [field("old"), field("mode")] },
          "2": { version: "2", dynamic_fields: [field("mode")] },
        },
      },
    ];
    const components = [
      { id: "pc_1", component_slug: "acme/box", component_version: "1", settings: { old: "o", mode: "m" } },
    ];
    await using service = await startWorld({
      habits: { changes: { versionDropsSettings: true }, extra: true },
      seed: { catalogue, projects: [{ ...SITE, components }] },
    });
    await service.write({ "a.yaml": `${HEAD}components:\n  acme/box: { version: "2", settings: { mode: n } }\n` });
    const report = await service.run("apply");
    expect(outcomes(report)).toEqual([["done", undefined]]);
    expect((await service.run("apply")).result).toBe("no-changes");
  });
});

describe("a deletion that is answered with deleted: false", () => {
  const files = { "a.yaml": `${HEAD}components:\n  edgee/ga4: { absent: true }\n` };
  const components = [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }];
  const answer = { status: 200, headers: {}, body: { object: "project_component", id: "pc_1", deleted: false } };
  const deletedFalse = {
    between: between({ answer: (answered, { method }) => (method === "DELETE" ? answer : answered) }),
  };
  const ineffective = { between: between({ ask: (asked) => (asked.method === "DELETE" ? answer : asked) }) };

  it("is done if a read says that it is gone", async () => {
    await using service = await startWorld({ ...deletedFalse, seed: { projects: [{ ...SITE, components }] } });
    await service.write(files);
    expect(outcomes(await service.run("apply"))).toEqual([["done", "Somebody else did it meanwhile."]]);
  });

  it("is failed if it is still there", async () => {
    await using service = await startWorld({ ...ineffective, seed: { projects: [{ ...SITE, components }] } });
    await service.write(files);
    const report = await service.run("apply");
    expect(outcomes(report)).toEqual([["failed", expect.stringContaining('"deleted": false')]]);
    expect(report.result).toBe("failed");
  });
});

function field(name: string) {
  return { name, title: name, type: "string" as const, required: false, secret: false };
}
