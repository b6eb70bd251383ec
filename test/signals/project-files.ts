import type { Seed } from "../../emulator/start.ts";

export const HOSTS = Array.from({ length: 20 }, (_, index) => `host-${index + 1}.example.com`);

/** A project without domains. */
export const SEED = {
  projects: [{ organization_id: "org_1", type: "proxy", id: "prj_site", slug: "site" }],
} satisfies Seed;

/** 20 writes. None waits for another. */
export const TWENTY = {
  "site.yaml": `version: 1\nproject: { organization_id: org_1, slug: site }\ndomains: [${HOSTS.join(", ")}]\n`,
};
