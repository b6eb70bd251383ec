import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { ask } from "./ask.ts";

it("has a free port on the loopback address, a random token and a store of its own", async () => {
  await using one = await startEmulator();
  await using other = await startEmulator();
  expect(one.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(other.url).not.toBe(one.url);
  expect(one.token).toMatch(/^emulator-[0-9a-f]{32}$/);
  expect(other.token).not.toBe(one.token);
  await ask(one, "POST /v1/projects", { organization_id: "org_1", slug: "site", type: "proxy" });
  expect(await ask(other, "GET /v1/projects")).toMatchObject({ body: { data: [] } });
  expect(await ask({ ...one, token: other.token }, "GET /v1/projects")).toMatchObject({ status: 401 });
});

it.each([
  [{ pageSize: 0 }, "pageSize"],
  [{ pageSize: 101 }, "pageSize"],
  [{ latencyMs: -1 }, "latencyMs"],
  [{ latencyMs: 0.5 }, "latencyMs"],
  [{ token: "" }, "token"],
  [{ token: "a b" }, "token"],
])("rejects the option %j", async (options, name) => {
  await expect(startEmulator(options)).rejects.toThrow(name);
});
