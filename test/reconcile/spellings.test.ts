import { domainToUnicode } from "node:url";
import { describe, expect, it } from "vitest";
import { between, records, type Habit } from "../habit.ts";
import { code, open } from "../provider/provider.ts";
import { startWith } from "../sync/world.ts";
import { file } from "./scene.ts";

/* Services that show a host name in one spelling, and take another one in the path. */

const NAME = "xn--mnchen-3ya.example.com";

const shows = (change: (name: string) => string): Habit =>
  records("domain", (record) => ({ ...record, name: change(String(record["name"])) }));

const SERVICES = {
  Unicode: shows(domainToUnicode),
  capitals: shows((name) => name.toUpperCase()),
  "a trailing dot": shows((name) => `${name}.`),
};

const seed = {
  projects: [
    { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] },
    { id: "prj_new", organization_id: "org_1", slug: "new" },
  ],
};
const ABSENT = `domains: [{ name: ${NAME}, absent: true }]\n`;

describe.each(Object.entries(SERVICES))("a service that shows %s", (_name, habit) => {
  it("detaches a host name that is declared absent", async () => {
    await using world = await startWith({ "old.yaml": file("old", ABSENT) }, { seed, between: between(habit) });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.state()[0]?.domains).toEqual([]);
  });

  it("prunes a host name", async () => {
    await using world = await startWith(
      { "old.yaml": file("old", "domains: []\n") },
      { seed, between: between(habit) },
    );
    expect((await world.run("apply", { prune: ["domains"] })).result).toBe("applied");
    expect(world.state()[0]?.domains).toEqual([]);
  });

  it("moves a host name at once", async () => {
    const files = { "new.yaml": file("new", `domains: [${NAME}]\n`), "old.yaml": file("old", ABSENT) };
    await using world = await startWith(files, { seed, between: between(habit) });
    const began = world.now();
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.state().map(({ domains }) => domains.length)).toEqual([0, 1]);
    expect(world.now() - began).toBeLessThan(60_000);
  });

  it("attaches a host name that no list shows yet, and finds it by the spelling that it takes", async () => {
    await using world = await startWith(
      { "new.yaml": file("new", `domains: [${NAME}]\n`) },
      {
        seed: { projects: seed.projects.slice(1) },
        faults: { service: { staleListsMs: 60_000 } },
        between: between(habit),
      },
    );
    const { applied } = await world.run("apply");
    expect(applied?.outcomes).toMatchObject([
      { status: "done", message: expect.stringContaining("do not show it yet") },
    ]);
  });

  it("detaches it for Pulumi", async () => {
    await using scene = await open({ seed, between: between(habit) });
    const state = { ...code, projectId: "prj_old", name: NAME, origin: scene.emulator.url, organization: "org_1" };
    await scene.domain.delete(`prj_old/${NAME}`, state);
    expect(scene.emulator.state()[0]?.domains).toEqual([]);
  });
});

describe("a service that shows capitals and refuses them in a path, and a gateway that loses the answer to a detachment", () => {
  function strict(): Habit {
    let isLost = false;
    return {
      ...SERVICES.capitals,
      ask: (asked, service) => {
        const name = asked.path[3] ?? "";
        if (name !== name.toLowerCase()) return refusal;
        if (asked.method !== "DELETE" || isLost) return asked;
        isLost = true;
        service(asked);
        return { status: 502, headers: {}, body: "Bad Gateway" };
      },
    };
  }
  const refusal = { status: 400, headers: {}, body: { error: { type: "invalid_request_error", message: "no name" } } };

  it("has its host name moved, and not only detached", async () => {
    const files = { "new.yaml": file("new", `domains: [${NAME}]\n`), "old.yaml": file("old", ABSENT) };
    await using world = await startWith(files, { seed, between: between(strict()) });
    expect((await world.run("apply")).result).toBe("applied");
    expect(world.state().map(({ domains }) => domains.length)).toEqual([0, 1]);
  });

  it("has it detached", async () => {
    await using world = await startWith({ "old.yaml": file("old", ABSENT) }, { seed, between: between(strict()) });
    expect((await world.run("apply")).applied?.outcomes).toMatchObject([{ status: "done" }]);
  });
});

describe("a service that takes a host name by no spelling that is known", () => {
  const habit: Habit = {
    ...shows(domainToUnicode),
    ask: (asked) =>
      asked.path.length === 4 ? { ...asked, path: asked.path.map((part, at) => (at === 3 ? "other" : part)) } : asked,
  };

  it("is not said to have detached it", async () => {
    await using world = await startWith({ "old.yaml": file("old", ABSENT) }, { seed, between: between(habit) });
    const report = await world.run("apply");
    expect(report.applied?.outcomes).toMatchObject([{ status: "unknown" }]);
  });

  it("does not make Pulumi forget it", async () => {
    await using scene = await open({ seed, between: between(habit) });
    const state = { ...code, projectId: "prj_old", name: NAME, origin: scene.emulator.url, organization: "org_1" };
    await expect(scene.domain.delete(`prj_old/${NAME}`, state)).rejects.toThrow("is not deleted");
  });
});
