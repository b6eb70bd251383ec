import { describe, expect, it } from "vitest";
import { pulumiSecrets } from "../../engine/settings.ts";
import { checkOut, projectFile, startService } from "./service.ts";
import { runCli } from "../cli/run-cli.ts";

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

  it("need the packages in the workspace, and say how to install them", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "projectsync.yaml": projectFile("a") });
    const inputs = { files: "projectsync.yaml", engine: "pulumi", stack: "dev" };
    const { outputs, stdout } = await service.run({ ...checkout, mode: "plan", inputs });
    expect(outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input" });
    expect(stdout).toMatch(
      /::error::Engine pulumi needs @pulumi\/pulumi and projectsync in \S+\. Install it there before this step: npm install @pulumi\/pulumi projectsync/,
    );
    expect(service.emulator.requests()).toEqual([]);
  });

  it("need a version of Pulumi that sees outside changes", async () => {
    await using service = await startService();
    const module = (name: string, version: string) => ({
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: "index.js" }),
      [`node_modules/${name}/index.js`]: "",
    });
    const modules = { ...module("@pulumi/pulumi", "3.215.0"), ...module("projectsync", "0.1.0") };
    await using checkout = await checkOut({ "projectsync.yaml": projectFile("a"), ...modules });
    const inputs = { files: "projectsync.yaml", engine: "pulumi", stack: "dev" };
    const { outputs, stdout } = await service.run({ ...checkout, mode: "plan", inputs });
    expect(outputs).toMatchObject({ result: "failed", "failure-reason": "bad-input" });
    expect(stdout).toMatch(/Engine pulumi needs @pulumi\/pulumi 3\.216\.0 or newer, and \S+ has 3\.215\.0\./);
    expect(service.emulator.requests()).toEqual([]);
  });

  it("are not needed to validate", async () => {
    await using service = await startService();
    await using checkout = await checkOut({ "projectsync.yaml": projectFile("a") });
    const inputs = { files: "projectsync.yaml", engine: "pulumi", stack: "dev" };
    const { outputs } = await service.run({ ...checkout, mode: "validate", inputs });
    expect(outputs).toMatchObject({ result: "valid" });
  });

  it("are options of the command line", async () => {
    const { code, stderr } = await runCli(["plan", "--engine", "pulumi", "--only", "org_1/a"]);
    expect(code).toBe(1);
    expect(stderr).toContain("--stack is required with engine pulumi");
    expect(stderr).toContain("--only is not possible with engine pulumi");
  });
});

describe("the secrets of Pulumi", () => {
  it("are its token, its passphrase, and the credentials in the address of its backend", () => {
    const backend =
      "postgres://user-of-state:password-of-state@db.example/state?region=eu-central-1&sslpassword=query-of-state";
    expect(
      pulumiSecrets({
        PULUMI_ACCESS_TOKEN: "pul-1",
        PULUMI_CONFIG_PASSPHRASE: "phrase",
        PULUMI_BACKEND_URL: backend,
      }),
    ).toEqual(["pul-1", "phrase", "password-of-state", "query-of-state"]);
    const encoded = (password: string) => pulumiSecrets({ PULUMI_BACKEND_URL: `postgres://u:${password}@db/state` });
    expect(encoded("pass%40word")).toEqual(["pass%40word", "pass@word"]);
    expect(encoded("100%")).toEqual(["100%"]);
    expect(encoded("p@ss/word")).toEqual(["p@ss/word"]);
    expect(pulumiSecrets({ PULUMI_BACKEND_URL: "file:///state", PULUMI_CONFIG_PASSPHRASE: "" })).toEqual([]);
  });

  it("are not read by a project file, under any name", async () => {
    await using service = await startService();
    const file = projectFile("a", "  description: { env: ALIAS }\n");
    await using checkout = await checkOut({ "projectsync.yaml": file });
    const inputs = { files: "projectsync.yaml", engine: "pulumi", stack: "dev", "allow-env": "ALIAS" };
    const environment = { ALIAS: "phrase-of-the-stack", PULUMI_CONFIG_PASSPHRASE: "phrase-of-the-stack" };
    const { outputs, stdout } = await service.run({ ...checkout, mode: "validate", inputs, environment });
    expect(outputs).toMatchObject({ result: "invalid" });
    expect(stdout).toContain("environment variable ALIAS holds the token of this run");
  });
});
