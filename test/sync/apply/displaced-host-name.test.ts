import { expect, it } from "vitest";
import type { ServiceRequest } from "../../../emulator/service.ts";
import { liveProject } from "../../live-project.ts";
import { startWorld } from "../world.ts";

const WWW = "www.example.com";

it("a project keeps its deletion from a host name that was detached elsewhere and attached to it meanwhile", async () => {
  const other = { component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } };
  const projects = [{ ...liveProject("old"), components: [other] }, liveProject("shop", [WWW])];
  await using world = await startWorld({
    seed: { projects },
    between: (request, service) => {
      const reply = service(request);
      const attach: ServiceRequest = {
        ...request,
        method: "POST",
        contentType: "application/json",
        target: "/v1/projects/prj_old/domains",
        body: Buffer.from(JSON.stringify({ name: WWW })),
      };
      if (request.method === "DELETE" && request.target.includes("/domains/")) service(attach);
      return reply;
    },
  });
  const head = "version: 1\nproject:\n  organization_id: org_1\n  slug: ";
  await world.write({
    "old.yaml": `${head}old\n  absent: true\ncomponents: { edgee/ga4: { absent: true } }\n`,
    "shop.yaml": `${head}shop\ndomains: [{ name: ${WWW}, absent: true }]\n`,
  });
  const { applied } = await world.run("apply");
  expect(applied?.outcomes.find(({ key }) => key === "org_1/old")).toMatchObject({ status: "failed" });
  expect(world.state().map(({ project, domains }) => [project.slug, domains.length])).toEqual([
    ["old", 1],
    ["shop", 0],
  ]);
});
