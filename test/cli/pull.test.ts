import type { Buffer } from "node:buffer";
import { execFile } from "node:child_process";
import { lstat, mkdir, readdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { PassThrough } from "node:stream";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { between, isList, JSON_TYPE, records, without, type Asked } from "../habit.ts";
import { startPlace, startTimedPlace } from "./command-place.ts";
import { runCli } from "./run-cli.ts";

const SITE = `version: 1
project:
  organization_id: org_1
  slug: site
  description: 'the shop' # for people
  # decided in March
  force_https: true
  blocked_ips: [192.0.2.1, 192.0.2.2] # scanners
components:
  edgee/ga4:
    version: "1.1.0"
    settings: { measurement_id: G-1 }
`;

const PULLED = SITE.replace("'the shop'", "'the new shop'")
  .replace("force_https: true", "force_https: false")
  .replace("192.0.2.2]", "192.0.2.3]")
  .replace("G-1", "G-2");

const live = (more: object = {}) => ({
  projects: [
    {
      id: "prj_1",
      organization_id: "org_1",
      slug: "site",
      description: "the new shop",
      force_https: false,
      blocked_ips: ["192.0.2.3", "192.0.2.1/32"],
      components: [{ component_slug: "edgee/ga4", component_version: "1.1.0", settings: { measurement_id: "G-2" } }],
      ...more,
    },
  ],
});

async function place(more: object = {}, text = SITE) {
  const started = await startPlace({ seed: live(more) });
  await started.write("projectsync.yaml", text);
  return started;
}

describe("projectsync pull", () => {
  it("writes live values into the file, in place, and a plan is then empty", async () => {
    await using service = await place();
    const shown = await service.run(["pull", "--dry-run"]);
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toMatchInlineSnapshot(`
      "projectsync.yaml:3
          organization_id: org_1
          slug: site
      -   description: 'the shop' # for people
      +   description: 'the new shop' # for people
          # decided in March
      -   force_https: true
      -   blocked_ips: [192.0.2.1, 192.0.2.2] # scanners
      +   force_https: false
      +   blocked_ips: [192.0.2.1, 192.0.2.3] # scanners
        components:
          edgee/ga4:
            version: "1.1.0"
      -     settings: { measurement_id: G-1 }
      +     settings: { measurement_id: G-2 }
      4 changes in 1 file.
      "
    `);
    expect(await service.read("projectsync.yaml")).toBe(SITE);
    expect((await service.run(["pull", "--dry-run", "--detailed-exitcode"])).code).toBe(2);
    const pulled = await service.run(["pull", "--yes"]);
    expect(pulled).toMatchObject({ code: 0, stderr: "" });
    expect(await service.read("projectsync.yaml")).toBe(PULLED);
    expect((await service.run(["plan", "--detailed-exitcode"])).code).toBe(0);
    expect(await service.run(["pull", "--yes"])).toMatchObject({ code: 0, stdout: "0 changes in 0 files.\n" });
    expect(service.writes()).toEqual([]);
  });

  it("asks on a terminal, and writes nothing after a no", async () => {
    await using service = await place();
    const declined = await service.onTerminal(["pull"], { typed: "n\n" });
    expect(declined.code).toBe(1);
    expect(declined.written).toContain("+   force_https: false");
    expect(declined.written).toContain("Write 1 file? [y/N] ");
    expect(await service.read("projectsync.yaml")).toBe(SITE);
    expect((await service.onTerminal(["pull"], { typed: "y\n" })).code).toBe(0);
    expect(await service.read("projectsync.yaml")).toBe(PULLED);
  });

  it("needs a terminal, --yes or --dry-run before the first request", async () => {
    await using service = await place();
    expect(await service.run(["pull"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("--dry-run"),
    });
    expect(service.emulator.requests()).toEqual([]);
  });

  it("never writes through a link", async () => {
    await using service = await place();
    await symlink("projectsync.yaml", path.join(service.folder, "link.yaml"));
    const pulled = await service.run(["pull", "--yes", "link.yaml"]);
    expect(pulled).toMatchObject({ code: 1, stderr: expect.stringContaining("link.yaml is a link") });
    expect(await service.read("projectsync.yaml")).toBe(SITE);
  });

  it("exits with 3 for an invalid file", async () => {
    await using service = await place({}, "version: 1\nproject: {}\n");
    expect((await service.run(["pull", "--yes"])).code).toBe(3);
  });

  it("writes no file that somebody changed while it asked", async () => {
    await using service = await place();
    const typed = async (): Promise<string> => {
      await service.write("projectsync.yaml", `${SITE}# mine\n`);
      return "y\n";
    };
    const pulled = await service.onTerminal(["pull"], { typed });
    expect(pulled.code).toBe(1);
    expect(await service.read("projectsync.yaml")).toBe(`${SITE}# mine\n`);
  });

  /** Two files of two projects that changed by hand. */
  async function twoFiles() {
    const [first] = live().projects;
    if (first === undefined) throw new Error("There is no project.");
    const second = { ...first, id: "prj_2", slug: "two", components: [] };
    const started = await startPlace({ seed: { projects: [first, second] } });
    const two = SITE.replace("slug: site", "slug: two").replace(/components:.*$/s, "");
    await started.write("a.yaml", SITE);
    await started.write("b.yaml", two);
    return { ...started, two };
  }

  /** Answers yes when one of two files is gone. */
  async function pullWhileOneGoes(service: Awaited<ReturnType<typeof twoFiles>>, ...more: string[]) {
    const typed = async (): Promise<string> => {
      await rm(path.join(service.folder, "b.yaml"));
      return "y\n";
    };
    return service.onTerminal(["pull", "a.yaml", "b.yaml", ...more], { typed, piped: "stdout" });
  }

  it("names what it wrote, and why not the rest, if a file is gone before it is written", async () => {
    await using service = await twoFiles();
    const { code, screen } = await pullWhileOneGoes(service);
    expect(code).toBe(4);
    expect(screen.join(" ").replaceAll(/\s+/g, " ")).toMatch(
      /error: File b\.yaml cannot be read: ENOENT\. Not written: b\.yaml\. Run pull again\./,
    );
    expect(await service.read("a.yaml")).toBe(PULLED);
  });

  it("prints JSON that says so", async () => {
    await using service = await twoFiles();
    const { code, pipe } = await pullWhileOneGoes(service, "--json");
    expect(code).toBe(4);
    expect(JSON.parse(pipe)).toMatchObject({
      result: "partial",
      problem: expect.stringContaining("Not written: b.yaml."),
      files: [
        { file: "a.yaml", isWritten: true },
        { file: "b.yaml", isWritten: false },
      ],
    });
  });

  it("ends between two files when it is asked to stop", async () => {
    await using service = await twoFiles();
    const stop = new AbortController();
    const stdout = new PassThrough();
    // The last line before it writes.
    stdout.on("data", (lines: Buffer) => {
      if (lines.toString().includes("in 2 files.")) stop.abort("SIGINT");
    });
    const { code, stderr } = await runCli(["pull", "--yes", "a.yaml", "b.yaml"], service.environment, service.folder, {
      stdout,
      signal: stop.signal,
    });
    expect([code, stderr]).toEqual([130, expect.stringContaining("Stopped. Nothing was written. Run pull again.")]);
    expect([await service.read("a.yaml"), await service.read("b.yaml")]).toEqual([SITE, service.two]);
  });

  it("writes behind a linked folder, and asks git about the folder that it leads to", async () => {
    await using service = await place();
    const repository = path.join(service.folder, "repository");
    await mkdir(repository);
    await promisify(execFile)("git", ["init", "-q"], { cwd: repository });
    await writeFile(path.join(repository, "site.yaml"), SITE);
    await symlink("repository", path.join(service.folder, "sites"));
    const refused = await service.run(["pull", "--yes", "sites/site.yaml"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("has uncommitted changes") });
    expect((await service.run(["pull", "--yes", "--force", "sites/site.yaml"])).code).toBe(0);
    expect(await service.read("repository/site.yaml")).toBe(PULLED);
    expect((await lstat(path.join(service.folder, "sites"))).isSymbolicLink()).toBe(true);
  });

  it("refuses a file with uncommitted changes, unless forced", async () => {
    await using service = await place();
    const git = (...words: readonly string[]) => promisify(execFile)("git", words, { cwd: service.folder });
    await git("init", "-q");
    const refused = await service.run(["pull", "--yes"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("uncommitted changes") });
    expect(await service.read("projectsync.yaml")).toBe(SITE);
    expect((await service.run(["pull", "--dry-run"])).code).toBe(0);
    await git("add", ".");
    await git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "files");
    expect((await service.run(["pull", "--yes"])).code).toBe(0);
    await service.write("projectsync.yaml", SITE.replace("force_https: true", "force_https: null"));
    expect((await service.run(["pull", "--yes"])).code).toBe(1);
    expect((await service.run(["pull", "--yes", "--force"])).code).toBe(0);
    expect(await service.read("projectsync.yaml")).toBe(PULLED);
  });

  it("sends what a plan sends where nothing is to be written", async () => {
    const text = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\n";
    await using service = await place({}, text);
    const sent = async (...words: readonly string[]): Promise<string[]> => {
      service.emulator.reset();
      expect((await service.run(words)).code).toBe(0);
      return service.emulator.requests().map(({ method, path: asked }) => `${method} ${asked}`);
    };
    expect(await sent("pull", "--yes")).toEqual(await sent("plan"));
  });

  it("sends no more than a plan, but for the components of a project whose text it writes", async () => {
    const projects = ["flag", "text", "none"].map((slug) => ({ organization_id: "org_1", slug, id: `prj_${slug}` }));
    const fields: Readonly<Record<string, object>> = {
      flag: { force_https: true, log_severity: "WARNING", blocked_ips: ["192.0.2.0/24", "2001:db8::1"] },
      text: { description: "Changed by hand" },
      none: {},
    };
    await using service = await startPlace({
      seed: { projects: projects.map((each) => ({ ...each, ...fields[each.slug] })) },
    });
    const declared: Readonly<Record<string, string>> = {
      flag: "  force_https: false\n  log_severity: INFO\n  blocked_ips: []\n",
      text: "  description: old\n",
      none: "",
    };
    for (const { slug } of projects)
      await service.write(
        `${slug}.yaml`,
        `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${declared[slug]}`,
      );
    const sent = async (...words: readonly string[]): Promise<string[]> => {
      service.emulator.reset();
      expect((await service.run([...words, "*.yaml"])).code).toBe(0);
      return service.emulator.requests().map(({ method, path: asked }) => `${method} ${asked}`);
    };
    const ofPlan = await sent("plan");
    expect(await sent("pull", "--yes")).toEqual([...ofPlan, "GET /v1/projects/prj_text/components"]);
    expect(await sent("plan", "--detailed-exitcode")).toEqual(ofPlan);
  });

  it("names the one of several files that has uncommitted changes, and writes none", async () => {
    await using service = await twoFiles();
    const git = (...words: readonly string[]) => promisify(execFile)("git", words, { cwd: service.folder });
    await git("init", "-q");
    await git("add", ".");
    await git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "files");
    await service.write("b.yaml", `${service.two}# mine\n`);
    const refused = await service.run(["pull", "--yes", "a.yaml", "b.yaml"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("b.yaml has uncommitted changes") });
    expect(await service.read("a.yaml")).toBe(SITE);
  });

  it("refuses a file that git does not track, whatever git's settings are", async () => {
    await using service = await place();
    const git = (...words: readonly string[]) => promisify(execFile)("git", words, { cwd: service.folder });
    await git("init", "-q");
    await git("config", "status.showUntrackedFiles", "no");
    expect((await service.run(["pull", "--yes"])).code).toBe(1);
    await service.write(".gitignore", "*.yaml\n");
    expect((await service.run(["pull", "--yes"])).code).toBe(1);
    expect(await service.read("projectsync.yaml")).toBe(SITE);
  });

  it("removes no line of a domain that only its list does not show", async () => {
    const text = `${SITE}domains: [a.example.com, b.example.com]\n`;
    await using service = await place({ domains: [{ name: "a.example.com" }] }, text);
    service.emulator.setFaults({
      faults: [
        { path: "/v1/projects/prj_1/domains/b.example.com", times: "always", fault: { kind: "html", status: 404 } },
      ],
    });
    const { code, stdout } = await service.run(["pull", "--yes", "--prune", "domains"]);
    expect(code).toBe(4);
    expect(stdout).toContain("The list does not have it, and a read by its name does not say that it is gone.");
    expect(await service.read("projectsync.yaml")).toContain("domains: [a.example.com, b.example.com]");
    service.emulator.setFaults({});
    expect((await service.run(["pull", "--yes", "--prune", "domains"])).code).toBe(0);
    expect(await service.read("projectsync.yaml")).toContain("domains: [a.example.com]");
  });

  it.each([
    { about: "is empty once", empty: 1, code: 0, isRemoved: false },
    { about: "is empty in two reads", empty: 2, code: 0, isRemoved: false },
    { about: "cannot be read later", empty: 1, failed: 99, code: 4, isRemoved: false },
    { about: "stays empty", empty: 99, code: 0, isRemoved: true },
  ])("prunes a component only if its list lacks it for a settle window: it $about", async (row) => {
    const { empty, failed = 0, code, isRemoved } = row;
    let reads = 0;
    const isList = ({ method, path: at }: Asked): boolean => method === "GET" && at.at(-1) === "components";
    const started = await startTimedPlace({
      seed: live(),
      between: between({
        ask: (asked) => {
          if (!isList(asked) || (reads += 1) <= empty || reads > empty + failed) return asked;
          return { status: 403, headers: JSON_TYPE, body: { error: { type: "forbidden_error", message: "no" } } };
        },
        answer: (answered, asked) =>
          isList(asked) && reads <= empty ? { ...answered, body: { data: [], has_more: false } } : answered,
      }),
    });
    await using service = started;
    await service.write("projectsync.yaml", SITE);
    expect(await service.run(["pull", "--yes", "--prune", "components"])).toMatchObject({ code });
    const pulled = await service.read("projectsync.yaml");
    expect(pulled.includes("edgee/ga4")).toBe(!isRemoved);
    expect(pulled).toContain("force_https: false");
    expect(reads).toBe(isRemoved ? 5 : 2 + Math.min(1, empty - 1));
  });

  it("adds no host name that holds the token", async () => {
    await using service = await place({ domains: [] }, `${SITE}domains: []\n`);
    const name = `${service.emulator.token}.example.com`;
    await ask(service.emulator, "POST /v1/projects/prj_1/domains", { name });
    const { code, stdout } = await service.run(["pull", "--yes", "--include-unmanaged"]);
    expect(code).toBe(4);
    expect(stdout).not.toContain(service.emulator.token);
    expect(await service.read("projectsync.yaml")).not.toContain(service.emulator.token);
  });

  it.each([
    ["over two lines", "description: |\n    see https://user:pass-word-99\n    @example.com"],
    ["with an escape", String.raw`description: "https://user:pass-word-99\x40example.com"`],
  ])("shows no user info of a text %s", async (_what, field) => {
    await using service = await place({}, SITE.replace("description: 'the shop' # for people", field));
    for (const options of [[], ["--json"]]) {
      const { stdout } = await service.run(["pull", "--dry-run", ...options]);
      expect(stdout).toContain("the new shop");
      expect(stdout).not.toContain("pass-word");
    }
  });

  it("shows no user info of a long key", async () => {
    const key = `https://user:pass-word-${"9".repeat(165)}@host.example`;
    await using service = await place({}, `${SITE}  ${JSON.stringify(key)}: {}\n`);
    for (const options of [[], ["--json"]]) {
      const { code, stdout, stderr } = await service.run(["pull", "--dry-run", ...options]);
      expect(code).toBe(3);
      expect(stdout + stderr).toContain("(sensitive)@host.example");
      expect(stdout + stderr).not.toContain("pass-word");
    }
  });

  it("refuses a file if git cannot tell, unless forced", async () => {
    await using service = await place();
    await service.write(".git", "gitdir: nowhere\n");
    const refused = await service.run(["pull", "--yes"]);
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("git status does not tell whether") });
    expect(await service.read("projectsync.yaml")).toBe(SITE);
    expect((await service.run(["pull", "--yes", "--force"])).code).toBe(0);
  });

  it("refuses nothing outside of a repository, and in one where there is no git", async () => {
    for (const isRepository of [false, true]) {
      await using service = await place();
      if (isRepository) await promisify(execFile)("git", ["init", "-q"], { cwd: service.folder });
      const empty = { ...service.environment, PATH: path.join(service.folder, "none") };
      expect(await service.run(["pull", "--yes"], isRepository ? empty : service.environment)).toMatchObject({
        code: 0,
      });
      expect(await service.read("projectsync.yaml")).toBe(PULLED);
    }
  });

  it("does not run the file system monitor that a repository names", async () => {
    await using service = await place();
    const git = (...words: readonly string[]) => promisify(execFile)("git", words, { cwd: service.folder });
    await git("init", "-q");
    const monitor = path.join(service.folder, ".git", "monitor");
    await writeFile(monitor, "#!/bin/sh\ntouch ran\n", { mode: 0o755 });
    await git("config", "core.fsmonitor", monitor);
    const hasRun = async (): Promise<boolean> => (await readdir(service.folder)).includes("ran");
    const pulled = await service.run(["pull", "--yes"]);
    expect(pulled.stderr).toContain("uncommitted changes");
    expect(await hasRun()).toBe(false);
    await git("status");
    expect(await hasRun()).toBe(true);
  });

  it("gives git no token", async () => {
    await using service = await place();
    await promisify(execFile)("git", ["init", "-q"], { cwd: service.folder });
    const git = path.join(service.folder, "git");
    await writeFile(git, "#!/bin/sh\nenv > seen\n", { mode: 0o755 });
    const PATH = `${service.folder}:${process.env["PATH"]}`;
    expect((await service.run(["pull", "--yes"], { ...service.environment, PATH })).code).toBe(0);
    const seen = await service.read("seen");
    expect(seen).toContain("GIT_OPTIONAL_LOCKS=0");
    expect(seen).not.toContain(service.emulator.token);
  });

  it("keeps what it cannot write, lists it with the reason, and exits with 4", async () => {
    const text = `version: 1
project:
  organization_id: org_1
  slug: site
  id: prj_1
  description: { env: ABOUT }
  external_project_url: https://example.com/a
  force_https: null
  cache: null
  forwarded_headers:
    - { name: X-Kind, value: main }
components:
  edgee/ga4:
    version: latest
  edgee/meta-capi:
    version: "2.0.1"
    settings: { pixel_id: "1", access_token: old-secret-1234 }
domains:
  - { name: old.example.com, absent: true }
  # gone
  - gone.example.com
`;
    const components = [
      { component_slug: "edgee/ga4", component_version: "1.0.0", settings: { measurement_id: "G-2" } },
      {
        component_slug: "edgee/meta-capi",
        component_version: "2.0.1",
        settings: { pixel_id: "2", access_token: "new-secret-5678" },
      },
    ];
    await using service = await place(
      {
        slug: "renamed",
        cache: true,
        force_https: true,
        external_project_url: "https://user:pass-word-99@example.com/a",
        forwarded_headers: [{ name: "X-Kind", value: "other" }],
        components,
        domains: [{ name: "old.example.com" }, { name: "new.example.com" }],
      },
      text,
    );
    const pulled = await service.run(["pull", "--yes"], { ...service.environment, ABOUT: "about it" });
    expect(pulled.code).toBe(4);
    expect(pulled.stdout).toMatchInlineSnapshot(`
      "projectsync.yaml:2
        project:
          organization_id: org_1
      -   slug: site
      +   slug: renamed
          id: prj_1
          description: { env: ABOUT }
          external_project_url: https://example.com/a
          force_https: null
      -   cache: null
      +   cache: true
          forwarded_headers:
            (not shown)
      projectsync.yaml:15
          edgee/meta-capi:
            version: "2.0.1"
      -     (not shown)
      +     (not shown)
        domains:
          - { name: old.example.com, absent: true }
      projectsync.yaml:6:3: warning: project.description: The live value differs from that of the variable ABOUT. Change it where it is set.
      projectsync.yaml:7:3: warning: project.external_project_url: The live value is or may be a secret. Put it into a variable.
      projectsync.yaml:10:3: warning: project.forwarded_headers: The live value is or may be a secret. Put it into a variable.
      projectsync.yaml:14:5: warning: components.edgee/ga4.version: The file says \`latest\`, and the service has another version. An apply updates it.
      projectsync.yaml:17:32: warning: components.edgee/meta-capi.settings.access_token: The live value is or may be a secret. Put it into a variable.
      projectsync.yaml:19:5: warning: domains[0]: It is declared absent, and live.
      projectsync.yaml:21:5: warning: domains[1]: It is not live.
      3 changes in 1 file, 7 not pulled.
      wrote projectsync.yaml
      "
    `);
    const after = text
      .replace("slug: site", "slug: renamed")
      .replace("cache: null", "cache: true")
      .replace('pixel_id: "1"', 'pixel_id: "2"');
    expect(await service.read("projectsync.yaml")).toBe(after);
    const more = await service.run(["pull", "--yes", "--prune", "domains", "--include-unmanaged"]);
    expect(more.code).toBe(4);
    expect(await service.read("projectsync.yaml")).toBe(
      after.replace("  # gone\n  - gone.example.com\n", "  - new.example.com\n"),
    );
    expect(service.writes()).toEqual([]);
  });

  it("lists what it cannot compare because a variable is not set, and exits with 4", async () => {
    const text = SITE.replace("description: 'the shop'", "description: { env: ABOUT }");
    await using service = await place({}, text);
    const pulled = await service.run(["pull", "--yes"], { ...service.environment, ABOUT: "" });
    const reason = (why: string) =>
      `projectsync.yaml:5:16: warning: project.description: environment variable ABOUT is ${why} (skipped here; apply requires it)\n`;
    expect(pulled).toMatchObject({ code: 4, stderr: "" });
    expect(pulled.stdout).toContain(`${reason("empty")}3 changes in 1 file, 1 not pulled.\n`);
    const again = await service.run(["pull", "--json", "--dry-run"]);
    expect(again.code).toBe(4);
    expect(JSON.parse(again.stdout)).toMatchObject({
      result: "no-changes",
      notPulled: [{ line: 5, path: "project.description", message: expect.stringContaining("ABOUT is not set") }],
    });
  });

  it("writes no secret that stands elsewhere in the service, whatever the files declare", async () => {
    const text = `version: 1
project:
  organization_id: org_1
  slug: site
  description: old
  external_project_url: https://a.example.com
  force_https: true
`;
    const { projects } = live({
      description: "the token is new-secret-5678",
      external_project_url: "https://example.com/header-value-42",
      components: [
        {
          component_slug: "edgee/meta-capi",
          component_version: "2.0.1",
          settings: { pixel_id: "2", access_token: "new-secret-5678" },
        },
      ],
    });
    const forwarded = [{ name: "X-Key", value: "header-value-42" }];
    const other = { id: "prj_2", organization_id: "org_1", slug: "other", forwarded_headers: forwarded };
    await using service = await startPlace({ seed: { projects: [...projects, other] } });
    await service.write("projectsync.yaml", text);
    const { code, stdout } = await service.run(["pull", "--yes"]);
    expect(await service.read("projectsync.yaml")).toBe(text.replace("force_https: true", "force_https: false"));
    expect(code).toBe(4);
    expect(stdout).not.toMatch(/new-secret-5678|header-value-42/);
    expect(stdout).toContain("project.description: The live value is or may be a secret.");
    expect(stdout).toContain("project.external_project_url: The live value is or may be a secret.");
  });

  it.each([
    ["undeclared", ""],
    ["declared without its settings", 'components: { edgee/meta-capi: { version: "2.0.1" } }\n'],
    [
      "whose secret setting has no value in this run",
      'components: { edgee/meta-capi: { version: "2.0.1", settings: { access_token: { secret: NOT_SET } } } }\n',
    ],
  ])("writes no secret of a component that the list shows without settings, %s", async (_which, section) => {
    const text = `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n  description: old\n${section}`;
    const settings = { pixel_id: "2", access_token: "new-secret-5678" };
    const components = [{ component_slug: "edgee/meta-capi", component_version: "2.0.1", settings }];
    for (const lacking of [{}, { settings: null }]) {
      const short = records("project_component", (record, asked) =>
        isList(asked) ? { ...without(record, ["settings"]), ...lacking } : record,
      );
      const seed = live({ description: "the token is new-secret-5678", components });
      await using service = await startPlace({ seed, between: between(short) });
      await service.write("projectsync.yaml", text);
      const { stdout } = await service.run(["pull", "--yes"]);
      expect(stdout).toContain("project.description: The live value is or may be a secret.");
      expect(await service.read("projectsync.yaml")).toBe(text);
    }
  });

  it("writes no secret of an undeclared component of another file's project, if that file has the section", async () => {
    const settings = { pixel_id: "2", access_token: "new-secret-5678" };
    const components = [{ component_slug: "edgee/meta-capi", component_version: "2.0.1", settings }];
    const projects = [
      { id: "prj_1", organization_id: "org_1", slug: "site", components },
      { id: "prj_2", organization_id: "org_1", slug: "other", description: "the token is new-secret-5678" },
    ];
    await using service = await startPlace({ seed: { projects } });
    const head = "version: 1\nproject:\n  organization_id: org_1\n  slug: ";
    const text = `${head}other\n  description: old\n`;
    await service.write("a.yaml", `${head}site\ncomponents: {}\n`);
    await service.write("b.yaml", text);
    const { stdout } = await service.run(["pull", "--yes", "*.yaml"]);
    expect(stdout).toContain("project.description: The live value is or may be a secret.");
    expect(await service.read("b.yaml")).toBe(text);
  });

  const OLD = "live-secret-777";

  it.each([
    ["a field", "  cookie_name: { secret: A }\n"],
    ["an unknown field", "  extra: { hook: { secret: A } }\n"],
    ["a part of an unknown field", "  extra: { map: { to: { secret: A }, of: hers } }\n"],
    ["an item of an unknown field", "  extra: { hooks: [{ to: { secret: A } }] }\n"],
    [
      "an open setting",
      'components: { edgee/ga4: { version: "1.1.0", settings: { measurement_id: { secret: A } } } }\n',
    ],
  ])("writes no copy of the live value of %s that is declared as a secret", async (_what, lines) => {
    const text = `version: 1\nproject:\n  organization_id: org_1\n  slug: site\n  description: old\n${lines}`;
    // Only what the file declares as a secret has the value.
    const has = (name: string): string => (lines.includes(name) ? OLD : "other");
    const settings = { measurement_id: has("measurement_id") };
    const seed = live({
      description: `copy of ${OLD}`,
      cookie_name: has("cookie_name"),
      components: [{ component_slug: "edgee/ga4", component_version: "1.1.0", settings }],
    });
    const habit = records("project", (record) => ({
      ...record,
      hook: has("hook:"),
      hooks: [{ to: has("hooks") }],
      map: { to: has("map") },
    }));
    await using service = await startPlace({ seed, between: between(habit) });
    await service.write("projectsync.yaml", text);
    // A variable that is not set leaves out the whole field: what is a secret in it is not known.
    const environments = /map|hooks/.test(lines)
      ? [{ A: "environment-secret-1" }]
      : [{ A: "environment-secret-1" }, {}];
    for (const environment of environments) {
      const { stdout } = await service.run(["pull", "--yes"], { ...service.environment, ...environment });
      expect(stdout).toContain("project.description: The live value is or may be a secret.");
      expect(stdout).not.toContain(OLD);
      expect(await service.read("projectsync.yaml")).toBe(text);
    }
  });

  it("adds a long setting that the catalogue calls open", async () => {
    const settings = { measurement_id: "G-1234567890" };
    const components = [{ component_slug: "edgee/ga4", component_version: "1.1.0", settings }];
    const text = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\ncomponents: {}\n";
    await using service = await place({ components }, text);
    expect(await service.run(["pull", "--yes", "--include-unmanaged"])).toMatchObject({ code: 0 });
    expect(await service.read("projectsync.yaml")).toContain("G-1234567890");
  });

  it("adds objects and settings in the order of an export, whatever the order of the service", async () => {
    const components = [
      { component_slug: "edgee/meta-capi", component_version: "2.0.1", settings: { pixel_id: "2", access_token: "" } },
      {
        component_slug: "edgee/ga4",
        component_version: "1.2.0",
        settings: { sample_rate: 0.5, measurement_id: "G-1" },
      },
    ];
    const names = ["b.example.com", "c.example.com", "a.example.com"];
    const text = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\ncomponents: {}\ndomains: []\n";
    const orders = [(each: readonly object[]) => each, (each: readonly object[]) => each.toReversed()];
    const pulled = orders.map(async (ordered) => {
      const domains = ordered(names.map((name) => ({ name })));
      await using service = await place({ components: ordered(components), domains }, text);
      await service.run(["pull", "--yes", "--include-unmanaged"]);
      await service.run(["export", "--id", "prj_1", "--out", "exported"]);
      const [exported = ""] = await readdir(path.join(service.folder, "exported"));
      const files = await Promise.all(["projectsync.yaml", `exported/${exported}`].map(service.read));
      return files.map((each) =>
        [...each.matchAll(/[ [-](edgee\/[\w-]+|measurement_id|sample_rate|[abc]\.example\.com)/gm)].map(
          ([, name]) => name,
        ),
      );
    });
    const order = ["edgee/ga4", "measurement_id", "sample_rate", "edgee/meta-capi", ...names.toSorted()];
    expect((await Promise.all(pulled)).flat()).toEqual([order, order, order, order]);
  });

  it("adds a component without its secrets", async () => {
    const components = [
      {
        component_slug: "edgee/meta-capi",
        component_version: "2.0.1",
        active: false,
        // A text that is long enough to be hidden in a message, if it may be a secret.
        settings: { pixel_id: "1234567890", access_token: "new-secret-5678" },
      },
    ];
    const text = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\ncomponents: {} # none yet\n";
    await using service = await place({ components }, text);
    const pulled = await service.run(["pull", "--yes", "--include-unmanaged"]);
    expect(pulled.code).toBe(4);
    expect(pulled.stdout).toContain("components.edgee/meta-capi.settings.access_token: It is or may be a secret.");
    expect(pulled.stdout).not.toContain("new-secret-5678");
    expect(pulled.stdout).toContain('+       pixel_id: "1234567890"');
    expect(await service.read("projectsync.yaml")).toBe(
      text.replace(
        "{} # none yet\n",
        `# none yet
  edgee/meta-capi:
    version: "2.0.1"
    active: false
    settings:
      pixel_id: "1234567890"
`,
      ),
    );
    expect(await service.run(["pull", "--yes", "--include-unmanaged"])).toMatchObject({ code: 0 });
  });

  it("adds the settings of a component that the list shows without them", async () => {
    const components = [
      { component_slug: "edgee/ga4", component_version: "1.1.0", settings: { measurement_id: "G-1" } },
    ];
    const short = records("project_component", (record, asked) =>
      isList(asked) ? without(record, ["component_version", "settings"]) : record,
    );
    const text = "version: 1\nproject:\n  organization_id: org_1\n  slug: site\ncomponents: {}\n";
    await using service = await startPlace({ seed: live({ components }), between: between(short) });
    await service.write("projectsync.yaml", text);
    expect((await service.run(["pull", "--yes", "--include-unmanaged"])).code).toBe(0);
    expect(await service.read("projectsync.yaml")).toContain(
      'version: "1.1.0"\n    settings:\n      measurement_id: G-1\n',
    );
  });

  it("names live projects that may be the renamed one", async () => {
    await using service = await place({ slug: "sites" });
    const pulled = await service.run(["pull", "--yes"]);
    expect(pulled).toMatchObject({
      code: 4,
      stdout: expect.stringContaining("may be one that no file declares: sites."),
    });
    expect(await service.read("projectsync.yaml")).toBe(SITE);
  });

  it.each(["string", "number"] as const)("lists a secret of type %s whose live value is a number", async (type) => {
    const fields = [{ name: "pin", title: "PIN", type, required: true, secret: true }];
    const versions = { "1.0.0": { dynamic_fields: fields } };
    const catalogue = [{ id: "c1", slug: "acme/lock", latest_version: "1.0.0", versions }];
    const components = [{ component_slug: "acme/lock", component_version: "1.0.0", settings: { pin: 56781234 } }];
    const projects = [{ organization_id: "org_1", slug: "site", components }];
    await using service = await startPlace({ seed: { catalogue, projects } });
    const text = (pin: string): string =>
      `version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents: { acme/lock: { version: "1.0.0", settings: { pin: ${pin} } } }\n`;
    const PIN = "4321";
    for (const [pin, reason] of [
      ["{ secret: PIN }", "The live value differs from that of the variable PIN."],
      ["{ env: PIN, type: number }", "The live value differs from that of the variable PIN."],
      ["4321", "The live value is or may be a secret."],
    ] as const) {
      await service.write("projectsync.yaml", text(pin));
      const { code, stdout } = await service.run(["pull", "--yes"], { ...service.environment, PIN });
      expect(code).toBe(4);
      expect(stdout).toContain(`components.acme/lock.settings.pin: ${reason}`);
      expect(await service.read("projectsync.yaml")).toBe(text(pin));
    }
  });
  it("prints JSON", async () => {
    await using service = await place();
    const { stdout, code } = await service.run(["pull", "--yes", "--json"]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      result: "written",
      files: [{ file: "projectsync.yaml", changed: expect.arrayContaining(["project.force_https"]) }],
      notPulled: [],
    });
  });
});
