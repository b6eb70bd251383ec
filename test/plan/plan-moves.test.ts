import { expect, it } from "vitest";
import type { PlanOptions } from "../../core/plan/plan-options.ts";
import type { Content } from "./generated/draw-files.ts";
import { projectWith, serviceWith, type Failure, type LiveProject } from "./generated/draw-service.ts";
import { load, play } from "./generated/plan-scene.ts";

/* Host names between projects, as a pure plan. The live projects are `a` (p1), `b` (p2) and `c` (p3). */

interface Scene {
  readonly a: readonly string[];
  readonly atB?: readonly string[];
  readonly files: Readonly<Record<string, Pick<Content, "domains" | "components"> & { readonly project?: object }>>;
  readonly options?: PlanOptions;
  /** Other live projects. */
  readonly others?: readonly LiveProject[];
  readonly failures?: readonly (readonly [part: string, Failure])[];
}

const live = (id: string, slug: string, names: readonly string[] = []): LiveProject =>
  projectWith({ id, organization_id: "org_1", slug }, { domains: names.map((name) => ({ name })) });
const WWW = "www.example.com";
const takes = { domains: [{ name: WWW }] };
const letsGo = { domains: [{ name: WWW, absent: true }] };
const deletes = { project: { absent: true } };

async function planned({ a, atB = [], files, options = {}, others = [], failures = [] }: Scene) {
  const contents = Object.entries(files).map(([slug, { project, ...rest }]): Content => ({
    version: 1,
    project: { organization_id: "org_1", slug, ...project },
    ...rest,
  }));
  const projects = [live("p1", "a", a), live("p2", "b", atB), live("p3", "c"), ...others];
  const service = serviceWith(projects, { failures: new Map(failures) });
  const played = play({ contents, service, options }, await load(contents));
  const items = new Map(played.planned.plan.items.map((item) => [item.key.replace("org_1/", ""), item]));
  return { items, snapshot: played.snapshot };
}

const TWICE: Pick<Scene, "a" | "others"> = { a: [WWW], others: [live("p4", "also", [WWW])] };
const ONLY_B: PlanOptions = { only: ["org_1/b"] };
const unknownName = { domains: [{ name: { env: "NOT_SET" } }] };
const [AT_A, AT_B, AT_ALSO] = [`a/${WWW}`, `b/${WWW}`, `also/${WWW}`];

const SCENES: readonly (readonly [
  what: string,
  scene: Scene,
  actions: Readonly<Record<string, string | undefined>>,
])[] = [
  ["moves if it is let go", { a: [WWW], files: { a: letsGo, b: takes } }, { [AT_A]: undefined, [AT_B]: "move" }],
  ["moves if a section does not list it", { a: [WWW], files: { a: { domains: [] }, b: takes } }, { [AT_B]: "move" }],
  ["stays where its file has no section", { a: [WWW], files: { a: {}, b: takes } }, { [AT_B]: "blocked" }],
  ["stays where a host name is not known", { a: [WWW], files: { a: unknownName, b: takes } }, { [AT_B]: "blocked" }],
  [
    "moves between covered projects, whatever a file that is left out may declare",
    { a: [WWW], files: { a: letsGo, b: takes, c: unknownName }, options: { only: ["org_1/a", "org_1/b"] } },
    { [AT_B]: "move" },
  ],
  [
    "stays, with its project that is to be deleted, if it would arrive in a project that is left out",
    { a: [WWW], files: { a: deletes, b: takes }, options: { only: ["org_1/a"], prune: ["all"] } },
    { a: "blocked", [AT_A]: "blocked" },
  ],
  [
    "stays in a project that is to be deleted, is left out, and whose file has no section",
    { a: [WWW], files: { a: deletes, b: takes }, options: { only: ["org_1/b", "*.example.com"] } },
    { [AT_B]: "blocked" },
  ],
  // Some services attach one host name to several projects.
  [
    "stays while the second project keeps it",
    { ...TWICE, files: { a: letsGo, also: {}, b: takes } },
    { [AT_B]: "blocked" },
  ],
  [
    "stays while the first project keeps it",
    { ...TWICE, files: { a: {}, also: letsGo, b: takes } },
    { [AT_B]: "blocked" },
  ],
  [
    "moves from the first of two projects that do not list it, by their names",
    { ...TWICE, files: { also: { domains: [] }, b: takes, a: { domains: [] } } },
    { [AT_A]: undefined, [AT_B]: "move", [AT_ALSO]: "unmanaged" },
  ],
  [
    "moves from one of two projects that let it go, and is detached from the other",
    { ...TWICE, files: { also: letsGo, b: takes, a: letsGo } },
    { [AT_A]: undefined, [AT_B]: "move", [AT_ALSO]: "delete" },
  ],
  [
    "stays where it is let go if another project has it, which `only` leaves out",
    { ...TWICE, files: { a: letsGo, b: takes, also: letsGo }, options: { only: ["org_1/a", "org_1/b"] } },
    { [AT_A]: "blocked", [AT_B]: "blocked" },
  ],
  [
    "stays where it is in two spellings, although it is declared absent there",
    { a: [WWW, "WWW.example.com"], files: { a: letsGo, b: takes } },
    { "a/www.example.com": "blocked", "b/www.example.com": "blocked" },
  ],
  [
    "stays where it is in two spellings, also if it is pruned there",
    { a: [WWW, "WWW.example.com"], files: { a: { domains: [] }, b: takes }, options: { prune: ["domains"] } },
    { "a/www.example.com": "blocked", "a/WWW.example.com": "blocked", [AT_B]: "blocked" },
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
    "stays in a project that is to be deleted if it is there in two spellings",
    { a: [WWW, "WWW.example.com"], files: { a: { ...deletes, ...letsGo } } },
    { a: "blocked", "a/www.example.com": "blocked" },
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
    { a: [WWW], files: { a: letsGo, b: takes }, others: [live("p4", "a")], options: { only: ["org_1/b"] } },
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
  const former = (slug: string) => ({ project: { previous_slug: slug }, domains: [] });
  const reasons = [
    [{ a: letsGo }, "from org_1/a"],
    [
      { a: {} },
      `${WWW} is attached to org_1/a, whose file has no \`domains\` section. To move it, add one that does not list it, in the same run.`,
    ],
    [
      { a: unknownName },
      `${WWW} is attached to org_1/a, where it stays, because a host name in 0.yaml is not known: set its variable.`,
    ],
    [{ a: former("older"), older: former("a") }, `${WWW} is attached to org_1/a, which is blocked.`],
  ] as const;
  for (const [from, reason] of reasons) {
    const { items } = await planned({ a: [WWW], files: { ...from, b: takes } });
    expect(items.get(AT_B)?.reason).toBe(reason);
  }
  const [arriving, leaving] = await Promise.all(
    ["b", "a"].map((slug) =>
      planned({ a: [WWW], files: { a: letsGo, b: takes }, options: { only: [`org_1/${slug}`] } }),
    ),
  );
  expect(arriving?.items.get(AT_B)?.reason).toContain(
    `attached to org_1/a, and \`only\` leaves that out. To move it, add org_1/${AT_A} to only.`,
  );
  expect(leaving?.items.get(AT_A)?.reason).toContain(
    `moves to org_1/b, and \`only\` leaves that out. Add org_1/${AT_B} to only.`,
  );
});

it("knows of a project that is left out as long as it would release a declared name, whether that name has arrived or not", async () => {
  const [arrives, taken] = ["new.example.com", "taken.example.com"];
  const b = { domains: [{ name: arrives }, { name: taken }] };
  const files = { a: { domains: [{ name: arrives, absent: true }] }, b };
  for (const [atB, action] of [
    [[], "create"],
    [[arrives], "unchanged"],
  ] as const) {
    const { items } = await planned({ a: [taken], files, atB, options: ONLY_B });
    expect([items.get(`b/${arrives}`)?.action, items.get(`b/${taken}`)?.action]).toEqual([action, "blocked"]);
  }
});

it("is declared in one file, whatever a file protects", async () => {
  const files = await load(
    ["a", "b"].map((slug, index) => ({
      version: 1,
      project: { organization_id: "org_1", slug },
      domains: [{ name: WWW, ...(index === 0 ? { protect: true } : {}) }],
    })),
  ).catch((error: unknown) => String(error));
  expect(files).toContain(`${WWW} is already declared at 0.yaml:1:`);
});

it("reads no other project unless a host name arrives, and none that keeps its host names", async () => {
  const components = { "edgee/ga4": { settings: { measurement_id: "G-1" } } };
  const nothing = await planned({ a: [WWW], files: { a: letsGo, b: { components } }, options: { only: ["org_1/b"] } });
  expect([...nothing.snapshot.domains.keys()]).toEqual([]);
  const options: PlanOptions = { only: ["org_1/b"], prune: ["domains"] };
  const keeping = await planned({ a: [], files: { a: {}, c: deletes, b: takes }, options });
  expect([...keeping.snapshot.domains.keys()]).toEqual(["p2"]);
});
