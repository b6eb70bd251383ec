import { describe, expect, it } from "vitest";
import { play, projectFile } from "./service.ts";

/** Applies a file that reads the variable. */
function apply(name: string, environment: Readonly<Record<string, string>>, inputs: Record<string, string> = {}) {
  const component = `components:\n  edgee/ga4:\n    settings: { measurement_id: { env: ${name} } }\n`;
  return play({ "a.yaml": projectFile("a", component) }, { mode: "apply", environment, inputs, isSpawned: true });
}

const refused = { code: 1, outputs: { result: "invalid" }, writes: [] };

describe("the variables that files may read", () => {
  const environment = { GA_ID: "G-1", SITE_GA: "G-2", OTHER: "G-3" };

  it.concurrent("are only those in allow-env", async () => {
    const inputs = { "allow-env": "GA_ID, SITE_*" };
    expect(await apply("GA_ID", environment, inputs)).toMatchObject({ code: 0, outputs: { result: "applied" } });
    expect(await apply("SITE_GA", environment, inputs)).toMatchObject({ code: 0, outputs: { result: "applied" } });
    const other = await apply("OTHER", environment, inputs);
    expect(other).toMatchObject(refused);
    expect(other.stdout).toContain("Input allow-env does not list OTHER, so project files cannot read it");
  });

  it.concurrent.each(["", "true", "false"])("are none without allow-env, also if CI is %j", async (CI) => {
    const none = await apply("GA_ID", { ...environment, CI }, { "allow-env": "" });
    expect(none).toMatchObject(refused);
    expect(none.stdout).toContain("Input allow-env does not list GA_ID, so project files cannot read it");
  });
});
