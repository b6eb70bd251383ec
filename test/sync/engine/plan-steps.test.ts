import { describe, expect, it } from "vitest";
import { SECRET as HIDDEN } from "../../../core/resources/hidden-value.ts";
import { profiles } from "../../../emulator/profile/profiles.ts";
import { valueDigest, type PlannedWrites } from "../../../core/resources/planned-writes.ts";
import { EngineError, type EngineStep } from "../../../sync/engine/engine.ts";
import type { Report } from "../../../sync/report/report.ts";
import { refusing } from "../../provider/provider.ts";
import { done, KEY, outcomes, play, post, PROJECT, remove, serviceWith, step, type Service } from "./play-engine.ts";

/** The items as `update component edgee/x: settings.y`. */
function itemsOf({ plan }: Report): string[] {
  return (plan?.items ?? []).map(({ kind, key, action, changes }) => {
    const paths = changes.map(({ path }) => path).join(", ");
    return `${action} ${kind} ${key}${paths === "" ? "" : `: ${paths}`}`;
  });
}

const META = `${KEY}/edgee/meta-capi`;
const metaFile = (pixel: string) =>
  "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents:\n" +
  `  edgee/meta-capi: { settings: { pixel_id: ${pixel}, access_token: { secret: META_TOKEN } } }\n`;
const SECRET = "secret-0123456789";
const environment = { META_TOKEN: SECRET };
/** Hides secrets. Has the component that `metaFile("px-1")` declares. */
const masking: Service = {
  habits: profiles.masking,
  ...serviceWith({
    components: [
      { id: "pc_1", component_slug: "edgee/meta-capi", settings: { pixel_id: "px-1", access_token: SECRET } },
    ],
  }),
};
const meta = (rest: Partial<EngineStep>): EngineStep =>
  step({ kind: "component", key: META, id: "pc_1", action: "update", ...rest });

describe("the settings that only the stack knows to differ", () => {
  const planned = (preview: readonly EngineStep[], pixel = "px-1"): Promise<Report> =>
    play({ mode: "plan", file: metaFile(pixel), service: masking, environment, preview });

  it("are a change if the service hides them, and none if it shows them", async () => {
    const plan = async (settings: readonly string[], pixel?: string) =>
      itemsOf(await planned([step({ ...PROJECT, action: "same" }), meta({ settings })], pixel));
    const project = `unchanged project ${KEY}`;
    expect(await plan([])).toEqual([project, `unchanged component ${META}`]);
    expect(await plan(["settings.access_token"])).toEqual([project, `update component ${META}: settings.access_token`]);
    // Declared as it is live: the update sends what is hidden with it.
    expect(await plan(["settings.pixel_id"])).toEqual([project, `update component ${META}: settings.access_token`]);
    const both = [project, `update component ${META}: settings.access_token, settings.pixel_id`];
    expect(await plan(["settings.pixel_id"], "px-2")).toEqual(both);
    expect(await plan(["settings.pixel_id", "settings.access_token"], "px-2")).toEqual(both);
  });

  it("are all that the service hides where the stack adopts the component: it will remember them", async () => {
    const report = await planned([step({ ...PROJECT, action: "create" }), meta({ action: "create" })]);
    expect(itemsOf(report)).toEqual([`unchanged project ${KEY}`, `update component ${META}: settings.access_token`]);
    const { changes, notes } = report.plan?.items[1] ?? {};
    expect(changes).toMatchObject([{ from: HIDDEN, to: HIDDEN }]);
    expect(notes).toEqual([expect.stringContaining("sends the secrets that the service hides")]);
  });

  it("are noted with what the stack does, and not with what it refuses", async () => {
    const { plan } = await planned([step({ ...PROJECT, action: "same" }), meta({ action: "same" })]);
    expect(plan?.items.flatMap(({ notes }) => notes)).toEqual([
      "settings.access_token: the service does not show it, so it was not compared; the stack sends it when its declared value changes.",
    ]);
  });

  it("may be sent only with the value that was planned, also where the plan shows another setting", async () => {
    const seen: PlannedWrites[] = [];
    await play({
      file: metaFile("px-2"),
      service: masking,
      environment,
      preview: [step({ ...PROJECT, action: "same" }), meta({ settings: ["settings.pixel_id"] })],
      onWrites: (writes) => seen.push(writes),
    });
    const [{ salt, writes } = { salt: "", writes: [] }] = seen;
    expect(writes.map(({ values }) => values)).toEqual([
      { "settings.pixel_id": valueDigest(salt, "px-2"), "settings.access_token": valueDigest(salt, SECRET) },
    ]);
  });
});

describe("a project that no file declares any more, and the stack would delete", () => {
  const GONE = "org_1/gone";
  const preview = [
    step({ ...PROJECT, action: "same" }),
    step({ kind: "project", key: GONE, id: "prj_2", action: "delete" }),
    step({ key: `${GONE}/a.example.com`, id: "a.example.com", action: "delete" }),
  ];
  const holding = (domains: readonly string[], ...components: string[]): Service => ({
    habits: { lists: { fields: "ids" }, automaticHostName: "fixed" },
    seed: {
      projects: [
        { id: "prj_1", organization_id: "org_1", slug: "site" },
        {
          id: "prj_2",
          organization_id: "org_1",
          slug: "gone",
          domains: domains.map((name) => ({ name })),
          components: components.map((slug) => ({ component_slug: slug })),
        },
      ],
    },
  });
  const file = "version: 1\nproject: { organization_id: org_1, slug: site }\n";

  it("is blocked if it holds something that the stack does not have", async () => {
    const report = await play({
      file,
      preview,
      service: holding(["a.example.com", "by-hand.example.com"], "edgee/maintenance-page"),
    });
    expect(report.result).toBe("blocked");
    expect(itemsOf(report)).toEqual([
      `blocked project ${GONE}`,
      `unmanaged component ${GONE}/component#pc_1`,
      `delete domain ${GONE}/a.example.com`,
      `unmanaged domain ${GONE}/by-hand.example.com`,
      `unchanged project ${KEY}`,
    ]);
    expect(report.plan?.items[0]?.reason).toContain("It holds component#pc_1, by-hand.example.com, which");
  });

  it("is deleted with what the stack has in it", async () => {
    const component = step({ kind: "component", key: `${GONE}/edgee/ga4`, id: "pc_1", action: "delete" });
    const service = holding(["a.example.com"], "edgee/ga4");
    const report = await play({ mode: "plan", file, preview: [...preview, component], service });
    expect(itemsOf(report)).toEqual([
      `delete project ${GONE}`,
      `delete component ${GONE}/edgee/ga4`,
      `delete domain ${GONE}/a.example.com`,
      `unchanged project ${KEY}`,
    ]);
  });

  it.each([500, 404])("is blocked if what it holds cannot be read: %i", async (status) => {
    const faults = refusing("GET", "/v1/projects/prj_2/domains", status);
    const report = await play({ mode: "plan", file, preview, service: { ...holding(["a.example.com"]), faults } });
    expect(report.plan?.items[0]).toMatchObject({
      key: GONE,
      action: "blocked",
      reason: expect.stringContaining(String(status)),
    });
  });
});

describe("a renamed project, whose objects the stack has under the previous slug", () => {
  const NEW = "org_1/new";
  const file =
    "version: 1\nproject: { organization_id: org_1, slug: new, previous_slug: site, description: Shop }\n" +
    "domains: [www.example.com]\n";
  const service = (...domains: string[]) =>
    serviceWith({ description: "Old", domains: domains.map((name) => ({ name })) });

  it("shows a deletion once, and its outcome", async () => {
    const preview = [
      step({ kind: "project", key: NEW, id: "prj_1", action: "update" }),
      step({ key: `${NEW}/www.example.com`, action: "same" }),
      step({ key: `${KEY}/old.example.com`, id: "old.example.com", action: "delete" }),
    ];
    const report = await play({
      file,
      service: service("www.example.com", "old.example.com"),
      preview,
      update: (live) => {
        live.meddle(post("/prj_1", { id: "prj_1", slug: "new", description: "Shop" }));
        live.meddle(remove("/prj_1/domains/old.example.com"));
        return { steps: preview.map((each) => ({ ...each, status: "done" })) };
      },
    });
    expect(itemsOf(report)).toEqual([
      `update project ${NEW}: description, slug`,
      `delete domain ${NEW}/old.example.com`,
      `unchanged domain ${NEW}/www.example.com`,
    ]);
    expect(outcomes(report)).toEqual({ new: "done", "old.example.com": "done" });
  });

  it("has its drift shown before the rename is applied", async () => {
    const report = await play({
      mode: "drift",
      file,
      service: service(),
      drift: [
        step({ kind: "project", key: KEY, id: "prj_1", action: "update" }),
        step({ key: `${KEY}/www.example.com`, id: "www.example.com", action: "delete" }),
      ],
    });
    expect(report.result).toBe("drift");
    expect(itemsOf(report)).toEqual([
      `update project ${NEW}: description, slug`,
      `create domain ${NEW}/www.example.com`,
    ]);
  });
});

it("a component that the service shows without its slug is listed once", async () => {
  const report = await play({
    mode: "plan",
    file: "version: 1\nproject: { organization_id: org_1, slug: site }\ncomponents: {}\n",
    service: { ...masking, habits: profiles.terse },
    preview: [step({ ...PROJECT, action: "same" }), meta({ action: "delete" })],
  });
  expect(report.plan?.counts).toMatchObject({ delete: 1, unmanaged: 0 });
});

it("an object that its file ignores is not shown, and blocked if the stack would delete it", async () => {
  const file =
    'version: 1\nproject: { organization_id: org_1, slug: site }\ndomains: []\nignore: { domains: ["pr-*.example.com"] }\n';
  const service = serviceWith({ domains: [{ name: "pr-7.example.com" }] });
  const preview = (action: EngineStep["action"]) => [
    step({ ...PROJECT, action: "same" }),
    step({ key: `${KEY}/pr-7.example.com`, id: "pr-7.example.com", action }),
  ];
  const forgotten = await play({ mode: "plan", file, service, preview: preview("forget") });
  expect(itemsOf(forgotten)).toEqual([`unchanged project ${KEY}`]);
  expect(forgotten.plan?.ignored).toBe(1);
  const deleted = await play({ mode: "plan", file, service, preview: preview("delete") });
  expect(deleted.plan?.items[1]).toMatchObject({
    key: `${KEY}/pr-7.example.com`,
    action: "blocked",
    reason:
      "Its file ignores it, and stack dev would delete it. Apply its line without prune first: then the stack forgets it.",
  });
});

it("a host name that the stack would attach to one project before it detaches it from another is blocked", async () => {
  const preview = [
    done({ ...PROJECT, action: "update" }),
    step({}),
    step({ key: "org_1/former/www.example.com", id: "www.example.com", action: "delete" }),
    step({ kind: "project", key: "org_1/former", id: "prj_9", action: "delete" }),
  ];
  const report = await play({ preview });
  expect(report.result).toBe("blocked");
  expect(report.plan?.items.find(({ key }) => key === `${KEY}/www.example.com`)).toMatchObject({
    action: "blocked",
    reason:
      "Stack dev would detach it from org_1/former only after this. If the project was renamed, declare previous_slug. " +
      "Otherwise apply the removal first.",
  });
});

it("a project that somebody has renamed is blocked, and the reason names no run that would create a second one", async () => {
  const live = { id: "prj_1", organization_id: "org_1", slug: "by-hand", domains: [{ name: "www.example.com" }] };
  const { result, plan } = await play({
    service: { seed: { projects: [live] } },
    preview: [step({ ...PROJECT, id: "prj_1", action: "update" }), step({ id: "www.example.com", action: "same" })],
  });
  expect(result).toBe("blocked");
  const reasons = plan?.items.map(({ reason }) => reason);
  const first = `Stack dev has it as prj_1, and ${KEY} does not exist. If prj_1 was renamed, declare its slug there as previous_slug.`;
  expect(reasons).toEqual([
    first,
    expect.stringContaining(`Stack dev has it, and ${KEY} does not exist, or does not show it.`),
  ]);
});

it("an object that the stack has by another id than the service has for its key is blocked", async () => {
  const at = (id: string, slug: string) => ({ id, organization_id: "org_1", slug, description: "Shop" });
  const report = await play({
    file: "version: 1\nproject: { organization_id: org_1, slug: site, description: Shop }\n",
    // Somebody has renamed prj_1, and created another project with its slug.
    service: { seed: { projects: [at("prj_1", "by-hand"), at("prj_2", "site")] } },
    preview: [step({ ...PROJECT, id: "prj_1", action: "update" })],
  });
  expect(report.result).toBe("blocked");
  expect(report.plan?.items[0]?.reason).toBe(
    `Stack dev has it as prj_1, and ${KEY} is prj_2. If the file means prj_1, rename or delete prj_2. If not, run pulumi state delete for prj_1.`,
  );
});

it("an engine that cannot begin shows no password of an address", async () => {
  const report = await play({
    update: () => {
      throw new EngineError("engine-failed", "Pulumi failed: open postgres://state:hunter2@db/state", undefined);
    },
  });
  expect(report.error).toBe("Pulumi failed: open postgres://(sensitive)@db/state");
});

it("an object of another organization that only the stack has is not deleted by a run that may not change it", async () => {
  const preview = [
    step({ ...PROJECT, action: "update" }),
    step({}),
    step({ kind: "project", key: "org_2/shop", id: "prj_2", action: "delete" }),
  ];
  let hasWritten = false;
  const update = () => {
    hasWritten = true;
    return { steps: preview.map(done) };
  };
  const report = await play({ preview, update, organizations: ["org_1"] });
  expect(report).toMatchObject({ result: "blocked", plan: { counts: { delete: 0, blocked: 1 } } });
  expect(hasWritten).toBe(false);
});

it("an object that only the stack has is blocked if the stack would create it again, and is no plain deletion", async () => {
  const gone = { kind: "project", key: "org_1/gone", id: "prj_9" } as const;
  const plan = async (action: EngineStep["action"]) =>
    itemsOf(
      await play({
        mode: "plan",
        preview: [step({ ...PROJECT, action: "update" }), step({}), step({ ...gone, action })],
      }),
    );
  expect(await plan("delete")).toContain("delete project org_1/gone");
  expect(await plan("replace")).toContain("blocked project org_1/gone");
  expect(await plan("forget")).toContain("unmanaged project org_1/gone");
});
