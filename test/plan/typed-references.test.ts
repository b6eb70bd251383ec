import { describe, expect, it } from "vitest";
import { itemOf, startWith } from "../sync/world.ts";

const file = (flag: string): string => `version: 1
project:
  organization_id: org_1
  slug: site
  force_https: { env: FLAG, type: boolean }
  trusted_ips: { env: OFFICES, type: list }
components:
  edgee/meta-capi:
    active: { env: FLAG, type: boolean }
    settings:
      pixel_id: "123"
      access_token: long-access-token
      edgee_function_active_methods: ${flag}
`;
const FILE = file("{ env: METHODS, type: list }");
const environment = { FLAG: "false", OFFICES: "203.0.113.7, 203.0.113.8", METHODS: '["GET"]' };

const changesOf = async (text: string, variables: Readonly<Record<string, string>>) => {
  await using world = await startWith({ "site.yaml": text });
  const { plan } = await world.run("plan", { environment: variables });
  return plan?.items.flatMap(({ changes }) => changes) ?? [];
};

describe("references with a type", () => {
  it("are planned, applied and converge as values of their types", async () => {
    await using world = await startWith({ "site.yaml": FILE });
    const applied = await world.run("apply", { environment });
    expect(applied.result).toBe("applied");
    expect(itemOf(applied, "org_1/site").changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: "force_https", to: false }),
        expect.objectContaining({ path: "trusted_ips", to: ["203.0.113.7", "203.0.113.8"] }),
      ]),
    );
    expect((await world.run("plan", { environment })).result).toBe("no-changes");
    const changed = await world.run("plan", { environment: { ...environment, FLAG: "true" } });
    expect(changed.plan?.items.flatMap(({ changes }) => changes.map(({ path, from, to }) => [path, from, to]))).toEqual(
      [
        ["force_https", false, true],
        ["active", false, true],
      ],
    );
  });

  it("are left out of a plan without their variables, and stop an apply", async () => {
    await using world = await startWith({ "site.yaml": FILE });
    const plan = await world.run("plan", { environment: { OFFICES: "" } });
    expect(itemOf(plan, "org_1/site").notes).toEqual([
      "force_https: environment variable FLAG is not set (skipped here; apply requires it)",
      "trusted_ips: environment variable OFFICES is empty (skipped here; apply requires it)",
    ]);
    expect((await world.run("apply", { environment: { ...environment, OFFICES: "" } })).result).toBe("invalid");
    expect((await world.run("apply", { environment: { ...environment, FLAG: "no" } })).result).toBe("invalid");
    expect(world.writes()).toEqual([]);
  });

  it("are in the digest of a change as the file writes them", async () => {
    const writtenOf = async (text: string, variables: Readonly<Record<string, string>>) =>
      Object.fromEntries((await changesOf(text, variables)).map(({ path, written }) => [path, written]));
    const [first, same, other, text] = [
      await writtenOf(FILE, environment),
      await writtenOf(FILE, { ...environment, OFFICES: "203.0.113.9" }),
      await writtenOf(FILE.replace("env: OFFICES", "env: OTHER"), { ...environment, OTHER: "203.0.113.9" }),
      await writtenOf(file("{ env: METHODS }"), environment),
    ];
    expect(first["trusted_ips"]).toBe(same["trusted_ips"]);
    expect(first["trusted_ips"]).not.toBe(other["trusted_ips"]);
    const setting = "settings.edgee_function_active_methods";
    expect(first[setting]).toMatch(/./);
    expect(first[setting]).not.toBe(text[setting]);
  });
});
