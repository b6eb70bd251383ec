import { z } from "zod";
import { type Event, EVENT_RULES } from "./event-rules.ts";

/** The form in which payloads name a repository. Pull requests inside `workflow_run` have only the id. */
const repositorySchema = z.looseObject({ id: z.number().optional(), full_name: z.string().optional() });
type Repository = z.infer<typeof repositorySchema>;
const payloadSchema = z.looseObject({ repository: repositorySchema });
const runSchema = z.looseObject({ event: z.string().min(1) });
const headSchema = z.looseObject({ repo: z.unknown() }).refine((head) => "repo" in head);

/**
 * The reason why this run may be about code from a fork. `undefined` if it is not. An event counts as one unless it is allowed and shows
 * this repository as the origin: most events give the run this repository's secrets.
 */
export function whyForeign({ name, ref, payload }: Event): string | undefined {
  const proof = EVENT_RULES.get(name)?.proof;
  if (proof === undefined) return `${name === "" ? "unknown event" : name}, an event that is only validated`;
  const own = payloadSchema.safeParse(payload).data?.repository;
  if (own === undefined && proof !== "event") return `${name}, payload unreadable`;
  const { heads, before } = findOrigins(payload);
  const foreign = heads.find((head) => !isSame(head, own ?? {}));
  if (foreign !== undefined) return `${name} from ${foreign.full_name ?? "a fork"}`;
  const hiding = before.find((event) => EVENT_RULES.get(event)?.hidesForks ?? !EVENT_RULES.has(event));
  if (hiding !== undefined) return `${name}, after ${hiding}`;
  if (heads.length === 0 && proof === "head") return `${name}, head repository unknown`;
  return proof === "branch" && !ref.startsWith("refs/heads/") ? `${name}, not of a branch` : undefined;
}

/** Searches at any depth: `client_payload` of `repository_dispatch` may hold a whole pull request, and `deployment` a workflow run. */
function findOrigins(payload: unknown) {
  /** Each repository that some code in the payload comes from. A deleted one is `{}`. */
  const heads: Repository[] = [];
  /** The event of each workflow run. */
  const before: string[] = [];
  const open = [payload];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) continue;
    for (const [field, child] of Object.entries(value)) {
      const head = field === "head" ? headSchema.safeParse(child).data : undefined;
      if (head !== undefined) heads.push(parseRepository(head.repo));
      if (field === "head_repository") heads.push(parseRepository(child));
      if (field === "workflow_run" && typeof child === "object" && child !== null) {
        before.push(runSchema.safeParse(child).data?.event ?? "an unknown event");
      }
      open.push(child);
    }
  }
  return { heads, before };
}

function parseRepository(value: unknown): Repository {
  return repositorySchema.safeParse(value).data ?? {};
}

function isSame(a: Repository, b: Repository): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return Boolean(a.full_name) && a.full_name === b.full_name;
}
