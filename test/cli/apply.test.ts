import { describe, expect, it } from "vitest";
import type { Seed } from "../../emulator/seed.ts";
import { ask } from "../ask.ts";
import { always, on, refused } from "../reconcile/scene.ts";
import { startPlace } from "./command-place.ts";
import type { Terminal } from "./run-on-terminal.ts";

const NEW = `version: 1
project:
  organization_id: org_1
  slug: site
  description: Shop
domains:
  - www.example.com
`;
const site = { organization_id: "org_1", slug: "site", type: "proxy" as const };
const PRUNED = `version: 1\nproject: { organization_id: org_1, slug: site, description: Shop }\ndomains: []\n`;

const REFUSED = refused(403, "forbidden_error");

/** The warning of a plan for a service without a project. */
const EMPTY =
  "projectsync.yaml:3:20: warning: project.organization_id: this token sees no project; unless there is none yet, " +
  "correct the organization's id or use another token";

async function place(file: string, projects: NonNullable<Seed["projects"]> = []) {
  const started = await startPlace({ seed: { organizations: ["org_1", "org_2"], projects } });
  await started.write("projectsync.yaml", file);
  return started;
}

describe("apply", () => {
  it("shows the plan with its fields, then the outcomes, then the counts", async () => {
    await using here = await place(NEW);
    const { code, stdout, stderr } = await here.run(["apply", "--yes"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`${EMPTY}
org_1/site
  + create    project  projectsync.yaml:2:1
      description: "Shop"
      type: "proxy"
  + create    domain www.example.com  projectsync.yaml:7:5

Plan: 2 to create
+ create project org_1/site done (prj_1)
+ create domain org_1/site/www.example.com done
Domains: 1 not ready
  org_1/site/www.example.com: DNS does not point at the service yet
Apply: 2 done
`);
    expect((await here.run(["apply", "--yes"])).stdout)
      .toBe(`note: 1 project manages 1 of its 25 fields; projectsync export writes all of them.
✓ No changes. 2 unchanged
Domains: 1 not ready
  org_1/site/www.example.com: DNS does not point at the service yet
`);
  });

  it("repeats objects with one reason as one line", async () => {
    const domains = Array.from({ length: 30 }, (_, index) => `  - d${index}.example.com\n`).join("");
    await using here = await place(`version: 1\nproject: { organization_id: org_1, slug: site }\ndomains:\n${domains}`);
    here.emulator.setFaults({ faults: [on("POST", REFUSED, always)] });
    const { stdout, stderr } = await here.run(["apply", "--yes"]);
    expect(stdout).not.toContain("not-started");
    expect(stderr).toMatch(
      /^error: create project org_1\/site failed: POST .*403.*\nerror: 30 not started \(org_1\/site\/d0\.example\.com, \S+, \S+ and 27 more\): Its project was not created.*\nMore: .*#forbidden\n$/,
    );
    const all = await here.run(["apply", "--yes", "--details"]);
    expect(all.stdout.match(/not-started: Its project was not created/g)).toHaveLength(30);
  });
});

describe("apply on a terminal", () => {
  it("asks after the plan, with the deletions first, and writes after y", async () => {
    await using here = await place(PRUNED, [
      { ...site, domains: [{ name: "a.example.com" }, { name: "b.example.com" }] },
    ]);
    const { code, screen } = await here.onTerminal(["apply", "--prune", "domains"], { typed: "y\r\n" });
    expect(code).toBe(0);
    const asked = screen.findIndex((line) => line.startsWith("Apply to "));
    expect(screen[asked]).toBe(`Apply to ${here.emulator.url}: delete 2, update 1? [y/N] y`);
    expect(screen.slice(0, asked).join("\n")).toContain('description: null → "Shop"');
    expect(screen.slice(asked + 1)).toContain("Apply: 3 done");
    expect(here.writes()).toHaveLength(3);
  });

  const unconfirmed = "error: The plan was not confirmed: nothing was written.";
  it.each<[string, Terminal, number, string]>([
    ["Enter", { typed: "\n" }, 1, unconfirmed],
    ["n", { typed: "n\n" }, 1, unconfirmed],
    ["anything else", { typed: "apply\n" }, 1, unconfirmed],
    ["the end of the input", { typed: "" }, 1, unconfirmed],
    ["Ctrl-D", { typed: "\u0004" }, 1, unconfirmed],
    ["Ctrl-C", { typed: "y\u0003" }, 130, "error: The run was stopped before anything was written."],
    ["y before the question", { typedEarly: "y\ny\n", typed: "\n" }, 1, unconfirmed],
    ["the end of the input before the question", { endsEarly: true }, 1, unconfirmed],
  ])("writes nothing after %s", async (_answer, terminal, expected, message) => {
    await using here = await place(NEW);
    const { code, screen } = await here.onTerminal(["apply"], terminal);
    expect(code).toBe(expected);
    expect(screen.slice(-2)).toEqual([message, ""]);
    expect(here.writes()).toEqual([]);
  });

  it("ends as it would without a signal that comes when all is done", async () => {
    await using here = await place(NEW);
    const stop = new AbortController();
    const onShown = (written: string): void => {
      if (written.includes("Plan: ")) stop.abort("SIGINT");
    };
    const { code } = await here.onTerminal(["plan"], { signal: stop.signal, onShown });
    expect([code, stop.signal.aborted]).toEqual([0, true]);
  });

  it("writes nothing if a signal arrives at the question", async () => {
    await using here = await place(NEW);
    const stop = new AbortController();
    const onShown = (written: string): void => {
      if (written.includes("[y/N]")) stop.abort("SIGTERM");
    };
    const { code, screen } = await here.onTerminal(["apply"], { signal: stop.signal, onShown });
    expect(code).toBe(143);
    expect(screen).toContainEqual(expect.stringMatching(/\? \[y\/N\]$/));
    expect(screen.slice(-2)).toEqual(["error: The run was stopped before anything was written.", ""]);
    expect(here.writes()).toEqual([]);
  });

  it.each<[string, readonly string[], string]>([
    ["with --yes", ["apply", "--yes"], NEW],
    ["in a plan", ["plan"], NEW],
    ["if the plan has no changes", ["apply"], "version: 1\nproject: { organization_id: org_1, slug: live }\n"],
    [
      "if a guard refuses the plan",
      ["apply", "--prune", "domains", "--max-deletes", "0"],
      PRUNED.replace("site", "live"),
    ],
    ["if everything is blocked", ["apply"], NEW.replace("slug: site", "slug: site\n  must_exist: true")],
  ])("does not ask %s", async (_case, words, file) => {
    await using here = await place(file, [{ ...site, slug: "live", domains: [{ name: "old.example.com" }] }]);
    const { written } = await here.onTerminal(words, {});
    expect(written).not.toContain("[y/N]");
  });

  it("asks on stdout if stderr is not the terminal", async () => {
    await using here = await place(NEW);
    const { code, screen, pipe } = await here.onTerminal(["apply"], { typed: "n\n", piped: "stderr" });
    expect(code).toBe(1);
    expect(screen.join("\n")).toContain(": create 2? [y/N] n");
    expect(pipe).toBe("error: The plan was not confirmed: nothing was written.\n");
  });

  it("shows the plan where it asks, though stdout is a file", async () => {
    await using here = await place(NEW);
    const { screen, pipe } = await here.onTerminal(["apply"], { typed: "y\n", piped: "stdout" });
    expect(screen.join("\n")).toMatch(/description: "Shop"[\s\S]*\nApply to .*: create 2\? \[y\/N\] y/);
    expect(pipe).toMatch(/description: "Shop"[\s\S]*\nApply: 2 done\n$/);
  });

  it("writes only what it showed, though the service changes while it asks", async () => {
    const projects = [
      { ...site, id: "prj_site", description: "old", domains: [{ name: "gone.example.com" }] },
      { ...site, id: "prj_live", slug: "live", description: "Shop" },
    ];
    await using here = await place(PRUNED, projects);
    await here.write("live.yaml", PRUNED.replace("slug: site", "slug: live"));
    const edits = [
      ["POST /v1/projects/prj_site", { description: "by hand" }],
      ["POST /v1/projects/prj_live", { description: "by hand" }],
      ["POST /v1/projects/prj_site/domains", { name: "new.example.com" }],
    ] as const;
    const typed = async (): Promise<string> => {
      for (const [request, body] of edits) await ask(here.emulator, request, body);
      here.emulator.reset();
      return "y\n";
    };
    const { screen } = await here.onTerminal(["apply", "*.yaml", "--prune", "domains"], { typed });
    expect(screen.join("\n")).toContain(": delete 1, update 1? [y/N] y");
    expect(
      here
        .writes()
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(["DELETE /v1/projects/prj_site/domains/gone.example.com", "POST /v1/projects/prj_site"]);
    expect(await ask(here.emulator, "GET /v1/projects/prj_site")).toMatchObject({ description: "Shop" });
    expect(await ask(here.emulator, "GET /v1/projects/prj_live")).toMatchObject({ description: "by hand" });
  });

  it("with --json, shows plan and question on stderr, and one JSON object on stdout", async () => {
    await using here = await place(NEW);
    const { code, screen, pipe } = await here.onTerminal(["apply", "--json"], { typed: "no\n", piped: "stdout" });
    expect(code).toBe(1);
    expect(screen.join("\n")).toMatch(/description: "Shop"[\s\S]*\nApply to .*: create 2\? \[y\/N\] no\n$/);
    expect(JSON.parse(pipe)).toMatchObject({
      result: "refused",
      guards: [
        { guard: "max-deletes", passed: true },
        { guard: "confirmation", passed: false },
      ],
      counts: { create: 2 },
    });
  });
});
