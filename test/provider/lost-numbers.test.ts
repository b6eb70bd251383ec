import { expect, it } from "vitest";
import { code, configured } from "./provider.ts";
import { forgetConnections } from "../../provider/account.ts";
import { startFaultServer } from "../api/fault-server.ts";

const SETTINGS = '{"measurement_id":"G-1","ids":{"of":[1234567890123456789]}}';
const COMPONENT = `{"id":"pc_1","component_slug":"edgee/ga4","component_version":"1.0.0","settings":${SETTINGS}}`;
const FIELDS = '[{"name":"measurement_id","type":"string"},{"name":"ids","type":"json"}]';
const ANSWERS: Readonly<Record<string, string>> = {
  "/v1/components/edgee/ga4": `{"id":"c_1","slug":"edgee/ga4","versions":{"1.0.0":{"dynamic_fields":${FIELDS}}}}`,
  "/v1/projects/prj_1": '{"id":"prj_1","slug":"site","organization_id":"org_1"}',
};

it("an import leaves out a setting with a number that was not kept: a program would send what stands for it", async () => {
  forgetConnections();
  await using server = await startFaultServer((response) => {
    const { pathname } = new URL(response.req.url ?? "", "http://service.example");
    response.writeHead(200, { "content-type": "application/json" }).end(ANSWERS[pathname] ?? COMPONENT);
  });
  const provider = await configured("component", { url: server.url, token: "canary-token" });
  const { inputs } = await provider.read("prj_1/pc_1", code);
  expect(inputs).toMatchObject({ version: "1.0.0", settings: { measurement_id: "G-1" } });
  expect(JSON.stringify(inputs)).not.toContain("too many digits");
});
