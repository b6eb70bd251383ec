import { describe, expect, it } from "vitest";
import { converges, LOOKED_UP, on, outcomeOf, planned } from "./findings.ts";
import { open, type Scene } from "./scene.ts";
import { COMPONENT, COMPONENTS, DOMAINS, file, PROJECT, PROJECTS } from "./subjects.ts";

const HIDDEN = ["omitted", "stars"] as const;
const SECRET = "secret-token-of-the-test";
const capi = { id: "pc_1", component_slug: "edgee/meta-capi", settings: { pixel_id: "1", access_token: SECRET } };
const site = { id: "prj_1", organization_id: "org_1", slug: "site" };
const seed = { projects: [{ ...site, components: [capi] }] };
const declared = (pixel: string, token = "access_token: { secret: TOKEN }"): string =>
  file("site", `components:\n  edgee/meta-capi:\n    settings: { pixel_id: "${pixel}", ${token} }\n`);
const environment = { TOKEN: SECRET };
const KEY = "org_1/site/edgee/meta-capi";

/** What was sent last. */
function lastBody(scene: Scene): unknown {
  return scene.emulator.requests().findLast(({ method }) => method === "POST")?.body;
}

describe.each(HIDDEN)("a secret that the service hides is taken for unchanged, kept, and never guessed: %s", (how) => {
  const habits = { secrets: { as: how } };

  it("nothing is written for it, and the plan says so", async () => {
    await using scene = await open({ seed, habits });
    const report = await scene.run(declared("1"), { environment });
    expect(report.result).toBe("no-changes");
    const notes = report.plan?.items.flatMap((item) => item.notes);
    expect(notes).toEqual([
      expect.stringMatching(/^settings\.access_token: the service (hides it|does not show it), so it was not compared/),
    ]);
    expect(scene.writes()).toEqual([]);
  });

  it("another setting's update carries it, and then nothing is left to do", async () => {
    await using scene = await open({ seed, habits });
    const report = await scene.run(declared("2"), { environment });
    expect(outcomeOf(report, KEY)).toMatchObject({ status: "done", message: "" });
    expect(lastBody(scene)).toEqual({ settings: { pixel_id: "2", access_token: SECRET } });
    await converges(scene, declared("2"), { environment });
  });

  it("an update that would lose an undeclared secret is not sent", async () => {
    await using scene = await open({ seed, habits });
    const report = await scene.run(declared("2", "region: eu"), { environment });
    expect(["applied", "no-changes"]).not.toContain(report.result);
    expect(scene.writes()).toEqual([]);
    expect(JSON.stringify(report)).toContain("access_token");
  });

  it("rewrite-secrets sends it again, once a run", async () => {
    await using scene = await open({ seed, habits });
    const report = await scene.run(declared("1"), { environment: { TOKEN: "another-secret" }, rewriteSecrets: true });
    expect(outcomeOf(report, KEY).status).toBe("done");
    expect(lastBody(scene)).toEqual({ settings: { pixel_id: "1", access_token: "another-secret" } });
    await converges(scene, declared("1"), { environment });
  });

  it("a new component with one is made as declared", async () => {
    await using scene = await open({ seed: { projects: [site] }, habits });
    expect((await scene.run(declared("1"), { environment })).result).toBe("applied");
    expect(scene.writes()).toEqual([`POST ${COMPONENTS}`]);
    await converges(scene, declared("1"), { environment });
  });
});

describe("an update without any answer that carried a hidden secret", () => {
  const lost = on("POST", COMPONENT, { kind: "html", handled: true }, { times: "always" });

  it.each(HIDDEN)("%s: unknown where the secret itself was to be written", async (how) => {
    await using scene = await open({ seed, faults: lost, habits: { secrets: { as: how } } });
    const report = await scene.run(declared("1"), { environment, rewriteSecrets: true });
    expect(outcomeOf(report, KEY)).toMatchObject({
      status: "unknown",
      message: expect.stringContaining("Run plan or pulumi refresh: it reads the service and shows what remains."),
    });
    expect(scene.writes()).toHaveLength(3);
    expect(JSON.stringify(report)).not.toContain(SECRET);
    await converges(scene, declared("1"), { environment });
  });

  it.each(HIDDEN)("%s: done where it only came along, and the change shows", async (how) => {
    await using scene = await open({ seed, faults: lost, habits: { secrets: { as: how } } });
    const report = await scene.run(declared("2"), { environment });
    expect(outcomeOf(report, KEY)).toMatchObject({ status: "done", message: LOOKED_UP });
    await converges(scene, declared("2"), { environment });
  });
});

describe("undocumented or missing fields change nothing", () => {
  const whole = file(
    "new",
    `  description: all of it
  force_https: false
  blocked_ips: ["203.0.113.7"]
components:
  edgee/ga4: { version: "1.1.0", settings: { measurement_id: G-1 } }
domains: [new.example.com]
`,
  );
  const changed = whole.replace("all of it", "changed").replace("G-1", "G-2").replace("new.ex", "newer.ex");

  it.each([{ extra: true }, { forms: "terse" }, { extra: true, forms: "terse" }] as const)(
    "%j: made, changed and removed as ever",
    async (habits) => {
      await using scene = await open({ seed: {}, habits });
      expect((await scene.run(whole)).result).toBe("applied");
      const created = [PROJECTS, PROJECT, COMPONENTS, DOMAINS].map((path) => `POST ${path}`);
      expect(scene.writes().toSorted()).toEqual(created.toSorted());
      await converges(scene, whole);

      const report = await scene.run(changed, { prune: ["domains"] });
      expect(planned(report).toSorted()).toEqual([
        "create org_1/new/newer.example.com",
        "delete org_1/new/new.example.com",
        "update org_1/new",
        "update org_1/new/edgee/ga4",
      ]);
      expect(report.result).toBe("applied");
      await converges(scene, changed);

      scene.forget();
      expect((await scene.run(file("new", "  absent: true\n"), { prune: ["all"] })).result).toBe("applied");
      expect(scene.writes().at(-1)).toBe(`DELETE ${PROJECT}`);
      await converges(scene, file("new", "  absent: true\n"));
    },
  );
});
