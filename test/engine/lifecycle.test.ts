import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { providersIn } from "./harness/providers-in.ts";
import { installed, SECRET, site, TOKEN, urnOf, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import type { Site } from "./programs/site.ts";
import { fail, succeed } from "./harness/succeed.ts";

// One stack, which lives through all tests in their order.
const its = useScene();

let paths = { analytics: "", conversions: "" };
const pathOf = (id: string): string => `/v1/projects/${id.replace("/", "/components/")}`;

const first = {
  project: {
    description: null,
    forceHttps: false,
    blockedIps: ["203.0.113.7", "203.0.113.1"],
    rateLimiting: [{ rank: 1, limit: 5, blockDuration: 30 }],
  },
  components: {
    analytics: { component: "edgee/ga4", version: "latest", settings: { measurement_id: "G-1", anonymize_ip: true } },
    conversions: { component: "edgee/meta-capi", settings: { pixel_id: "px-1", access_token: SECRET } },
  },
  domains: { www: "www.example.com", shop: "Shop.Example.com" },
} satisfies Site;

it("the program and the package use one instance of @pulumi/pulumi", () => {
  const fromProgram = createRequire(join(installed().folder, "index.js"));
  const fromPackage = createRequire(fromProgram.resolve("projectsync/runtime"));
  expect(fromPackage.resolve("@pulumi/pulumi")).toBe(fromProgram.resolve("@pulumi/pulumi"));
});

it("settings that are refused after the project was created are an error, and its id is kept", async () => {
  const reply = await fail(its.stack.up(site({ project: { ...first.project, extra: { unheard_of: 1 } } })));
  expect(reply.text).toContain("Project prj_1 was created, but its settings were not applied");
  expect(reply.text).toContain("unheard_of");
  expect(await its.stack.state()).toContain('"id":"prj_1"');
});

it("the next up goes on with the same project, and makes two components and two domains", async () => {
  const reply = await succeed(its.stack.up(site(first)));
  expect(reply.outputs).toMatchObject({ projectId: "prj_1", componentVersions: ["1.2.0", "2.0.1"] });
  expect(writes(its.emulator)).not.toContain("POST /v1/projects");
  expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toMatchObject({
    slug: "site",
    force_https: false,
    rate_limiting: [{ rank: 1, limit: 5, block_duration: 30 }],
  });
  // Which of the two components is made first is not said.
  const ids = z.tuple([z.string(), z.string()]).parse(reply.outputs["componentIds"]);
  paths = { analytics: pathOf(ids[0]), conversions: pathOf(ids[1]) };
  expect(await ask(its.emulator, `GET ${paths.conversions}`)).toHaveProperty("settings.access_token", SECRET);
  expect(await ask(its.emulator, "GET /v1/projects/prj_1/domains/shop.example.com")).toBeDefined();
});

it("the state holds little code, the same for every resource of a kind, and no secret in clear", async () => {
  const state = await its.stack.state();
  expect(state).not.toContain(TOKEN);
  expect(state).not.toContain(SECRET);
  expect(state).toContain("G-1");
  // What `latest` stands for.
  expect(state).toContain('"version":"1.2.0"');
  const providers = providersIn(state);
  // In inputs and in outputs of five resources.
  expect(providers).toHaveLength(10);
  expect(new Set(providers).size).toBe(3);
  for (const provider of providers) {
    expect(provider.length).toBeLessThan(500);
    expect(provider).toMatch(/require\("projectsync\/stub\/(?:project|component|domain)"\)/);
  }
});

it("a preview of the same program changes nothing, and neither does a second up", async () => {
  its.emulator.reset();
  const preview = await succeed(its.stack.preview(site(first)));
  expect(stepsTaken(preview)).toEqual([]);
  const up = await its.stack.up(site(first));
  expect(stepsTaken(up)).toEqual([]);
  expect(writes(its.emulator)).toEqual([]);
});

const second = { ...first, project: { ...first.project, forceHttps: true, slug: "shop" } };

it("a changed field is one update of that object in place", async () => {
  const preview = await its.stack.preview(site(second));
  expect(preview.steps.map(({ diff }) => diff)).toEqual([{ forceHttps: "update", slug: "update" }]);
  its.emulator.reset();
  const reply = await its.stack.up(site(second));
  expect(stepsTaken(reply)).toEqual(["update site"]);
  expect(writes(its.emulator)).toEqual(["POST /v1/projects/prj_1"]);
  expect(its.emulator.requests().find(({ method }) => method === "POST")?.body).toEqual({
    id: "prj_1",
    force_https: true,
    slug: "shop",
  });
});

const third = { ...second, domains: { ...second.domains, shop: "store.example.com" } };

it("a domain with another name is attached before the old one goes, and nothing else changes", async () => {
  its.emulator.reset();
  await succeed(its.stack.up(site(third)));
  expect(writes(its.emulator)).toEqual([
    "POST /v1/projects/prj_1/domains",
    "DELETE /v1/projects/prj_1/domains/shop.example.com",
  ]);
});

it("a refresh finds what was edited or deleted by hand, and up corrects it", async () => {
  await ask(its.emulator, "POST /v1/projects/prj_1", { force_https: false, cookie_name: "not-declared" });
  await ask(its.emulator, `POST ${paths.analytics}`, { settings: { measurement_id: "G-2", sample_rate: 0.5 } });
  await ask(its.emulator, "DELETE /v1/projects/prj_1/domains/www.example.com");

  const refresh = await succeed(its.stack.refresh());
  expect(refresh.text).toMatch(/2 updated|~ 2/);
  const preview = await its.stack.preview(site(third));
  expect(stepsTaken(preview)).toEqual(["create www", "update analytics", "update site"]);
  expect(preview.steps.find(({ op, urn }) => op === "update" && urn.endsWith("site"))?.diff).toEqual({
    forceHttps: "update",
  });
  expect(preview.steps.find(({ urn }) => urn.endsWith("analytics"))?.diff).toEqual({
    "settings.anonymize_ip": "add",
    "settings.measurement_id": "update",
  });

  its.emulator.reset();
  await its.stack.up(site(third));
  expect(writes(its.emulator).sort()).toEqual([
    "POST /v1/projects/prj_1",
    `POST ${paths.analytics}`,
    "POST /v1/projects/prj_1/domains",
  ]);
  // Undeclared fields are left alone.
  expect(await ask(its.emulator, `GET ${paths.analytics}`)).toHaveProperty("settings.sample_rate", 0.5);
  expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toHaveProperty("cookie_name", "not-declared");
});

it("an error of a refresh is shown once, without a stack", async () => {
  const body = { error: { type: "forbidden_error", message: "not today" } };
  const fault = { kind: "answer", status: 403, body } as const;
  its.emulator.setFaults({ faults: [{ method: "GET", path: "/v1/projects/prj_1", times: "always", fault }] });
  const refresh = await its.stack.refresh();
  its.emulator.setFaults({});
  expect(refresh.failed).toBe(true);
  expect(diagnostics(refresh.text, "read of project")).toEqual(["projectsync: read of project prj_1 failed"]);
  expect(refresh.text).not.toMatch(/\n\s+at .*provider/);
});

it("a replaced project takes its children with it: they leave the old one before they come to the new one", async () => {
  its.emulator.reset();
  await succeed(its.stack.up(site({ ...third, project: { ...third.project, organizationId: "org_2" } })));
  const done = writes(its.emulator);
  expect(done.at(0)).toBe("POST /v1/projects");
  expect(done.at(-1)).toBe("DELETE /v1/projects/prj_1");
  // Pulumi moves both domains at once: one may come before the other has left.
  const all = its.emulator.requests().map(({ method, path, body }) => ({ method, path, body }));
  for (const name of ["www.example.com", "store.example.com"]) {
    const left = all.findIndex(({ method, path }) => method === "DELETE" && path.endsWith(`/prj_1/domains/${name}`));
    const came = { method: "POST", path: "/v1/projects/prj_2/domains", body: { name } };
    expect(all.slice(0, left)).not.toContainEqual(came);
    expect(all.slice(left + 1)).toContainEqual(came);
  }
});

it("a project that was deleted by hand is found by a refresh, and created again", async () => {
  await ask(its.emulator, "DELETE /v1/projects/prj_2");
  const unsure = await its.stack.refresh();
  // "Not found" is no proof while the token sees no project of the organization: it may be the wrong token.
  expect(unsure.failed).toBe(true);
  expect(unsure.text).toContain("the token sees no project of org_2");
  expect(unsure.text).toContain("PROJECTSYNC_GONE=prj_2 pulumi refresh");
  await succeed(its.stack.refresh({ PROJECTSYNC_GONE: "prj_2" }));
  // Only the target, without what is in it.
  const up = await succeed(its.stack.up(site(third), { target: [urnOf("Project", "site")] }));
  expect(stepsTaken(up)).toEqual(["create site"]);
  expect(its.emulator.state()).toMatchObject([{ project: { id: "prj_3" }, components: [], domains: [] }]);
});

it("destroy leaves nothing behind", async () => {
  await succeed(its.stack.destroy());
  expect(its.emulator.state()).toEqual([]);
});

it("an import is refused with what to declare instead, and without a stack", async () => {
  const preview = await fail(its.stack.preview(site({ options: { site: { import: "prj_9" } } })));
  expect(preview.text).toContain('does not work with dynamic providers. Remove it, and declare `adoptId: "prj_9"`');
  expect(preview.text).not.toMatch(/\n\s+at .*projectsync/);
});

/** How often each line that holds the text is in the user's view at the end. */
function diagnostics(text: string, part: string): string[] {
  const [, end = ""] = text.split("\nDiagnostics:\n");
  const [shown = ""] = end.split("\nResources:\n");
  return shown
    .split("\n")
    .filter((line) => line.includes(part))
    .map((line) => line.trim());
}
