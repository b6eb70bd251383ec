import * as pulumi from "@pulumi/pulumi";
import * as projectsync from "projectsync-pulumi";

const site = new projectsync.Project("site", {
  organizationId: "org_1",
  slug: "site",
  description: "Shop",
  rateLimiting: [{ rank: 1, limit: 10 }],
});
void new projectsync.ProjectComponent("capi", {
  projectId: site.id,
  component: "edgee/meta-capi",
  settings: { pixel_id: "px-1", access_token: new pulumi.Config().requireSecret("accessToken") },
});
void new projectsync.Domain("www", { projectId: site.id, name: "www.example.com" });
const catalogue = projectsync.getCatalogueComponentOutput({ component: "edgee/meta-capi" });
export const projectId = site.id;
export const latest = catalogue.latestVersion;
