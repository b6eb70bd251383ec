import { describe, expect, it } from "vitest";
import { checkOut, projectFile, startService, TOKEN } from "./service.ts";

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
  it.concurrent.each([
    ["the token under another name", { ALIAS: TOKEN }],
    ["the token in a header", { ALIAS: `Bearer ${TOKEN}` }],
    ["the token in base64", { ALIAS: Buffer.from(TOKEN).toString("base64") }],
    ["the token of GitHub under another name", { ALIAS: "ghs_canary4711" }],
  ])("are not %s", async (_case, environment) => {
    const result = await play("ALIAS", environment, { "github-token": "ghs_canary4711" });
    expect(result).toMatchObject(refused);
    expect(result.stdout).toContain("ALIAS holds the token of this run");
  });

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
