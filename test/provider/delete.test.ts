import { describe, expect, it } from "vitest";
import type { Rule } from "../../emulator/start.ts";
import { code, site, ga4, www, nextUpdate, open, writes, type Scene, fail } from "./provider.ts";

const KINDS = ["project", "component", "domain"] as const;
type Kind = (typeof KINDS)[number];
const seed = { projects: [{ organization_id: "org_1", slug: "other" }] };
const inputs = { project: site, component: ga4, domain: www };

/** Creates an object, and deletes it in the next update. `isLate`: no list shows it by then. */
async function remove(scene: Scene, kind: Kind, fault: Rule["fault"], isLate: boolean): Promise<void> {
  const service = isLate ? { staleListsMs: 60_000 } : {};
  scene.emulator.setFaults({ service });
  const { id, outs } = await scene[kind].create(inputs[kind]);
  const next = await nextUpdate(scene);
  scene.emulator.setFaults({ service, faults: [{ method: "DELETE", times: "always", fault }] });
  await next[kind].delete(id, { ...code, ...outs });
}

const busy = { error: { type: "conflict_error", message: "busy" } };
const rows: readonly (readonly [string, Rule["fault"], boolean])[] = [
  ["is not sent because of 429", { kind: "answer", status: 429 }, false],
  ["is not sent because of 429, and lists are late", { kind: "answer", status: 429 }, true],
  ["is refused, and lists are late", { kind: "answer", status: 409, body: busy }, true],
  ["gets no answer, and lists are late", { kind: "reset", when: "before" }, true],
];

describe.each(KINDS)("a %s that is still there", (kind) => {
  it.each(rows)("is not taken to be gone if its deletion %s", async (_what, fault, isLate) => {
    await using scene = await open({ seed });
    await expect(remove(scene, kind, fault, isLate)).rejects.toThrow(/429|busy|unknown/);
  });
});

it.each(KINDS)("a %s whose deletion took effect without an answer is gone, also if its list lags", async (kind) => {
  await using scene = await open({ seed });
  await remove(scene, kind, { kind: "reset", when: "after" }, true);
  expect(scene.emulator.state()).toMatchObject([{ project: { slug: "other" }, components: [], domains: [] }]);
});

it.each(["components", "domains"])("a project whose %s are not found, while it is, is not deleted", async (section) => {
  await using scene = await open({ seed });
  const body = { error: { type: "not_found_error", message: "no" } };
  const fault = { kind: "answer" as const, status: 404, body };
  fail(scene, `GET /v1/projects/prj_1/${section}`, fault);
  await expect(scene.project.delete("prj_1", { ...code, organizationId: "org_1", slug: "other" })).rejects.toThrow(
    "404 not_found_error: no",
  );
  expect(writes(scene.emulator)).toEqual([]);
});

it.each(["fixed", "removable"] as const)(
  "a project with only the host name that the service gave it is deleted without forceDestroy: %s",
  async (automaticHostName) => {
    await using scene = await open({ seed, habits: { automaticHostName, onlyEmptyProjects: true } });
    const { id, outs } = await scene.project.create(site);
    const attached = await scene.domain.create({ ...www, projectId: id });
    const next = await nextUpdate(scene);
    await expect(next.project.delete(id, { ...code, ...outs })).rejects.toThrow(/: it holds www\.example\.com, which/);
    await next.domain.delete(attached.id, { ...code, ...attached.outs });
    await next.project.delete(id, { ...code, ...outs });
    expect(writes(scene.emulator).slice(-2)).toEqual([
      `DELETE /v1/projects/${id}/domains/www.example.com`,
      `DELETE /v1/projects/${id}`,
    ]);
  },
);

it("a project is deleted if what it holds goes while its deletion reads it", async () => {
  let isDeleting = false;
  await using scene = await open({
    seed: { projects: [{ organization_id: "org_1", slug: "other", domains: [{ name: "www.example.com" }] }] },
    between: (request, serve) => {
      const reply = serve(request);
      if (isDeleting && request.target.startsWith("/v1/projects/prj_1/domains")) {
        serve({ ...request, method: "DELETE", target: "/v1/projects/prj_1/domains/www.example.com" });
      }
      return reply;
    },
  });
  isDeleting = true;
  await scene.project.delete("prj_1", { ...code, organizationId: "org_1", slug: "other" });
  expect(scene.emulator.state()).toEqual([]);
});
