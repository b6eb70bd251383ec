import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { code, open, passTime, requests, writes, type Scene, site, seed, fail } from "./provider.ts";

describe("the domains of a project", () => {
  const domain = { ...code, projectId: "prj_1", name: "www.example.com" };
  const attach = ({ emulator }: Scene) => ask(emulator, "POST /v1/projects/prj_1/domains", { name: "www.example.com" });

  it("are read if the project was adopted", async () => {
    await using scene = await open({ seed });
    await attach(scene);
    await scene.project.create({ ...site, ifExists: "adopt" });
    scene.emulator.reset();
    await expect(scene.domain.create(domain)).rejects.toThrow("already exists: www.example.com");
    expect(writes(scene.emulator)).toEqual([]);
  });

  it("are read if the answer to the project's create was lost", async () => {
    await using scene = await open();
    fail(scene, "POST /v1/projects", { kind: "reset", when: "body" }, {});
    await scene.project.create(site);
    await scene.domain.create(domain);
    expect(requests(scene.emulator)).toContain("GET /v1/projects/prj_1/domains");
  });

  it("that somebody attached in the meantime are not attached again, also where the service would take that", async () => {
    await using scene = await open({ seed });
    await scene.domain.create({ ...domain, name: "shop.example.com" });
    await attach(scene);
    scene.emulator.reset();
    await passTime(scene, 30_000);
    await expect(scene.domain.create(domain)).rejects.toThrow("already exists: www.example.com");
    expect(writes(scene.emulator)).toEqual([]);
  });
});
