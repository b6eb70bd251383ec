import { describe, expect, it } from "vitest";
import type { Rule } from "../../emulator/faults/schedule.ts";
import {
  always,
  answered,
  ARRIVED,
  ATTACH,
  DETACH,
  file,
  LOST,
  MOVE,
  MOVE_AND_DELETE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  PUT_BACK,
  refused,
  TAKES,
  type Given,
} from "./scene.ts";

/* A host name on its way from one project to another. Whatever happens, it is in one of them, or the outcome says that it is in none. */

const at = ({ live }: ReturnType<typeof open>): string[] => live().filter((key) => key.endsWith(NAME));
const moving = (given: Given) => open({ projects: [OLD, NEW], ...given });
const [KEY, AT_NEW, AT_OLD] = [`org_1/new/${NAME}`, [`org_1/new/${NAME}`], [`org_1/old/${NAME}`]];
const taken = refused(409, "conflict_error");
/** The record of the host name in another project. */
const theirs = (project = "prj_old") => answered({ object: "domain", name: NAME, project_id: project });
const READ = `GET ${ATTACH}/${NAME}`;

interface Row {
  readonly faults: readonly Rule[];
  readonly habits?: Given["habits"];
  readonly status: string | RegExp;
  readonly says?: RegExp;
  /** Default: where the outcome says. */
  readonly where?: readonly string[];
  readonly writes?: readonly string[];
}

const ROWS: Readonly<Record<string, Row>> = {
  "refused by both: attached to nothing, which is said first": {
    faults: [on(`POST ${PROJECTS}/*/domains`, refused(400), always)],
    status: "failed",
    says: /^www\.example\.com may be attached to no project now\. .*attach it by hand\. No project whose domains this token can read/,
    where: [],
  },
  "refused by both for a while, in other words: attached to one of them": {
    faults: [on(`POST ${PROJECTS}/*/domains`, refused(422), { times: 9 })],
    status: /done|failed/,
  },
  "refused, though it took effect: done": {
    faults: [on(`POST ${ATTACH}`, refused(409, "conflict_error", true), always)],
    status: "done",
  },
  "and shown at its old project for a minute: attached to its new one": {
    faults: [],
    habits: { hostNames: { releaseMs: 60_000 }, late: { readsMs: 60_000 } },
    status: "done",
  },
  "429 for two minutes: attached as soon as the service allows it": {
    faults: [on(`POST ${ATTACH}`, { kind: "answer", status: 429, headers: { "retry-after": "120" } })],
    status: "done",
  },
  "answered with the record of the old project five times: sent again": {
    faults: [on(`POST ${ATTACH}`, theirs(), { times: 5 })],
    status: "done",
  },
  "answered with the record of the old project, which a read in the new one shows too: sent again": {
    faults: [on(`POST ${ATTACH}`, theirs(), { times: 3 }), on(READ, theirs(), { times: 9 })],
    status: "done",
  },
  "and every project shows the record of the one that has it: attached when it is released": {
    faults: [on(`POST ${ATTACH}`, taken, { times: 3 }), on(READ, theirs(), { times: 9 })],
    status: "done",
  },
  ...Object.fromEntries(
    [500, 403].map((status): [string, Row] => [
      `answered with a foreign record, and its read with ${status}: attached in the end`,
      {
        faults: [on(`POST ${ATTACH}`, theirs("prj_x"), { times: 5 }), on(READ, refused(status), { times: 20 })],
        status: /done|unknown/,
        where: AT_NEW,
      },
    ]),
  ),
  ...Object.fromEntries(
    [LOST, ARRIVED].map((fault): [string, Row] => [
      `refused, and late reads, and the answer to its way back is lost (${JSON.stringify(fault)}): put back`,
      {
        faults: [on(`POST ${ATTACH}`, refused(403), always), on(`POST ${PUT_BACK}`, fault, { nth: 1 })],
        habits: { late: { readsMs: 2_000 } },
        status: "failed",
        says: /attached to prj_old\./,
      },
    ]),
  ),
  "refused, and its way back is lost, and reads older than its detachment show it there: put back": {
    faults: [on(`POST ${ATTACH}`, refused(403), always), on(`POST ${PUT_BACK}`, LOST)],
    habits: { late: { readsMs: 5_000 }, hostNames: { releaseMs: 6_000 } },
    status: "failed",
    says: /attached to prj_old\./,
  },
  "and its detachment gets no answer, with late reads: done": {
    faults: [on(`DELETE ${DETACH}`, ARRIVED, always), on(`POST ${PUT_BACK}`, taken, { nth: 1 })],
    habits: { late: { readsMs: 2_000 }, hostNames: { releaseMs: 5_000 } },
    status: "done",
  },
  ...Object.fromEntries(
    [400, 403].map((status): [string, Row] => [
      `refused with ${status} after a detachment whose answer is lost and whose repetition is not found: put back`,
      {
        faults: [on(`DELETE ${DETACH}`, ARRIVED), on(`POST ${ATTACH}`, refused(status), always)],
        status: "failed",
        says: /attached to prj_old\./,
      },
    ]),
  ),
  "and its detachment is answered 499 by a gateway that gave up: done": {
    faults: [
      on(
        `DELETE ${DETACH}`,
        { kind: "answer", status: 499, handled: true, body: { code: 1, message: "context canceled", details: [] } },
        always,
      ),
    ],
    status: "done",
  },
  "and its detachment is never answered: unknown, and where it was": {
    faults: [on(`DELETE ${DETACH}`, refused(502), always)],
    status: "unknown",
    says: /502/,
  },
  "and its detachment is refused: nothing more is written": {
    faults: [on(`DELETE ${DETACH}`, refused(403), always)],
    status: "failed",
    writes: [`DELETE ${DETACH}`],
  },
};

it.each(Object.entries(ROWS))(
  "a host name that moves, %s",
  async (_what, { faults, habits = {}, status, says = /^/, where, writes }) => {
    const scene = moving({ faults, habits });
    const { outcomes, messages, writes: sent } = await scene.apply(MOVE);
    expect(outcomes).toEqual([
      expect.stringMatching(new RegExp(`^(?:${typeof status === "string" ? status : status.source}) ${KEY}$`)),
    ]);
    expect(messages).toEqual([expect.stringMatching(says)]);
    expect(sent).toEqual(writes ?? sent);
    expect(at(scene)).toEqual(where ?? (outcomes[0]?.startsWith("done") ? AT_NEW : AT_OLD));
  },
);

it("a host name that its old list shows as another project's by now is not detached", async () => {
  const theirs = { object: "list", data: [{ object: "domain", name: NAME, project_id: "prj_x" }], has_more: false };
  const scene = moving({ faults: [on(`GET ${PROJECTS}/prj_old/domains`, answered(theirs), { nth: 2, times: 99 })] });
  const confirm = async (): Promise<boolean> => {
    // Longer than a read counts as fresh.
    await scene.pass(6_000);
    return true;
  };
  const { outcomes, writes } = await scene.apply(MOVE, { confirm });
  expect([outcomes, writes]).toEqual([[`failed ${KEY}`], []]);
});

describe("after five minutes of refusals", () => {
  it("by the new project, and a conflict with a third one that took it: the outcome says only where it is", async () => {
    const third = { id: "prj_third", organization_id: "org_1", slug: "third" };
    const scene = open({
      projects: [OLD, NEW, third],
      faults: [on(`POST ${ATTACH}`, refused(400), always)],
      meanwhile: {
        at: `POST ${ATTACH}`,
        writes: [{ method: "POST", path: `${PROJECTS}/prj_third/domains`, body: { name: NAME } }],
      },
    });
    const { outcomes, messages } = await scene.apply(MOVE);
    expect(outcomes).toEqual([`failed ${KEY}`]);
    expect(messages).toEqual([
      expect.stringMatching(
        /^www\.example\.com was not moved\. Moving it failed: .*It is attached to project third of org_1 \(prj_third\)\./,
      ),
    ]);
    expect(messages.join()).not.toMatch(/no project now|by hand/);
  });

  it("by both, it is attached to nothing, and the outcome says so", async () => {
    const scene = moving({ faults: [on(`POST ${PROJECTS}/*/domains`, taken, { times: 1_000 })] });
    const { messages, requests, seconds } = await scene.apply(MOVE);
    expect(messages).toEqual([expect.stringContaining("may be attached to no project now")]);
    const sent = requests.filter(({ method }) => method === "POST").map(({ receivedAt }) => receivedAt);
    expect((sent.at(-1) ?? 0) - (sent[0] ?? 0)).toBeGreaterThanOrEqual(300_000);
    expect(seconds).toBeLessThan(330);
  });

  it.each([
    [
      "by the new one, though the old one refuses at first",
      [on(`POST ${ATTACH}`, taken, always), on(`POST ${PUT_BACK}`, taken, { times: 2 })],
    ],
    ["in the form of the old record", [on(`POST ${ATTACH}`, theirs(), always)]],
  ])("%s, it is put back", async (_what, faults) => {
    const scene = moving({ faults });
    const { outcomes, seconds } = await scene.apply(MOVE);
    expect(outcomes).toEqual([`failed ${KEY}`]);
    expect(at(scene)).toEqual(AT_OLD);
    expect(seconds).toBeLessThan(330);
  });
});

describe("the old project that is to be deleted too", () => {
  it("stays, with the host name, if the new one refuses it, also if its list does not show that", async () => {
    for (const staleListsMs of [0, 9_000]) {
      const scene = moving({ service: { staleListsMs }, faults: [on(`POST ${ATTACH}`, refused(403), always)] });
      const { outcomes, messages, writes } = await scene.apply(MOVE_AND_DELETE);
      expect(outcomes).toEqual([`failed ${KEY}`, "failed org_1/old"]);
      expect(messages[1]).toContain(`${NAME} did not arrive in another project`);
      expect(writes).not.toContain(`DELETE ${PROJECTS}/prj_old`);
      expect(at(scene)).toEqual(AT_OLD);
    }
  });

  it("stays if the new one cannot be created", async () => {
    const { outcomes, writes } = await open({ projects: [OLD], faults: [on(`POST ${PROJECTS}`, refused(400))] }).apply(
      MOVE_AND_DELETE,
    );
    expect(outcomes).toEqual(["failed org_1/new", `not-started ${KEY}`, "failed org_1/old"]);
    expect(writes).toEqual([`POST ${PROJECTS}`]);
  });

  it("keeps what else is in it while it keeps the host name", async () => {
    const projects = [{ ...OLD, domains: [{ name: NAME }, { name: "shop.example.com" }] }, NEW];
    const scene = open({ projects, faults: [on(`POST ${ATTACH}`, refused(403), always)] });
    const { outcomes } = await scene.apply(
      { ...TAKES, "old.yaml": file("old", "  absent: true\n") },
      { prune: ["all"] },
    );
    expect(outcomes).toEqual([`failed ${KEY}`, "failed org_1/old", "not-started org_1/old/shop.example.com"]);
    expect(scene.live()).toContain("org_1/old/shop.example.com");
  });
});

it("a project is deleted with what it holds even if lists lag", async () => {
  const scene = moving({ service: { staleListsMs: 9_000 } });
  expect((await scene.apply(file("old", "  absent: true\n"), { prune: ["all"] })).result).toBe("applied");
  expect(scene.live()).toEqual(["org_1/new"]);
});

it("a project whose child could not be deleted stays", async () => {
  const scene = moving({ faults: [on(`DELETE ${DETACH}`, refused(403), always)] });
  const { outcomes } = await scene.apply(file("old", "  absent: true\n"), { prune: ["all"] });
  expect(outcomes).toEqual(["failed org_1/old", `failed org_1/old/${NAME}`]);
});

it("a host name moves to a project of the same run that the service does not find at once", async () => {
  const scene = open({ projects: [OLD], habits: { late: { newProjectMs: 4_000 } } });
  expect((await scene.apply(MOVE)).outcomes).toEqual(["done org_1/new", `done ${KEY}`]);
});

it("a host name leaves a project that the same run renames", async () => {
  const scene = moving({});
  const renamed = file("older", `  previous_slug: old\ndomains: [{ name: ${NAME}, absent: true }]\n`);
  expect((await scene.apply({ ...TAKES, "old.yaml": renamed })).result).toBe("applied");
  expect(at(scene)).toEqual(AT_NEW);
});

it("a host name is not moved from a project that was renamed by hand, which a stale list does not show", async () => {
  const scene = moving({ service: { staleListsMs: 9_000 } });
  scene.meddle({ method: "POST", path: `${PROJECTS}/prj_old`, body: { slug: "theirs" } });
  const { outcomes, messages, writes } = await scene.apply(MOVE);
  expect([outcomes, writes]).toEqual([[`failed ${KEY}`], []]);
  expect(messages).toEqual([expect.stringContaining("prj_old was renamed from old to theirs")]);
});

it("a detachment that the next attempt does not find is done, also if nothing can be read", async () => {
  const scene = moving({
    faults: [
      on(`DELETE ${DETACH}`, { kind: "reset", when: "body" }),
      on(`GET ${PUT_BACK}`, { kind: "html" }, { nth: 2, times: 99 }),
    ],
  });
  expect((await scene.apply(MOVE["old.yaml"])).outcomes).toEqual([`done org_1/old/${NAME}`]);
  expect(at(scene)).toEqual([]);
});

it("an attachment that a gateway sends twice is found at the new project at once", async () => {
  const scene = open({ projects: [OLD, NEW], faults: [on(`POST ${ATTACH}`, refused(409, "conflict_error", true))] });
  const { outcomes, writes, seconds } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect([writes, seconds]).toEqual([[`DELETE ${DETACH}`, `POST ${ATTACH}`], 0]);
});
