import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startEmulator, type Emulator } from "../../emulator/start.ts";
import { useInstallation, useScene } from "./harness/scene.ts";
import type { Program } from "./harness/stack.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";

const installation = useInstallation();

describe("a program with several accounts", () => {
  const its = useScene();
  let staging: Emulator;
  let other: Emulator;
  let program: Program;

  beforeAll(async () => {
    staging = await startEmulator({ token: "token-of-staging", seed: { organizations: ["org_1"] } });
    other = await startEmulator({
      token: "token-of-another",
      seed: { projects: [{ organization_id: "org_2", slug: "theirs" }] },
    });
    const text = "version: 1\nproject: { organization_id: org_1, slug: from-file }\ndomains: [www.example.com]\n";
    await writeFile(join(installation().folder, "accounts.yaml"), text);
    program = {
      file: "programs/accounts.ts",
      parameters: "accounts.yaml",
      config: {
        "projectsync:stagingBaseUrl": { value: staging.url },
        "projectsync:stagingToken": { value: staging.token, secret: true },
      },
      environment: { PROJECTSYNC_OTHER_BASE_URL: other.url, PROJECTSYNC_OTHER_TOKEN: other.token },
    };
  });

  afterAll(async () => {
    await staging?.close();
    await other?.close();
  });

  it("writes each resource to its own", async () => {
    const reply = await its.stack.up(program);
    expect(reply.failed, reply.text).toBe(false);
    expect(reply.outputs).toMatchObject({
      production: { value: its.emulator.url },
      staging: { value: staging.url },
      found: { value: "theirs" },
    });
    expect(writes(its.emulator)).toEqual(["POST /v1/projects"]);
    expect(writes(staging).map((write) => write.replace(/prj_\d/, "prj"))).toEqual([
      "POST /v1/projects",
      "POST /v1/projects",
      "POST /v1/projects/prj/domains",
    ]);
    expect(writes(other)).toEqual([]);
  });

  it("keeps no token in the state, and has no changes afterwards", async () => {
    const state = await its.stack.state();
    expect(state).toContain('"profile":"staging"');
    for (const { token } of [its.emulator, staging, other]) expect(state).not.toContain(token);
    expect(stepsTaken(await its.stack.preview(program))).toEqual([]);
  });

  it("refreshes and deletes each in its own", async () => {
    staging.reset();
    other.reset();
    for (const reply of [await its.stack.refresh(), await its.stack.destroy()]) {
      expect(reply.failed, reply.text).toBe(false);
    }
    expect(writes(its.emulator)).toEqual(["DELETE /v1/projects/prj_1"]);
    // The project of the file is retained.
    expect(writes(staging)).toHaveLength(1);
    expect(writes(other)).toEqual([]);
  });
});
