import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/start.ts";
import { converges, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, file, LISTED_CREATES, PROJECT, PROJECTS, closingRead } from "./subjects.ts";

const LOOKS = [0, 0.5, 2, 5, 10];
const LOST: readonly (readonly [string, Fault])[] = [
  ["before a byte of it", { kind: "reset", when: "after" }],
  ["in the middle of it", { kind: "reset", when: "body" }],
];

describe("a create that is lost before it arrives is never sent again blindly", () => {
  it.each(LISTED_CREATES)(
    "$kind: read back for the whole settle window, then unknown; the next run makes it",
    async (subject) => {
      await using scene = await open({ faults: on("POST", subject.path, { kind: "reset", when: "before" }) });
      const report = await scene.run(subject.file);
      expect(report.result).toBe("partial");
      expect(outcomeOf(report, subject.key)).toMatchObject({
        status: "unknown",
        message: expect.stringContaining("Run plan or pulumi refresh: it reads the service and shows what remains."),
      });
      expect(scene.fromFirstWrite()).toEqual([
        `0 POST ${subject.path}`,
        ...LOOKS.map((second) => `${second} GET ${subject.path}`),
      ]);
      await converges(scene, subject.file, { writes: [`POST ${subject.path}`] });
    },
  );

  it.each(CREATES.filter(({ kind }) => kind === "domain"))(
    "$kind: read by its address, and sent again, because it cannot exist twice",
    async ({ file, key, path, object }) => {
      await using scene = await open({ faults: on("POST", path, { kind: "reset", when: "before" }) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toEqual({ status: "done", id: "new.example.com", message: "" });
      expect(scene.fromFirstWrite()).toEqual([
        `0 POST ${path}`,
        `0 GET ${object}`,
        `0 GET ${PROJECT}`,
        // It may be there in another spelling.
        `0 GET ${path}`,
        `0 POST ${path}`,
        ...closingRead("domain"),
        `0 GET ${path}`,
      ]);
      await converges(scene, file);
    },
  );
});

describe("a create whose answer is lost is read back, found and adopted", () => {
  it.each(LOST.flatMap(([when, fault]) => CREATES.map((subject) => ({ ...subject, when, fault }))))(
    "$kind: $when",
    async ({ file, key, id, kind, path, object, fault }) => {
      await using scene = await open({ faults: on("POST", path, fault) });
      const report = await scene.run(file);
      expect(report.result).toBe("applied");
      expect(outcomeOf(report, key)).toEqual({
        status: "done",
        id,
        message: expect.stringMatching(new RegExp(`was lost; ${id} was found and adopted\\.$`)),
      });
      const readBack = kind === "domain" ? [object] : [path, `${path}/${id}`];
      expect(scene.fromFirstWrite()).toEqual([
        `0 POST ${path}`,
        ...readBack.map((read) => `0 GET ${read}`),
        ...closingRead(kind),
        `0 GET ${path}`,
      ]);
      await converges(scene, file);
    },
  );
});

describe("a create whose answer is lost while somebody else creates the same: unknown, with their ids", () => {
  it.each(LISTED_CREATES)("$kind", async ({ file, key, path, theirs }) => {
    await using scene = await open({
      faults: {
        ...on("POST", path, { kind: "reset", when: "body" }),
        service: { duplicateSlugs: true, duplicateComponents: true },
      },
      meanwhile: { after: `POST ${path}`, act: ({ ask }) => ask(`POST ${path}`, theirs) },
    });
    const report = await scene.run(file);
    const found = path === PROJECTS ? ["prj_3", "prj_4"] : ["pc_3", "pc_2"];
    const ids = found.join(", ");
    expect(outcomeOf(report, key)).toMatchObject({
      status: "unknown",
      message: expect.stringContaining(`There are 2 now: ${ids}.`),
    });
    // The second of them is theirs.
    const sent = scene.fromFirstWrite();
    expect(sent.slice(0, 3)).toEqual([`0 POST ${path}`, `0 POST ${path}`, `0 GET ${path}`]);
    expect(sent.slice(3).toSorted()).toEqual(found.map((each) => `0 GET ${path}/${each}`).toSorted());
    scene.forget();
    const next = await scene.run(file);
    expect(next.result).toBe("blocked");
    expect(next.plan?.items.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(ids));
    expect(scene.writes()).toEqual([]);
  });
});

describe("a create refused as a bad request is failed, and sent once", () => {
  it.each(CREATES)("$kind", async ({ kind, file, key, path }) => {
    const fault = { kind: "answer", status: 400, body: { error: { type: "creation_error", message: "no" } } } as const;
    await using scene = await open({ faults: on("POST", path, fault) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "failed", message: expect.stringContaining("400") });
    // Some services refuse a host name so that is attached already: one read tells.
    expect(scene.fromFirstWrite()).toEqual([`0 POST ${path}`, ...(kind === "domain" ? [`0 GET ${path}`] : [])]);
    await converges(scene, file, { writes: [`POST ${path}`] });
  });
});

describe("a project whose settings got no answer after its create keeps its id", () => {
  const declared = file("new", "  force_https: false\n");
  const settings = `${PROJECTS}/prj_3`;

  it("partial where they did not arrive; the next run applies them", async () => {
    const lost = { kind: "reset", when: "before" } as const;
    await using scene = await open({ faults: on("POST", settings, lost, { times: "always" }) });
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/new")).toMatchObject({
      status: "partial",
      id: "prj_3",
      message: expect.stringContaining("Project prj_3 was created, but its settings were not applied"),
    });
    expect(scene.fromFirstWrite()).toEqual([
      `0 POST ${PROJECTS}`,
      ...Array.from({ length: 4 }, () => `0 POST ${settings}`),
      `0 GET ${settings}`,
      `0 GET ${PROJECTS}`,
    ]);
    await converges(scene, declared, { writes: [`POST ${settings}`] });
  });

  it("done where they did, as reading back shows", async () => {
    await using scene = await open({ faults: on("POST", settings, { kind: "html", handled: true }) });
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/new")).toMatchObject({
      status: "done",
      id: "prj_3",
      message: expect.stringContaining("it was read back and is as declared"),
    });
    expect(scene.fromFirstWrite()).toEqual([
      `0 POST ${PROJECTS}`,
      `0 POST ${settings}`,
      `0 GET ${settings}`,
      `0 GET ${PROJECTS}`,
    ]);
    await converges(scene, declared);
  });
});
