import { describe, expect, it } from "vitest";
import { always, on, refused } from "../reconcile/scene.ts";
import { checkOut, projectFile, startService, TOKEN } from "./service.ts";

const masked = (stdout: string): string[] =>
  [...stdout.matchAll(/^::add-mask::(.*)$/gm)].map(([, value = ""]) => value.replaceAll("%25", "%"));

/** Runs `plan` with a file that refers to the variable SECRET as a secret. */
async function play(value: string) {
  await using service = await startService();
  const component = "components:\n  edgee/ga4:\n    settings: { measurement_id: { secret: SECRET } }\n";
  await using checkout = await checkOut({ "a.yaml": projectFile("a", component) });
  const inputs = { files: "a.yaml", "allow-env": "SECRET" };
  return await service.run({ mode: "plan", ...checkout, inputs, environment: { SECRET: value } });
}

describe("masking", () => {
  it.concurrent.each(["1", "false", "abc%123", "}\n]\n1"])(
    "leaves out %j, and says that it is short",
    async (value) => {
      const { stdout } = await play(value);
      expect(masked(stdout)).toEqual([TOKEN]);
      expect(stdout).toContain("environment variable SECRET is shorter than 8 characters");
    },
  );

  it.concurrent("hides a secret of eight characters", async () => {
    expect(masked((await play("a%c45678")).stdout)).toEqual([TOKEN, "a%c45678"]);
  });

  it.concurrent("hides each line of a longer secret, except what is short", async () => {
    const { stdout } = await play('{\n  "key": "canary-1234",\n  "flag":\n  true\n}\n');
    expect(masked(stdout)).toEqual([TOKEN, '"key": "canary-1234",']);
  });

  it.concurrent("does not hide a token of one character", async () => {
    await using service = await startService({ token: "1" });
    const { stdout, code, outputs } = await service.run({ mode: "plan", inputs: { token: "1" } });
    expect(masked(stdout)).not.toContain("1");
    // It is not taken, because no message could hide it. The message itself is not garbled.
    expect({ code, result: outputs["result"] }).toEqual({ code: 1, result: "failed" });
    expect(stdout).toContain("Input token has fewer than 8 characters, so messages could not hide it");
  });

  it.concurrent("leaves out settings that are secret only because the catalogue does not answer", async () => {
    await using service = await startService();
    const faults = [on("GET /v1/components/edgee/ga4", refused(503, "api_error"), always)];
    service.emulator.setFaults({ faults });
    const component = "components:\n  edgee/ga4:\n    settings: { measurement_id: production }\n";
    await using checkout = await checkOut({ "a.yaml": projectFile("a", component) });
    const { stdout } = await service.run({ mode: "plan", ...checkout, inputs: { files: "a.yaml" } });
    expect(masked(stdout)).toEqual([TOKEN]);
  });
});
