import { describe, expect, it } from "vitest";
import { pulumiSecrets } from "../../sync/engine/engine-settings.ts";
import { play, projectFile, startService } from "./service.ts";

describe("inputs of the engine", () => {
  it.each([
    [{ engine: "terraform" }, 'Input engine must be one of direct, pulumi, not "terraform".'],
    [{ engine: "pulumi" }, "Input stack is required with engine pulumi: the name of the Pulumi stack, such as dev."],
    [{ stack: "dev" }, "Input stack is only for engine pulumi."],
    [{ engine: "pulumi", stack: "acme/dev" }, "Input stack must be a name such as dev, or organization/project/dev"],
    [{ engine: "pulumi", stack: "--help" }, "Input stack must be a name such as dev"],
    [{ engine: "pulumi", stack: "organization/../dev" }, "Input stack must be a name such as dev"],
    [{ engine: "pulumi", stack: "dev", only: "org_1/a" }, "Input only is not possible with engine pulumi"],
    [
      { engine: "pulumi", stack: "dev", "rewrite-secrets": "true" },
      "Input rewrite-secrets is not possible with engine",
    ],
  ])("%j: refused, and nothing is read", async (inputs, message) => {
    await using service = await startService();
    const { code, outputs, stdout } = await service.run({ mode: "plan", inputs });
    expect(code).toBe(1);
    expect(outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input", changed: "false" });
    expect(stdout).toContain(message);
    expect(service.emulator.requests()).toEqual([]);
  });

  const FILE = { "projectsync.yaml": projectFile("a") };
  const ENGINE = { engine: "pulumi", stack: "dev" };
  const module = (name: string, version: string) => ({
    [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: "index.js" }),
    [`node_modules/${name}/index.js`]: "",
  });

  it.each([
    [
      "the packages in the workspace, and say how to install them",
      {},
      /::error::Engine pulumi needs @pulumi\/pulumi and projectsync in \S+\. Install it there before this step: npm install @pulumi\/pulumi projectsync/,
    ],
    [
      "a version of Pulumi that sees outside changes",
      { ...module("@pulumi/pulumi", "3.215.0"), ...module("projectsync", "0.1.0") },
      /Engine pulumi needs @pulumi\/pulumi 3\.216\.0 or newer, and \S+ has 3\.215\.0\./,
    ],
  ])("need %s", async (_what, modules, message) => {
    const { outputs, stdout, requests } = await play({ ...FILE, ...modules }, { mode: "plan", inputs: ENGINE });
    expect(outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input" });
    expect(stdout).toMatch(message);
    expect(requests).toBe(0);
    // Not to validate.
    expect((await play(FILE, { mode: "validate", inputs: ENGINE })).outputs).toMatchObject({ result: "valid" });
  });
});

describe("the secrets of Pulumi", () => {
  it("are its token, its passphrase, and the credentials in the address of its backend", () => {
    const backend =
      "postgres://user-of-state:password-of-state@db.example/state?region=eu-central-1&sslpassword=query-of-state";
    expect(
      pulumiSecrets({ PULUMI_ACCESS_TOKEN: "pul-1", PULUMI_CONFIG_PASSPHRASE: "phrase", PULUMI_BACKEND_URL: backend }),
    ).toEqual(["pul-1", "phrase", "password-of-state", "query-of-state"]);
    const encoded = (password: string) => pulumiSecrets({ PULUMI_BACKEND_URL: `postgres://u:${password}@db/state` });
    expect(encoded("pass%40word")).toEqual(["pass%40word", "pass@word"]);
    expect(encoded("100%")).toEqual(["100%"]);
    expect(encoded("p@ss/word")).toEqual(["p@ss/word"]);
    expect(pulumiSecrets({ PULUMI_BACKEND_URL: "file:///state", PULUMI_CONFIG_PASSPHRASE: "" })).toEqual([]);
  });

  it("are not read by a project file, under any name", async () => {
    const files = { "a.yaml": projectFile("a", "  description: { env: ALIAS }\n") };
    const inputs = { engine: "pulumi", stack: "dev", "allow-env": "ALIAS" };
    const environment = { ALIAS: "phrase-of-the-stack", PULUMI_CONFIG_PASSPHRASE: "phrase-of-the-stack" };
    const { outputs, stdout } = await play(files, { mode: "validate", inputs, environment });
    expect(outputs).toMatchObject({ result: "invalid" });
    expect(stdout).toContain("environment variable ALIAS holds the token of this run");
  });
});
