import { expect, it } from "vitest";
import type { FaultSchedule, Rule } from "../../emulator/faults/schedule.ts";
import type { Seed } from "../../emulator/seed.ts";
import type { Habits } from "../../emulator/profile/habits.ts";
import { SETTLE_WINDOW } from "../../provider/resources/settle-window.ts";
import type { Prune } from "../../sync/plan/options.ts";
import { openWorld } from "./open-world.ts";
import type { Write } from "./oracle/service.ts";

/* What the loop must do besides the table of outcomes: one test each. The first rule is in outcomes.test.ts. */

const NAME = "www.example.com";
const file = (slug: string, rest: string): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
const GA4 = "components:\n  edgee/ga4: { settings: { measurement_id: G-1, sample_rate: 1 } }\n";
const ga4 = (settings: Readonly<Record<string, unknown>>) => ({ id: "pc_1", component_slug: "edgee/ga4", settings });
const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
const MOVE = {
  "new.yaml": file("new", `domains: [${NAME}]\n`),
  "old.yaml": file("old", `domains: [{ name: ${NAME}, absent: true }]\n`),
};
const OLD_GONE = file("old", `  absent: true\ndomains: [{ name: ${NAME}, absent: true }]\n`);
const ATTACH = "/v1/projects/prj_new/domains";
const LOST = { kind: "reset", when: "before" } as const;
const ARRIVED = { kind: "reset", when: "after" } as const;
const refused = (status: number, type: string, handled = false) =>
  ({ kind: "answer", status, handled, body: { error: { type, message: "so it is" } } }) as const;
const listing = (...data: readonly object[]) =>
  ({ kind: "answer", status: 200, body: { data, has_more: false } }) as const;
const LATE = { staleListsMs: 60_000 };

interface Given {
  readonly projects?: Seed["projects"];
  readonly faults?: readonly Rule[];
  readonly service?: FaultSchedule["service"];
  readonly habits?: Habits;
  readonly prune?: readonly Prune[];
  /** What somebody else does right before the run. */
  readonly before?: Write;
  /** What somebody else does when this write arrives first. */
  readonly meanwhile?: { readonly at: string; readonly write: Write };
}

/** Applies files once. `outcomes`: `status key`. `writes`: `METHOD path`. `live`: keys. */
async function apply(files: Readonly<Record<string, string>>, given: Given = {}) {
  const { projects = [], faults = [], service = {}, habits = {}, prune = [], before, meanwhile } = given;
  const world = openWorld({ seed: { organizations: ["org_1"], projects }, habits });
  if (before !== undefined) {
    await world.clock.sleep(SETTLE_WINDOW, new AbortController().signal);
    world.service.meddle(before);
  }
  world.service.setFaults({ service, faults });
  let isOver = false;
  world.service.during(({ method, path }) => {
    if (isOver || meanwhile === undefined || `${method} ${path}` !== meanwhile.at) return;
    isOver = true;
    world.service.meddle(meanwhile.write);
  });
  const report = await world.run({ mode: "apply", prune }, files);
  const seen = world.service.takeSeen().map(({ method, path }) => `${method} ${path}`);
  return {
    outcomes: (report.applied?.outcomes ?? []).map(({ status, key }) => `${status} ${key}`),
    messages: (report.applied?.outcomes ?? []).map(({ message }) => message),
    seen,
    writes: seen.filter((request) => !request.startsWith("GET ")),
    live: [...world.service.truth().values()],
    keys: [...world.service.truth().values()].map(({ key }) => key),
  };
}

it("2. a request without an answer stays in doubt if it is refused later", async () => {
  const faults = [
    { method: "POST", path: ATTACH, nth: 1, fault: LOST },
    { method: "POST", path: ATTACH, nth: 2, times: "always", fault: refused(403, "forbidden_error") },
  ] as const;
  const { outcomes, writes } = await apply({ "new.yaml": MOVE["new.yaml"] }, { projects: [NEW], faults });
  expect(outcomes).toEqual([`unknown org_1/new/${NAME}`]);
  expect(writes.length).toBeGreaterThan(1);
});

it("3. a host name that its new project refuses is put back without a read in between", async () => {
  const faults = [{ method: "POST", path: ATTACH, times: "always", fault: refused(403, "forbidden_error") }] as const;
  const { outcomes, seen, keys } = await apply(MOVE, { projects: [OLD, NEW], faults });
  expect(outcomes).toEqual([`failed org_1/new/${NAME}`]);
  const began = seen.indexOf(`DELETE /v1/projects/prj_old/domains/${NAME}`);
  expect(seen.slice(began + 1, began + 3)).toEqual([`POST ${ATTACH}`, "POST /v1/projects/prj_old/domains"]);
  expect(keys).toContain(`org_1/old/${NAME}`);
});

it("4. a read that fails blocks nothing that was read before", async () => {
  const faults = [
    { method: "GET", path: "/v1/projects", nth: 2, times: "always", fault: refused(500, "oops") },
  ] as const;
  const { outcomes, keys } = await apply({ "new.yaml": MOVE["new.yaml"] }, { projects: [NEW], faults });
  expect(outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect(keys).toContain(`org_1/new/${NAME}`);
});

it("5. a pruned object is not done because its project is in doubt", async () => {
  const { outcomes, keys } = await apply(
    { "old.yaml": file("old", "domains: []\n") },
    {
      projects: [OLD],
      prune: ["domains"],
      service: { duplicateSlugs: true },
      faults: [{ method: "DELETE", times: "always", fault: LOST }],
      meanwhile: {
        at: `DELETE /v1/projects/prj_old/domains/${NAME}`,
        write: { method: "POST", path: "/v1/projects", body: { organization_id: "org_1", slug: "old", type: "proxy" } },
      },
    },
  );
  expect(keys).toContain(`org_1/old/${NAME}`);
  expect(outcomes).not.toEqual([]);
  expect(outcomes).not.toContain(`done org_1/old/${NAME}`);
});

it("6. what an answer says of a create or a detachment counts at once, however late the lists are", async () => {
  const created = await apply(
    { "a.yaml": file("site", `  cache: true\n${GA4}domains: [${NAME}]\n`) },
    { habits: LATE },
  );
  expect(created.outcomes).toEqual(["done org_1/site", "done org_1/site/edgee/ga4", `done org_1/site/${NAME}`]);
  expect(created.writes).toHaveLength(4);
  const moved = await apply(MOVE, { projects: [OLD, NEW], habits: LATE });
  expect(moved.outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect(moved.writes).toEqual([`DELETE /v1/projects/prj_old/domains/${NAME}`, `POST ${ATTACH}`]);
});

it("7. a project is deleted after each host name that leaves it has arrived", async () => {
  const { outcomes, writes, keys } = await apply(
    { ...MOVE, "old.yaml": OLD_GONE },
    {
      projects: [OLD, NEW],
      faults: [{ method: "POST", path: ATTACH, times: 5, fault: refused(409, "conflict_error") }],
    },
  );
  expect(outcomes).toEqual([`done org_1/new/${NAME}`, "done org_1/old"]);
  expect(writes.slice(-2)).toEqual([`POST ${ATTACH}`, "DELETE /v1/projects/prj_old"]);
  expect(keys).toEqual(["org_1/new", `org_1/new/${NAME}`]);
});

it("8. what waits for a project is written when the project is found", async () => {
  const { outcomes, writes } = await apply(
    { "a.yaml": file("site", `domains: [${NAME}]\n`) },
    { faults: [{ method: "POST", path: "/v1/projects", fault: ARRIVED }], habits: { staleListsMs: 4_000 } },
  );
  expect(outcomes).toEqual(["done org_1/site", `done org_1/site/${NAME}`]);
  expect(writes).toEqual(["POST /v1/projects", "POST /v1/projects/prj_1/domains"]);
});

it.each([400, 422])("9. a create that is refused with %d may be there all the same", async (status) => {
  const { outcomes, keys } = await apply(
    { "a.yaml": file("site", "") },
    { faults: [{ method: "POST", path: "/v1/projects", fault: refused(status, "creation_error", true) }] },
  );
  expect(outcomes).toEqual(["done org_1/site"]);
  expect(keys).toEqual(["org_1/site"]);
});

it.each([409, 423, 503])(
  "10. a host name that is detached and refused with %d is tried again for minutes",
  async (status) => {
    const faults = [{ method: "POST", path: ATTACH, times: 25, fault: refused(status, "conflict_error") }] as const;
    const { outcomes, keys } = await apply(MOVE, { projects: [OLD, NEW], faults });
    expect(outcomes).toEqual([`done org_1/new/${NAME}`]);
    expect(keys).toContain(`org_1/new/${NAME}`);
  },
);

it("11. what is not found below a new project is late", async () => {
  const missing = refused(404, "not_found_error");
  const faults = ["/v1/projects/prj_1", "/v1/projects/prj_1/domains"].map(
    (path) => ({ method: "POST", path, times: 3, fault: missing }) as const,
  );
  const { outcomes } = await apply({ "a.yaml": file("site", `  cache: true\ndomains: [${NAME}]\n`) }, { faults });
  expect(outcomes).toEqual(["done org_1/site", `done org_1/site/${NAME}`]);
});

it("11. so is a new project whose id only its list shows", async () => {
  const { outcomes } = await apply(
    { "a.yaml": file("site", `domains: [${NAME}]\n`) },
    { habits: { late: { readsMs: 1_500 }, answers: { create: "none" } } },
  );
  expect(outcomes).toEqual(["done org_1/site", `done org_1/site/${NAME}`]);
});

it("12. a read right before a write that fails is repeated", async () => {
  const faults = [{ method: "GET", path: "/v1/projects/prj_new", fault: { kind: "html" } }] as const;
  const { outcomes, writes } = await apply({ "new.yaml": MOVE["new.yaml"] }, { projects: [NEW], faults });
  expect(outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect(writes).toEqual([`POST ${ATTACH}`]);
});

it("13. a component is removed also where its record has no slug", async () => {
  const components = [ga4({ measurement_id: "G-1" })];
  const { outcomes, writes, keys } = await apply(
    { "new.yaml": file("new", "components:\n  edgee/ga4: { absent: true }\n") },
    { projects: [{ ...NEW, components }], habits: { lists: { fields: "ids" } } },
  );
  expect(outcomes).toEqual(["done org_1/new/edgee/ga4"]);
  expect(writes).toEqual(["DELETE /v1/projects/prj_new/components/pc_1"]);
  expect(keys).toEqual(["org_1/new"]);
});

it("14. settings are approved together: another one that differs by now is sent too", async () => {
  const path = "/v1/projects/prj_new/components/pc_1";
  const { outcomes, live } = await apply(
    { "new.yaml": file("new", GA4) },
    {
      projects: [{ ...NEW, components: [ga4({ measurement_id: "G-0", sample_rate: 1 })] }],
      faults: [{ method: "POST", path, times: 4, fault: LOST }],
      meanwhile: {
        at: `POST ${path}`,
        write: { method: "POST", path, body: { settings: { measurement_id: "G-0", sample_rate: 2 } } },
      },
    },
  );
  expect(outcomes).toEqual(["done org_1/new/edgee/ga4"]);
  expect(live.find(({ kind }) => kind === "component")?.record["settings"]).toMatchObject({
    measurement_id: "G-1",
    sample_rate: 1,
  });
});

it("15. a list that goes back in time does not show that a create without an answer took effect", async () => {
  const { outcomes, keys } = await apply(
    { "new.yaml": file("new", `components: {}\ndomains: [${NAME}]\n`) },
    {
      projects: [{ ...NEW, domains: [{ name: NAME }] }],
      habits: { lists: { goBackMs: 3_000 } },
      before: { method: "DELETE", path: `${ATTACH}/${NAME}` },
      faults: [{ method: "POST", path: ATTACH, fault: LOST }],
    },
  );
  expect(outcomes).toEqual([`done org_1/new/${NAME}`]);
  expect(keys).toContain(`org_1/new/${NAME}`);
});

it("16. an attachment without an answer is unknown where the host name is attached elsewhere by now", async () => {
  const { outcomes, writes } = await apply(
    { ...MOVE, "old.yaml": OLD_GONE },
    {
      projects: [{ ...OLD, domains: [] }, NEW],
      faults: [{ method: "POST", path: ATTACH, fault: LOST }],
      meanwhile: {
        at: `POST ${ATTACH}`,
        write: { method: "POST", path: "/v1/projects/prj_old/domains", body: { name: NAME } },
      },
    },
  );
  expect(outcomes).toEqual([`unknown org_1/new/${NAME}`, "failed org_1/old"]);
  expect(writes).toEqual([`POST ${ATTACH}`]);
});

it("17. a list that goes back in time does not take back the update of a project that was found", async () => {
  const hidden = { method: "GET", path: "/v1/projects", fault: listing() } as const;
  const { outcomes, live } = await apply(
    { "new.yaml": file("new", "  cache: true\n") },
    {
      projects: [NEW],
      faults: [
        { ...hidden, nth: 1, times: 3 },
        { ...hidden, nth: 5, times: 1 },
      ],
    },
  );
  expect(outcomes).toEqual(["done org_1/new"]);
  expect(live[0]?.record["cache"]).toBe(true);
});

it("18. a project with the previous slug that shows after a create is not renamed", async () => {
  const list = { method: "GET", path: "/v1/projects" } as const;
  const { outcomes, keys, writes } = await apply(
    { "new.yaml": file("newer", "  previous_slug: new\n") },
    {
      projects: [NEW],
      habits: { answers: { create: "none" } },
      faults: [
        { ...list, nth: 1, times: 3, fault: listing() },
        { ...list, nth: 4, times: 2, fault: listing({ id: "prj_new", organization_id: "org_1", slug: "new" }) },
      ],
    },
  );
  expect(writes).toEqual(["POST /v1/projects"]);
  expect(keys).toEqual(["org_1/new", "org_1/newer"]);
  expect(outcomes).not.toEqual([]);
});

it("19. a read by id that still shows the slug before does not take back a rename", async () => {
  const { outcomes, keys } = await apply(
    { "new.yaml": file("newer", "  previous_slug: new\n") },
    { projects: [NEW], habits: { lists: { fields: "ids" }, late: { readsMs: 1_500 } } },
  );
  expect(outcomes).toEqual(["done org_1/newer"]);
  expect(keys).toEqual(["org_1/newer"]);
});

it("20. a write after which nothing can be read is unknown, and its project is not called renamed", async () => {
  const { outcomes } = await apply(
    { "a.yaml": file("site", `${GA4}domains: []\n`) },
    {
      faults: [
        { method: "POST", path: "/v1/projects/prj_1/components", times: "always", fault: LOST },
        {
          method: "GET",
          path: "/v1/projects/prj_1/domains",
          times: "always",
          fault: refused(401, "authentication_error"),
        },
      ],
    },
  );
  expect(outcomes).toEqual(["done org_1/site", "unknown org_1/site/edgee/ga4"]);
});

it("21. a list that goes back in time does not show that somebody else has created a project", async () => {
  const before = listing({ id: "prj_new", organization_id: "org_1", slug: "new" });
  const { outcomes, keys } = await apply(
    { "new.yaml": file("new", "") },
    {
      projects: [{ ...NEW, slug: "moved" }],
      faults: [{ method: "GET", path: "/v1/projects", nth: 2, fault: before }],
    },
  );
  expect(outcomes).toEqual(["done org_1/new"]);
  expect(keys).toEqual(["org_1/moved", "org_1/new"]);
});

it("22. a value that the service stored otherwise is not waited for", async () => {
  const { service, clock, ...world } = openWorld({
    seed: { projects: [{ ...NEW, description: "before" }] },
    between: (request, handle) =>
      handle({ ...request, body: Buffer.from(Buffer.from(request.body).toString().replace("mine", "other")) }),
  });
  const began = clock.now();
  const report = await world.run({ mode: "apply" }, { "new.yaml": file("new", "  description: mine\n") });
  expect(report.applied?.outcomes).toMatchObject([{ status: "partial" }]);
  expect([...service.truth().values()][0]?.record["description"]).toBe("other");
  expect(clock.now() - began).toBe(0);
});

it("23. a project that is deleted right after a write in it is seen, although its organization's list lags", async () => {
  const { service, ...world } = openWorld({ seed: { projects: [NEW] }, habits: LATE });
  let isWritten = false;
  service.during(({ method, path }) => {
    if (method === "POST" && path === "/v1/projects/prj_new/components") isWritten = true;
    else if (isWritten && method === "GET" && path === "/v1/projects/prj_new/components")
      service.meddle({ method: "DELETE", path: "/v1/projects/prj_new" });
  });
  const report = await world.run({ mode: "apply" }, { "new.yaml": file("new", GA4) });
  expect(report.applied?.outcomes).toMatchObject([{ status: "partial" }]);
});

it.each([
  ["does not show it", listing()],
  ["shows the slug that it had before", listing({ id: "prj_new", organization_id: "org_1", slug: "before" })],
])("24. a project is not gone or renamed because a list that goes back in time %s", async (_what, fault) => {
  const { outcomes } = await apply(
    { "new.yaml": file("new", GA4) },
    { projects: [NEW], faults: [{ method: "GET", path: "/v1/projects", nth: 2, fault }] },
  );
  expect(outcomes).toEqual(["done org_1/new/edgee/ga4"]);
});

it("25. a deletion is waited for although somebody else has created another object of its key", async () => {
  const twins = ["pc_1", "pc_2"].map((id) => ({ id, component_slug: "edgee/ga4" }));
  const { outcomes } = await apply(
    { "new.yaml": file("new", "components:\n  edgee/ga4: { absent: true }\n") },
    {
      projects: [{ ...NEW, components: [ga4({ measurement_id: "G-0" })] }],
      faults: [{ method: "GET", path: "/v1/projects/prj_new/components", nth: 2, fault: listing(...twins) }],
    },
  );
  expect(outcomes).toEqual(["done org_1/new/edgee/ga4"]);
});

it("26. an object that is deleted, while its update has no answer, is said to be", async () => {
  const path = "/v1/projects/prj_new/components/pc_1";
  const { outcomes, messages } = await apply(
    { "new.yaml": file("new", GA4) },
    {
      projects: [{ ...NEW, components: [ga4({ measurement_id: "G-0" })] }],
      faults: [{ method: "POST", path, fault: LOST }],
      meanwhile: { at: `POST ${path}`, write: { method: "DELETE", path } },
    },
  );
  expect(outcomes).toEqual(["partial org_1/new/edgee/ga4"]);
  expect(messages).toEqual([expect.stringContaining("It was deleted meanwhile.")]);
});
