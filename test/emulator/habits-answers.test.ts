import { expect } from "vitest";
import type { ShortAnswer } from "../../emulator/profile/habits.ts";
import type { Reply } from "./ask.ts";
import {
  COMPONENT,
  COMPONENTS,
  DOMAIN,
  DOMAINS,
  has,
  lacks,
  PROJECT,
  stores,
  talk,
  type Step,
} from "./conversation.ts";

const site = { organization_id: "org_1", slug: "new", type: "proxy", description: "D" };
const domain = { name: "b.example.com" };

const is = (status: number, body: unknown) => (reply: Reply) => {
  expect([reply.status, reply.body, reply.headers.has("content-type")]).toEqual([status, body, status !== 204]);
};
const SHORT: readonly (readonly [ShortAnswer, (id: object) => (reply: Reply) => void])[] = [
  ["none", () => is(204, undefined)],
  ["empty", () => is(200, {})],
  ["id", (id) => is(200, id)],
];

for (const [answer, shown] of SHORT) {
  talk(`the answer to a create can be ${answer}`, { habits: { answers: { create: answer } } }, [
    ["POST /v1/projects", site, shown({ id: "prj_3" })],
    [`POST ${DOMAINS}`, domain, shown(domain)],
    stores({ domains: [{}, domain] }, {}, { project: { id: "prj_3", ...site } }),
    // Updates are answered as described.
    [`POST ${PROJECT}`, { cache: true }, { cache: true, slug: "site" }],
  ]);
  talk(`the answer to an update can be ${answer}`, { habits: { answers: { update: answer } } }, [
    [`POST ${PROJECT}`, { cache: true }, shown({ id: "prj_1" })],
    [`POST ${COMPONENT}`, { active: false }, shown({ id: "pc_1" })],
    stores({ project: { cache: true }, components: [{ active: false }] }, {}),
  ]);
}

talk("the answer to an update can be the record as it was before", { habits: { answers: { update: "old" } } }, [
  [`POST ${COMPONENT}`, { active: false, settings: { a: 1 } }, { active: true, settings: { measurement_id: "G-1" } }],
  [`GET ${COMPONENT}`, { active: false, settings: { a: 1 } }],
  [`POST ${PROJECT}`, { cache: true }, { cache: false }],
]);

talk("a deletion can be answered with 204, and is done", { habits: { answers: { delete: "none" } } }, [
  ...[COMPONENT, DOMAIN, PROJECT].flatMap((path): Step[] => [
    [`DELETE ${path}`, is(204, undefined)],
    [`GET ${path}`, 404],
  ]),
  stores({ project: { id: "prj_2" } }),
]);

talk("the deletion of a project can be refused while something is in it", { habits: { onlyEmptyProjects: true } }, [
  [`DELETE ${PROJECT}`, 409],
  [`DELETE ${COMPONENT}`, {}],
  [`DELETE ${PROJECT}`, 409],
  [`DELETE ${DOMAIN}`, {}],
  [`DELETE ${PROJECT}`, { deleted: true }],
]);

const id = "dom_YS5leGFtcGxlLmNvbQ";

talk("extra fields differ at each read, and are in lists and in answers to writes", { habits: { extra: true } }, [
  [`GET ${PROJECT}`, has("meta.revision", 1)],
  [`GET ${PROJECT}`, has("meta.revision", 2)],
  [`GET ${COMPONENTS}`, has("data.0.meta.revision", 3)],
  [`POST ${COMPONENT}`, { active: false }, has("meta.revision", 4)],
  ["GET /v1/components/edgee/ga4", has("meta.levels", [{ id: 1 }, null])],
  [`DELETE ${COMPONENT}`, lacks({ meta: {} })],
  // An id of a domain, which leads nowhere and does not change.
  [`GET ${DOMAIN}`, { id }],
  [`GET ${DOMAINS}`, { data: [{ id, name: "a.example.com" }], last_key: "a.example.com" }],
  [`GET ${DOMAINS}/${id}`, 404],
]);
