import { describe, expect, it } from "vitest";
import { z } from "zod";
import { openEmulator } from "../../emulator/open-emulator.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import { profiles } from "../../emulator/profile/profiles.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { camelCase } from "../../provider/pulumi/naming.ts";
import { declaredProject } from "../../provider/resources/project-fields.ts";
import { ask } from "../ask.ts";
import { first, second } from "./harness/every-field.ts";
import { site, useInstallation, useScene } from "./harness/scene.ts";
import { openStack } from "./harness/stack.ts";
import { stepsTaken } from "./harness/steps-taken.ts";
import { writes } from "./harness/writes.ts";
import type { Site } from "./programs/site.ts";

/* The life of each kind of resource, on services that mask secrets, that rewrite values, and that show little. */

const installation = useInstallation();

const SERVICE_KEY = "canary-service-key";

const wanted: readonly Site[] = [
  {
    project: first,
    components: { export: { component: "edgee/warehouse-export", version: "1.9.0", settings: { dataset: "a" } } },
    domains: { www: "www.example.com" },
  },
  {
    project: second,
    components: {
      export: {
        component: "edgee/warehouse-export",
        version: "1.10.0",
        active: false,
        settings: { dataset: "b", service_key: SERVICE_KEY, batch_size: 10 },
      },
    },
    domains: { www: "www.example.com" },
  },
];
const [before = {}, after = {}] = wanted;
/** Another component and another host name are other objects. */
const replaced: Site = {
  ...after,
  components: { export: { component: "edgee/ga4", settings: { measurement_id: "G-1" } } },
  domains: { www: "shop.example.com" },
};

it("every field of a project that can change in place is among those declared here", () => {
  const { organization_id: _organization, type: _type, extra: _extra, ...fields } = declaredProject.shape;
  expect(Object.keys(first).toSorted()).toEqual(Object.keys(fields).map(camelCase).toSorted());
});

const ids = z.object({ value: z.tuple([z.string()]) });

describe.each(["masking", "normalizing", "terse"] as const)("a %s service", (profile) => {
  const its = useScene();
  let component = "";

  const up = async (declared: Site): Promise<string[]> => {
    const reply = await its.stack.up(site(declared));
    expect(reply.failed, reply.text).toBe(false);
    expect(await its.stack.state()).not.toContain(SERVICE_KEY);
    component = ids.parse(reply.outputs["componentIds"]).value[0];
    return stepsTaken(reply);
  };
  const pathOf = (id: string): string => `/v1/projects/${id.replace("/", "/components/")}`;

  it("takes what is declared, and a preview then shows nothing", async () => {
    its.emulator.setProfile(profile);
    await up(before);
    expect(stepsTaken(await its.stack.preview(site(before)))).toEqual([]);
  });

  it("takes a change of every field in one update, and a preview then shows nothing", async () => {
    expect(await up(after)).toEqual(["update export", "update site"]);
    expect(writes(its.emulator).toSorted()).toEqual(["POST /v1/projects/prj_1", `POST ${pathOf(component)}`]);
    expect(its.emulator.state()[0]?.components[0]?.["settings"]).toEqual({
      dataset: "b",
      service_key: SERVICE_KEY,
      batch_size: 10,
    });
    expect(stepsTaken(await its.stack.preview(site(after)))).toEqual([]);
  });

  it("is refreshed after changes by hand, and only they are corrected", async () => {
    await ask(its.emulator, "POST /v1/projects/prj_1", { cookie_name: "by-hand", rate_limiting: [] });
    await ask(its.emulator, `POST ${pathOf(component)}`, { active: true });
    await ask(its.emulator, "DELETE /v1/projects/prj_1/domains/www.example.com");
    const refresh = await its.stack.refresh();
    expect(refresh.failed, refresh.text).toBe(false);
    its.emulator.reset();
    expect(await up(after)).toEqual(["create www", "update export", "update site"]);
    expect(
      its.emulator.requests().find(({ method, path }) => method === "POST" && path === "/v1/projects/prj_1")?.body,
    ).toMatchObject({ cookie_name: "two" });
  });

  it("gets another component and another host name before the old ones are removed", async () => {
    const old = component;
    await up(replaced);
    const done = writes(its.emulator);
    expect(done.indexOf("POST /v1/projects/prj_1/components")).toBeLessThan(done.indexOf(`DELETE ${pathOf(old)}`));
    expect(done.indexOf("POST /v1/projects/prj_1/domains")).toBeLessThan(
      done.indexOf("DELETE /v1/projects/prj_1/domains/www.example.com"),
    );
    expect(done.toSorted()).toEqual([
      `DELETE ${pathOf(old)}`,
      "DELETE /v1/projects/prj_1/domains/www.example.com",
      "POST /v1/projects/prj_1/components",
      "POST /v1/projects/prj_1/domains",
    ]);
  });

  it("is emptied by destroy", async () => {
    const reply = await its.stack.destroy();
    expect(reply.failed, reply.text).toBe(false);
    expect(its.emulator.state()).toEqual([]);
  });

  it("shows what exists to a program, which adopts it without another object", async () => {
    await ask(its.emulator, "POST /v1/projects", { organization_id: "org_1", slug: "shop", type: "proxy" });
    const settings = { dataset: "a", service_key: "canary-old-key" };
    const integration = { component_slug: "edgee/warehouse-export", component_version: "1.10.0", settings };
    await ask(its.emulator, "POST /v1/projects/prj_2/components", integration);
    await ask(its.emulator, "POST /v1/projects/prj_2/domains", { name: "www.example.com" });
    const [live] = its.emulator.state()[0]?.components ?? [];
    const parameters = {
      project: "prj_2",
      component: `prj_2/${String(live?.["id"])}`,
      domain: "prj_2/www.example.com",
    };
    const got = await its.stack.up({ file: "programs/get.ts", parameters });
    expect(got.failed, got.text).toBe(false);
    expect(got.outputs).toMatchObject({
      slug: { value: "shop" },
      componentVersion: { value: "1.10.0" },
      name: { value: "www.example.com" },
    });
    expect(JSON.stringify(got)).not.toContain("canary-old-key");

    const adopting: Site = {
      project: { ...second, ifExists: "adopt" },
      components: Object.fromEntries(
        Object.entries(after.components ?? {}).map(([name, args]) => [name, { ...args, ifExists: "adopt" as const }]),
      ),
      domains: { www: { name: "www.example.com", ifExists: "adopt" } },
    };
    its.emulator.reset();
    await up(adopting);
    expect(writes(its.emulator).toSorted()).toEqual(["POST /v1/projects/prj_2", `POST ${pathOf(component)}`]);
    expect(its.emulator.state()[0]?.components[0]?.["settings"]).toMatchObject({ service_key: SERVICE_KEY });
    expect(stepsTaken(await its.stack.preview(site(adopting)))).toEqual([]);
  });
});

describe("a masked secret that is rotated", () => {
  const rotation = (token: string, active: boolean) =>
    site({
      components: {
        meta: { component: "edgee/meta-capi", active, settings: { pixel_id: "px", access_token: token } },
      },
    });
  const [first, second] = ["canary-a-0123456789", "canary-b-0123456789"];
  const lost: FaultSchedule = {
    faults: [
      {
        method: "POST",
        path: "/v1/projects/prj_1/components/pc_1",
        times: "always",
        fault: { kind: "answer", status: 503, handled: true },
      },
    ],
  };
  const ignoring: Habits = { ...profiles.masking, changes: { settings: "merge", ignored: ["active"] } };
  const unanswered = {
    faults: lost,
    habits: profiles.masking,
    says: "the next `pulumi up` sends",
    isRefreshed: false,
  } as const;
  const partial = { faults: {}, habits: ignoring, says: "did not store active", isRefreshed: false };

  it.each([
    { title: "is sent again after a lost answer", ...unanswered, next: second },
    { title: "is taken back after a lost answer", ...unanswered, next: first },
    { title: "is taken back after loss and refresh", ...unanswered, next: first, isRefreshed: true },
    { title: "is taken back after a partial update", ...partial, next: first },
  ])("$title", async ({ faults, habits, says, next, isRefreshed }) => {
    await using emulator = await openEmulator({ habits: profiles.masking });
    await using stack = await openStack(installation(), emulator);
    const up = async (token: string, active: boolean) => {
      const reply = await stack.up(rotation(token, active));
      expect(`${reply.text}${await stack.state()}`).not.toContain("canary");
      return reply;
    };
    const stored = (): unknown => emulator.state()[0]?.components[0]?.["settings"];
    await up(first, true);

    emulator.setFaults(faults);
    emulator.setHabits(habits);
    const failed = await up(second, false);
    expect(failed.failed, failed.text).toBe(true);
    expect(failed.text).toContain(says);
    expect(stored()).toHaveProperty("access_token", second);

    emulator.setFaults({});
    emulator.setProfile("masking");
    expect(isRefreshed && (await stack.refresh()).failed).toBe(false);
    emulator.reset();
    const reply = await up(next, true);
    expect(reply.failed, reply.text).toBe(false);
    expect(writes(emulator)).toEqual(["POST /v1/projects/prj_1/components/pc_1"]);
    expect(stored()).toEqual({ pixel_id: "px", access_token: next });
    expect(stepsTaken(await stack.preview(rotation(next, true)))).toEqual([]);
  });
});
