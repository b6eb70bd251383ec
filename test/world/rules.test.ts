import { expect, it } from "vitest";
import { SETTLE_WINDOW } from "../../core/reconcile/settle.ts";
import type { Prune } from "../../core/plan/plan-options.ts";
import {
  always,
  answered,
  ARRIVED,
  ATTACH,
  DETACH,
  file,
  LOST,
  MOVE,
  MOVE_AND_DELETE,
  NAME,
  NEW,
  OLD,
  on,
  open,
  PROJECTS,
  PUT_BACK,
  refused,
  renameOf,
  TAKES,
  twinOf,
  type Given,
} from "../reconcile/scene.ts";
import type { Write } from "./oracle/service.ts";

/* What the loop must do besides the table of outcomes: one test each. The first rule is in outcomes.test.ts. */

const GA4 = "components:\n  edgee/ga4: { settings: { measurement_id: G-1, sample_rate: 1 } }\n";
const WITHOUT_GA4 = file("new", "components:\n  edgee/ga4: { absent: true }\n");
const COMPONENTS = `${PROJECTS}/prj_new/components`;
const COMPONENT = `${COMPONENTS}/pc_1`;
const twins = ["pc_1", "pc_2"].map((id) => ({ id, component_slug: "edgee/ga4" }));
const HOLDING = { ...NEW, components: [{ ...twins[0], settings: { measurement_id: "G-0" } }] };
const listing = (...data: readonly object[]) => answered({ data, has_more: false });
const named = (slug: string) => listing({ id: "prj_new", organization_id: "org_1", slug });
const forbidden = refused(403, "forbidden_error");
const missing = refused(404, "not_found_error");
const [TWIN, RENAME] = [twinOf("old"), renameOf("prj_1")];

interface Row extends Given {
  readonly files: string | Readonly<Record<string, string>>;
  readonly prune?: readonly Prune[];
  /** What somebody else does right before the run. */
  readonly before?: Write;
  /** `status key` of each object. */
  readonly outcomes: readonly string[];
  readonly says?: string;
  readonly writes?: readonly string[];
  /** What the service holds in the end: its keys, or fields of one record by its key. */
  readonly live?: readonly string[];
  readonly record?: readonly [key: string, fields: object];
}

const ROWS: Readonly<Record<string, Row>> = {
  "2. a request without an answer stays in doubt if it is refused later": {
    projects: [NEW],
    faults: [on(`POST ${ATTACH}`, LOST), on(`POST ${ATTACH}`, forbidden, { nth: 2, ...always })],
    files: TAKES,
    outcomes: [`unknown org_1/new/${NAME}`],
    writes: Array<string>(3).fill(`POST ${ATTACH}`),
  },
  "4. a read that fails blocks nothing that was read before": {
    projects: [NEW],
    faults: [on(`GET ${PROJECTS}`, refused(500, "oops"), { nth: 2, ...always })],
    files: TAKES,
    outcomes: [`done org_1/new/${NAME}`],
    live: ["org_1/new", `org_1/new/${NAME}`],
  },
  "5. a pruned object is not done because its project is in doubt": {
    projects: [OLD],
    service: { duplicateSlugs: true },
    faults: [on("DELETE", LOST, always)],
    meanwhile: { at: `DELETE ${DETACH}`, writes: [TWIN] },
    files: file("old", "domains: []\n"),
    prune: ["domains"],
    outcomes: [`unknown org_1/old/${NAME}`],
    live: ["org_1/old", "org_1/old", `org_1/old/${NAME}`],
  },
  "6. what an answer says of a create counts at once, however late the lists are": {
    projects: [],
    service: { staleListsMs: 60_000 },
    files: file("site", `  cache: true\n${GA4}domains: [${NAME}]\n`),
    outcomes: ["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`],
    writes: ["", "/prj_1", "/prj_1/components", "/prj_1/domains"].map((path) => `POST ${PROJECTS}${path}`),
  },
  "6. what an answer says of a detachment counts at once, however late the lists are": {
    projects: [OLD, NEW],
    service: { staleListsMs: 60_000 },
    files: MOVE,
    outcomes: [`done org_1/new/${NAME}`],
    writes: [`DELETE ${DETACH}`, `POST ${ATTACH}`],
  },
  "7. a project is deleted after each host name that leaves it has arrived": {
    projects: [OLD, NEW],
    faults: [on(`POST ${ATTACH}`, refused(409, "conflict_error"), { times: 2 })],
    files: MOVE_AND_DELETE,
    outcomes: [`done org_1/new/${NAME}`, "done org_1/old"],
    writes: [`DELETE ${DETACH}`, ...Array<string>(3).fill(`POST ${ATTACH}`), `DELETE ${PROJECTS}/prj_old`],
    live: ["org_1/new", `org_1/new/${NAME}`],
  },
  "8. what waits for a project is written when the project is found": {
    projects: [],
    service: { staleListsMs: 4_000 },
    faults: [on(`POST ${PROJECTS}`, ARRIVED)],
    files: file("site", `domains: [${NAME}]\n`),
    outcomes: ["done org_1/site", `done org_1/site/${NAME}`],
    writes: [`POST ${PROJECTS}`, `POST ${PROJECTS}/prj_1/domains`],
  },
  "9. a create that is refused may be there all the same": {
    projects: [],
    faults: [on(`POST ${PROJECTS}`, refused(422, "creation_error", true))],
    files: file("site"),
    outcomes: ["done org_1/site"],
    live: ["org_1/site"],
  },
  ...Object.fromEntries(
    [409, 423, 503].map((status): [string, Row] => [
      `10. a host name that is detached and refused with ${status} is tried again for minutes`,
      {
        projects: [OLD, NEW],
        faults: [on(`POST ${ATTACH}`, refused(status, "busy"), { times: 25 })],
        files: MOVE,
        outcomes: [`done org_1/new/${NAME}`],
        live: ["org_1/new", `org_1/new/${NAME}`, "org_1/old"],
      },
    ]),
  ),
  "11. what is not found below a new project is late": {
    projects: [],
    faults: ["", "/domains"].map((path) => on(`POST ${PROJECTS}/prj_1${path}`, missing, { times: 3 })),
    files: file("site", `  cache: true\ndomains: [${NAME}]\n`),
    outcomes: ["done org_1/site", `done org_1/site/${NAME}`],
  },
  "11. so is a new project whose id only its list shows": {
    projects: [],
    habits: { late: { readsMs: 1_500 }, answers: { create: "none" } },
    files: file("site", `domains: [${NAME}]\n`),
    outcomes: ["done org_1/site", `done org_1/site/${NAME}`],
  },
  "12. a read right before a write that fails is repeated": {
    projects: [NEW],
    faults: [on(`GET ${PROJECTS}/prj_new`, { kind: "html" })],
    files: TAKES,
    outcomes: [`done org_1/new/${NAME}`],
    writes: [`POST ${ATTACH}`],
  },
  "13. a component is removed also where its record has no slug": {
    projects: [HOLDING],
    habits: { lists: { fields: "ids" } },
    files: WITHOUT_GA4,
    outcomes: ["done org_1/new/edgee/ga4"],
    writes: [`DELETE ${COMPONENT}`],
    live: ["org_1/new"],
  },
  "14. an update of a setting is not sent again if another one differs by now": {
    projects: [{ ...NEW, components: [{ ...twins[0], settings: { measurement_id: "G-0", sample_rate: 1 } }] }],
    faults: [on(`POST ${COMPONENT}`, LOST, { times: 4 })],
    meanwhile: {
      at: `POST ${COMPONENT}`,
      writes: [{ method: "POST", path: COMPONENT, body: { settings: { measurement_id: "G-0", sample_rate: 2 } } }],
    },
    files: file("new", GA4),
    outcomes: ["unknown org_1/new/edgee/ga4"],
    record: ["org_1/new/edgee/ga4", { settings: { measurement_id: "G-0", sample_rate: 2 } }],
  },
  "15. a list that goes back in time does not show that a create without an answer took effect": {
    projects: [{ ...NEW, domains: [{ name: NAME }] }],
    habits: { lists: { goBackMs: 3_000 } },
    before: { method: "DELETE", path: `${ATTACH}/${NAME}` },
    faults: [on(`POST ${ATTACH}`, LOST)],
    files: file("new", `components: {}\ndomains: [${NAME}]\n`),
    outcomes: [`done org_1/new/${NAME}`],
    live: ["org_1/new", `org_1/new/${NAME}`],
  },
  "16. an attachment without an answer is unknown where the host name is attached elsewhere by now": {
    projects: [{ ...OLD, domains: [] }, NEW],
    faults: [on(`POST ${ATTACH}`, LOST)],
    meanwhile: { at: `POST ${ATTACH}`, writes: [{ method: "POST", path: PUT_BACK, body: { name: NAME } }] },
    files: MOVE_AND_DELETE,
    outcomes: [`unknown org_1/new/${NAME}`, "failed org_1/old"],
    writes: [`POST ${ATTACH}`],
  },
  "17. a project that an old list hides from the plan is not updated unasked": {
    projects: [NEW],
    faults: [on(`GET ${PROJECTS}`, listing(), { times: 3 }), on(`GET ${PROJECTS}`, listing(), { nth: 5 })],
    files: file("new", "  cache: true\n"),
    outcomes: ["unknown org_1/new"],
    record: ["org_1/new", { cache: false }],
  },
  "18. a project with the previous slug that shows after a create is not renamed": {
    projects: [NEW],
    habits: { answers: { create: "none" } },
    faults: [on(`GET ${PROJECTS}`, listing(), { times: 3 }), on(`GET ${PROJECTS}`, named("new"), { nth: 4, times: 2 })],
    files: file("newer", "  previous_slug: new\n"),
    outcomes: ["partial org_1/newer"],
    writes: [`POST ${PROJECTS}`],
    live: ["org_1/new", "org_1/newer"],
  },
  "19. a read by id that still shows the slug before does not take back a rename": {
    projects: [NEW],
    habits: { lists: { fields: "ids" }, late: { readsMs: 1_500 } },
    files: file("newer", "  previous_slug: new\n"),
    outcomes: ["done org_1/newer"],
    live: ["org_1/newer"],
  },
  "20. a write after which nothing can be read is unknown, and its project is not called renamed": {
    projects: [],
    faults: [
      on(`POST ${PROJECTS}/prj_1/components`, LOST, always),
      on(`GET ${PROJECTS}/prj_1/domains`, refused(401, "authentication_error"), always),
    ],
    files: file("site", `${GA4}domains: []\n`),
    outcomes: ["done org_1/site", "unknown org_1/site/edgee/ga4"],
  },
  "21. a list that goes back in time does not show that somebody else has created a project": {
    projects: [{ ...NEW, slug: "moved" }],
    faults: [on(`GET ${PROJECTS}`, named("new"), { nth: 2 })],
    files: file("new"),
    outcomes: ["not-started org_1/new"],
    live: ["org_1/moved"],
  },
  "24. a project is not gone because a list that goes back in time does not show it": {
    projects: [NEW],
    faults: [on(`GET ${PROJECTS}`, listing(), { nth: 2 })],
    files: file("new", GA4),
    outcomes: ["done org_1/new/edgee/ga4"],
  },
  "24. a project is not renamed because a list that goes back in time shows the slug that it had before": {
    projects: [NEW],
    faults: [on(`GET ${PROJECTS}`, named("before"), { nth: 2 })],
    files: file("new", GA4),
    outcomes: ["done org_1/new/edgee/ga4"],
  },
  "25. a deletion is waited for although somebody else has created another object of its key": {
    projects: [HOLDING],
    faults: [on(`GET ${COMPONENTS}`, listing(...twins), { nth: 2 })],
    files: WITHOUT_GA4,
    outcomes: ["done org_1/new/edgee/ga4"],
  },
  "26. an object that is deleted, while its update has no answer, is said to be": {
    projects: [HOLDING],
    faults: [on(`POST ${COMPONENT}`, LOST)],
    meanwhile: { at: `POST ${COMPONENT}`, writes: [{ method: "DELETE", path: COMPONENT }] },
    files: file("new", GA4),
    outcomes: ["partial org_1/new/edgee/ga4"],
    says: "It was deleted meanwhile.",
  },
  "27. a component that its list does not name blocks the declared one": {
    projects: [HOLDING],
    faults: [on(`GET ${COMPONENTS}`, listing({ id: "pc_1" }), always)],
    files: file("new", GA4),
    outcomes: [],
    writes: [],
  },
  "28. an attachment whose answer is lost ends a move as soon as the new project shows it": {
    projects: [OLD, NEW],
    faults: [on(`POST ${ATTACH}`, ARRIVED)],
    files: MOVE,
    outcomes: [`done org_1/new/${NAME}`],
    writes: [`DELETE ${DETACH}`, `POST ${ATTACH}`],
  },
  "29. a new project that is renamed before the lists show it is partial": {
    projects: [],
    service: { staleListsMs: 5_000 },
    habits: { answers: { create: "none" } },
    meanwhile: { at: `GET ${PROJECTS}`, nth: 5, writes: [RENAME] },
    files: file("new", "  override_cache: []\ndomains: [www.example.com]\n"),
    outcomes: ["partial org_1/new", "failed org_1/new/www.example.com"],
    says: "The project prj_1 was renamed to theirs meanwhile.",
    live: ["org_1/theirs"],
  },
  "30. a move into a new project that is renamed meanwhile is partial, although the lists show it as it was": {
    projects: [OLD],
    service: { staleListsMs: 5_000 },
    faults: [on(`POST ${PROJECTS}/prj_1/domains`, refused(409, "conflict_error"), { times: 3 })],
    meanwhile: { at: `POST ${PROJECTS}/prj_1/domains`, nth: 3, writes: [RENAME] },
    files: MOVE,
    outcomes: ["partial org_1/new", `partial org_1/new/${NAME}`],
    live: ["org_1/old", "org_1/theirs", `org_1/theirs/${NAME}`],
  },
  "31. a component is not called done if its project cannot be planned any more": {
    projects: [{ ...HOLDING, id: "prj_1" }],
    meanwhile: { at: `POST ${PROJECTS}/prj_1/components/pc_1`, writes: [TWIN] },
    files: file("new", `  previous_slug: old\n${GA4}`),
    outcomes: ["partial org_1/new/edgee/ga4"],
    says: "still has the slug old",
  },
  "31. a component whose creation is lost there is unknown": {
    projects: [{ ...NEW, id: "prj_1" }],
    faults: [on(`POST ${PROJECTS}/prj_1/components`, LOST)],
    meanwhile: { at: `POST ${PROJECTS}/prj_1/components`, writes: [TWIN] },
    files: file("new", `  previous_slug: old\n${GA4}`),
    outcomes: ["unknown org_1/new/edgee/ga4"],
  },
  "32. a host name is partial if its project was deleted and must exist": {
    meanwhile: {
      at: `POST ${PROJECTS}/prj_1/domains`,
      phase: "handled",
      writes: [{ method: "DELETE", path: `${PROJECTS}/prj_1` }],
    },
    files: file("site", "  must_exist: true\ndomains: [new.example.com]\n"),
    outcomes: ["partial org_1/site/new.example.com"],
    says: "prj_1, which is not found by its id",
  },
  "33. a project is deleted without the catalogue: the slugs of its components say what they are": {
    faults: [on("GET /v1/components/edgee/ga4", refused(401), always), on("GET /v1/projects", refused(500))],
    files: file(
      "site",
      `  absent: true\ncomponents: { edgee/ga4: { absent: true } }\ndomains: [{ name: ${NAME}, absent: true }]\n`,
    ),
    outcomes: ["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`],
    live: ["org_1/empty"],
  },
};

it.each(Object.entries(ROWS))("%s", async (_rule, { files, prune = [], before, outcomes, ...row }) => {
  const { says = "", writes, live, record, ...given } = row;
  const scene = open(given);
  if (before !== undefined) {
    await scene.pass(SETTLE_WINDOW);
    scene.meddle(before);
  }
  const applied = await scene.apply(files, { prune });
  expect(applied.outcomes).toEqual(outcomes);
  expect(applied.messages.join("\n")).toContain(says);
  expect(applied.writes).toEqual(writes ?? applied.writes);
  expect(scene.live()).toEqual(live ?? scene.live());
  expect(scene.record(record?.[0] ?? "") ?? {}).toMatchObject(record?.[1] ?? {});
});

it("3. a host name that its new project refuses is put back without a read in between", async () => {
  const scene = open({ projects: [OLD, NEW], faults: [on(`POST ${ATTACH}`, forbidden, always)] });
  const { outcomes, calls } = await scene.apply(MOVE);
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  const began = calls.indexOf(`DELETE ${DETACH}`);
  expect(calls.slice(began + 1, began + 3)).toEqual([`POST ${ATTACH}`, `POST ${PUT_BACK}`]);
  expect(scene.live()).toContain(`org_1/old/${NAME}`);
});

it("22. a value that the service stored otherwise is not waited for", async () => {
  const scene = open({
    projects: [{ ...NEW, description: "before" }],
    between: (request, handle) =>
      handle({ ...request, body: Buffer.from(Buffer.from(request.body).toString().replace("mine", "other")) }),
  });
  const { outcomes, seconds } = await scene.apply(file("new", "  description: mine\n"));
  expect([outcomes, seconds]).toEqual([["partial org_1/new"], 0]);
  expect(scene.record("org_1/new")).toMatchObject({ description: "other" });
});

it("23. a project that is deleted right after a write in it is seen, although its organization's list lags", async () => {
  const deleted = { method: "DELETE", path: `${PROJECTS}/prj_new` } as const;
  const scene = open({
    projects: [NEW],
    service: { staleListsMs: 60_000 },
    // The first list of its components is for the plan.
    meanwhile: { at: `GET ${COMPONENTS}`, nth: 2, writes: [deleted] },
  });
  const { outcomes, calls } = await scene.apply(file("new", GA4));
  expect(outcomes).toEqual(["partial org_1/new/edgee/ga4"]);
  expect(calls.indexOf(`POST ${COMPONENTS}`)).toBeLessThan(calls.lastIndexOf(`GET ${COMPONENTS}`));
});
