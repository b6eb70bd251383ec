import {
  COMPONENT,
  COMPONENTS,
  DOMAIN,
  DOMAINS,
  lacks,
  lists,
  PROJECT,
  talk,
  type Expected,
  type Step,
} from "./conversation.ts";

const PROJECTS = "/v1/projects";
const site = { organization_id: "org_1", slug: "new", type: "proxy" };
const capi = { component_slug: "edgee/meta-capi" };
const LISTS = [
  { list: PROJECTS, key: "prj_3", body: site, seeded: ["prj_2", "prj_1"] },
  { list: COMPONENTS, key: "pc_2", body: capi, seeded: ["pc_1"] },
  { list: DOMAINS, key: "b.example.com", body: { name: "b.example.com" }, seeded: ["a.example.com"] },
];
const UPDATES = [
  { list: `${PROJECTS}?order_direction=ASC&limit=1`, single: PROJECT, body: { description: "new" } },
  { list: COMPONENTS, single: COMPONENT, body: { active: false } },
];
const staleLists = { faults: { service: { staleListsMs: 5000 } } };
const lateReads = { habits: { late: { readsMs: 1000 } } };

for (const { list, key, body, seeded } of LISTS) {
  const [before, after] = [lists(...seeded), lists(key, ...seeded)];
  talk(`a list shows a creation and a deletion late, while a GET by id shows them at once: ${list}`, staleLists, [
    [`POST ${list}`, body, {}],
    [`GET ${list}/${key}`, body],
    4999,
    [`GET ${list}`, before],
    1,
    [`GET ${list}`, after],
    [`DELETE ${list}/${key}`, {}],
    [`GET ${list}/${key}`, 404],
    4999,
    [`GET ${list}`, after],
    1,
    [`GET ${list}`, before],
  ]);
  talk(`a GET by id shows a creation and a deletion late, while a list shows them at once: ${list}`, lateReads, [
    [`POST ${list}`, body, {}],
    [`GET ${list}`, after],
    999,
    [`GET ${list}/${key}`, 404],
    1,
    [`GET ${list}/${key}`, body],
    [`DELETE ${list}/${key}`, {}],
    [`GET ${list}`, before],
    [`DELETE ${list}/${key}`, 404],
    999,
    [`GET ${list}/${key}`, body],
    1,
    [`GET ${list}/${key}`, 404],
  ]);
}

for (const { list, single, body } of UPDATES) {
  talk(`a list shows an update late, while a GET by id shows it at once: ${single}`, staleLists, [
    [`POST ${single}`, body, body],
    [`GET ${single}`, body],
    4999,
    [`GET ${list}`, lacks({ data: [body] })],
    1,
    [`GET ${list}`, { data: [body] }],
  ]);
  talk(`a GET by id shows an update late, while its answer shows it at once: ${single}`, lateReads, [
    [`POST ${single}`, body, body],
    999,
    [`GET ${single}`, lacks(body)],
    1,
    [`GET ${single}`, body],
  ]);
}

const UNREADY = [
  ["POST /v1/projects/prj_3", { cache: true }],
  ["GET /v1/projects/prj_3/components", undefined],
  ["POST /v1/projects/prj_3/components", capi],
  ["GET /v1/projects/prj_3/domains", undefined],
  ["POST /v1/projects/prj_3/domains", { name: "b.example.com" }],
] as const;

talk(
  "a project just created cannot be changed, and has nothing below it",
  { habits: { late: { newProjectMs: 1500 } } },
  [
    [`POST ${PROJECTS}`, site, {}],
    1499,
    ...UNREADY.map(([request, body]) => [request, body, 404] as const),
    [`GET ${PROJECTS}/prj_3`, site],
    // The projects of the seed are old.
    [`POST ${PROJECT}`, { cache: true }, {}],
    1,
    ...UNREADY.map(([request, body]) => [request, body, {}] as const),
    [`POST ${PROJECTS}`, { ...site, slug: "gone" }, {}],
    [`DELETE ${PROJECTS}/prj_4`, {}],
  ],
);

const all = { late: { readsMs: 1000, newProjectMs: 1000 }, staleListsMs: 1000, lists: { goBackMs: 1000 } };

talk("a seed shows at once", { habits: all }, [
  ...[PROJECT, COMPONENT, DOMAIN].map((single) => [`GET ${single}`, {}] as const),
  [`GET ${PROJECTS}`, lists("prj_2", "prj_1")],
  [`GET ${PROJECTS}`, lists("prj_2", "prj_1")],
]);

const before = { data: [{ id: "pc_1", active: true }] };

talk("every second list goes back in time, to the same state as before", { habits: { lists: { goBackMs: 1000 } } }, [
  [`POST ${COMPONENT}`, { active: false }, {}],
  [`POST ${COMPONENTS}`, capi, {}],
  [`DELETE ${COMPONENT}`, {}],
  [`GET ${COMPONENTS}`, lists("pc_2")],
  [`GET ${COMPONENTS}`, before],
  [`GET ${COMPONENTS}`, lists("pc_2")],
  [`GET ${COMPONENTS}`, before],
  1000,
  [`GET ${COMPONENTS}`, lists("pc_2")],
  [`GET ${COMPONENTS}`, lists("pc_2")],
]);

const attach = (project: string, expected: Expected): Step => [
  `POST ${PROJECTS}/${project}/domains`,
  { name: "a.example.com" },
  expected,
];

talk(
  "a host name is taken for a while after its detachment, and after the deletion of its project",
  { habits: { hostNames: { releaseMs: 3000 } } },
  [
    [`DELETE ${DOMAIN}`, {}],
    2999,
    attach("prj_2", 409),
    attach("prj_1", 409),
    1,
    attach("prj_2", {}),
    [`DELETE ${PROJECTS}/prj_2`, {}],
    attach("prj_1", 409),
    3000,
    attach("prj_1", {}),
  ],
);

const ready = { dns_status: true, ssl_status: true };
const domains = [{ name: "old.example.com", ...ready }];
const seed = { projects: [{ organization_id: "org_1", slug: "site", domains }] };

talk(
  "a domain gets its DNS and its certificate some time after it was attached, in lists too",
  { seed, habits: { domains: { dnsMs: 1000, sslMs: 3000 } } },
  [
    [`POST ${DOMAINS}`, { name: "new.example.com" }, { dns_status: false, ssl_status: false }],
    999,
    [`GET ${DOMAINS}/new.example.com`, { dns_status: false, ssl_status: false }],
    [`GET ${DOMAINS}/old.example.com`, ready],
    1,
    [`GET ${DOMAINS}/new.example.com`, { dns_status: true, ssl_status: false }],
    2000,
    [`GET ${DOMAINS}`, { data: [ready, ready] }],
  ],
);
