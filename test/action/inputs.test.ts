import { describe, expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { play, projectFile, startService } from "./service.ts";

describe("invalid inputs", () => {
  it("are all named at once with what they accept, in log and summary, and nothing is read", async () => {
    await using service = await startService();
    const inputs = {
      mode: "aply",
      "working-directory": "nowhere",
      "base-url": "http://example.com",
      "allow-env": "*",
      prune: "domains\nsites\nfiles",
      "max-deletes": "130%",
      only: "!org_1/a",
      organizations: "org_1\norg_*",
      parallelism: "65",
      "wait-for-domains": "http",
      "wait-timeout": "10m",
      "rewrite-secrets": "yes",
      "fail-on": "drift, none",
      "allow-outdated": '"true"',
      label: "a\u0007b",
    };
    const { code, outputs, stdout, summary, stderr } = await service.run({ inputs });
    const problems = [
      'Input mode must be one of auto, validate, plan, apply, drift, sweep, not "aply".',
      'Input working-directory: folder not found: "nowhere". Check the path, and that actions/checkout ran before.',
      'Input base-url "http://example.com" must use https (http only on loopback).',
      'Input allow-env must list names of environment variables, or globs with a letter and at most three *, such as SITE_*, separated by commas, not "*".',
      'Input prune must be one of components, domains, all, not "sites".',
      'Input prune must be one of components, domains, all, not "files".',
      'Input max-deletes must be a whole number, a share from 0%25 to 100%25, or both, such as 10,30%25, not "130%25".',
      'Input fail-on must be none, or a list of drift, unset, hidden, unmanaged, not "drift, none".',
      'Input only must be a key such as org_1/site, or a glob such as org_1/site/*, and cannot exclude, not "!org_1/a".',
      'Input organizations must be the id of an organization, such as org_1, and no glob, not "org_*".',
      'Input parallelism must be a whole number from 1 to 64, not "65".',
      'Input wait-for-domains must be one of none, dns, ssl, not "http".',
      'Input wait-timeout must be a whole number of seconds from 1 to 3600, not "10m".',
      'Input rewrite-secrets must be one of true, false, not "yes".',
      String.raw`Input allow-outdated must be one of true, false, not "\"true\"". Write it without the quotes.`,
      String.raw`Input label must be one line of at most 100 characters, not "a\u0007b".`,
    ];
    for (const problem of problems) expect(stdout).toContain(`::error title=projectsync::${problem}`);
    expect(stdout).toContain("::error::16 inputs are invalid. See the summary.");
    expect(summary.match(/^- Input /gm)).toHaveLength(16);
    expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
    const failed = { result: "failed", "failure-reason": "bad-input", "has-changes": "", changed: "false" };
    expect(outputs).toMatchObject(failed);
    expect(service.emulator.requests()).toEqual([]);
  });

  it.each([
    [{ "base-url": "", token: "" }, /Input base-url is not set.*Input token is not set/],
    [{ "plan-check": "true", comment: "never" }, /Input plan-check needs comments, which also keep what was applied/],
  ])("are named together if they are wrong together: %j", async (inputs, message) => {
    const { stdout, outputs } = await play({ "a.yaml": projectFile("a") }, { mode: "plan", inputs });
    expect(outputs["failure-reason"]).toBe("bad-input");
    expect(stdout).toMatch(message);
  });

  it.each([
    ["a file", "projectsync.yaml", 'folder not found: "projectsync.yaml". Check the path'],
    ["a path of Windows", String.raw`eu\sites`, String.raw`Write / instead of \.`],
  ])("working-directory: %s", async (_what, folder, message) => {
    const files = { "projectsync.yaml": projectFile("a"), "eu/sites/x": "" };
    const { outputs, stdout } = await play(files, { inputs: { "working-directory": folder } });
    expect(outputs["failure-reason"]).toBe("bad-input");
    expect(stdout).toContain(message);
  });
});

describe("inputs as people write them", () => {
  it("may have other cases, white space, CRLF and empty lines", async () => {
    const live = [liveProject("a", ["old.example.com"]), liveProject("b")];
    const written = {
      "sites/a.yaml": projectFile("a", "domains: []\n"),
      "sites/b.yaml": projectFile("b", "  description: new\n"),
    };
    const inputs = {
      mode: " Plan ",
      files: "\r\n  a.yaml  \r\n   \r\n\r\nb.yaml\r\n",
      "working-directory": "sites ",
      prune: "\r\n Domains \r\n",
      "max-deletes": " 50 % , 7",
      "max-updates": "10,30%",
      only: "\r\n org_1/a/* \r\n\r\norg_2/*",
      parallelism: " 4 ",
      "rewrite-secrets": "TRUE",
      "fail-on": "None",
    };
    const { outputs, stderr } = await play(written, { inputs, service: { seed: { projects: live } } });
    expect(outputs).toMatchObject({ mode: "plan", delete: "1", update: "0", result: "refused" });
    expect(stderr).toBe("");
  });

  it.each([
    [String.raw`sites\a.yaml`, String.raw`File not found: sites\a.yaml. Write / instead of \.`],
    [String.raw`sites\*.yaml`, String.raw`File not found: sites\*.yaml. Write / instead of \.`],
  ])("files: %s gets a remedy", async (files, message) => {
    const written = { "a.yaml": projectFile("a"), "sites/a.yaml": projectFile("b") };
    const { outputs, stdout } = await play(written, { mode: "plan", inputs: { files } });
    expect(outputs["failure-reason"]).toBe("invalid-files");
    expect(stdout).toContain(message);
  });
});

it("without files, the Action plans the default file", async () => {
  const files = { "projectsync.yml": projectFile("a") };
  const { outputs } = await play(files, { mode: "plan", inputs: { files: " \n" } });
  expect(outputs).toMatchObject({ result: "changes", create: "1" });
});

it.each([
  ["OTHER", "GA_ID, SITE_*"],
  ["GA_ID", ""],
])("files may read only variables in allow-env, wherever CI says the run is: %s is not in %j", async (name, listed) => {
  const files = { "a.yaml": projectFile("a", `  description: { env: ${name} }\n`) };
  const environment = { CI: "false", GA_ID: "G-1", OTHER: "G-2" };
  const run = await play(files, { mode: "apply", environment, inputs: { "allow-env": listed } });
  expect(run).toMatchObject({ code: 1, outputs: { result: "invalid" }, writes: [] });
  expect(run.stdout).toContain(`Input allow-env does not list ${name}, so project files cannot read it`);
});
