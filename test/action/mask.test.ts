import { describe, expect, it } from "vitest";
import { checkOut, projectFile, startService, TOKEN } from "./service.ts";

const masked = (stdout: string): string[] =>
  [...stdout.matchAll(/^::add-mask::(.*)$/gm)].map(([, value = ""]) => value.replaceAll("%25", "%"));

/** Runs `plan` with a file that refers to the variable as a secret. */
async function play(name: string, value: string) {
  await using service = await startService();
  const component = `components:\n  edgee/ga4:\n    settings: { measurement_id: { secret: ${name} } }\n`;
  await using checkout = await checkOut({ "a.yaml": projectFile("a", component) });
  return await service.run({
    mode: "plan",
    ...checkout,
    inputs: { files: "a.yaml", "allow-env": name },
    environment: {
      GITHUB_REF_NAME: "main-branch",
      RUNNER_OS: "Linux",
      HOME: "/home/runner",
      CI: "true",
      [name]: value,
    },
  });
}

describe("masking", () => {
  it.concurrent.each([
    ["CI", "true"],
    ["CI", "TRUE"],
    ["SECRET", "1"],
    ["SECRET", "false"],
    ["SECRET", "abc"],
    ["SECRET", "main-branch"],
    ["SECRET", "Linux"],
    ["SECRET", "/home/runner"],
    ["GITHUB_REPOSITORY", "acme/sites"],
    ["SECRET", "}\n]\n1"],
  ])("does not hide the value of { secret: %s } if it is %j, and says so", async (name, value) => {
    const { stdout } = await play(name, value);
    expect(masked(stdout)).toEqual([TOKEN]);
    const who = name === "SECRET" ? "The secret SECRET" : "A secret of the project files";
    expect(stdout).toContain(`${who} cannot be masked in the log: `);
  });

  it.concurrent("hides each line of a longer secret, except what is not secret", async () => {
    const { stdout } = await play("SECRET", '{\n  "key": "canary-1234",\n  "flag":\n  true\n}\n');
    expect(masked(stdout)).toEqual([TOKEN, '"key": "canary-1234",', '"flag":']);
    expect(stdout).not.toContain("cannot be masked");
  });

  it.concurrent("hides a secret of four characters", async () => {
    expect(masked((await play("SECRET", "a%c9")).stdout)).toEqual([TOKEN, "a%c9"]);
  });

  it.concurrent("does not hide a token of one character", async () => {
    await using service = await startService({ token: "1" });
    const { stdout, code, outputs } = await service.run({ mode: "plan", inputs: { token: "1" } });
    expect(masked(stdout)).not.toContain("1");
    // It is not taken, because no message could hide it. The message itself is not garbled.
    expect({ code, result: outputs["result"] }).toEqual({ code: 1, result: "failed" });
    expect(stdout).toContain("Input token has fewer than 8 characters, so messages could not hide it");
    expect(stdout).toContain("The secret INPUT_TOKEN cannot be masked in the log");
  });
});
