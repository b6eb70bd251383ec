import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { converges, outcomeOf, planned, statuses } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, DELETIONS, file, LISTED_CREATES, PROJECTS, UPDATES } from "./subjects.ts";

const LAX = { duplicateSlugs: true, duplicateComponents: true };
describe("two runs at once: what the other made since the plan is found before it is made again", () => {
  // A host name cannot be attached twice, so nothing is read before it is attached.
  it.each(LISTED_CREATES)("$kind", async (subject) => {
    const { file: declared, key, id, path: at, list } = subject;
    await using scene = await open({
      faults: { service: LAX },
      meanwhile: { after: `GET ${list}`, act: ({ run }) => run(declared) },
    });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toEqual({
      status: "done",
      id,
      message: `${id} was created by somebody else since the plan was made; it was adopted.`,
    });
    expect(scene.writes()).toEqual([`POST ${at}`]);
    await converges(scene, declared);
  });

  it.each(UPDATES)("update of a $kind: as declared already, so that nothing is sent", async (subject) => {
    const { file: declared, key, path: at, list } = subject;
    await using scene = await open({ meanwhile: { after: `GET ${list}`, act: ({ run }) => run(declared) } });
    const report = await scene.run(declared);
    expect(statuses(report)).toEqual([`done ${key}`]);
    expect(scene.writes()).toEqual([`POST ${at}`]);
    await converges(scene, declared);
  });

  it.each(DELETIONS)("deletion of a $kind: gone already is a success", async (subject) => {
    const { kind, file: declared, key, path: at, list } = subject;
    // The plan reads what is in a project last.
    const after = kind === "project" ? `GET ${at}/domains` : `GET ${list}`;
    await using scene = await open({ meanwhile: { after, act: ({ run }) => run(declared) } });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toMatchObject({ status: "done", message: "" });
    expect(scene.writes()[0]).toBe(`DELETE ${at}`);
    await converges(scene, declared);
  });
});

describe("two runs at once: what the other made after the last read is adopted where the service refuses two", () => {
  it.each(CREATES)("$kind", async (subject) => {
    const { kind, file: declared, key, id, path: at, list } = subject;
    await using scene = await open({
      meanwhile: { after: `GET ${list}`, nth: kind === "domain" ? 1 : 2, act: ({ run }) => run(declared) },
    });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toMatchObject({ id, message: expect.stringContaining("it was adopted") });
    // Theirs, and ours, which was refused.
    expect(scene.writes()).toEqual([`POST ${at}`, `POST ${at}`]);
    await converges(scene, declared);
  });

  it.each(LISTED_CREATES)("$kind: where it does not, the next run stops, with both ids", async (subject) => {
    const { file: declared, list } = subject;
    await using scene = await open({
      faults: { service: LAX },
      meanwhile: { after: `GET ${list}`, nth: 2, act: ({ run }) => run(declared) },
    });
    await scene.run(declared);
    scene.forget();
    const next = await scene.run(declared);
    expect(next.result).toBe("blocked");
    expect(planned(next)[0]).toMatch(/exists 2 times: (prj_3, prj_4|pc_3, pc_2)\. Nothing was changed\./);
    expect(scene.writes()).toEqual([]);
  });
});

describe("two runs at once, step by step together: one object for each key, and nothing failed or unknown", () => {
  it("both of the same files", async () => {
    await using scene = await open();
    const declared = file(
      "new",
      "components:\n  edgee/maintenance-page: {}\ndomains: [a.example.com, b.example.com]\n",
    );
    const reports = await Promise.all([scene.run(declared), scene.run(declared)]);
    expect(reports.map(({ result }) => result)).toEqual(["applied", "applied"]);
    const made = scene.emulator.requests().filter(({ method, status }) => method === "POST" && status === 200);
    expect(made.map(({ path: at }) => at).toSorted()).toEqual([
      PROJECTS,
      `${PROJECTS}/prj_3/components`,
      `${PROJECTS}/prj_3/domains`,
      `${PROJECTS}/prj_3/domains`,
    ]);
    await converges(scene, declared);
  });
});

describe("two runs at once: the example workflows let only one run at a time", () => {
  const root = path.resolve(import.meta.dirname, "../../..");
  const workflows = globSync("examples/workflows/*.yml", { cwd: root });

  it("there are some", () => expect(workflows).not.toEqual([]));
  it.each(workflows)("%s", async (name) => {
    const text = await readFile(path.join(root, name), "utf8");
    expect(text).toMatch(/^concurrency:|^ {4}concurrency:/m);
  });
});
