import * as pulumi from "@pulumi/pulumi";
import { Domain, getCatalogueComponent, Project, ProjectComponent } from "projectsync";

const config = new pulumi.Config();

const site = new Project("site", {
  organizationId: config.require("organizationId"),
  slug: "esm-site",
  // If the project exists, adopt it and update it to match this declaration.
  ifExists: "adopt",
});

const catalogued = await getCatalogueComponent({ component: "edgee/ga4" });

const analytics = new ProjectComponent("analytics", {
  projectId: site.id,
  component: catalogued.component,
  version: catalogued.latestVersion ?? "latest",
  settings: { measurement_id: config.require("measurementId") },
});

const www = new Domain("www", { projectId: site.id, name: "esm.example.com" });

export const projectId = site.id;
export const version = analytics.componentVersion;
export const hostName = www.name;
