import { expect } from "vitest";
import { COMPONENT, COMPONENTS, DOMAINS, exactly, has, talk } from "./conversation.ts";

const seed = {
  projects: [
    {
      organization_id: "org_1",
      slug: "a",
      components: [{ component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
      domains: ["a", "b", "c"].map((label) => ({ name: `${label}.example.com` })),
    },
    { organization_id: "org_2", slug: "b" },
  ],
};
const ids = [
  { id: "prj_2", organization_id: "org_2", slug: "b" },
  { id: "prj_1", organization_id: "org_1", slug: "a" },
];
const last = { object: "list", url: DOMAINS, data: [expect.objectContaining({ name: "a.example.com" })] };

talk(
  "records in lists have only ids and keys, while single reads have all",
  { seed, habits: { lists: { fields: "ids" } } },
  [
    ["GET /v1/projects", has("data", ids)],
    [`GET ${COMPONENTS}`, has("data", [{ id: "pc_1", component_id: "cmp_ga4" }])],
    [`GET ${DOMAINS}?limit=1`, has("data", [{ name: "c.example.com" }])],
    [`GET ${COMPONENT}`, { settings: { measurement_id: "G-1" } }],
  ],
);

talk("the last page lacks has_more and last_key", { seed, habits: { lists: { end: "omitted" } } }, [
  [`GET ${DOMAINS}?limit=2`, { has_more: true, last_key: "b.example.com" }],
  [`GET ${DOMAINS}?limit=2&start_key=b.example.com`, exactly(last)],
]);

talk(
  "a page is short without a limit, and as long as the limit with one",
  { seed, habits: { lists: { pageSize: 2 } } },
  [
    [`GET ${DOMAINS}`, { has_more: true, data: { length: 2 } }],
    [`GET ${DOMAINS}?limit=3`, { has_more: false, data: { length: 3 } }],
  ],
);

talk("the filter by organization is ignored", { seed, habits: { lists: { allOrganizations: true } } }, [
  ["GET /v1/projects?organization_id=org_1", { data: ids }],
]);
