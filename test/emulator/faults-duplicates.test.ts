import { readSeed } from "../../emulator/seed.ts";
import { lists, talk } from "./conversation.ts";

const site = { organization_id: "org_1", slug: "site" };
const www = { name: "www.example.com" };
const ga4 = { component_slug: "edgee/ga4" };
const full = { ...site, components: [ga4], domains: [www] };
const other = { organization_id: "org_1", slug: "other" };
const elsewhere = "/v1/projects/prj_2/domains";
const components = "POST /v1/projects/prj_1/components";
const seed = { projects: [full, other] };

const faults = (behaviour: "duplicateSlugs" | "duplicateDomains" | "duplicateComponents") => ({
  service: { duplicateSlugs: false, duplicateDomains: false, duplicateComponents: false, [behaviour]: true },
});

talk(
  "allows two projects of an organization with the same slug, until the schedule changes",
  { seed, faults: faults("duplicateSlugs") },
  [
    ["POST /v1/projects", { ...site, type: "proxy" }, { id: "prj_3" }],
    ["POST /v1/projects/prj_2", { slug: "site" }, {}],
    (emulator) => emulator.setFaults({}),
    ["POST /v1/projects", { ...site, type: "proxy" }, 409],
    ["GET /v1/projects", { data: [{ slug: "site" }, { slug: "site" }, { slug: "site" }] }],
  ],
);

talk(
  "allows a host name on several projects, but not twice on the same one",
  { seed, faults: faults("duplicateDomains") },
  [
    [`POST ${elsewhere}`, www, {}],
    [`POST ${elsewhere}`, www, 409],
    ["DELETE /v1/projects/prj_1/domains/www.example.com", {}],
    [`GET ${elsewhere}/www.example.com`, { project_id: "prj_2" }],
  ],
);

talk("allows a component twice in a project", { seed, faults: faults("duplicateComponents") }, [
  [components, ga4, { id: "pc_2" }],
  (emulator) => emulator.setFaults({ service: { duplicateSlugs: true, duplicateDomains: true } }),
  [components, ga4, 409],
]);

const service = { duplicateSlugs: true, duplicateDomains: true };

talk(
  "accepts duplicates in a seed if the service allows them",
  { seed: readSeed({ projects: [full, full] }, service), faults: { service } },
  [
    ["GET /v1/projects", lists("prj_2", "prj_1")],
    [`GET ${elsewhere}`, lists("www.example.com")],
  ],
);
