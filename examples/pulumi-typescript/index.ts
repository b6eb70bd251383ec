import * as pulumi from "@pulumi/pulumi";
import * as projectsync from "projectsync";

const config = new pulumi.Config();

const site = new projectsync.Project("site", {
  organizationId: config.require("organizationId"),
  slug: "site",
  description: "Marketing site",
  forceHttps: true,
  blockedIps: ["203.0.113.7"],
  rateLimiting: [{ rank: 1, limit: 100, blockDuration: 300 }],
  rateLimitingEnabled: true,
});

const analytics = new projectsync.ProjectComponent("analytics", {
  projectId: site.id,
  component: "edgee/ga4",
  version: "latest",
  settings: { measurement_id: config.require("measurementId"), anonymize_ip: true },
});

const conversions = new projectsync.ProjectComponent("conversions", {
  projectId: site.id,
  component: "edgee/meta-capi",
  version: "2.0.1",
  // The catalogue marks access_token as a secret, so it is hidden even without `requireSecret`.
  settings: { pixel_id: config.require("pixelId"), access_token: config.requireSecret("conversionsToken") },
});

const domains = ["www.example.com", "shop.example.com"].map(
  (name) => new projectsync.Domain(name, { projectId: site.id, name }),
);

export const projectId = site.id;
export const versions = { analytics: analytics.componentVersion, conversions: conversions.componentVersion };
export const dnsReady = domains.map((domain) => domain.dnsStatus);
