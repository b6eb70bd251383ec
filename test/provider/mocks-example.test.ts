// docs/pulumi.md names this test as an example. In a program, the module is "projectsync".
import * as pulumi from "@pulumi/pulumi";
import * as projectsync from "../../provider/index.ts";
import { beforeAll, expect, it } from "vitest";

const registered = new Map<string, Record<string, unknown>>();

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ name, inputs }) => {
      // A secret comes wrapped, and with it each argument that is always one, such as `settings`.
      const plain = Object.entries(inputs).map(([argument, value]) => [
        argument,
        pulumi.runtime.unwrapRpcSecret(value),
      ]);
      registered.set(name, Object.fromEntries(plain));
      return { id: `${name}-id`, state: inputs };
    },
    call: ({ inputs }) => inputs,
  });
});

/** If your program is a file of its own, import it here. */
function declareSite(): projectsync.ProjectComponent {
  const site = new projectsync.Project("site", { organizationId: "org_1", slug: "site", forceHttps: true });
  return new projectsync.ProjectComponent("analytics", {
    projectId: site.id,
    component: "edgee/ga4",
    settings: { measurement_id: "G-1" },
  });
}

it("the component is in the project", async () => {
  const analytics = declareSite();
  const projectId = await new Promise((resolve) => {
    analytics.projectId.apply(resolve);
  });
  expect(projectId).toBe("site-id");
  expect(registered.get("site")).toMatchObject({ slug: "site", forceHttps: true });
  expect(registered.get("analytics")).toMatchObject({ settings: { measurement_id: "G-1" } });
});
