import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { rounds } from "../rounds.ts";
import { changesOf, startWorld, type World } from "../sync/world.ts";

/*
 * For any declaration, any earlier state and any change by hand: after one apply, a plan has no changes, a second apply writes
 * nothing, and unmanaged objects are unchanged.
 */

const HOSTS = ["a.example.com", "b.example.com", "c.example.com"];

/** Fields with their values. `undefined` leaves the field out; some values mean the service's default. */
const settings = fc.record(
  {
    description: fc.constantFrom(null, "", "one", "zwei ☃"),
    force_https: fc.constantFrom(null, true, false),
    log_severity: fc.constantFrom(null, "INFO", "ERROR"),
    blocked_ips: fc.constantFrom(null, [], ["203.0.113.7"], ["203.0.113.8", "203.0.113.7"]),
    autocapture: fc.constantFrom(null, {}, { click: true }, { click: false, form: true }),
    rate_limiting: fc.constantFrom(
      null,
      [],
      [
        { rank: 2, limit: 1 },
        { rank: 1, limit: 9, window: "10s" },
      ],
      [{ rank: 1, limit: 9, key: ["ua", "ip"] }],
    ),
    forwarded_headers: fc.constantFrom(null, [
      { name: "x-b", value: "1" },
      { name: "x-a", value: "2" },
    ]),
  },
  { requiredKeys: [] },
);

const components = fc.record(
  {
    "edgee/ga4": fc.record(
      {
        version: fc.constantFrom("latest", "1.1.0", "1.2.0"),
        active: fc.boolean(),
        settings: fc.constantFrom({ measurement_id: "G-1" }, { measurement_id: "G-2" }),
      },
      { requiredKeys: ["settings"] },
    ),
    "edgee/meta-capi": fc.constant({ settings: { pixel_id: "1", access_token: "token-of-meta" } }),
  },
  { requiredKeys: [] },
);

const file = (slug: string, hosts: readonly string[]) =>
  fc
    .tuple(settings, fc.option(components, { nil: undefined }), fc.option(fc.subarray([...hosts]), { nil: undefined }))
    .map(([fields, declared, domains]) => ({
      version: 1,
      project: { organization_id: "org_1", slug, ...fields },
      ...(declared === undefined ? {} : { components: declared }),
      ...(domains === undefined ? {} : { domains }),
    }));

const files = fc.record({ "one.yaml": file("one", HOSTS.slice(0, 2)), "two.yaml": file("two", HOSTS.slice(2)) });

const edit = fc.oneof(
  settings.map((body) => ({ method: "POST", path: "", body })),
  fc
    .constantFrom(...HOSTS, "undeclared.example.com")
    .map((name) => ({ method: "POST", path: "/domains", body: { name } })),
  fc.constantFrom(...HOSTS).map((name) => ({ method: "DELETE", path: `/domains/${name}`, body: undefined })),
  fc.constant({ method: "POST", path: "/components", body: { component_slug: "acme/consent-banner", settings: {} } }),
);
const edits = fc.array(fc.record({ project: fc.constantFrom("prj_1", "prj_2"), edit }), { maxLength: 6 });

interface Edit {
  readonly project: string;
  readonly edit: { readonly method: string; readonly path: string; readonly body: unknown };
}

/** What somebody does by hand; the service may refuse it. */
async function meddle(world: World, list: readonly Edit[]): Promise<void> {
  for (const {
    project,
    edit: { method, path, body },
  } of list) {
    await world.ask(method, `/v1/projects/${project}${path}`, body).catch(() => undefined);
  }
}

/** All components and domains of both projects, page by page. */
async function everything(world: World): Promise<Map<string, unknown>> {
  const found = new Map<string, unknown>();
  for (const list of ["prj_1/components", "prj_1/domains", "prj_2/components", "prj_2/domains"]) {
    for (let next: string | undefined = ""; next !== undefined;) {
      const page = pageSchema.parse(await world.ask("GET", `/v1/projects/${list}${next}`));
      for (const record of page.data) found.set(`${list}/${String(record["id"] ?? record["name"])}`, record);
      next = page.has_more ? `?start_key=${page.last_key}` : undefined;
    }
  }
  return found;
}

const pageSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  has_more: z.boolean(),
  last_key: z.string().optional(),
});

it("one apply leaves nothing to do, a second one writes nothing, and what is not declared stays", async () => {
  await fc.assert(
    fc.asyncProperty(files, edits, files, async (first, changed, second) => {
      await using world = await startWorld({ pageSize: 2 });
      const write = (contents: typeof first): Promise<void> =>
        world.write(
          Object.fromEntries(Object.entries(contents).map(([name, content]) => [name, JSON.stringify(content)])),
        );
      await write(first);
      expect((await world.run("apply")).applied?.counts).toMatchObject({ failed: 0, unknown: 0, "not-started": 0 });
      await meddle(world, changed);
      const before = await everything(world);

      await write(second);
      const plan = await world.run("plan");
      world.writes();
      const applied = await world.run("apply");
      expect(applied.plan?.digest).toBe(plan.plan?.digest);
      expect(applied.applied?.counts).toMatchObject({ failed: expect.any(Number), unknown: 0, "not-started": 0 });
      // Only what somebody attached to the other project by hand, and that one does not list, moves.
      const moves = (applied.plan?.items ?? []).filter(({ action }) => action === "move").map(({ key }) => key);
      const isMoved = (known: string): boolean => moves.some((key) => known.endsWith(`/${key.split("/").at(-1)}`));
      expect(world.writes().filter((each) => each.startsWith("DELETE") && !isMoved(each))).toEqual([]);

      const after = await everything(world);
      const undeclared = (applied.plan?.items ?? []).filter(({ action }) => action === "unmanaged");
      for (const { id, key } of undeclared) {
        const suffix = id ?? key.split("/").slice(2).join("/");
        const same = [...before].filter(([known]) => known.endsWith(`/${suffix}`));
        for (const [known, record] of same) expect(after.get(known)).toEqual(record);
      }
      expect([...after.keys()]).toEqual(expect.arrayContaining([...before.keys()].filter((known) => !isMoved(known))));

      // A host name that somebody attached to the other project by hand is blocked or refused, and stays there.
      const kept = (applied.applied?.outcomes ?? []).filter(({ status }) => status === "failed");
      expect(kept.every(({ kind }) => kind === "domain")).toBe(true);
      const left = changesOf(await world.run("plan")).filter((change) => !kept.some(({ key }) => change.endsWith(key)));
      expect(left.filter((change) => !change.startsWith("blocked"))).toEqual([]);
      world.writes();
      await world.run("apply");
      expect(world.writes().filter((each) => !each.endsWith("/domains"))).toEqual([]);
    }),
    { numRuns: rounds({ few: 15, all: 60 }) },
  );
}, 120_000);
