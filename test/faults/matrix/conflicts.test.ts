import { describe, expect, it } from "vitest";
import { converges, on, outcomeOf, planned, refusal } from "./findings.ts";
import { open, type Scene } from "./scene.ts";
import { COMPONENT, CREATES, DOMAINS, file, PROJECT, PROJECTS, SEED, SITE } from "./subjects.ts";

const site = { organization_id: "org_1", slug: "site" };
const ALL_TWICE = { duplicateSlugs: true, duplicateComponents: true, duplicateDomains: true };

describe("duplicates that exist already stop what is declared for them, with their ids, and are not touched", () => {
  it("projects of one slug, and all that is declared in them", async () => {
    const seed = { projects: [...SEED.projects, { ...site, id: "prj_3" }] };
    await using scene = await open({ seed, faults: { service: ALL_TWICE } });
    const declared = file("site", "  description: changed\ndomains: [new.example.com]\n");
    const report = await scene.run(declared);
    expect(report.result).toBe("blocked");
    expect(planned(report)).toEqual([
      expect.stringMatching(/^blocked org_1\/site: .* exists 2 times: prj_1, prj_3\. Nothing was changed\./),
      "blocked org_1/site/new.example.com: Its project is blocked.",
    ]);
    expect(scene.seen()).toEqual([`GET ${PROJECTS}`]);
  });

  it("projects with the same slug, one of them pinned: only the pinned one is touched", async () => {
    const seed = { projects: [...SEED.projects, { ...site, id: "prj_3" }] };
    await using scene = await open({ seed, faults: { service: ALL_TWICE } });
    const declared = file("site", "  id: prj_3\n  description: changed\n");
    expect((await scene.run(declared)).result).toBe("applied");
    expect(scene.writes()).toEqual([`POST ${PROJECTS}/prj_3`]);
    await converges(scene, declared);
  });

  it("components of one slug, whether they are to be changed or to go", async () => {
    const twice = { component_slug: "edgee/ga4", settings: { measurement_id: "G-2" } };
    const seed = { projects: [{ ...SITE, components: [...SITE.components, { id: "pc_2", ...twice }] }] };
    await using scene = await open({ seed, faults: { service: ALL_TWICE } });
    for (const entry of ["active: false", "absent: true"]) {
      const report = await scene.run(file("site", `components:\n  edgee/ga4: { ${entry} }\n`));
      expect(report.result).toBe("blocked");
      expect(planned(report)[0]).toMatch(/exists 2 times: pc_[12], pc_[12]\. Nothing was changed\./);
    }
    const pruned = await scene.run(file("site", "components:\n  edgee/ga4: { active: false }\n"), { prune: ["all"] });
    expect(pruned.result).toBe("blocked");
    expect(scene.writes()).toEqual([]);
  });

  it.each(["a", "b"])("a host name of two projects: one project (%s) keeps it, in either order", async (keeper) => {
    const projects = ["a", "b", "c"].map((slug) => ({
      organization_id: "org_1",
      slug,
      domains: slug === "c" ? [] : [{ name: "www.example.com" }],
    }));
    await using scene = await open({ seed: { projects }, faults: { service: ALL_TWICE } });
    const goes = "domains: [{ name: www.example.com, absent: true }]\n";
    const files = {
      "a.yaml": file("a", keeper === "a" ? "" : goes),
      "b.yaml": file("b", keeper === "b" ? "" : goes),
      "c.yaml": file("c", "domains: [www.example.com]\n"),
    };
    const report = await scene.run(files);
    const reason = `www.example.com is attached to org_1/${keeper}.`;
    expect(planned(report)).toContainEqual(expect.stringContaining(`blocked org_1/c/www.example.com: ${reason}`));
    expect(scene.writes().some((line) => line.startsWith("POST"))).toBe(false);
  });

  it("records of one host name in two forms", async () => {
    const data = [{ name: "new.example.com" }, { name: "NEW.example.com" }];
    const list = { kind: "answer", status: 200, body: { data, has_more: false } } as const;
    await using scene = await open({ faults: on("GET", DOMAINS, list, { times: "always" }) });
    const report = await scene.run(file("site", "domains:\n  - { name: new.example.com, absent: true }\n"));
    expect(report.result).toBe("blocked");
    expect(planned(report)[0]).toContain("exists 2 times: new.example.com, NEW.example.com.");
    expect(scene.writes()).toEqual([]);
  });
});

describe("a create refused with 409 for what came since the plan takes it as it is, and says so", () => {
  it.each(CREATES)("$kind", async ({ kind, file, key, id, path, theirs }) => {
    // The list of projects is read once more before a create.
    const meanwhile = {
      after: `GET ${path}`,
      nth: kind === "project" ? 2 : 1,
      act: ({ ask }: Scene) => ask(`POST ${path}`, theirs),
    };
    await using scene = await open({ meanwhile });
    const report = await scene.run(file);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toEqual({ status: "done", id, message: "Somebody else did it meanwhile." });
    // Theirs, and ours.
    expect(scene.writes()).toEqual([`POST ${path}`, `POST ${path}`]);
    await converges(scene, file);
  });

  it.each(CREATES)(
    "$kind: failed while stale lists hide it, unless its address shows it, and the next run writes nothing",
    async (subject) => {
      const { file, key, path, theirs, kind } = subject;
      await using scene = await open({ faults: { service: { staleListsMs: 4_000 } } });
      await scene.ask(`POST ${path}`, theirs);
      scene.forget();
      // The address of a host name is known, so it is read.
      const { status, message } = outcomeOf(await scene.run(file), key);
      expect(status).toBe(kind === "domain" ? "done" : "failed");
      expect(message).toMatch(kind === "domain" ? /Somebody else/ : /409/);
      expect(scene.writes()).toEqual([`POST ${path}`]);
      await scene.client.pause(5_000, "for the lists");
      await converges(scene, file);
    },
  );
});

describe("a create refused with 409 for what is somewhere else fails with what the service says", () => {
  it("a host name that a project of somebody else has", async () => {
    const theirs = { id: "prj_9", organization_id: "org_2", slug: "theirs", domains: [{ name: "new.example.com" }] };
    await using scene = await open({ seed: { projects: [...SEED.projects, theirs] } });
    const report = await scene.run(file("site", "domains: [new.example.com, other.example.com]\n"));
    expect(report.result).toBe("partial");
    expect(outcomeOf(report, "org_1/site/new.example.com")).toMatchObject({
      status: "failed",
      message: expect.stringContaining("409 conflict_error: Domain new.example.com is already attached to a project"),
    });
    expect(outcomeOf(report, "org_1/site/other.example.com").status).toBe("done");
    expect(scene.writes()).toEqual([`POST ${DOMAINS}`, `POST ${DOMAINS}`]);
    expect(await scene.ask(`GET ${PROJECTS}/prj_9/domains/new.example.com`)).toMatchObject({ project_id: "prj_9" });
  });

  it.each(CREATES.filter(({ kind }) => kind !== "domain"))("$kind: sent once", async ({ file, key, path }) => {
    const conflict = refusal(409, "conflict_error");
    await using scene = await open({ faults: on("POST", path, conflict) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "failed", message: expect.stringContaining("409") });
    expect(scene.writes()).toEqual([`POST ${path}`]);
    await converges(scene, file, { writes: [`POST ${path}`] });
  });
});

describe("an update refused with 409 fails with what the service says, and is sent once", () => {
  it("project: a slug that came to be taken since the plan", async () => {
    const declared = file("renamed", "  previous_slug: site\n");
    await using scene = await open({
      meanwhile: {
        after: `GET ${PROJECTS}`,
        act: ({ ask }) => ask(`POST ${PROJECTS}`, { organization_id: "org_1", slug: "renamed", type: "proxy" }),
      },
    });
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/renamed")).toMatchObject({
      status: "failed",
      id: "prj_1",
      message: expect.stringContaining(
        "409 conflict_error: Organization org_1 already has a project with the slug renamed",
      ),
    });
    // Theirs first.
    expect(scene.writes()).toEqual([`POST ${PROJECTS}`, `POST ${PROJECT}`]);
    scene.forget();
    expect((await scene.run(declared)).result).toBe("blocked");
    expect(scene.writes()).toEqual([]);
  });

  it("component: as the service answers", async () => {
    await using scene = await open({ faults: on("POST", COMPONENT, refusal(409, "conflict_error")) });
    const declared = file("site", "components:\n  edgee/ga4: { active: false }\n");
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/site/edgee/ga4")).toMatchObject({ status: "failed", id: "pc_1" });
    expect(scene.writes()).toEqual([`POST ${COMPONENT}`]);
    await converges(scene, declared, { writes: [`POST ${COMPONENT}`] });
  });
});

describe("a page that says 409 and is not the service's own is no conflict: unknown", () => {
  it.each(CREATES)("$kind", async ({ kind, file, key, id, path }) => {
    await using scene = await open({ faults: on("POST", path, { kind: "html", status: 409 }) });
    const report = await scene.run(file);
    // A host name is sent again, because it cannot exist twice.
    expect(outcomeOf(report, key)).toMatchObject(kind === "domain" ? { status: "done", id } : { status: "unknown" });
    const writes = scene.writes();
    expect(writes).toEqual(Array.from({ length: kind === "domain" ? 2 : 1 }, () => `POST ${path}`));
    await converges(scene, file, { writes: kind === "domain" ? [] : [`POST ${path}`] });
  });
});
