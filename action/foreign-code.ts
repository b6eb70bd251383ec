import { z } from "zod";
import type { Event } from "./event.ts";

/**
 * The events that may do more than validate, and what must show that their code is this repository's own: the event itself, its payload,
 * the branch of the run, or the head repository.
 */
const ALLOWED: ReadonlyMap<string, "event" | "payload" | "branch" | "head"> = new Map([
  ["push", "event"],
  ["schedule", "event"],
  ["workflow_dispatch", "event"],
  ["merge_group", "event"],
  ["repository_dispatch", "payload"],
  ["release", "payload"],
  ["deployment", "branch"],
  ["pull_request", "head"],
  ["workflow_run", "head"],
]);

/** Allowed events after which this repository is the head repository of a workflow run that has a fork's code too. */
const HIDES_FORKS: ReadonlySet<string> = new Set(["repository_dispatch", "deployment", "workflow_run"]);

/** Parts of payloads in which others than GitHub write, in any form: of `repository_dispatch`, `workflow_dispatch` and `deployment`. */
const FREE: ReadonlySet<string> = new Set(["client_payload", "inputs", "payload"]);
/** Names of fields that mean a pull request, its head or a fork, such as `pr`, `PRNumber`, `pullRequestNumber` or `head_ref`. Addresses are texts. */
const NAMES_HEAD =
  /^(?!.*_urls?$)(?:(?:.+_)?(?:prs?|pull_?requests?|mrs?|merge_?requests?|head|fork)(?:_.+)?|(?:prs?|head)(?:id|no|num|number|ref|sha)|pulls?_?(?:id|no|number|ref)?)$/;
/** Texts that mean a pull request: a ref, also without `refs/` or as in GITHUB_REF_NAME, or an address. */
const PULL_IN_TEXT =
  /^(?:(?:(?:refs|https?:\/\/\S+)\/)?(?:pulls?|merge[-_]requests)\/(\d+)\b\S*|(\d+)\/(?:merge|head))$/;

/** The form in which payloads name a repository. Pull requests inside `workflow_run` have only the id. */
const repositorySchema = z.looseObject({ id: z.number().optional(), full_name: z.string().optional() });
type Repository = z.infer<typeof repositorySchema>;
const payloadSchema = z.looseObject({ repository: repositorySchema });
const runSchema = z.looseObject({ event: z.string().min(1) });
const headSchema = z
  .looseObject({
    ref: z.string().optional().catch(undefined),
    sha: z.string().optional().catch(undefined),
    repo: z.unknown(),
  })
  .refine((head) => "repo" in head);
const numberedSchema = z.looseObject({ number: z.number() });

/**
 * The reason why this run may be about code from a fork. `undefined` if it is not. An event counts as one unless it is allowed and shows
 * this repository as the origin: most events give the run this repository's secrets.
 */
export function whyForeign({ name, ref, payload }: Event): string | undefined {
  const proof = ALLOWED.get(name);
  if (proof === undefined) return `${name === "" ? "unknown event" : name}, an event that is only validated`;
  const own = payloadSchema.safeParse(payload).data?.repository;
  if (own === undefined && proof !== "event") return `${name}, payload unreadable`;
  const { heads, before, shown, traces } = findOrigins(payload);
  const foreign = heads.find((head) => !isSame(head, own ?? {}));
  if (foreign !== undefined) return `${name} from ${foreign.full_name ?? "a fork"}`;
  const hiding = before.find((event) => !ALLOWED.has(event) || HIDES_FORKS.has(event));
  if (hiding !== undefined) return `${name}, after ${hiding}`;
  const unknown = traces.find(({ means }) => !means.some((each) => shown.has(each)));
  if (unknown !== undefined) return `${name}, which does not say whose head "${unknown.field}" in its payload is`;
  if (heads.length === 0 && proof === "head") return `${name}, head repository unknown`;
  return proof === "branch" && !ref.startsWith("refs/heads/") ? `${name}, not of a branch` : undefined;
}

interface Origins {
  /** Each repository that some code in the payload comes from. A deleted one is `{}`. */
  readonly heads: readonly Repository[];
  /** The event of each workflow run. */
  readonly before: readonly string[];
  /** Number, branch and commit of each pull request whose head repository is in the payload. */
  readonly shown: ReadonlySet<string>;
  /** What else names a pull request or its head: the field, and what it may mean. */
  readonly traces: readonly Trace[];
}

interface Trace {
  readonly field: string;
  readonly means: readonly string[];
}

/** Searches at any depth: `client_payload` of `repository_dispatch` may hold a whole pull request, and `deployment` a workflow run. */
function findOrigins(payload: unknown): Origins {
  const heads: Repository[] = [];
  const before: string[] = [];
  const shown = new Set<string>();
  const traces: Trace[] = [];
  /** `isFree`: in a free part. `isPart`: the part itself. */
  const open: { value: unknown; isFree: boolean; isPart: boolean }[] = [
    { value: payload, isFree: false, isPart: false },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, isFree, isPart } = next;
    if (typeof value !== "object" || value === null) continue;
    const number = numberOf(value);
    for (const [field, raw] of Object.entries(value)) {
      const isPartHere = FREE.has(field);
      const child: unknown = (isFree || isPartHere) && typeof raw === "string" ? parseText(raw) : raw;
      const head = field === "head" ? headSchema.safeParse(child).data : undefined;
      if (field === "head_repository") heads.push(parseRepository(child));
      if (head !== undefined) {
        heads.push(parseRepository(head.repo));
        for (const each of [number, head.ref, head.sha]) if (each !== undefined) shown.add(each);
      }
      if (field === "workflow_run" && isMap(child)) {
        before.push(runSchema.safeParse(child).data?.event ?? "an unknown event");
      }
      // What GitHub itself says of these is nothing new.
      const isDescribed = field === "head_repository" || describesOrigin(child) || describesOrigin({ head: child });
      if ((isFree || isPartHere) && !isDescribed) traces.push(...tracesIn(field, child, number, isPart));
      open.push({ value: child, isFree: isPartHere || (isFree && !isDescribed), isPart: isPartHere });
    }
  }
  return { heads, before, shown, traces };
}

/** Whether it is a repository, or a pull request that shows the repository of its head. */
function describesOrigin(value: unknown): boolean {
  return isMap(value) && ("full_name" in value || headSchema.safeParse(value["head"]).success);
}

/** What a field means, if it names a pull request or a head. `number`: that of the object with the field. */
function tracesIn(field: string, value: unknown, number: string | undefined, isPart: boolean): readonly Trace[] {
  if (isEmpty(value)) return [];
  const [, named, inText = named] = (typeof value === "string" ? PULL_IN_TEXT.exec(value) : undefined) ?? [];
  if (inText !== undefined) return [{ field, means: [inText] }];
  const words = field.replaceAll(/([a-z])([A-Z])/g, "$1_$2").replaceAll(/[^A-Za-z0-9]+/g, "_");
  if (!NAMES_HEAD.test(words.toLowerCase()) && !(isPart && field === "number")) return [];
  const all: readonly unknown[] = Array.isArray(value) ? value : [value];
  return all.map((each) => {
    const means = isMap(each) ? [numberOf(each), number] : [String(each)];
    return { field, means: means.filter((one) => one !== undefined) };
  });
}

function numberOf(value: object): string | undefined {
  const { data } = numberedSchema.safeParse(value);
  return data && String(data.number);
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  return value === null || value === "" || value === false || (Array.isArray(value) && value.every(isEmpty));
}

/** A text in a free part may be JSON, such as `toJSON(github.event)`. */
function parseText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function parseRepository(value: unknown): Repository {
  return repositorySchema.safeParse(value).data ?? {};
}

function isSame(a: Repository, b: Repository): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return Boolean(a.full_name) && a.full_name === b.full_name;
}
