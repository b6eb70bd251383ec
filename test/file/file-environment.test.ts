import { describe, expect, it } from "vitest";
import { variableFinder, variableNames } from "../../provider/file/file-environment.ts";
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
    expect(variableFinder({ ALIAS: value }, { tokens: [TOKEN], allowEnv: ["ALIAS"] })("ALIAS")).toEqual({ refused });
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

describe("a variable with the credentials of another program", () => {
  it.each([
    [
      "PROJECTSYNC_TOKEN",
      "PROJECTSYNC_STAGING_TOKEN",
      "projectsync_token",
      "INPUT_TOKEN",
      "Input_Files",
      "ACTIONS_RUNTIME_TOKEN",
      "actions_cache_url",
    ],
    ["GITHUB_TOKEN", "GH_TOKEN", "gh_enterprise_token", "GITLAB_TOKEN", "CI_JOB_TOKEN", "CI_JOB_JWT_V2"],
    ["CI_REPOSITORY_URL", "SYSTEM_ACCESSTOKEN", "CIRCLE_OIDC_TOKEN_V2", "BUILDKITE_AGENT_ACCESS_TOKEN"],
    ["NPM_TOKEN", "NODE_AUTH_TOKEN", "npm_config__auth", "YARN_NPM_AUTH_TOKEN", "TWINE_PASSWORD", "PYPI_TOKEN"],
    ["CARGO_REGISTRY_TOKEN", "NUGET_API_KEY", "DOCKER_PASSWORD", "DOCKER_AUTH_CONFIG", "DOCKERHUB_TOKEN"],
    ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "aws_session_token", "AWS_WEB_IDENTITY_TOKEN_FILE"],
    [
      "AZURE_CLIENT_SECRET",
      "AZURE_CREDENTIALS",
      "AZURE_STORAGE_CONNECTION_STRING",
      "ARM_CLIENT_SECRET",
      "ARM_ACCESS_KEY",
    ],
    ["GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_CREDENTIALS", "GOOGLE_GHA_CREDS_PATH", "CLOUDSDK_AUTH_ACCESS_TOKEN"],
    [
      "PULUMI_ACCESS_TOKEN",
      "PULUMI_CONFIG_PASSPHRASE",
      "PULUMI_CONFIG_PASSPHRASE_FILE",
      "PULUMI_BACKEND_URL",
      "PULUMI_CONFIG",
      "DATABASE_URL",
      "PGPASSFILE",
      "VAULT_TOKEN",
      "TF_TOKEN_app_x",
    ],
    ["HTTP_PROXY", "https_proxy", "ALL_PROXY", "npm_config_https_proxy", "SSH_AUTH_SOCK", "SSH_PRIVATE_KEY"],
    [
      "OP_SERVICE_ACCOUNT_TOKEN",
      "DOPPLER_TOKEN",
      "INFISICAL_TOKEN",
      "AKEYLESS_ACCESS_KEY",
      "BWS_ACCESS_TOKEN",
      "SCW_SECRET_KEY",
    ],
    ["GPG_PASSPHRASE", "GIT_CONFIG_VALUE_0", "KUBECONFIG", "CLOUDFLARE_API_TOKEN", "HEROKU_API_KEY"],
  ])("is refused, set or not: %s …", (...names) => {
    for (const name of names) {
      const environment = { [name]: "credential-canary" };
      for (const set of [environment, {}]) {
        expect(variableFinder(set, {})(name), name).toEqual({
          refused: expect.stringMatching(`^project files cannot read ${name}`),
        });
      }
      expect(problemsOf(settings(`{ env: ${name} }`), { ...LOADED, environment })).toHaveLength(1);
    }
  });

  it.each([
    [
      "GA_ID",
      "META_TOKEN",
      "MY_TOKEN",
      "PREVIEW_HOST",
      "GITHUB_SHA",
      "GITHUB_REF_NAME",
      "GITHUB_REPOSITORY",
      "RUNNER_OS",
    ],
    ["GOOGLE_ANALYTICS_ID", "GOOGLE_ADS_TOKEN", "AWS_REGION", "AZURE_TENANT_ID", "CI", "NODE_ENV", "HOME", "NO_PROXY"],
    ["STRIPE_SECRET_KEY", "ORG_1__SITE__META_CAPI__ACCESS_TOKEN", "MONKEY", "PATH", "GITHUB_ACTOR", "GHOST_KEY"],
  ])("is not one of these: %s …", (...names) => {
    for (const name of names) expect(variableFinder({ [name]: "x" }, {})(name), name).toEqual({ value: "x" });
  });
});

describe("allow-env", () => {
  const environment = { GA_ID: "G-1", META_TOKEN: "meta", AWS_SECRET_ACCESS_KEY: "aws", INPUT_TOKEN: "x" };

  it("names the only variables that files may read", () => {
    const find = variableFinder(environment, { allowEnv: ["GA_ID", "UNSET"] });
    expect(find("GA_ID")).toEqual({ value: "G-1" });
    expect(find("UNSET")).toEqual({ missing: "unset" });
    const refused = "it is not in allow-env; add it there, or remove it here";
    expect(find("META_TOKEN")).toEqual({ refused: `project files cannot read META_TOKEN: ${refused}` });
    expect(find("ga_id")).toEqual({ refused: `project files cannot read ga_id: ${refused}` });
  });

  it("allows credentials of other programs on purpose, and never the tool's own", () => {
    const find = variableFinder(environment, { allowEnv: ["AWS_SECRET_ACCESS_KEY", "INPUT_TOKEN"] });
    expect(find("AWS_SECRET_ACCESS_KEY")).toEqual({ value: "aws" });
    expect(find("INPUT_TOKEN")).toEqual({ refused: "project files cannot read INPUT_TOKEN; use another variable" });
  });

  it("is read from texts with commas, spaces and lines", () => {
    expect(variableNames(["A, B\nC", "D"], "--allow-env")).toEqual(["A", "B", "C", "D"]);
    expect(() => variableNames(["A,B*"], "--allow-env")).toThrow(
      '--allow-env must list names of environment variables, separated by commas, not "B*".',
    );
    expect(() => variableNames([" ,"], "--allow-env")).toThrow("--allow-env lists no environment variable.");
  });
});

it("warns of a secret that is too short to be found in texts, without its value", () => {
  const environment = { SHORT: "s7#Kp", LONG: "long-enough" };
  expect(problemsOf(settings("{ secret: SHORT }"), { ...LOADED, environment })).toEqual([
    "6:31: warning: components.edgee/ga4.settings.a: environment variable SHORT is shorter than 8 characters: plans hide " +
      "this value, but no other text that repeats it; use a longer secret",
  ]);
  expect(problemsOf(settings("{ env: SHORT }"), { ...LOADED, environment })).toEqual([]);
  expect(problemsOf(settings("{ secret: LONG }"), { ...LOADED, environment })).toEqual([]);
});
