import { conversations, exactly } from "./conversation.ts";
import { noon } from "./test-clock.ts";

const seed = {
  projects: [
    { organization_id: "org_1", slug: "site" },
    { organization_id: "org_1", slug: "other" },
  ],
};
const list = "/v1/projects/prj_1/domains";
const elsewhere = "/v1/projects/prj_2/domains";
const name = "www.example.com";
const attached = {
  object: "domain",
  name,
  project_id: "prj_1",
  dns_status: false,
  ssl_status: false,
  created_at: noon,
  updated_at: noon,
};

const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
const HOST_NAMES = ["example.com", "a.b", "1.2.3.4.com", "xn--bcher-kva.example", "a-b.c--d.e", longest];
const NOT_CANONICAL = ["", "localhost", "Example.com", "example.com.", ".example.com", "a..b", "-a.com", "a-.com"];
const NO_HOST_NAMES = ["a_b.com", "bücher.example", "*.example.com", "a.com:80", "https://a.com", "a.com/b", "a b.com"];
const TOO_LONG = [`${"a".repeat(64)}.com`, `${longest}d`];
const REFUSED = [...NOT_CANONICAL, ...NO_HOST_NAMES, ...TOO_LONG, "a.com\n", "127.0.0.1", null, 1];

conversations(
  { seed },
  {
    "attaches, reads and detaches a domain": [
      [`POST ${list}`, { name }, exactly(attached)],
      [`GET ${list}/${name}`, exactly(attached)],
      [`DELETE ${list}/${name}`, exactly({ object: "domain", id: name, deleted: true })],
      [`GET ${list}/${name}`, 404],
      [`DELETE ${list}/${name}`, 404],
    ],
    "attaches a domain to one project at a time": [
      [`POST ${list}`, { name }, {}],
      [`POST ${list}`, { name }, 409],
      [`POST ${elsewhere}`, { name }, 409],
      [`DELETE ${list}/${name}`, {}],
      [`POST ${elsewhere}`, { name }, {}],
    ],
    "accepts host names in their canonical form": HOST_NAMES.map((each) => [
      `POST ${list}`,
      { name: each },
      { name: each },
    ]),
    "refuses every other host name": REFUSED.map((each) => [`POST ${list}`, { name: each }, ["name"]]),
    "requires a name, and accepts no other field": [
      [`POST ${list}`, {}, ["name"]],
      [`POST ${list}`, { name, dns_status: true }, ["dns_status"]],
    ],
    "finds a domain only in its own project and by its canonical name": [
      [`POST ${list}`, { name }, {}],
      ...[`${elsewhere}/${name}`, `${list}/WWW.example.com`, `${list}/${name}.`].flatMap((path) => [
        [`GET ${path}`, 404] as const,
        [`DELETE ${path}`, 404] as const,
      ]),
      ["POST /v1/projects/prj_9/domains", { name: "a.example" }, 404],
    ],
  },
);
