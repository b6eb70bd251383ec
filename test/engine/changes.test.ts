import { describe, expect, it } from "vitest";
import { writes } from "./harness/writes.ts";
import { ask } from "../ask.ts";
import { SECRET, site, TOKEN, useInstallation, useScene } from "./harness/scene.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import type { Site } from "./programs/site.ts";

useInstallation();

describe("a replaced project", () => {
  const its = useScene();
  const children: Site = {
    components: { analytics: { component: "edgee/ga4", settings: { measurement_id: "G-1" } } },
    domains: { www: "www.example.com" },
  };

  it("takes its children with it: they leave the old one before they come to the new one", async () => {
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

  it("one that was deleted by hand is found by refresh, and created again with its children", async () => {
    await ask(its.emulator, "DELETE /v1/projects/prj_2");
    const unsure = await its.stack.refresh();
    // "Not found" is no proof while the token sees no project of the organization: it may be the wrong token.
    expect(unsure.failed).toBe(true);
    expect(unsure.text).toContain("the token sees no project of org_2");
    expect(unsure.text).toContain("PROJECTSYNC_GONE=prj_2 pulumi refresh");
    const refresh = await its.stack.refresh({ environment: { PROJECTSYNC_GONE: "prj_2" } });
    expect(refresh.failed, refresh.text).toBe(false);
    const up = await its.stack.up(site(children));
    expect(up.failed, up.text).toBe(false);
    expect(up.outputs).toMatchObject({ projectId: { value: "prj_3" } });
  });
});

describe("configuration", () => {
  const its = useScene();
  const secret: Site = {
    components: { conversions: { component: "edgee/meta-capi", settings: { pixel_id: "px-1", access_token: SECRET } } },
  };

  it("of the stack is used, and its token is in no state in clear", async () => {
    its.stack.configure({ url: its.emulator.url, token: TOKEN, through: "stack" });
    const reply = await its.stack.up(site(secret));
    expect(reply.failed, reply.text).toBe(false);
    const state = await its.stack.state();
    expect(state).toContain("projectsync:token");
    expect(state).not.toContain(TOKEN);
    expect(state).not.toContain(SECRET);
    expect(reply.text).not.toContain(SECRET);
  });

  it("of the environment comes first, so that a token that is wrong there is refused, and not shown", async () => {
    its.stack.configure({ url: its.emulator.url, token: "wrong-canary-0123456789" });
    const reply = await its.stack.refresh();
    expect(reply.failed).toBe(true);
    expect(reply.text).toContain("authentication_error");
    expect(reply.text).toContain("Check the access token.");
    expect(reply.text).not.toContain("wrong-canary");
  });
});
