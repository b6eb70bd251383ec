import { describe, expect, it } from "vitest";
import type { Fault, Faults } from "../fault-proxy.ts";
import { refusal, startFaultyWorld } from "../faulty-world.ts";
import { startWorld, type World } from "../world.ts";

/*
 * A service that shows another project's record of a host name, or cannot show this project's: only what certainly shows the
 * host name in this project makes its attachment done, and no move ends with the host name attached to nothing.
 */

const NAME = "www.example.com";
const file = (slug: string, rest: string) => `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const WANTED = { "new.yaml": file("new", `domains: [${NAME}]\n`) };
const MOVE = { ...WANTED, "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`) };
const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
const ATTACH = "POST /v1/projects/prj_new/domains";
const READ = `GET /v1/projects/prj_new/domains/${NAME}`;
const recordOf = (project: string) => ({
  status: 200,
  body: { object: "domain", name: NAME, project_id: project, dns_status: false, ssl_status: false },
});

/** The faults while `isOn` says so for the number of this attachment, from 1. */
function until(isOn: (attachment: number) => boolean, faults: Faults): Faults {
  let attachments = 0;
  return (call, body) => {
    if (call === ATTACH) attachments += 1;
    return isOn(attachments) ? faults(call, body) : undefined;
  };
}

const always =
  (answers: Readonly<Record<string, Fault>>): Faults =>
  (call) =>
    answers[call];

function hostNames({ state }: World): readonly (readonly string[])[] {
  return state().map(({ domains }) => domains.map(({ name }) => name));
}

describe("where each project shows the host name, with the record of the one that has it", () => {
  it.each([
    ["answered with that record", recordOf("prj_old"), "unknown"],
    ["refused with 409", refusal(409, "conflict_error"), "failed"],
    ["not answered", "cut", "unknown"],
  ] as const)("an attachment that is %s is not done", async (_what, answer, status) => {
    const faults = always({ [ATTACH]: answer, [READ]: recordOf("prj_old") });
    await using world = await startFaultyWorld({ seed: { projects: [OLD, NEW] } }, faults);
    await world.write(WANTED);
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status }]);
    expect(hostNames(world)).toEqual([[NAME], []]);
  });

  it("a move attaches it as soon as it is released", async () => {
    const faults = always({ [ATTACH]: refusal(409, "conflict_error"), [READ]: recordOf("prj_old") });
    await using world = await startFaultyWorld(
      { seed: { projects: [OLD, NEW] } },
      until((attachment) => attachment <= 3, faults),
    );
    await world.write(MOVE);
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
    expect(hostNames(world)).toEqual([[], [NAME]]);
  });
});

describe("where an attachment is answered with another project's record, and the read of its own is refused", () => {
  const REFUSALS = [
    ["500", { status: 500, body: {} }],
    ["403", refusal(403, "forbidden_error")],
    ["401", refusal(401, "authentication_error")],
    ["a gateway's 404", { status: 404, body: { error: { code: 404, message: "no route" } } }],
  ] as const;

  it.each(REFUSALS)("with %s, it is not done, also if the other project cannot be seen", async (_what, answer) => {
    const faults = always({ [ATTACH]: recordOf("prj_foreign"), [READ]: answer });
    await using world = await startFaultyWorld({ seed: { projects: [NEW] } }, (call, body) =>
      call.includes("prj_foreign") ? refusal(403, "forbidden_error") : faults(call, body),
    );
    await world.write(WANTED);
    const [outcome] = (await world.through("apply")).applied?.outcomes ?? [];
    expect(["failed", "unknown"]).toContain(outcome?.status);
    expect(hostNames(world)).toEqual([[]]);
  });

  it.each(REFUSALS.filter(([what]) => what !== "401"))(
    "with %s, a move attaches it in the end",
    async (_what, answer) => {
      const isOn = (attachment: number) => attachment <= 5;
      await using world = await startFaultyWorld(
        { seed: { projects: [OLD, NEW] } },
        until(isOn, always({ [ATTACH]: recordOf("prj_old"), [READ]: answer })),
      );
      await world.write(MOVE);
      await world.through("apply");
      expect(hostNames(world)).toEqual([[], [NAME]]);
    },
  );

  it("is done if the list shows it", async () => {
    await using world = await startFaultyWorld(
      { seed: { projects: [NEW] } },
      always({ [READ]: { status: 500, body: {} } }),
      (call, answer) => (call === ATTACH ? recordOf("projects/new") : answer),
    );
    await world.write(WANTED);
    expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
  });
});

it("is done with one write where the service knows the project by two ids, and its list is late", async () => {
  const other = recordOf("uuid-1");
  await using world = await startFaultyWorld(
    { seed: { projects: [NEW] }, faults: { service: { staleListsMs: 3_000 } } },
    always({ [`GET /v1/projects/uuid-1/domains/${NAME}`]: other }),
    (call, answer) => ([ATTACH, READ].includes(call) && answer.status < 300 ? other : answer),
  );
  await world.write(WANTED);
  expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
  expect(world.writes()).toEqual([ATTACH]);
});

it.each([0, 2_000, 12_000])(
  "is put back although that is refused at first, after five minutes of refusals, by a service that takes %i ms",
  async (latencyMs) => {
    const fault = { kind: "answer", ...refusal(409, "conflict_error") } as const;
    await using world = await startWorld({
      seed: { projects: [OLD, NEW] },
      latencyMs,
      faults: {
        faults: [
          { method: "POST", path: "/v1/projects/prj_new/domains", times: "always", fault },
          { method: "POST", path: "/v1/projects/prj_old/domains", times: 2, fault },
        ],
      },
    });
    await world.write(MOVE);
    await world.run("apply");
    expect(hostNames(world)).toEqual([[NAME], []]);
  },
);

it("does not keep a project that is to be deleted, where each project shows the host name that has moved", async () => {
  let isMoved = false;
  await using world = await startFaultyWorld(
    { seed: { projects: [OLD, NEW] } },
    (call) => (isMoved && call === `GET /v1/projects/prj_old/domains/${NAME}` ? recordOf("prj_new") : undefined),
    (call, answer) => {
      if (call === ATTACH) isMoved = true;
      return answer;
    },
  );
  const released = `domains: [{ name: ${NAME}, absent: true }]\n`;
  await world.write({ ...WANTED, "old.yaml": file("old", `  absent: true\n${released}`) });
  const { applied } = await world.through("apply");
  expect(applied?.outcomes.map(({ status, message }) => [status, message])).toEqual([
    ["done", undefined],
    ["done", undefined],
  ]);
  expect(hostNames(world)).toEqual([[NAME]]);
});

it("is put back after five minutes of such answers, not after eleven", async () => {
  await using world = await startFaultyWorld(
    { seed: { projects: [OLD, NEW] } },
    always({ [ATTACH]: recordOf("prj_old") }),
  );
  await world.write(MOVE);
  const began = world.now();
  expect((await world.through("apply")).applied?.outcomes).toMatchObject([{ status: "failed" }]);
  expect(hostNames(world)).toEqual([[NAME], []]);
  expect(world.now() - began).toBeLessThan(330_000);
});
