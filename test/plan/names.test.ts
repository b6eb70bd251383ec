import { describe, expect, it } from "vitest";
import { always, on } from "../reconcile/scene.ts";
import { itemOf, startWith, startWorld } from "../sync/world.ts";

/** A component whose description does not say which settings are secret, so all of them may be. */
const catalogue = [
  { id: "c_1", slug: "acme/tracker", latest_version: "1.0.0", versions: { "1.0.0": { version: "1.0.0" } } },
];
const TRACKER =
  "components:\n  acme/tracker:\n    settings: { environment: production, site: checkout.example.com, key: canary-key }\n";
const file = (rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: production\n${TRACKER}${rest}`;

const live = (...domains: string[]) => ({
  catalogue,
  projects: [{ id: "prj_1", organization_id: "org_1", slug: "production", domains: domains.map((name) => ({ name })) }],
});

describe("a value of a secret setting that is a name", () => {
  it("erases no name, and is not masked", async () => {
    await using world = await startWorld({ seed: live("checkout.example.com", "other.example.com") });
    const declared = file("domains: []\n").replace("canary-key", "{ secret: KEY }");
    await world.write({ "site.yaml": declared.replace("environment: production", "environment: { secret: STAGE }") });
    const masked: string[] = [];
    const report = await world.run("apply", {
      environment: { KEY: "canary-key", STAGE: "production" },
      prune: ["domains"],
      onSecrets: (secrets) => masked.push(...secrets),
    });
    expect(report.plan?.items.map(({ action, key }) => `${action} ${key}`)).toEqual([
      "unchanged org_1/production",
      "create org_1/production/acme/tracker",
      "delete org_1/production/checkout.example.com",
      "delete org_1/production/other.example.com",
    ]);
    expect(report.applied?.outcomes.map(({ key }) => key)).toContain("org_1/production/checkout.example.com");
    expect(masked).toEqual(["canary-key"]);
    // The setting itself stays hidden: a plan does not say what its value is.
    expect(itemOf(report, "org_1/production/acme/tracker").changes.map(({ to }) => to)).not.toContain("production");
  });

  it("is hidden in what the service wrote, as long as nothing has this name", async () => {
    await using world = await startWith({ "site.yaml": file("") }, { seed: live() });
    const body = { error: { type: "x", message: "production rejects checkout.example.com and canary-key" } };
    world.setFaults({ faults: [on("POST /v1/projects/*/components", { kind: "answer", status: 400, body }, always)] });
    const report = await world.run("apply");
    expect(report.applied?.outcomes[0]?.message).toContain("production rejects (secret) and (secret)");
  });
});

it("the run's token is hidden in names too", async () => {
  const token = "canary-token";
  await using world = await startWorld({ token, seed: live(`${token}.example.com`) });
  await world.write({ "site.yaml": file("domains: []\n") });
  for (const mode of ["plan", "drift", "apply"] as const) {
    const report = await world.run(mode, { prune: ["domains"] });
    expect(JSON.stringify(report)).not.toContain(token);
    expect(JSON.stringify(report)).toContain("org_1/production/(secret).example.com");
  }
});
