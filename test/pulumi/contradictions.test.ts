import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { code, open } from "./provider.ts";

/* What a list or a refusal says, and a read contradicts. */

const projects = [{ organization_id: "org_1", slug: "site" }];
const WWW = { ...code, projectId: "prj_1", name: "www.example.com" };

describe("a domain that somebody attached since the list", () => {
  it("is adopted where the service refuses it with 422", async () => {
    await using scene = await open({
      seed: { projects },
      habits: { errors: "message" },
    });
    await scene.domain.create({ ...WWW, name: "first.example.com" });
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: WWW.name });
    const { id } = await scene.domain.create({ ...WWW, ifExists: "adopt" });
    expect(id).toBe("prj_1/www.example.com");
  });
});
