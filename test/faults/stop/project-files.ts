import type { Seed } from "../../../emulator/start.ts";

export const HOSTS = Array.from({ length: 20 }, (_, index) => `host-${index + 1}.example.com`);

const seeded = { organization_id: "org_1", type: "proxy" } as const;

/** A project without domains. */
export const SEED = { projects: [{ ...seeded, id: "prj_site", slug: "site" }] } satisfies Seed;

/** The same, and one with domains that are to leave it. */
export const SEED_OF_MOVES = {
  projects: [...SEED.projects, { ...seeded, id: "prj_old", slug: "old", domains: HOSTS.map((name) => ({ name })) }],
} satisfies Seed;

const project = (slug: string, rest: string): string =>
  `version: 1\nproject: { organization_id: org_1, slug: ${slug} }\n${rest}`;

/** 20 writes. None waits for another. */
export const TWENTY = { "site.yaml": project("site", `domains: [${HOSTS.join(", ")}]\n`) };

/** All of them go from one project to the other. */
export const TWENTY_MOVES = {
  ...TWENTY,
  "old.yaml": project("old", `domains: [${HOSTS.map((name) => `{ name: ${name}, absent: true }`).join(", ")}]\n`),
};
