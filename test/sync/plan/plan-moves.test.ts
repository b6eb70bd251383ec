import { expect, it } from "vitest";
import type { PlanOptions } from "../../../sync/plan/options.ts";
import type { Content } from "./generated/draw-files.ts";
import type { Failure, LiveProject } from "./generated/draw-service.ts";
import { load, play } from "./generated/plan-scene.ts";

/* Host names between projects, as a pure plan. The live projects are `a` (p1), `b` (p2) and `c` (p3). */

interface Scene {
  readonly a: readonly string[];
  readonly files: Readonly<Record<string, Pick<Content, "domains" | "components"> & { readonly project?: object }>>;
  readonly options?: PlanOptions;
  /** Other live projects. */
  readonly others?: readonly LiveProject[];
  readonly failures?: readonly (readonly [part: string, Failure])[];
}

const live = (id: string, slug: string, names: readonly string[] = []): LiveProject => ({
  organization: "org_1",
  record: { id, organization_id: "org_1", slug },
  unlisted: [],
  isGone: false,
  components: [],
  domains: names.map((name) => ({ name })),
});
const WWW = "www.example.com";
const takes = { domains: [{ name: WWW }] };
const letsGo = { domains: [{ name: WWW, absent: true }] };
const deletes = { project: { absent: true } };

async function planned({ a, files, options = {}, others = [], failures = [] }: Scene) {
  const contents = Object.entries(files).map(([slug, { project, ...rest }]): Content => ({
    version: 1,
    project: { organization_id: "org_1", slug, ...project },
    ...rest,
  }));
  const projects = [live("p1", "a", a), live("p2", "b"), live("p3", "c"), ...others];
  const service = { projects, odd: [], unknown: [], failures: new Map(failures), merges: false, showsAll: false };
  const played = play({ contents, service, options }, await load(contents));
  if (played === undefined) throw new Error("It is refused.");
  const items = new Map(played.planned.plan.items.map((item) => [item.key.replace("org_1/", ""), item]));
  return { items, snapshot: played.snapshot };
}

const SCENES: readonly (readonly [
  what: string,
  scene: Scene,
  actions: Readonly<Record<string, string | undefined>>,
])[] = [
  ["moves if it is let go", { a: [WWW], files: { a: letsGo, b: takes } }, { "b/www.example.com": "move" }],
  [
    "stays where it is in two spellings, although it is declared absent there",
    { a: [WWW, "WWW.example.com"], files: { a: letsGo, b: takes } },
    { "a/www.example.com": "blocked", "b/www.example.com": "blocked" },
  ],
  [
    "stays in a project that is to be deleted if it cannot arrive, with all else in that project",
    {
      a: [WWW, "other.example.com"],
      files: { a: deletes, new: { project: { must_exist: true }, ...takes } },
      options: { prune: ["all"] },
    },
    { a: "blocked", "a/www.example.com": "blocked", "a/other.example.com": "blocked" },
  ],
  [
    "is detached although a file that `only` leaves out declares another one",
    {
      a: [WWW],
      files: { a: letsGo, b: { domains: [{ name: "other.example.com" }] } },
      options: { only: ["org_1/a"] },
    },
    { "a/www.example.com": "delete" },
  ],
  [
    "is attached, and the service decides, if the project that may have it is left out and has a duplicate",
    {
      a: [WWW],
      files: { a: letsGo, b: takes },
      others: [live("p4", "a")],
      options: { only: ["org_1/b"] },
    },
    { "b/www.example.com": "create" },
  ],
  [
    "is attached, and the service decides, if the domains of the project that may have it cannot be read",
    {
      a: [WWW],
      files: { a: letsGo, b: takes },
      failures: [["domains p1", "500"]],
      options: { only: ["org_1/b"] },
    },
    { "b/www.example.com": "create" },
  ],
  [
    "stays in a project that is left out, and would be deleted with all that is in it",
    { a: [WWW], files: { a: deletes, b: takes }, options: { only: ["org_1/b"], prune: ["all"] } },
    { "b/www.example.com": "blocked" },
  ],
];

it.each(SCENES)("a host name %s", async (_what, scene, actions) => {
  const { items } = await planned(scene);
  expect(Object.fromEntries(Object.keys(actions).map((key) => [key, items.get(key)?.action]))).toEqual(actions);
});

it("the reasons name what must stay, and where a host name is", async () => {
  const files = { a: deletes, new: { project: { must_exist: true }, ...takes } };
  const deleted = await planned({ a: [WWW], files, options: { prune: ["all"] } });
  expect(deleted.items.get("a")?.reason).toBe("It contains org_1/a/www.example.com, which must stay.");
  const twice = await planned({ a: [WWW, "WWW.example.com"], files: { a: letsGo, b: takes } });
  expect(twice.items.get("b/www.example.com")?.reason).toBe(
    "www.example.com is attached to org_1/a, where it is blocked.",
  );
  const moved = await planned({ a: [WWW], files: { a: letsGo, b: takes } });
  expect(moved.items.get("b/www.example.com")?.reason).toBe("from org_1/a");
});

it("reads no other project unless a host name arrives, and none that keeps its host names", async () => {
  const components = { "edgee/ga4": { settings: { measurement_id: "G-1" } } };
  const nothing = await planned({ a: [WWW], files: { a: letsGo, b: { components } }, options: { only: ["org_1/b"] } });
  expect([...nothing.snapshot.domains.keys()]).toEqual([]);
  const options: PlanOptions = { only: ["org_1/b"], prune: ["domains"] };
  const keeping = await planned({ a: [], files: { a: {}, c: deletes, b: takes }, options });
  expect([...keeping.snapshot.domains.keys()]).toEqual(["p2"]);
});
