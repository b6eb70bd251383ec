import { z } from "zod";
import type { Reply } from "./ask.ts";

const slugs = ["edgee/ga4", "edgee/meta-capi", "edgee/legacy-pixel", "edgee/maintenance-page", "acme/consent-banner"];
export const NAMES = ["a", "b", "c", "d", "e"].map((label) => `${label}.example.com`);

/** Five objects for each list. */
export const FIVE = {
  projects: [
    {
      organization_id: "org_1",
      slug: "p1",
      components: slugs.map((slug) => ({ component_slug: slug })),
      domains: NAMES.map((name) => ({ name })),
    },
    ...["p2", "p3", "p4", "p5"].map((slug) => ({ organization_id: "org_1", slug })),
  ],
};

/** The lists of these objects, from the oldest. */
export const LISTS = [
  { path: "/v1/projects", keys: ["prj_1", "prj_2", "prj_3", "prj_4", "prj_5"] },
  { path: "/v1/projects/prj_1/components", keys: ["pc_1", "pc_2", "pc_3", "pc_4", "pc_5"] },
  { path: "/v1/projects/prj_1/domains", keys: NAMES },
];

const list = z.object({ data: z.array(z.object({ id: z.string().optional(), name: z.string().optional() })) });

/** The ids of the items of a list in order. For domains: their names. */
export function keysOf({ body }: Reply): readonly string[] {
  return list.parse(body).data.map(({ id, name }) => id ?? name ?? "");
}
