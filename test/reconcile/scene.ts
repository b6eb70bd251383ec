import { onTestFinished } from "vitest";
import type { FaultSchedule, Rule } from "../../emulator/faults/schedule.ts";
import type { Seed } from "../../emulator/seed.ts";
import type { RequestPhase } from "../../emulator/service.ts";
import type { Report } from "../../sync/report/report.ts";
import type { RunOptions } from "../../sync/run/run-options.ts";
import { openWorld } from "../world/open-world.ts";
import type { ServiceOptions, Write } from "../world/oracle/service.ts";

export const NAME = "www.example.com";
export const PROJECTS = "/v1/projects";
/** A project with one object of each kind, and an empty one. */
export const SITE = {
  id: "prj_1",
  organization_id: "org_1",
  slug: "site",
  description: "live",
  components: [{ id: "pc_1", component_slug: "edgee/ga4", settings: { measurement_id: "G-1" } }],
  domains: [{ name: NAME }],
};
export const EMPTY = { id: "prj_2", organization_id: "org_1", slug: "empty" };
/** Two projects, and the files that move a host name from the one to the other. */
export const OLD = { id: "prj_old", organization_id: "org_1", slug: "old", domains: [{ name: NAME }] };
export const NEW = { id: "prj_new", organization_id: "org_1", slug: "new" };
export const ATTACH = "/v1/projects/prj_new/domains";
export const PUT_BACK = "/v1/projects/prj_old/domains";
export const DETACH = `${PUT_BACK}/${NAME}`;

/** What somebody does by hand: a second project with this slug, and another slug for a project. */
export const twinOf = (slug: string): Write => post(PROJECTS, { organization_id: "org_1", slug, type: "proxy" });
export const renameOf = (id: string): Write => post(`${PROJECTS}/${id}`, { slug: "theirs" });
function post(path: string, body: object): Write {
  return { method: "POST", path, body };
}

/** A project file of `org_1`. `rest` continues with fields of the project, or with other sections. */
export const file = (slug: string, rest = ""): string =>
  `version: 1\nproject:\n  organization_id: org_1\n  slug: ${slug}\n${rest}`;
export const TAKES = { "new.yaml": file("new", `domains: [${NAME}]\n`) };
const LETS_GO = `domains: [{ name: ${NAME}, absent: true }]\n`;
export const MOVE = { ...TAKES, "old.yaml": file("old", LETS_GO) };
/** The same, and the old project is deleted. */
export const MOVE_AND_DELETE = { ...TAKES, "old.yaml": file("old", `  absent: true\n${LETS_GO}`) };

/** One write that a file asks for, and where the service keeps its object. */
export interface Subject {
  readonly kind: "project" | "component" | "domain";
  readonly file: string;
  readonly key: string;
  /** The path of the write, of the object itself, and of the list that shows it. */
  readonly path: string;
  readonly object: string;
  readonly list: string;
}

const SITE_PATH = `${PROJECTS}/prj_1`;
const COMPONENTS = { kind: "component", list: `${SITE_PATH}/components` } as const;
const DOMAINS = { kind: "domain", list: `${SITE_PATH}/domains` } as const;
const ofProject = { kind: "project", list: PROJECTS } as const;
type Place = Pick<Subject, "kind" | "list">;

/** The object that a create makes, and that is written where its list is. */
const create = (place: Place, name: string, key: string, text: string, theirs: Fields) => {
  const object = `${place.list}/${name}`;
  return { ...place, file: text, key, path: place.list, object, theirs };
};
/** An object that is written at its own path. */
const existing = (place: Place, name: string, key: string, text: string) => {
  const object = `${place.list}/${name}`;
  return { ...place, file: text, key, path: object, object };
};

type WithTheirs = Subject & { readonly theirs: Fields };

/** A create of each kind in SITE, and what somebody else would send to create the same. */
export const CREATES: readonly [project: WithTheirs, component: WithTheirs, domain: WithTheirs] = [
  create(ofProject, "prj_3", "org_1/new", file("new"), { organization_id: "org_1", slug: "new", type: "proxy" }),
  create(
    COMPONENTS,
    "pc_2",
    "org_1/site/edgee/legacy-pixel",
    file("site", "components:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n"),
    { component_slug: "edgee/legacy-pixel", settings: { pixel_id: "1" } },
  ),
  create(DOMAINS, "new.example.com", "org_1/site/new.example.com", file("site", "domains: [new.example.com]\n"), {
    name: "new.example.com",
  }),
];

const SITE_KEY = "org_1/site";
const GA4 = `${SITE_KEY}/edgee/ga4`;
const componentFile = (fields: string): string => file("site", `components:\n  edgee/ga4: { ${fields} }\n`);

/** An update of each kind that has one, and what somebody else would send to do the same. */
export const UPDATES: readonly WithTheirs[] = [
  {
    ...existing(ofProject, "prj_1", SITE_KEY, file("site", "  description: changed\n")),
    theirs: { description: "changed" },
  },
  { ...existing(COMPONENTS, "pc_1", GA4, componentFile("active: false")), theirs: { active: false } },
];

/** A deletion of each kind. */
export const DELETIONS: readonly Subject[] = [
  existing(ofProject, "prj_2", "org_1/empty", file("empty", "  absent: true\n")),
  existing(COMPONENTS, "pc_1", GA4, componentFile("absent: true")),
  existing(DOMAINS, NAME, `${SITE_KEY}/${NAME}`, file("site", LETS_GO)),
];

type Fields = Readonly<Record<string, unknown>>;
type Fault = Rule["fault"];

/** The service's own refusal. */
export const refused = (status: number, type = "creation_error", handled = false): Fault => ({
  kind: "answer",
  status,
  handled,
  body: { error: { type, message: "so it is" } },
});
/** Too many requests, with seconds to wait. */
export const busy = (retryAfter: string, status = 429): Extract<Fault, { kind: "answer" }> => ({
  kind: "answer",
  status,
  headers: { "retry-after": retryAfter },
  body: "",
});
export const answered = (body: unknown, handled = false): Fault => ({ kind: "answer", status: 200, body, handled });
/** No answer: the request did not arrive, or it took effect. */
export const LOST: Fault = { kind: "reset", when: "before" };
export const ARRIVED: Fault = { kind: "reset", when: "after" };

/** The first of these requests, `METHOD path` or `METHOD`, gets this answer, or as many as `more` says. */
export const on = (call: string, fault: Fault, more: Pick<Rule, "nth" | "times"> = {}): Rule => {
  const [method = "", path] = call.split(" ");
  if (method !== "GET" && method !== "POST" && method !== "DELETE") throw new Error(`no request: ${call}`);
  return { method, ...(path === undefined ? {} : { path }), fault, ...more };
};
export const always = { times: "always" } as const;

/** What somebody else does when a request arrives, or, if `phase` says so, before it is answered. */
export interface Meanwhile {
  readonly at: string;
  readonly nth?: number;
  readonly phase?: RequestPhase;
  readonly writes?: readonly Write[];
  readonly calls?: () => void;
}

export interface Given extends Omit<ServiceOptions, "clock" | "seed"> {
  readonly projects?: Seed["projects"];
  readonly catalogue?: Seed["catalogue"];
  readonly faults?: readonly Rule[];
  readonly service?: FaultSchedule["service"];
  readonly meanwhile?: Meanwhile | readonly Meanwhile[];
  /** Milliseconds before each answer, also by its method. Default: 0. */
  readonly latencyMs?: number | ((method: string) => number);
}

type Files = string | Readonly<Record<string, string>>;
type Options = Partial<RunOptions> & { readonly concurrency?: number };

/** The loop in process, in virtual time: one service, and runs of the tool. */
export function open({ projects = [SITE, EMPTY], catalogue, faults = [], service = {}, ...given }: Given = {}) {
  const { meanwhile, latencyMs = 0, ...rest } = given;
  const seed = { organizations: ["org_1", "org_2"], projects, ...(catalogue === undefined ? {} : { catalogue }) };
  const world = openWorld({ ...rest, seed });
  world.service.setFaults({ service, faults });
  if (latencyMs !== 0)
    world.service.holding(async ({ method }, phase, closed) => {
      const milliseconds = typeof latencyMs === "number" ? latencyMs : latencyMs(method);
      if (phase === "handled") await world.clock.sleep(milliseconds, closed);
    });
  let isFaulty = false;
  onTestFinished(() => {
    if (faults.length > 0 && !isFaulty) throw new Error("No request met a fault: the test shows nothing");
  });
  const met = new Map<Meanwhile, number>();
  world.service.during(({ method, path }, phase) => {
    for (const each of [meanwhile ?? []].flat()) {
      if (`${method} ${path}` !== each.at || phase !== (each.phase ?? "received")) continue;
      met.set(each, (met.get(each) ?? 0) + 1);
      if (met.get(each) !== (each.nth ?? 1)) continue;
      for (const write of each.writes ?? []) world.service.meddle(write);
      each.calls?.();
    }
  });
  const apply = async (files: Files, { concurrency, ...options }: Options = {}) => {
    const began = world.clock.now();
    const named = typeof files === "string" ? { "site.yaml": files } : files;
    const report = await world.run({ mode: "apply", ...options }, named, concurrency);
    const seen = world.service.takeSeen();
    isFaulty ||= seen.some(({ fault }) => fault !== undefined);
    const outcomes = report.applied?.outcomes ?? [];
    const calls = seen.map(({ method, path, receivedAt }) => ({ call: `${method} ${path}`, at: receivedAt }));
    const writes = calls.filter(({ call }) => !call.startsWith("GET "));
    return {
      report,
      result: report.result,
      /** `status key` of each object. */
      outcomes: outcomes.map(({ status, key }) => `${status} ${key}`),
      messages: outcomes.map(({ message = "" }) => message),
      requests: seen,
      calls: calls.map(({ call }) => call),
      writes: writes.map(({ call }) => call),
      /** From the first write: `second call`. */
      timed: calls
        .slice(calls.findIndex(({ call }) => call === writes[0]?.call))
        .map(({ call, at }) => `${Math.round((at - (writes[0]?.at ?? 0)) / 100) / 10} ${call}`),
      seconds: (world.clock.now() - began) / 1000,
    };
  };
  return {
    apply,
    /** Ends the faults of requests, applies twice, and returns the writes of each. */
    again: async (files: Files, options?: Options) => {
      world.service.setFaults({ service, faults: [] });
      return [(await apply(files, options)).writes, (await apply(files, options)).writes];
    },
    meddle: (write: Write) => world.service.meddle(write),
    setFaults: (next: readonly Rule[]) => world.service.setFaults({ service, faults: next }),
    setService: (next: FaultSchedule["service"]) => world.service.setFaults({ service: next, faults: [] }),
    /** What the service holds, by key. */
    live: () => [...world.service.truth().values()].map(({ key }) => key).toSorted(),
    record: (key: string): Fields | undefined =>
      [...world.service.truth().values()].find((each) => each.key === key)?.record,
    now: () => world.clock.now(),
    /** Lets milliseconds pass. */
    pass: (milliseconds: number) => world.clock.sleep(milliseconds, new AbortController().signal),
  };
}

/** Blocked objects and their reasons. */
export const blocked = ({ plan }: Report): string[] =>
  (plan?.items ?? []).flatMap(({ action, key, reason }) => (action === "blocked" ? [`${key}: ${reason}`] : []));
