import { expect, it } from "vitest";
import { createClient } from "../../../core/api/client.ts";
import { exportProjects } from "../../../sync/export/export.ts";
import { failureOf, open } from "../../provider/provider.ts";
import { always, answered, on } from "../../reconcile/scene.ts";

// Two components whose slugs differ only in case; the catalogue shows one of them no more. Only beside the other declaration can it be told
// apart, and a resource in Pulumi does not know the other one.
it("a program holds no component that Pulumi refuses to adopt", async () => {
  const components = [
    { id: "pc_1", component_slug: "acme/box", component_id: "cmp_1", component_version: "1.0" },
    { id: "pc_2", component_slug: "acme/Box", component_id: "cmp_2", component_version: "1.0" },
  ];
  const entry = { id: "cmp_1", slug: "acme/box", latest_version: "1.0", versions: { "1.0": { dynamic_fields: [] } } };
  await using scene = await open({
    seed: { projects: [{ id: "prj_1", organization_id: "org_1", slug: "site" }] },
    faults: {
      faults: [
        on(
          "GET /v1/projects/prj_1/components",
          answered({ object: "list", data: components, has_more: false }),
          always,
        ),
        ...components.map((each) => on(`GET /v1/projects/prj_1/components/${each.id}`, answered(each), always)),
        on("GET /v1/components/acme/box", answered(entry), always),
      ],
    },
  });
  const client = createClient({
    baseUrl: scene.emulator.url,
    token: scene.emulator.token,
    userAgent: "test/1",
    clock: scene.clock.client,
  });
  const { projects } = await exportProjects(
    client,
    { by: "organization", organizationId: "org_1" },
    { format: "pulumi" },
  );
  await client.close();
  for (const [component, fields] of Object.entries(projects[0]?.data.components ?? {})) {
    const inputs = { __provider: "code", projectId: "prj_1", component, ...Object(fields), ifExists: "adopt" };
    const { message } = await failureOf(scene.component.create(inputs));
    expect(`${component}: ${message}`).toBe(`${component}: no failure`);
  }
});
