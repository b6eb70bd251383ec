import { createRequire } from "node:module";
import { afterEach, describe, expect, it, vi } from "vitest";
import { serve } from "../../provider/runtime.ts";
import { openAccount } from "../../provider/account.ts";
import { readConfiguration } from "../../provider/configuration.ts";
import { failureOf, code, open, providerOf, stackConfig, site } from "../provider/provider.ts";

afterEach(() => vi.unstubAllEnvs());

describe("protocol", () => {
  it("one object serves a kind for the life of the process", () => {
    expect(serve(1, "project")).toBe(serve(1, "project"));
    expect(serve(1, "project")).not.toBe(serve(1, "domain"));
  });

  it("a state of a newer version is refused with the remedy", () => {
    expect(() => serve(2, "project")).toThrow(/written by a newer version of projectsync.*Update projectsync/);
  });
});

describe("stubs", () => {
  const require = createRequire(import.meta.url);

  it.each(["project", "component", "domain"] as const)(
    "of the kind %s have exactly the methods of a provider",
    (kind) => {
      const stub: object = require(`projectsync/stub/${kind}`);
      expect(Object.keys(stub)).toEqual(["configure", "check", "diff", "create", "read", "update", "delete"]);
    },
  );
});

describe("an error that Pulumi prints in addition to its message", () => {
  it("is not printed twice: what is printed names only the call", async () => {
    await using scene = await open();
    const state = { ...site, origin: "https://old.example.com" };
    const message = `project prj_1 was created on https://old.example.com, but the configured service is ${scene.emulator.url}.`;
    await expect(scene.project.update("prj_1", state, site)).rejects.toThrow(message);
    const calls = [
      ["diff", scene.project.diff("prj_1", state, site)],
      ["read", scene.project.read("prj_1", state)],
      ["deletion", scene.project.delete("prj_1", state)],
    ] as const;
    for (const [name, call] of calls) {
      const error = await failureOf(call);
      expect(error).toHaveProperty("message", expect.stringContaining(message));
      expect(`${String(error)}: ${error.stack}`).toBe(`projectsync: ${name} of project prj_1 failed`);
    }
  });
});

describe("configure", () => {
  it("may be called after other methods, which wait for it", async () => {
    await using scene = await open();
    vi.resetModules();
    const fresh = await import("../../provider/runtime.ts");
    const provider = fresh.serve(1, "domain");
    const checked = provider.check?.({}, { ...code, projectId: "prj_1", name: "www.example.com" });
    const service = { baseUrl: scene.emulator.url, token: scene.emulator.token };
    await provider.configure?.({ config: stackConfig(service) });
    await expect(checked).resolves.toHaveProperty("failures", []);
  });

  it("without a service makes every call report what to set", async () => {
    const provider = providerOf("project");
    await provider.configure({ config: stackConfig({}) });
    const remedy = "Set PROJECTSYNC_BASE_URL, or run `pulumi config set projectsync:baseUrl`.";
    const { failures } = await provider.check({}, site);
    expect(failures).toEqual([{ property: "", reason: expect.stringContaining(remedy) as unknown }]);
    await expect(provider.create(site)).rejects.toThrow(remedy);
    await expect(provider.delete("prj_1", site)).rejects.toThrow(remedy);
  });
});

it("the token of one account is in no message of another", () => {
  const accounts = ["token-of-the-first", "token-of-the-second"].map((token) => {
    const environment = { PROJECTSYNC_BASE_URL: "https://api.example.com", PROJECTSYNC_TOKEN: token };
    return openAccount(readConfiguration(() => undefined, undefined, { environment }));
  });
  for (const { redaction } of accounts)
    expect(redaction.redactTokens("token-of-the-first, token-of-the-second")).toBe("(secret), (secret)");
});

describe("configuration", () => {
  const stack = (key: string): string => `${key} of the stack`;

  it("the environment takes precedence over the stack, for each value", () => {
    vi.stubEnv("PROJECTSYNC_TOKEN", "rotated");
    expect(readConfiguration(stack)).toMatchObject({ baseUrl: "baseUrl of the stack", token: "rotated", proxies: {} });
    vi.stubEnv("PROJECTSYNC_STAGING_TOKEN", "rotated too");
    expect(readConfiguration(stack, "staging")).toMatchObject({
      baseUrl: "stagingBaseUrl of the stack",
      token: "rotated too",
    });
  });

  it("an empty variable counts as unset", () => {
    vi.stubEnv("PROJECTSYNC_TOKEN", "");
    expect(readConfiguration(stack)).toHaveProperty("token", "token of the stack");
  });

  it("a missing token is to be set as a secret", () => {
    expect(() => readConfiguration((key) => (key === "token" ? undefined : "x"))).toThrow(
      "Set PROJECTSYNC_TOKEN, or run `pulumi config set --secret projectsync:token`.",
    );
  });
});
