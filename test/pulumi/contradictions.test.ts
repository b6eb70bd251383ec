import { describe, expect, it } from "vitest";
import { ask } from "../ask.ts";
import { open, seed, www } from "./provider.ts";

/* What a list or a refusal says, and a read contradicts. */

describe("a domain that somebody attached since the list", () => {
  it("is adopted where the service refuses it with 422", async () => {
    await using scene = await open({ seed, habits: { errors: "message" } });
    await scene.domain.create({ ...www, name: "first.example.com" });
    await ask(scene.emulator, "POST /v1/projects/prj_1/domains", { name: www.name });
    const { id } = await scene.domain.create({ ...www, ifExists: "adopt" });
    expect(id).toBe("prj_1/www.example.com");
  });
});
