import { describe, expect, test } from "vitest";
import { startEmulator } from "../../emulator/start.ts";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { SECRET, site, TOKEN, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import type { Site } from "./programs/site.ts";

useInstallation();

describe("components", () => {
  const its = useScene();
  const analytics = { component: "edgee/ga4", version: "1.0.0", settings: { measurement_id: "G-1" } };

  test("a new version is an update in place, and latest is shown as what it stands for", async () => {
    await its.stack.up(site({ components: { analytics } }));
    const latest = site({ components: { analytics: { ...analytics, version: "latest" } } });
    const preview = await its.stack.preview(latest);
    expect(preview.steps.map(({ op, diff }) => [op, diff])).toEqual([["update", { version: "update" }]]);
    expect(preview.steps[0]?.inputs["version"]).toBe("1.2.0");
    its.emulator.reset();
    await its.stack.up(latest);
    expect(writes(its.emulator)).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
  });

  test("replaceOnChanges replaces where an update would do, the old one first", async () => {
    const settings = { measurement_id: "G-2" };
    const reply = await its.stack.up(
      site({
        components: { analytics: { ...analytics, settings } },
        options: { analytics: { replaceOnChanges: ["settings"] } },
      }),
    );
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(its.emulator)).toEqual([
      "DELETE /v1/projects/prj_1/components/pc_1",
      "POST /v1/projects/prj_1/components",
    ]);
  });

  test("a wrong setting and an unknown component are refused in the preview", async () => {
    const wrong = await its.stack.preview(
      site({ components: { analytics: { ...analytics, settings: { measurement: 1 } } } }),
    );
    expect(wrong.failed).toBe(true);
    expect(wrong.text).toContain(
      "edgee/ga4 1.0.0 has no setting measurement. Did you mean measurement_id? It takes measurement_id.",
    );
    const unknown = await its.stack.preview(site({ components: { other: { component: "edgee/nothing" } } }));
    expect(unknown.failed).toBe(true);
    expect(unknown.text).toContain("Component edgee/nothing not found.");
    expect(writes(its.emulator)).toEqual([]);
  });
});

describe("a replaced project", () => {
  const its = useScene();
  const children: Site = {
    components: { analytics: { component: "edgee/ga4", settings: { measurement_id: "G-1" } } },
    domains: { www: "www.example.com" },
  };

  test("takes its children with it: they leave the old one before they come to the new one", async () => {
    await its.stack.up(site(children));
    const moved = site({ ...children, project: { organizationId: "org_2" } });
    expect(stepsTaken(await its.stack.preview(moved))).toContain("replace www");
    its.emulator.reset();
    const reply = await its.stack.up(moved);
    expect(reply.failed, reply.text).toBe(false);
    const done = writes(its.emulator);
    expect(done.at(0)).toBe("POST /v1/projects");
    expect(done.at(-1)).toBe("DELETE /v1/projects/prj_1");
    expect(done.indexOf("DELETE /v1/projects/prj_1/domains/www.example.com")).toBeLessThan(
      done.indexOf("POST /v1/projects/prj_2/domains"),
    );
  });

  test("one that was deleted by hand is found by refresh, and created again with its children", async () => {
    await ask(its.emulator, "DELETE /v1/projects/prj_2");
    const unsure = await its.stack.refresh();
    // "Not found" is no proof while the token sees no project of the organization: it may be the wrong token.
    expect(unsure.failed).toBe(true);
    expect(unsure.text).toContain("the token sees no project of org_2");
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_2", slug: "other", type: "proxy" });
    const refresh = await its.stack.refresh();
    expect(refresh.failed, refresh.text).toBe(false);
    const up = await its.stack.up(site(children));
    expect(up.failed, up.text).toBe(false);
    expect(up.outputs).toMatchObject({ projectId: { value: "prj_4" } });
  });
});

describe("a field in ignoreChanges", () => {
  const its = useScene();
  const options = { site: { ignoreChanges: ["description"] } };

  test("is not written when another field changes, whatever somebody made of it", async () => {
    await its.stack.up(site({ project: { description: "ours", cookieless: false }, options }));
    await ask(its.emulator, "POST /v1/projects/prj_1", { description: "by hand" });
    its.emulator.reset();
    const reply = await its.stack.up(site({ project: { description: "ours", cookieless: true }, options }));
    expect(reply.failed, reply.text).toBe(false);
    expect(reply.steps.map(({ diff }) => diff)).toEqual([{ cookieless: "update" }]);
    expect(its.emulator.requests().findLast(({ method }) => method === "POST")?.body).toMatchObject({
      cookieless: true,
    });
    expect(await ask(its.emulator, "GET /v1/projects/prj_1")).toHaveProperty("description", "by hand");
  });
});

describe("configuration", () => {
  const its = useScene();
  const secret: Site = {
    components: { conversions: { component: "edgee/meta-capi", settings: { pixel_id: "px-1", access_token: SECRET } } },
  };

  test("of the stack is used, and its token is in no state in clear", async () => {
    its.stack.configure({ url: its.emulator.url, token: TOKEN, through: "stack" });
    const reply = await its.stack.up(site(secret));
    expect(reply.failed, reply.text).toBe(false);
    const state = await its.stack.state();
    expect(state).toContain("projectsync:token");
    expect(state).not.toContain(TOKEN);
    expect(state).not.toContain(SECRET);
    expect(reply.text).not.toContain(SECRET);
  });

  test("of the environment comes first, so that a token that is wrong there is refused, and not shown", async () => {
    its.stack.configure({ url: its.emulator.url, token: "wrong-canary-0123456789" });
    const reply = await its.stack.refresh();
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("authentication_error");
    expect(reply.text).toContain("Check the access token.");
    expect(reply.text).not.toContain("wrong-canary");
  });

  test("another service is refused, and nothing is taken to be gone", async () => {
    await using other = await startEmulator({ token: TOKEN });
    its.stack.configure(other);
    for (const reply of [await its.stack.refresh(), await its.stack.destroy()]) {
      expect(reply.failed).toBe(true);
      expect(reply.text).toContain(`was created on ${its.emulator.url}, but the configured service is ${other.url}.`);
    }
    expect(writes(other)).toEqual([]);
    its.stack.configure(its.emulator);
    expect(stepsTaken(await its.stack.preview(site(secret)))).toEqual([]);
  });
});
