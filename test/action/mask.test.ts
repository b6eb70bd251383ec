import { describe, expect, it } from "vitest";
import { always, on, refused } from "../reconcile/scene.ts";
import { play, projectFile, startService, TOKEN } from "./service.ts";

const masked = (stdout: string): string[] =>
  [...stdout.matchAll(/^::add-mask::(.*)$/gm)].map(([, value = ""]) => value.replaceAll("%25", "%"));

/** Plans a file that refers to the variable SECRET as a secret. */
function plan(value: string) {
  const component = "components:\n  edgee/ga4:\n    settings: { measurement_id: { secret: SECRET } }\n";
  const files = { "a.yaml": projectFile("a", component) };
  return play(files, { mode: "plan", inputs: { "allow-env": "SECRET" }, environment: { SECRET: value } });
}

describe("masking", () => {
  it.concurrent.each(["1", "false", "abc%123", "}\n]\n1"])(
    "leaves out %j, and says that it is short",
    async (value) => {
      const { stdout } = await plan(value);
      expect(masked(stdout)).toEqual([TOKEN]);
      expect(stdout).toContain("environment variable SECRET is shorter than 8 characters");
    },
  );

  it.concurrent("hides a secret of eight characters", async () => {
    expect(masked((await plan("a%c45678")).stdout)).toEqual([TOKEN, "a%c45678"]);
  });

  it.concurrent("hides each line of a longer secret, except what is short", async () => {
    const { stdout } = await plan('{\n  "key": "canary-1234",\n  "flag":\n  true\n}\n');
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
    const faults = [on("GET /v1/components/edgee/ga4", refused(503, "api_error"), always)];
    const component = "components:\n  edgee/ga4:\n    settings: { measurement_id: production }\n";
    const files = { "a.yaml": projectFile("a", component) };
    const { stdout } = await play(files, { mode: "plan", service: { faults: { faults } } });
    expect(masked(stdout)).toEqual([TOKEN]);
  });
});
