import { DOMAINS, has, lists, PROJECT, SEED, talk } from "./conversation.ts";

const NAME = "prj_1.edgee.app";
const SITE = { projects: [{ organization_id: "org_1", slug: "site" }] };

talk(
  "each project has a host name of its own, which cannot be detached and goes with it",
  { seed: SITE, habits: { automaticHostName: "fixed", onlyEmptyProjects: true } },
  [
    [`GET ${DOMAINS}`, lists(NAME)],
    [`GET ${DOMAINS}/${NAME}`, has("project_id", "prj_1")],
    [`DELETE ${DOMAINS}/${NAME}`, 403],
    ["POST /v1/projects", { organization_id: "org_1", slug: "new", type: "proxy" }, {}],
    ["GET /v1/projects/prj_2/domains", lists("prj_2.edgee.app")],
    [`DELETE ${PROJECT}`, {}],
  ],
);

talk("a host name of its own can be detached", { seed: SITE, habits: { automaticHostName: "removable" } }, [
  [`DELETE ${DOMAINS}/${NAME}`, {}],
  [`GET ${DOMAINS}`, lists()],
]);

talk("a service has no host names of its own by default", { seed: SEED }, [[`GET ${DOMAINS}/${NAME}`, 404]]);
