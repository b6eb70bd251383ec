import { describe, expect, it } from "vitest";
import type { Habits } from "../../../emulator/profile/habits.ts";
import { catalogueEntry } from "../../catalogue-entry.ts";
import { itemOf, startWorld, type World } from "../world.ts";

/*
 * What a run says of a write that the service answered with 2xx, when the service made something else of it.
 */

const HEAD = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";
const SITE = { id: "prj_1", organization_id: "org_1", slug: "site", type: "proxy" as const };

async function world(habits: Habits, project: object = {}): Promise<World> {
  return startWorld({ habits, seed: { projects: [{ ...SITE, ...project }] } });
}

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
  it("never matters if it is not described, or if the new version of a component does not have it", async () => {
    const [old, mode] = [{ name: "old" }, { name: "mode" }];
    const catalogue = [catalogueEntry("acme/box", [old, mode], [mode])];
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
