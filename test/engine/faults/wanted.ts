import type { ProjectArgs } from "../../../provider/index.ts";
import { fieldsFromService } from "../../../provider/naming.ts";
import { declaredProject } from "../../../core/resources/project-fields.ts";
import { ANOTHER_VALUE, EVERY_FIELD } from "../../every-field.ts";
import type { Fields } from "../../world/oracle/meaning.ts";
import { SECRET } from "../harness/scene.ts";
import type { SeededProject, Wanted } from "./operation.ts";

/* What the operations declare, and what is live before them. */

export const HOST = "www.example.com";
const KEY = "edgee/warehouse-export";

export const project = { description: "before", forceHttps: false } satisfies Wanted["project"];
export const component = {
  component: KEY,
  version: "1.10.0",
  settings: { dataset: "a", service_key: SECRET },
} satisfies Wanted["component"];
/** Its version has no secret. */
export const oldComponent = {
  component: KEY,
  version: "1.9.0",
  settings: { dataset: "a" },
} satisfies Wanted["component"];
export const changedComponent = {
  component: KEY,
  version: "1.10.0",
  active: false,
  settings: { dataset: "b", service_key: `${SECRET}-new`, batch_size: 10 },
} satisfies Wanted["component"];
export const domain = { name: HOST } satisfies Wanted["domain"];
export const site: Wanted = { project, component, domain };

function argsOf(fields: Fields): Partial<ProjectArgs> {
  const args: Partial<ProjectArgs> = {};
  return Object.assign(args, fieldsFromService(declaredProject, fields));
}

/** Every field that can change in place, and another value of each. */
export const everyField = argsOf({ ...EVERY_FIELD, forwarded_headers: [{ name: "X-Key", value: SECRET }] });
export const anotherValue = argsOf({ ...ANOTHER_VALUE, slug: "shop" });

export const ALL = ["org_1/site", `org_1/site/${KEY}`, `org_1/site/${HOST}`];
export const SITE = ALL.slice(0, 1);
export const WITH_COMPONENT = ALL.slice(0, 2);
export const WITH_DOMAIN = [...SITE, `org_1/site/${HOST}`];

/** A live project that no stack has: with a field and a setting that no program declares. */
export const live: SeededProject = {
  id: "prj_live",
  organization_id: "org_1",
  slug: "site",
  description: "by hand",
  cookie_name: "by-hand",
  components: [
    {
      id: "pc_live",
      component_slug: KEY,
      component_version: "1.10.0",
      settings: { dataset: "by-hand", service_key: "their-own-secret" },
    },
  ],
  domains: [{ name: HOST, dns_status: true }],
};
export const liveProject: SeededProject = {
  id: "prj_live",
  organization_id: "org_1",
  slug: "site",
  cookie_name: "by-hand",
};
export const adopt = { ifExists: "adopt" } as const;
export const ids = { project: "prj_live", component: "prj_live/pc_live", domain: `prj_live/${HOST}` };

export const FILE_PROJECT = `version: 1
project:
  organization_id: org_1
  slug: site
  description: before
  force_https: false
`;
const FILE_COMPONENT = `components:
  ${KEY}:
    version: "1.10.0"
    settings: { dataset: a, service_key: { secret: SITE_KEY } }
`;
export const FILE_DOMAIN = `domains:
  - ${HOST}
`;
export const FILE = `${FILE_PROJECT}${FILE_COMPONENT}${FILE_DOMAIN}`;
export const prune = ["all"] as const;
