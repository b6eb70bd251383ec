import { describe, expect, it } from "vitest";
import { allowedVariables, variableFinder } from "../../core/file/file-environment.ts";
import { component, problemsOf } from "./load.ts";

const TOKEN = "tok/en+canary=%41-0123456789";
const LOADED = { environment: {}, missingVariables: "tolerate" } as const;
const settings = (reference: string): string => component(`  edgee/ga4: { settings: { a: ${reference} } }\n`);

describe("the token of the run", () => {
  it.each([
    ["as it is", TOKEN],
    ["with white space around it", ` ${TOKEN}\n`],
    ["in a header", `Bearer ${TOKEN}`],
    ["for a URL", `https://x.example/?t=${encodeURIComponent(TOKEN)}`],
    ["in JSON", JSON.stringify({ token: TOKEN })],
    ["in base64", Buffer.from(TOKEN).toString("base64")],
    ["in base64 with a user name", Buffer.from(`x:${TOKEN}`).toString("base64url")],
  ])("cannot be read under another name: %s", (_how, value) => {
    const find = variableFinder({ ALIAS: value }, { tokens: [TOKEN] });
    const refused = "environment variable ALIAS holds the token of this run; project files cannot read it";
    expect(find("ALIAS")).toEqual({ refused });
    // To allow the name does not help.
    expect(
      variableFinder(
        { ALIAS: value },
        { tokens: [TOKEN], allowEnv: { setting: "allowEnv", patterns: ["ALIAS"] } },
      )("ALIAS"),
    ).toEqual({ refused });
  });

  it.each(["PROJECTSYNC_TOKEN", "PROJECTSYNC_STAGING_TOKEN"])("is what %s holds too, under another name", (name) => {
    const find = variableFinder({ [name]: TOKEN, ALIAS: `Bearer ${TOKEN}` }, { tokens: ["token-of-this-run"] });
    expect(find("ALIAS")).toEqual({ refused: expect.stringContaining("ALIAS holds the token") });
  });

  it("is refused for each reference, and is not in the message", () => {
    const options = { ...LOADED, environment: { ALIAS: TOKEN }, tokens: [TOKEN] };
    for (const kind of ["env", "secret"]) {
      const problems = problemsOf(settings(`{ ${kind}: ALIAS }`), options);
      expect(problems).toEqual([expect.stringContaining("holds the token of this run")]);
      expect(problems.join()).not.toContain("canary");
    }
  });

  it("does not refuse other values", () => {
    const find = variableFinder({ A: "tok", B: TOKEN.slice(0, -1) }, { tokens: [TOKEN, "", " "] });
    expect(find("A")).toEqual({ value: "tok" });
    expect(find("B")).toEqual({ value: TOKEN.slice(0, -1) });
  });
});

const listed = (...patterns: string[]) => ({ setting: "--allow-env", patterns });
const notListed = (name: string): string =>
  `--allow-env does not list ${name}, so project files cannot read it; add it there, or remove it here`;

describe("a variable of the tool, its runner or its engine", () => {
  it.each([
    "PROJECTSYNC_TOKEN PROJECTSYNC_STAGING_TOKEN projectsync_token",
    "INPUT_TOKEN Input_Files ACTIONS_RUNTIME_TOKEN actions_cache_url GITHUB_TOKEN github_token",
    "PULUMI_ACCESS_TOKEN PULUMI_CONFIG_PASSPHRASE PULUMI_CONFIG_PASSPHRASE_FILE PULUMI_BACKEND_URL PULUMI_CONFIG",
  ])("is refused, set or not, listed or not: %s", (names) => {
    for (const name of names.split(" ")) {
      const environment = { [name]: "credential-canary" };
      const refused = `project files cannot read ${name}; use another variable`;
      for (const set of [environment, {}]) {
        for (const allowEnv of [undefined, listed(name)])
          expect(variableFinder(set, { allowEnv })(name), name).toEqual({ refused });
      }
      expect(problemsOf(settings(`{ env: ${name} }`), { ...LOADED, environment })).toHaveLength(1);
    }
  });

  it.each([
    "GA_ID META_TOKEN MY_TOKEN PREVIEW_HOST GITHUB_SHA GITHUB_REPOSITORY RUNNER_OS CI HOME MY_GITHUB_TOKEN",
    "PROJECTSYNC_BASE_URL MY_INPUT_A GITHUB_TOKENS AWS_SECRET_ACCESS_KEY NPM_TOKEN",
  ])("is not one of these: %s", (names) => {
    for (const name of names.split(" "))
      expect(variableFinder({ [name]: "x" }, {})(name), name).toEqual({ value: "x" });
  });
});

describe("allow-env", () => {
  const environment = { GA_ID: "G-1", META_TOKEN: "meta", SITE_A: "a", SITE_B_URL: "b", MY_SITE_A: "c" };

  it("names the only variables that files may read", () => {
    const find = variableFinder(environment, { allowEnv: listed("GA_ID", "UNSET") });
    expect(find("GA_ID")).toEqual({ value: "G-1" });
    expect(find("UNSET")).toEqual({ missing: "unset" });
    for (const name of ["META_TOKEN", "ga_id", "NOT_SET"]) expect(find(name)).toEqual({ refused: notListed(name) });
    expect(variableFinder(environment, { allowEnv: listed() })("GA_ID")).toEqual({ refused: notListed("GA_ID") });
  });

  it("takes globs of names", () => {
    const find = variableFinder(environment, { allowEnv: listed("SITE_*", "GA_I?") });
    expect(find("SITE_A")).toEqual({ value: "a" });
    expect(find("SITE_B_URL")).toEqual({ value: "b" });
    expect(find("GA_ID")).toEqual({ value: "G-1" });
    for (const name of ["MY_SITE_A", "site_a", "GA_IDS"]) expect(find(name)).toEqual({ refused: notListed(name) });
  });

  const read = (texts: readonly string[] | undefined, ci: Readonly<Record<string, string>>) =>
    allowedVariables(texts, "--allow-env", ci);

  it("is read from texts with commas, spaces and lines", () => {
    for (const ci of [{}, { CI: "true" }]) {
      expect(read(["A, B_*\nC", "D"], ci)).toEqual(listed("A", "B_*", "C", "D"));
      expect(read([" ,"], ci)).toEqual(listed());
    }
  });

  it.each([
    "*",
    "**",
    "_*",
    "?_?",
    "A-B",
    "1A",
    "[A-Z]*",
    "{A,B}",
    "!A",
    "!(A)",
    "@(*|A)",
    "A*/../*",
    "É*",
    "A_*_*_*_*",
  ])("is neither a name nor a glob with a letter: %s", (wrong) => {
    expect(() => read([`GOOD ${wrong}`], {})).toThrow(
      "--allow-env must list names of environment variables, or globs with a letter and at most three *, such as SITE_*, separated by commas, not ",
    );
  });

  it("is empty in CI unless it is set, and elsewhere does not narrow", () => {
    for (const CI of ["true", "1", "yes", "woodpecker"]) expect(read(undefined, { CI })).toEqual(listed());
    const own = {
      BUILDKITE: "true",
      CIRCLECI: "true",
      DRONE: "true",
      GITHUB_ACTIONS: "true",
      GITLAB_CI: "true",
      TF_BUILD: "True",
      TRAVIS: "true",
      JENKINS_URL: "https://ci.example/",
    };
    const others = {
      TEAMCITY_VERSION: "2026.1",
      CODEBUILD_BUILD_ID: "a:1",
      bamboo_planKey: "A-B",
      GO_PIPELINE_LABEL: "7",
      BUILDER_OUTPUT: "/builder/outputs",
      RENDER: "true",
      TASKCLUSTER_ROOT_URL: "https://tc.example",
      JB_SPACE_EXECUTION_NUMBER: "7",
      HUDSON_URL: "http://h",
    };
    for (const [name, value] of Object.entries({ ...own, ...others })) {
      expect(read(undefined, { [name]: value })).toEqual(listed());
      expect(read(undefined, { [name]: "", CI: "false" })).toBeUndefined();
    }
    for (const ci of [{}, { CI: "" }, { CI: "0" }, { CI: "false" }, { TF_BUILD: "False" }])
      expect(read(undefined, ci)).toBeUndefined();
  });
});

it("a variable whose bytes are not UTF-8 is refused: its text is lost", () => {
  const refused = "environment variable PASSWORD has bytes that are not UTF-8; set it in UTF-8";
  expect(variableFinder({ PASSWORD: "caf\uFFFD" }, {})("PASSWORD")).toEqual({ refused });
});
