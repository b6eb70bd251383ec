import { describe, expect, it } from "vitest";
import { startWorld } from "../world.ts";

/* Services and gateways that answer a write with 2xx and a text, or in a status of their own. */

const NAME = "www.example.com";
const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
const MOVE = {
  "new.yaml": file("new", `domains: [${NAME}]\n`),
  "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`),
};

describe("a deletion that takes place", () => {
  const answered = (status: number, body: unknown) =>
    [{ method: "DELETE", times: "always", fault: { kind: "answer", status, body, handled: true } }] as const;

  it.each([
    ["at once", 0],
    ["late", 3_000],
  ])("and is answered `Deleted` is done, whether reads show it or show it %s", async (_when, milliseconds) => {
    await using world = await startWorld({
      seed: { projects: [OLD, { ...NEW, components: [{ id: "pc_1", component_slug: "edgee/ga4" }] }] },
      habits: { late: { readsMs: milliseconds } },
      faults: { faults: answered(200, "Deleted"), service: { staleListsMs: milliseconds } },
    });
    await world.write({
      "new.yaml": file("new", `components:\n  edgee/ga4: { absent: true }\ndomains: [${NAME}]\n`),
      "old.yaml": MOVE["old.yaml"],
    });
    const { applied } = await world.run("apply");
    expect(applied?.outcomes.map(({ status, message }) => [status, message])).toEqual([
      ["done", undefined],
      ["done", undefined],
    ]);
    expect(world.state()).toMatchObject([{ domains: [] }, { components: [], domains: [{ name: NAME }] }]);
  });

  it("and is answered 499 in JSON, as a gateway that gave up waiting does, is moved on", async () => {
    const gaveUp = { code: 1, message: "context canceled", details: [] };
    await using world = await startWorld({
      seed: { projects: [OLD, NEW] },
      faults: { faults: answered(499, gaveUp) },
    });
    await world.write(MOVE);
    expect((await world.run("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
    expect(world.state()).toMatchObject([{ domains: [] }, { domains: [{ name: NAME }] }]);
  });
});

it.each(["Forbidden", '"Forbidden"'])(
  "a deletion that is answered 200 with %s and does nothing is not done",
  async (body) => {
    await using world = await startWorld({
      seed: { projects: [OLD] },
      faults: { faults: [{ method: "DELETE", times: "always", fault: { kind: "answer", status: 200, body } }] },
    });
    await world.write({ "old.yaml": MOVE["old.yaml"] });
    expect((await world.run("apply")).applied?.outcomes).toMatchObject([{ status: "unknown" }]);
  },
);

describe("an update of a secret that the service hides", () => {
  const field = { name: "token", title: "Token", type: "string" as const, required: true, secret: true };
  const components = [
    { id: "pc_1", component_slug: "acme/pixel", component_version: "1", settings: { token: "old-secret-value" } },
  ];
  const catalogue = [
    {
      id: "cmp_1",
      slug: "acme/pixel",
      latest_version: "1",
      versions: { "1": { version: "1", dynamic_fields: [field] } },
    },
  ];

  it.each([
    ["Updated", "done"],
    ["OK.\n", "done"],
    ['"OK"', "done"],
    ["\n", "done"],
    ["{}", "done"],
    ["null", "done"],
    ["upstream error: temporarily unavailable", "unknown"],
    ["Forbidden", "unknown"],
    ['"Forbidden"', "unknown"],
    ["系统繁忙", "unknown"],
  ])("and is answered 200 with %j is %s", async (body, status) => {
    await using world = await startWorld({
      seed: { catalogue, projects: [{ ...NEW, components }] },
      habits: { secrets: { as: "stars" } },
      faults: { faults: [{ method: "POST", times: "always", fault: { kind: "answer", status: 200, body } }] },
    });
    await world.write({
      "n.yaml": file("new", "components:\n  acme/pixel: { settings: { token: { secret: TOKEN } } }\n"),
    });
    const { applied } = await world.run("apply", {
      environment: { TOKEN: "new-secret-value" },
      rewriteSecrets: true,
    });
    expect(applied?.outcomes).toMatchObject([{ status }]);
  });
});
