import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { code, nextUpdate, open, requests, writes } from "./provider.ts";

/* A service that keeps host names as they were written, and knows them by that spelling only. */

it.each([
  ["WWW.Example.com", "www.example.com"],
  ["www.example.com.", "www.example.com"],
  ["bücher.example", "xn--bcher-kva.example"],
])("%s is adopted, waited for, refreshed and detached as %s", async (name, declared) => {
  const project = { organization_id: "org_1", slug: "site", domains: [{ name, dns_status: true, ssl_status: true }] };
  await using scene = await open({ seed: { projects: [project] } });
  const inputs = { ...code, projectId: "prj_1", name: declared };
  const { id, outs } = await scene.domain.create({ ...inputs, ifExists: "adopt" });
  const waiting = await scene.domain.update(id, { ...code, ...outs }, { ...inputs, waitFor: "ssl" });
  expect(waiting).toMatchObject({ outs: { waitFor: "ssl", sslStatus: true } });
  const later = await nextUpdate(scene);
  await expect(later.domain.read(id, { ...code, ...outs })).resolves.toHaveProperty("id", id);
  expect(writes(scene.emulator)).toEqual([]);
  await later.domain.delete(id, { ...code, ...outs });
  expect(await ask(scene.emulator, "GET /v1/projects/prj_1/domains")).toHaveProperty("data", []);
});

it("two international names are detached in one update", async () => {
  const domains = [{ name: "bücher.example" }, { name: "köln.example" }];
  await using scene = await open({ seed: { projects: [{ organization_id: "org_1", slug: "site", domains }] } });
  for (const name of ["xn--bcher-kva.example", "xn--kln-sna.example"]) {
    const state = { ...code, projectId: "prj_1", name, origin: scene.emulator.url, organization: "org_1" };
    await scene.domain.delete(`prj_1/${name}`, state);
  }
  expect(await ask(scene.emulator, "GET /v1/projects/prj_1/domains")).toHaveProperty("data", []);
});

it.each(["adopt", "fail"])(
  "a late list that shows another spelling is not believed by a create (%s)",
  async (ifExists) => {
    const project = { organization_id: "org_1", slug: "site", domains: [{ name: "WWW.Example.com" }] };
    await using scene = await open({ seed: { projects: [project] }, habits: { staleListsMs: 5000 } });
    await ask(scene.emulator, "DELETE /v1/projects/prj_1/domains/WWW.Example.com");
    await scene.domain.create({ ...code, projectId: "prj_1", name: "www.example.com", ifExists });
    expect(scene.emulator.state()[0]?.domains).toMatchObject([{ name: "www.example.com" }]);
  },
);

it("a host name is gone only if no spelling of it is found", async () => {
  await using scene = await open({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
  const [id, name] = ["prj_1/xn--bcher-kva.example", "xn--bcher-kva.example"];
  const state = { ...code, projectId: "prj_1", name, origin: scene.emulator.url, organization: "org_1" };
  expect(await scene.domain.read(id, state)).toEqual({});
  await nextUpdate(scene);
  scene.emulator.reset();
  await expect(scene.domain.update(id, state, { ...state, waitFor: "ssl" })).rejects.toThrow("no longer exists");
  expect(requests(scene.emulator)).toContain("GET /v1/projects/prj_1/domains");
});
