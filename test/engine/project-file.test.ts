import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createClient } from "../../provider/api/client.ts";
import type { ProjectFileArgs } from "../../provider/index.ts";
import { userAgent } from "../../provider/user-agent.ts";
import type { Report } from "../../sync/report.ts";
import { run } from "../../sync/run.ts";
import { ask } from "../ask.ts";
import type { Emulator } from "../../emulator/start.ts";
import { SECRET, TOKEN, useInstallation, useScene } from "./harness/scene.ts";
import type { Program } from "./harness/stack.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";

const installation = useInstallation();

const environment = { META_TOKEN: SECRET };

const PROJECT = `version: 1
project:
  organization_id: org_1
  slug: site
  description: Shop
  force_https: false
  rate_limiting:
    - { rank: 1, limit: 100, block_duration: 30 }
  forwarded_headers:
    - { name: authorization, value: { secret: META_TOKEN } }
`;

const COMPONENTS = `components:
  edgee/meta-capi:
    version: latest
    settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } }
  edgee/ga4:
    version: "1.0.0"
    settings: { measurement_id: G-1 }
`;

const DOMAINS = `domains:
  - WWW.example.com
  - name: shop.example.com
    protect: true
`;

const WHOLE = `${PROJECT}${COMPONENTS}${DOMAINS}`;

/** A program with this file. */
async function file(text: string, args: Omit<ProjectFileArgs, "path"> = {}): Promise<Program> {
  await writeFile(join(installation().folder, "site.yaml"), text);
  return { file: "programs/project-file.ts", parameters: { path: "site.yaml", ...args }, environment };
}

/** What the Action and the command line do with the file that the last program used. */
function sync(mode: "plan" | "apply", { url, token }: Emulator): Promise<Report> {
  return run({
    mode,
    patterns: ["site.yaml"],
    folder: installation().folder,
    environment,
    secrets: [token],
    connect: (redaction, signal) => createClient({ baseUrl: url, token, userAgent, redaction, signal }),
  });
}

describe("a project file", () => {
  const its = useScene();

  it("is declared as children, and its outputs tell their ids", async () => {
    const reply = await its.stack.up(await file(WHOLE));
    expect(reply.failed, reply.text).toBe(false);
    expect(stepsTaken(reply)).toEqual([
      "create site",
      "create site",
      "create site/edgee/ga4",
      "create site/edgee/meta-capi",
      "create site/shop.example.com",
      "create site/www.example.com",
    ]);
    expect(reply.outputs).toMatchObject({
      projectId: { value: "prj_1" },
      slug: { value: "site" },
      componentIds: { value: { "edgee/ga4": expect.stringMatching(/^prj_1\/pc_\d$/) } },
      domainNames: { value: ["www.example.com", "shop.example.com"] },
    });
  });

  it("plans to nothing afterwards: in Pulumi, and in a sync", async () => {
    expect(stepsTaken(await its.stack.preview(await file(WHOLE)))).toEqual([]);
    expect(await sync("plan", its.emulator)).toMatchObject({ result: "no-changes" });
  });

  it("keeps its secrets encrypted in the state", async () => {
    const state = await its.stack.state();
    expect(state).toContain("px-1");
    expect(state).not.toContain(SECRET);
    expect(state).not.toContain(TOKEN);
  });

  it("is retained, an object at a time, when its line is removed", async () => {
    const reply = await its.stack.up(await file(`${PROJECT}${DOMAINS}`));
    expect(reply.failed, reply.text).toBe(false);
    expect(stepsTaken(reply)).toEqual(["delete site/edgee/ga4", "delete site/edgee/meta-capi"]);
    expect(writes(its.emulator)).toEqual([]);
  });

  it("refuses to forget what it protects", async () => {
    const reply = await its.stack.up(await file(PROJECT));
    expect(reply.failed).toBe(true);
    expect(reply.text).toMatch(/protected/);
    expect(writes(its.emulator)).toEqual([]);
  });

  it("is retained with the stack", async () => {
    await its.stack.up(await file(WHOLE.replace("protect: true", "protect: false")));
    const reply = await its.stack.destroy();
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([]);
    expect(await sync("plan", its.emulator)).toMatchObject({ result: "no-changes" });
  });
});

describe("a project file that a sync has applied", () => {
  const its = useScene();

  it("is adopted without a write", async () => {
    const program = await file(WHOLE);
    expect(await sync("apply", its.emulator)).toMatchObject({ result: "applied" });
    its.emulator.reset();
    const reply = await its.stack.up(program);
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([]);
    expect(stepsTaken(await its.stack.preview(program))).toEqual([]);
    expect(await sync("plan", its.emulator)).toMatchObject({ result: "no-changes" });
  });

  it("with prune, a removed line is deleted after the next up", async () => {
    await its.stack.up(await file(WHOLE, { prune: ["components"] }));
    its.emulator.reset();
    const reply = await its.stack.up(await file(`${PROJECT}${DOMAINS}`, { prune: ["components"] }));
    expect(reply.failed, reply.text).toBe(false);
    expect(new Set(writes(its.emulator))).toEqual(
      new Set(["DELETE /v1/projects/prj_1/components/pc_1", "DELETE /v1/projects/prj_1/components/pc_2"]),
    );
  });

  it("with prune all, destroy deletes the project with everything in it", async () => {
    await ask(its.emulator, "POST /v1/projects/prj_1/domains", { name: "other.example.com" });
    await its.stack.up(await file(`${PROJECT}${DOMAINS.replace("true", "false")}`, { prune: ["all"] }));
    const reply = await its.stack.destroy();
    expect(reply.failed, reply.text).toBe(false);
    expect(await ask(its.emulator, "GET /v1/projects")).toHaveProperty("data", []);
  });
});
