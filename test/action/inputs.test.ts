import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { liveProject } from "../live-project.ts";
import { checkOut, projectFile, startService } from "./service.ts";

it("a file of an organization that the input organizations does not list is an annotation at its line", async () => {
  await using service = await startService();
  await using repository = await checkOut({ "projectsync.yaml": projectFile("site") });
  const run = { inputs: { files: "projectsync.yaml", organizations: "org_2\norg_3" }, folder: repository.folder };
  const { code, stdout, outputs } = await service.run(run);
  expect(code).toBe(1);
  expect(stdout).toMatch(
    /^::error title=projectsync,file=projectsync\.yaml,line=\d+,.*this run may change only org_2, org_3, not org_1/m,
  );
  expect(outputs).toMatchObject({ result: "invalid", "failure-reason": "invalid-files" });
  expect(service.emulator.requests()).toEqual([]);
});

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
      'Input allow-env must list names of environment variables, or globs with a letter such as SITE_*, separated by commas, not "*".',
      'Input prune must be one of components, domains, all, not "sites".',
      'Input prune must be one of components, domains, all, not "files".',
      'Input max-deletes must be a whole number, or a share from 0%25 to 100%25, not "130%25".',
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
    expect(outputs).toMatchObject({
      result: "failed",
      "failure-reason": "bad-input",
      "has-changes": "",
      changed: "false",
    });
    expect(service.emulator.requests()).toEqual([]);
  });

  it("name address and token together if both are missing", async () => {
    await using service = await startService();
    const { stdout, outputs } = await service.run({ mode: "plan", inputs: { "base-url": "", token: "" } });
    expect(outputs["failure-reason"]).toBe("bad-input");
    expect(stdout).toMatch(/Input base-url is not set.*Input token is not set/);
  });

  it.each([
    ["a file", "projectsync.yaml", 'folder not found: "projectsync.yaml". Check the path'],
    ["a path of Windows", String.raw`eu\sites`, String.raw`Write / instead of \.`],
  ])("working-directory: %s", async (_what, folder, message) => {
    await using service = await startService();
    await using checkout = await checkOut({ "projectsync.yaml": projectFile("a"), "eu/sites/x": "" });
    const { outputs, stdout } = await service.run({ ...checkout, inputs: { "working-directory": folder } });
    expect(outputs["failure-reason"]).toBe("bad-input");
    expect(stdout).toContain(message);
  });
});

describe("inputs as people write them", () => {
  it("may have other cases, white space, CRLF and empty lines", async () => {
    const live = [liveProject("a", ["old.example.com"]), liveProject("b")];
    await using service = await startService({ seed: { projects: live } });
    await using checkout = await checkOut({
      "sites/a.yaml": projectFile("a", "domains: []\n"),
      "sites/b.yaml": projectFile("b", "  description: new\n"),
    });
    const inputs = {
      mode: " Plan ",
      files: "\r\n  a.yaml  \r\n   \r\n\r\nb.yaml\r\n",
      "working-directory": "sites ",
      prune: "\r\n Domains \r\n",
      "max-deletes": " 50 % ",
      only: "\r\n org_1/a/* \r\n\r\n",
      parallelism: " 4 ",
      "rewrite-secrets": "TRUE",
      "fail-on": "None",
    };
    const { outputs, stderr } = await service.run({ ...checkout, inputs });
    expect({ ...outputs, stderr }).toMatchObject({
      mode: "plan",
      delete: "1",
      update: "0",
      result: "refused",
      stderr: "",
    });
  });

  it.each([
    [`"a.yaml"`, `File not found: "a.yaml". Write it without the quotes.`],
    [String.raw`sites\a.yaml`, String.raw`File not found: sites\a.yaml. Write / instead of \.`],
    [String.raw`sites\*.yaml`, String.raw`File not found: sites\*.yaml. Write / instead of \.`],
  ])("files: %s gets a remedy", async (files, message) => {
    await using service = await startService();
    await using checkout = await checkOut({ "a.yaml": projectFile("a"), "sites/a.yaml": projectFile("b") });
    const { outputs, stdout } = await service.run({ mode: "plan", ...checkout, inputs: { files } });
    expect(outputs["failure-reason"]).toBe("invalid-files");
    expect(stdout).toContain(message);
  });
});

describe("without files", () => {
  it.each(["projectsync.yaml", "projectsync.yml"])("takes %s", async (name) => {
    await using service = await startService();
    await using checkout = await checkOut({ [name]: projectFile("a") });
    const { outputs } = await service.run({ mode: "plan", ...checkout, inputs: { files: "" } });
    expect(outputs).toMatchObject({ result: "changes", create: "1" });
  });

  it.each([
    [["projectsync.yaml", "projectsync.yml"], "There are both projectsync.yaml and projectsync.yml."],
    [[], "has neither projectsync.yaml nor projectsync.yml. Name the project files."],
  ])("fails with %j", async (names, message) => {
    await using service = await startService();
    await using checkout = await checkOut(Object.fromEntries(names.map((name) => [name, projectFile("a")])));
    const { outputs, stdout } = await service.run({ mode: "plan", ...checkout, inputs: { files: " \n" } });
    expect(outputs).toMatchObject({ result: "invalid", "failure-reason": "invalid-files" });
    expect(stdout).toContain(message);
  });
});

describe("only", () => {
  const files = {
    "a.yaml": projectFile("a", "  description: new\ndomains: [a.example.com]\n"),
    "b.yaml": projectFile("b", "  description: new\n"),
  };

  it("writes only what its lines match, and says how much they leave out", async () => {
    const only = "org_1/a/*\norg_1/b";
    await using service = await startService({ seed: { projects: [liveProject("a"), liveProject("b")] } });
    await using checkout = await checkOut(files);
    const { outputs, stdout, summary } = await service.run({
      mode: "apply",
      ...checkout,
      inputs: { files: "*.yaml", only },
    });
    expect(outputs["result"]).toBe("applied");
    expect(service.writes().toSorted()).toEqual(["POST /v1/projects/prj_a/domains", "POST /v1/projects/prj_b"]);
    for (const shown of [stdout, summary]) expect(shown).toContain("1 left out by only");
  });
});

it("100 errors: annotations are within GitHub's limit, and what they leave out is counted", async () => {
  await using service = await startService();
  await using checkout = await checkOut({});
  await mkdir(path.join(checkout.folder, "sites"));
  for (let index = 0; index < 100; index += 1) {
    await writeFile(
      path.join(checkout.folder, `sites/${index}.yaml`),
      projectFile(`s${index}`, "  force_htps: true\n"),
    );
  }
  const { stdout, summary } = await service.run({ mode: "plan", ...checkout, inputs: { files: "sites/*.yaml" } });
  const errors = stdout.split("\n").filter((line) => line.startsWith("::error"));
  expect(errors).toHaveLength(10);
  expect(errors[8]).toBe("::error title=projectsync::… and 92 more errors, see the summary.");
  expect(errors[9]).toContain("Invalid project files.");
  expect(summary.match(/force&#95;htps/g)).toHaveLength(100);
});
