import { describe, expect, it } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { spawnCli } from "./run-cli.ts";

const FILES = "examples/projects/*.yaml";

describe("the example project files", () => {
  it("are valid without the service", async () => {
    const { code, stdout, stderr } = await spawnCli(["validate", FILES, "examples/preview/*.yaml"], {
      PREVIEW_HOST: "pr-1.example.com",
    });
    expect({ code, stderr }).toEqual({ code: 3, stderr: expect.stringContaining("use one file per project") });
    expect(stdout).toBe("");
    for (const files of [FILES, "examples/preview/attach.yaml", "examples/preview/detach.yaml"]) {
      expect(await spawnCli(["validate", files], { PREVIEW_HOST: "pr-1.example.com" })).toMatchObject({
        code: 0,
        stderr: "",
      });
    }
  });

  it("can be applied to an empty service; a second apply writes nothing", async () => {
    await using emulator = await startEmulator();
    const environment = {
      PROJECTSYNC_BASE_URL: emulator.url,
      PROJECTSYNC_TOKEN: emulator.token,
      META_ACCESS_TOKEN: "meta-secret-1234",
    };
    const first = await spawnCli(["apply", FILES], environment);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/^Apply: \d+ done$/m);
    expect(emulator.requests().filter(({ method }) => method === "POST").length).toBeGreaterThan(5);

    emulator.reset();
    const second = await spawnCli(["apply", FILES], environment);
    expect(second).toMatchObject({ code: 0, stderr: "" });
    expect(second.stdout).toMatch(/^note: .*\n✓ No changes\. \d+ unchanged\nDomains: 3 not ready\n/);
    expect(emulator.requests().length).toBeGreaterThan(0);
    expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
