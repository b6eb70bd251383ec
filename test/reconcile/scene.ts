import { onTestFinished } from "vitest";
import type { FaultSchedule, Rule } from "../../emulator/faults/schedule.ts";
import type { Seed } from "../../emulator/seed.ts";
import type { RequestPhase } from "../../emulator/service.ts";
import type { Report } from "../../sync/report.ts";
import type { RunOptions } from "../../sync/run-options.ts";
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

const COMPONENTS = `${PROJECTS}/prj_1/components`;
const DOMAINS = `${PROJECTS}/prj_1/domains`;
const subject = (kind: Subject["kind"], text: string, key: string, path: string, object: string, list: string) => ({
  kind,
  file: text,
  key,
  path,
  object,
  list,
});

/** A create of each kind in SITE, and what somebody else would send to create the same. */
export const CREATES: readonly (Subject & { readonly theirs: Fields })[] = [
  {
    ...subject("project", file("new"), "org_1/new", PROJECTS, `${PROJECTS}/prj_3`, PROJECTS),
    theirs: { organization_id: "org_1", slug: "new", type: "proxy" },
  },
  {
    ...subject(
      "component",
      file("site", "components:\n  edgee/legacy-pixel: { settings: { pixel_id: '1' } }\n"),
      "org_1/site/edgee/legacy-pixel",
      COMPONENTS,
      `${COMPONENTS}/pc_2`,
      COMPONENTS,
    ),
    theirs: { component_slug: "edgee/legacy-pixel", settings: { pixel_id: "1" } },
  },
  {
    ...subject(
      "domain",
      file("site", "domains: [new.example.com]\n"),
      "org_1/site/new.example.com",
      DOMAINS,
      `${DOMAINS}/new.example.com`,
      DOMAINS,
    ),
    theirs: { name: "new.example.com" },
  },
];

/** An update of each kind that has one. */
export const UPDATES: readonly (Subject & { readonly theirs: Fields })[] = [
  {
    ...subject(
      "project",
      file("site", "  description: changed\n"),
      "org_1/site",
      `${PROJECTS}/prj_1`,
      `${PROJECTS}/prj_1`,
      PROJECTS,
    ),
    theirs: { description: "changed" },
  },
  {
    ...subject(
      "component",
      file("site", "components:\n  edgee/ga4: { active: false }\n"),
      "org_1/site/edgee/ga4",
      `${COMPONENTS}/pc_1`,
      `${COMPONENTS}/pc_1`,
      COMPONENTS,
    ),
    theirs: { active: false },
  },
];

/** A deletion of each kind. */
export const DELETIONS: readonly Subject[] = [
  subject(
    "project",
    file("empty", "  absent: true\n"),
    "org_1/empty",
    `${PROJECTS}/prj_2`,
    `${PROJECTS}/prj_2`,
    PROJECTS,
  ),
  subject(
    "component",
    file("site", "components:\n  edgee/ga4: { absent: true }\n"),
    "org_1/site/edgee/ga4",
    `${COMPONENTS}/pc_1`,
    `${COMPONENTS}/pc_1`,
    COMPONENTS,
  ),
  subject(
    "domain",
    file("site", `domains: [{ name: ${NAME}, absent: true }]\n`),
    `org_1/site/${NAME}`,
    `${DOMAINS}/${NAME}`,
    `${DOMAINS}/${NAME}`,
    DOMAINS,
  ),
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
  readonly writes: readonly Write[];
}

export interface Given extends Omit<ServiceOptions, "clock" | "seed"> {
  readonly projects?: Seed["projects"];
  readonly catalogue?: Seed["catalogue"];
  readonly faults?: readonly Rule[];
  readonly service?: FaultSchedule["service"];
  readonly meanwhile?: Meanwhile;
}

type Files = string | Readonly<Record<string, string>>;
type Options = Partial<RunOptions> & { readonly concurrency?: number };

/** The loop in process, in virtual time: one service, and runs of the tool. */
export function open({ projects = [SITE, EMPTY], catalogue, faults = [], service = {}, ...given }: Given = {}) {
  const { meanwhile, ...rest } = given;
  const seed = { organizations: ["org_1", "org_2"], projects, ...(catalogue === undefined ? {} : { catalogue }) };
  const world = openWorld({ ...rest, seed });
  world.service.setFaults({ service, faults });
  let isFaulty = false;
  onTestFinished(() => {
    if (faults.length > 0 && !isFaulty) throw new Error("No request met a fault: the test shows nothing");
  });
  let met = 0;
  world.service.during(({ method, path }, phase) => {
    if (`${method} ${path}` !== meanwhile?.at || phase !== (meanwhile.phase ?? "received")) return;
    met += 1;
    if (met === (meanwhile.nth ?? 1)) for (const write of meanwhile.writes) world.service.meddle(write);
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
