import type { Seed } from "../../../emulator/start.ts";
import type { KindName } from "../../../provider/resources/kind.ts";

/** A project with a component and a domain. Its lists show what UPDATES change. */
export const SITE = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "site",
  description: "live",
  components: [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
  domains: [{ name: "www.example.com" }],
};

/** And one with nothing in it. */
export const SEED = { projects: [SITE, { id: "prj_2", organization_id: "org_1", slug: "empty" }] } satisfies Seed;

export const PROJECTS = "/v1/projects";
export const PROJECT = `${PROJECTS}/prj_1`;
export const COMPONENTS = `${PROJECT}/components`;
export const COMPONENT = `${COMPONENTS}/pc_1`;
export const DOMAINS = `${PROJECT}/domains`;
export const DOMAIN = `${DOMAINS}/www.example.com`;

/** A project file of `org_1`. `rest` goes on with fields of the project, or with other sections. */
export function file(slug: string, rest = ""): string {
  return `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
}

/** One write that a file asks for, and where the service keeps what it is about. */
export interface Subject {
  readonly kind: KindName;
  readonly file: string;
  /** As the report calls it. */
  readonly key: string;
  readonly id: string;
  /** The path of the write. */
  readonly path: string;
  /** The path of the object itself, and of the list that shows it. */
  readonly object: string;
  readonly list: string;
}

const NEW_COMPONENT = "components:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n";

/** A create of each kind, and what somebody else would send to create the same. */
export const CREATES: readonly (Subject & { readonly theirs: object })[] = [
  {
    kind: "project",
    file: file("new"),
    key: "org_1/new",
    id: "prj_3",
    path: PROJECTS,
    object: `${PROJECTS}/prj_3`,
    list: PROJECTS,
    theirs: { organization_id: "org_1", slug: "new", type: "proxy" },
  },
  {
    kind: "component",
    file: file("site", NEW_COMPONENT),
    key: "org_1/site/edgee/legacy-pixel",
    id: "pc_2",
    path: COMPONENTS,
    object: `${COMPONENTS}/pc_2`,
    list: COMPONENTS,
    theirs: { component_slug: "edgee/legacy-pixel", settings: { pixel_id: "1" } },
  },
  {
    kind: "domain",
    file: file("site", "domains: [new.example.com]\n"),
    key: "org_1/site/new.example.com",
    id: "new.example.com",
    path: DOMAINS,
    object: `${DOMAINS}/new.example.com`,
    list: DOMAINS,
    theirs: { name: "new.example.com" },
  },
];

/** The kinds of objects that a service can hold twice. */
export const LISTED_CREATES = CREATES.filter(({ kind }) => kind !== "domain");

/** An update of each kind that has one; `theirs` is what else would change the same field. */
export const UPDATES: readonly Subject[] = [
  {
    kind: "project",
    file: file("site", "  description: changed\n"),
    key: "org_1/site",
    id: "prj_1",
    path: PROJECT,
    object: PROJECT,
    list: PROJECTS,
  },
  {
    kind: "component",
    file: file("site", "components:\n  edgee/ga4: { active: false }\n"),
    key: "org_1/site/edgee/ga4",
    id: "pc_1",
    path: COMPONENT,
    object: COMPONENT,
    list: COMPONENTS,
  },
];

/** A deletion of each kind. */
export const DELETIONS: readonly Subject[] = [
  {
    kind: "project",
    file: file("empty", "  absent: true\n"),
    key: "org_1/empty",
    id: "prj_2",
    path: `${PROJECTS}/prj_2`,
    object: `${PROJECTS}/prj_2`,
    list: PROJECTS,
  },
  {
    kind: "component",
    file: file("site", "components:\n  edgee/ga4: { absent: true }\n"),
    key: "org_1/site/edgee/ga4",
    id: "pc_1",
    path: COMPONENT,
    object: COMPONENT,
    list: COMPONENTS,
  },
  {
    kind: "domain",
    file: file("site", "domains:\n  - { name: www.example.com, absent: true }\n"),
    key: "org_1/site/www.example.com",
    id: "www.example.com",
    path: DOMAIN,
    object: DOMAIN,
    list: DOMAINS,
  },
];
