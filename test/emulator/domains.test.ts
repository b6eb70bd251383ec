import { DOMAIN, DOMAINS, exactly, talk } from "./conversation.ts";
import { noon } from "./test-clock.ts";

const elsewhere = "/v1/projects/prj_2/domains";
const name = "a.example.com";
const status = { dns_status: false, ssl_status: false };
const attached = { object: "domain", name, project_id: "prj_1", ...status, created_at: noon, updated_at: noon };

const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
const HOST_NAMES = ["example.com", "a.b", "1.2.3.4.com", "xn--bcher-kva.example", "a-b.c--d.e", longest];
const NOT_CANONICAL = ["", "localhost", "Example.com", "example.com.", ".example.com", "a..b", "-a.com", "a-.com"];
const NO_HOST_NAMES = ["a_b.com", "bücher.example", "*.example.com", "a.com:80", "https://a.com", "a.com/b", "a b.com"];
const TOO_LONG = [`${"a".repeat(64)}.com`, `${longest}d`];
const REFUSED = [...NOT_CANONICAL, ...NO_HOST_NAMES, ...TOO_LONG, "a.com\n", "127.0.0.1", null, 1];

talk("attaches, reads and detaches a domain", {}, [
  [`DELETE ${DOMAIN}`, exactly({ object: "domain", id: name, deleted: true })],
  [`GET ${DOMAIN}`, 404],
  [`DELETE ${DOMAIN}`, 404],
  [`POST ${DOMAINS}`, { name }, exactly(attached)],
  [`GET ${DOMAIN}`, exactly(attached)],
]);

talk("attaches a domain to one project at a time", {}, [
  [`POST ${DOMAINS}`, { name }, 409],
  [`POST ${elsewhere}`, { name }, 409],
  [`DELETE ${DOMAIN}`, {}],
  [`POST ${elsewhere}`, { name }, {}],
]);

talk(
  "accepts host names in their canonical form",
  {},
  HOST_NAMES.map((each) => [`POST ${DOMAINS}`, { name: each }, { name: each }]),
);

talk(
  "refuses every other host name",
  {},
  REFUSED.map((each) => [`POST ${DOMAINS}`, { name: each }, ["name"]]),
);

talk("requires a name, and accepts no other field", {}, [
  [`POST ${DOMAINS}`, {}, ["name"]],
  [`POST ${DOMAINS}`, { name, dns_status: true }, ["dns_status"]],
]);

talk("finds a domain only by its canonical name", {}, [
  [`GET ${DOMAINS}/A.example.com`, 404],
  [`DELETE ${DOMAIN}.`, 404],
]);
