import { readFile } from "node:fs/promises";
import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { converges, outcomeOf, planned, statuses } from "./findings.ts";
import { open, type Meanwhile } from "./scene.ts";
import { CREATES, DELETIONS, file, LISTED_CREATES, PROJECTS, UPDATES, type Subject } from "./subjects.ts";

const LAX = { duplicateSlugs: true, duplicateComponents: true };
const ELSEWHERE = "Somebody else did it meanwhile.";

describe("two runs at once: what the other did since the plan is done", () => {
  // Until the last read before its create.
  it.each(CREATES.filter(({ kind }) => kind === "project"))("create of a $kind", async (subject) => {
    const { file: declared, key, id, path: at, list } = subject;
    await using scene = await open({
      faults: { service: LAX },
      meanwhile: { after: `GET ${list}`, act: ({ run }) => run(declared) },
    });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toEqual({ status: "done", id, message: ELSEWHERE });
    expect(scene.writes()).toEqual([`POST ${at}`]);
    await converges(scene, declared);
  });

  it.each(UPDATES)("update of a $kind", async (subject) => {
    const { file: declared, key, path: at, list } = subject;
    await using scene = await open({ meanwhile: { after: `GET ${list}`, act: ({ run }) => run(declared) } });
    const report = await scene.run(declared);
    expect(statuses(report)).toEqual([`done ${key}`]);
    expect(new Set(scene.writes())).toEqual(new Set([`POST ${at}`]));
    await converges(scene, declared);
  });

  it.each(DELETIONS)("deletion of a $kind", async (subject) => {
    const { kind, file: declared, key, path: at, list } = subject;
    // The plan reads what is in a project last.
    const after = kind === "project" ? `GET ${at}/domains` : `GET ${list}`;
    await using scene = await open({ meanwhile: { after, act: ({ run }) => run(declared) } });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key).status).toBe("done");
    await converges(scene, declared);
  });
});

describe("two runs at once: what the other made after the last read", () => {
  const meanwhile = ({ kind, list, file: declared }: Subject): Meanwhile => ({
    after: `GET ${list}`,
    nth: kind === "project" ? 2 : 1,
    act: ({ run }) => run(declared),
  });

  it.each(CREATES)("$kind: is taken as it is where the service refuses two", async (subject) => {
    const { file: declared, key, id, path: at } = subject;
    await using scene = await open({ meanwhile: meanwhile(subject) });
    const report = await scene.run(declared);
    expect(report.result).toBe("applied");
    expect(outcomeOf(report, key)).toEqual({ status: "done", id, message: ELSEWHERE });
    // Theirs, and ours, which was refused.
    expect(scene.writes()).toEqual([`POST ${at}`, `POST ${at}`]);
    await converges(scene, declared);
  });

  it.each(LISTED_CREATES)("$kind: where it does not, the run says that there are two", async (subject) => {
    const { file: declared, key } = subject;
    await using scene = await open({ faults: { service: LAX }, meanwhile: meanwhile(subject) });
    const twice = /exists 2 times: (prj_3, prj_4|pc_3, pc_2)\. Nothing was changed\./;
    expect(outcomeOf(await scene.run(declared), key)).toMatchObject({
      status: "partial",
      message: expect.stringMatching(twice),
    });
    scene.forget();
    const next = await scene.run(declared);
    expect(next.result).toBe("blocked");
    expect(planned(next)[0]).toMatch(twice);
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
    for (const { result } of reports) expect(["applied", "no-changes"]).toContain(result);
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
