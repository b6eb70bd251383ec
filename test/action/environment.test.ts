import { describe, expect, it } from "vitest";
import { checkOut, projectFile, startService } from "./service.ts";

/** Plans a file that reads the variable. */
async function play(name: string, environment: Readonly<Record<string, string>>, inputs: Record<string, string> = {}) {
  await using service = await startService();
  const component = `components:\n  edgee/ga4:\n    settings: { measurement_id: { env: ${name} } }\n`;
  await using checkout = await checkOut({ "a.yaml": projectFile("a", component) });
  const result = await service.run({
    mode: "apply",
    ...checkout,
    environment,
    inputs: { files: "a.yaml", ...inputs },
  });
  return { ...result, writes: service.writes() };
}

const refused = { code: 1, outputs: { result: "invalid" }, writes: [] };

describe("the variables that files may read", () => {
  it.concurrent("are only those in allow-env", async () => {
    const environment = { GA_ID: "G-1", OTHER: "G-2" };
    const inputs = { "allow-env": "GA_ID, META_ACCESS_TOKEN" };
    expect(await play("GA_ID", environment, inputs)).toMatchObject({ code: 0, outputs: { result: "applied" } });
    expect(await play("OTHER", environment, inputs)).toMatchObject(refused);
  });

  it.concurrent("must have names", async () => {
    const { stdout, writes } = await play("GA_ID", { GA_ID: "G-1" }, { "allow-env": "GA_*" });
    expect(stdout).toContain("::error::Input allow-env must list names of environment variables");
    expect(writes).toEqual([]);
  });
});
