import { describe, expect, it } from "vitest";
import type { Fault } from "../../../emulator/start.ts";
import { converges, LOOKED_UP, on, outcomeOf } from "./findings.ts";
import { open } from "./scene.ts";
import { CREATES, file, LISTED_CREATES, PROJECTS } from "./subjects.ts";

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
      expect(scene.fromFirstWrite(subject.path)).toEqual([
        `0 POST ${subject.path}`,
        ...LOOKS.map((second) => `${second} GET ${subject.path}`),
      ]);
      await converges(scene, subject.file, { writes: [`POST ${subject.path}`] });
    },
  );

  it.each(CREATES.filter(({ kind }) => kind === "domain"))(
    "$kind: sent again, because it cannot exist twice",
    async ({ file, key, path }) => {
      await using scene = await open({ faults: on("POST", path, { kind: "reset", when: "before" }) });
      const report = await scene.run(file);
      expect(outcomeOf(report, key)).toMatchObject({ status: "done", id: "new.example.com" });
      expect(scene.writes()).toEqual([`POST ${path}`, `POST ${path}`]);
      await converges(scene, file);
    },
  );
});

describe("a create whose answer is lost is looked up, and done", () => {
  it.each(LOST.flatMap(([when, fault]) => CREATES.map((subject) => ({ ...subject, when, fault }))))(
    "$kind: $when",
    async ({ file, key, id, path, fault }) => {
      await using scene = await open({ faults: on("POST", path, fault) });
      const report = await scene.run(file);
      expect(report.result).toBe("applied");
      expect(outcomeOf(report, key)).toEqual({ status: "done", id, message: LOOKED_UP });
      expect(scene.writes()).toEqual([`POST ${path}`]);
      await converges(scene, file);
    },
  );
});

describe("a create whose answer is lost while somebody else creates the same: partial, with their ids", () => {
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
      status: "partial",
      message: expect.stringContaining(`exists 2 times: ${ids}.`),
    });
    // The second of them is theirs.
    expect(scene.writes()).toEqual([`POST ${path}`, `POST ${path}`]);
    scene.forget();
    const next = await scene.run(file);
    expect(next.result).toBe("blocked");
    expect(next.plan?.items.map(({ reason }) => reason)).toContainEqual(expect.stringContaining(ids));
    expect(scene.writes()).toEqual([]);
  });
});

describe("a create refused as a bad request is failed, and sent once", () => {
  it.each(CREATES)("$kind", async ({ file, key, path, kind }) => {
    const fault = { kind: "answer", status: 400, body: { error: { type: "creation_error", message: "no" } } } as const;
    await using scene = await open({ faults: on("POST", path, fault) });
    const report = await scene.run(file);
    expect(outcomeOf(report, key)).toMatchObject({ status: "failed", message: expect.stringContaining("400") });
    // It may be there nevertheless: one read tells.
    const byName = kind === "domain" ? [`0 GET ${path}/new.example.com`] : [];
    expect(scene.fromFirstWrite(path)).toEqual([`0 POST ${path}`, `0 GET ${path}`, ...byName]);
    await converges(scene, file, { writes: [`POST ${path}`] });
  });
});

describe("a project whose settings got no answer after its create keeps its id", () => {
  const declared = file("new", "  force_https: false\n");
  const settings = `${PROJECTS}/prj_3`;

  it("unknown where they did not arrive; the next run applies them", async () => {
    const lost = { kind: "reset", when: "before" } as const;
    await using scene = await open({ faults: on("POST", settings, lost, { times: "always" }) });
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/new")).toMatchObject({
      status: "unknown",
      id: "prj_3",
      message: expect.stringContaining(`POST ${settings}`),
    });
    expect(scene.writes().filter((line) => line === `POST ${PROJECTS}`)).toHaveLength(1);
    await converges(scene, declared, { writes: [`POST ${settings}`] });
  });

  it("done where they did", async () => {
    await using scene = await open({ faults: on("POST", settings, { kind: "html", handled: true }) });
    const report = await scene.run(declared);
    expect(outcomeOf(report, "org_1/new")).toEqual({ status: "done", id: "prj_3", message: LOOKED_UP });
    expect(scene.writes()).toEqual([`POST ${PROJECTS}`, `POST ${settings}`]);
    await converges(scene, declared);
  });
});
