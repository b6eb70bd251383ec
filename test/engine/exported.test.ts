import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { createClient } from "../../core/api/client.ts";
import { camelCase } from "../../provider/naming.ts";
import { userAgent } from "../../core/api/user-agent.ts";
import { configKey, pulumiProgram } from "../../sync/export/pulumi-program.ts";
import { exportProjects } from "../../sync/export/export.ts";
import { ask } from "../ask.ts";
import { writes } from "./harness/writes.ts";
import { installed } from "./harness/scene.ts";
import { openStack } from "./harness/stack.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { fail, succeed } from "./harness/succeed.ts";

const SECRETS = ["Bearer canary-secret-header", "canary-secret-access-token"];

const seed = {
  organizations: ["org_1"],
  projects: [
    {
      organization_id: "org_1",
      slug: "site",
      type: "proxy" as const,
      description: "it's `${live}`\n",
      force_https: false,
      blocked_ips: ["203.0.113.7"],
      forwarded_headers: [{ name: "Authorization", value: "Bearer canary-secret-header" }],
      override_cache: [
        {
          rank: 1,
          path: "/a",
          conditions: { request_headers: { values: { authorization: "Bearer canary-secret-header" } } },
        },
      ],
      components: [
        { component_slug: "edgee/ga4", component_version: "1.0.0", settings: { measurement_id: "G-1" } },
        {
          component_slug: "edgee/meta-capi",
          component_version: "2.0.1",
          active: false,
          settings: { pixel_id: "1", access_token: "canary-secret-access-token" },
        },
      ],
      domains: [{ name: "www.example.com" }],
    },
    { organization_id: "org_1", slug: "shop", type: "mcp" as const },
  ],
};

it("an exported program adopts what is live without a write, keeps its secrets, and cannot delete it", async () => {
  await using emulator = await startEmulator({ seed });
  const client = createClient({ baseUrl: emulator.url, token: emulator.token, userAgent });
  const { projects } = await exportProjects(
    client,
    { by: "organization", organizationId: "org_1" },
    { format: "pulumi" },
  );
  await client.close();
  expect(projects.flatMap(({ notes }) => notes)).toEqual([]);
  await writeFile(join(installed().folder, "exported.ts"), pulumiProgram(projects, camelCase));
  const secrets = projects.flatMap((project) => project.secrets);
  const values = secrets.map(({ path }) => (path.includes("access_token") ? SECRETS[1] : SECRETS[0]) ?? "");
  const config = Object.fromEntries(
    secrets.map(({ name }, index) => [`program:${configKey(name)}`, { value: values[index] ?? "", secret: true }]),
  );
  const program = { file: "exported.ts", config };

  await using stack = await openStack(installed(), emulator);
  emulator.reset();
  const up = await succeed(stack.up(program));
  expect(stepsTaken(up)).toHaveLength(5);
  expect(stepsTaken(await stack.preview(program))).toEqual([]);
  expect(stepsTaken(await stack.refresh())).toEqual([]);
  expect(writes(emulator)).toEqual([]);
  expect(await stack.state()).not.toContain("canary-secret");

  const destroy = await fail(stack.destroy());
  expect(destroy.text).toContain("protect");
  expect(writes(emulator)).toEqual([]);
  expect(await ask(emulator, "GET /v1/projects")).toHaveProperty("data.length", 2);
});
