import { describe, expect, it } from "vitest";
import { converges, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { COMPONENTS, CREATES, DELETIONS, file, PROJECT, PROJECTS, UPDATES } from "./subjects.ts";

describe("an update of an object that is gone since the plan fails, and the next run creates it again", () => {
  it.each(UPDATES)("$kind", async (subject) => {
    const { file: declared, key, id, object, kind } = subject;
    await using scene = await open({
      meanwhile: { after: `GET ${subject.list}`, act: ({ ask }) => ask(`DELETE ${object}`) },
    });
    const report = await scene.run(declared);
    const gone = `${id} was deleted since the plan was made: nothing was sent. Run this again to create it.`;
    expect(outcomeOf(report, key)).toMatchObject({
      status: "failed",
      message: expect.stringContaining(kind === "project" ? gone : "404"),
    });
    // Theirs; to the component, ours was refused.
    expect(scene.writes()).toEqual([`DELETE ${object}`, ...(kind === "project" ? [] : [`POST ${object}`])]);
    if (kind === "project") await converges(scene, declared, { writes: [`POST ${PROJECTS}`] });
    else
      await converges(scene, declared.replace("active: false", "settings: { measurement_id: G-1 }"), {
        writes: [`POST ${COMPONENTS}`],
      });
  });
});

describe("what is to be updated and was changed since the plan is sent only what still differs", () => {
  it("project: what is as declared by now is not sent", async () => {
    const theirs = { description: "changed" };
    await using scene = await open({
      meanwhile: { after: `GET ${PROJECTS}`, act: ({ ask }) => ask(`POST ${PROJECT}`, theirs) },
    });
    const declared = file("site", "  description: changed\n  force_https: false\n");
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/site")).toMatchObject({ status: "done" });
    const bodies = scene.emulator.requests().flatMap(({ method, body }) => (method === "POST" ? [body] : []));
    expect(bodies).toEqual([theirs, { id: "prj_1", force_https: false }]);
    await converges(scene, declared);
  });

  it("component: a setting that somebody else gave it stays", async () => {
    const theirs = { settings: { measurement_id: "G-1", anonymize_ip: true } };
    await using scene = await open({
      meanwhile: { after: `GET ${COMPONENTS}`, act: ({ ask }) => ask(`POST ${COMPONENTS}/pc_1`, theirs) },
    });
    const declared = file("site", "components:\n  edgee/ga4: { settings: { measurement_id: G-2 } }\n");
    expect((await scene.run(declared)).result).toBe("applied");
    const sent = scene.emulator.requests().findLast(({ method }) => method === "POST")?.body;
    expect(sent).toEqual({ settings: { measurement_id: "G-2", anonymize_ip: true } });
    await converges(scene, declared);
  });
});

describe("what is to be deleted and is gone since the plan is done", () => {
  it.each(DELETIONS)("$kind", async (subject) => {
    const { kind, file: declared, key, path } = subject;
    const after = kind === "project" ? `GET ${path}/domains` : `GET ${subject.list}`;
    await using scene = await open({ meanwhile: { after, act: ({ ask }) => ask(`DELETE ${path}`) } });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toMatchObject({ status: "done" });
    await converges(scene, declared);
  });
});

describe("a project that got something since the plan is not deleted with it", () => {
  it("says what it holds, and the next run says so in its plan", async () => {
    const path = `${PROJECTS}/prj_2/domains`;
    await using scene = await open({
      meanwhile: { after: `GET ${path}`, act: ({ ask }) => ask(`POST ${path}`, { name: "late.example.com" }) },
    });
    const declared = file("empty", "  absent: true\n");
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/empty")).toMatchObject({
      status: "failed",
      message: expect.stringContaining("it holds late.example.com"),
    });
    expect(scene.writes()).toEqual([`POST ${path}`]);
    scene.forget();
    expect((await scene.run(declared)).result).toBe("blocked");
    expect(scene.writes()).toEqual([]);
  });
});

describe("a create in a project that is gone since the plan is not done, and the project is not created again", () => {
  it.each(CREATES.slice(1))("$kind", async (subject) => {
    await using scene = await open({
      meanwhile: { after: `GET ${subject.list}`, act: ({ ask }) => ask(`DELETE ${PROJECT}`) },
    });
    const report = await scene.run(subject.file);
    expect(report.result).toBe("failed");
    expect(["failed", "not-started"]).toContain(outcomeOf(report, subject.key).status);
    expect(scene.writes()).not.toContain(`POST ${PROJECTS}`);
    expect(scene.emulator.requests().filter(({ method, status }) => method === "POST" && status < 300)).toEqual([]);
  });
});
