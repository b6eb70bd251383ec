import { z } from "zod";
import type { Event } from "./event.ts";

/** The form in which payloads name a repository. Pull requests inside `check_suite` and `workflow_run` have only the id. */
const repositorySchema = z.looseObject({ id: z.number().optional(), full_name: z.string().optional() });
type Repository = z.infer<typeof repositorySchema>;

const payloadSchema = z.looseObject({
  repository: repositorySchema,
  issue: z.looseObject({ pull_request: z.unknown().optional() }).optional(),
  branches: z.array(z.unknown()).optional(),
  workflow_run: z.looseObject({ event: z.string().optional() }).optional(),
  check_suite: z.looseObject({ head_branch: z.string().nullish() }).optional(),
  check_run: z.looseObject({ check_suite: z.looseObject({ head_branch: z.string().nullish() }).optional() }).optional(),
});
type Payload = z.infer<typeof payloadSchema>;

/** Events that can be about code from a fork. */
const ABOUT_FORKS =
  /^(?:pull_request|pull_request_review|pull_request_review_comment|issue_comment|commit_comment|workflow_run|check_run|check_suite|status|deployment|deployment_status)$/;

/** Events that are about this repository's own code, whatever their payload says. Runners that are not GitHub may name none. */
const OWN_CODE = /^(?:push|schedule|workflow_dispatch|merge_group)?$/;

/** Events that a run may handle with code from a fork, although this repository is then its head repository. */
const HIDING_FORKS =
  /^(?:pull_request_target|issue_comment|commit_comment|workflow_run|check_run|check_suite|status|deployment|deployment_status|repository_dispatch)$/;

/**
 * The reason why this run may be about code from a fork. `undefined` if it is not. An event that can be about a fork counts as
 * one unless its payload shows this repository as the origin: most of these events give the run this repository's secrets.
 */
export function whyForeign(event: Event): string | undefined {
  const { success, data: payload } = payloadSchema.safeParse(event.payload);
  if (!success) return OWN_CODE.test(event.name) ? undefined : `${event.name}, payload unreadable`;
  const { heads, hasPull } = findHeads(payload);
  const foreign = heads.find((head) => !isSame(head, payload.repository));
  if (foreign !== undefined) return `${event.name} from ${foreign.full_name ?? "a fork"}`;
  const hasHead = heads.length > 0;
  const missing = hasPull && !hasHead ? UNKNOWN_PULL : missingProof(event, payload, hasHead);
  return missing === undefined ? undefined : `${event.name}, ${missing}`;
}

const UNKNOWN_PULL = "which does not say where the pull request comes from";

/** What the payload would have to show, and does not. */
function missingProof({ name, ref }: Event, payload: Payload, hasHead: boolean): string | undefined {
  if ((payload.issue?.pull_request ?? null) !== null) return UNKNOWN_PULL;
  switch (name) {
    case "pull_request":
    case "pull_request_review":
    case "pull_request_review_comment":
      return hasHead ? undefined : "head repository unknown";
    case "workflow_run": {
      const before = payload.workflow_run?.event ?? "";
      if (before === "") return "after an unknown event";
      if (HIDING_FORKS.test(before)) return `after ${before}`;
      return hasHead ? undefined : "head repository unknown";
    }
    case "issue_comment":
      return payload.issue === undefined ? UNKNOWN_PULL : undefined;
    // GitHub shows commits of forks in this repository too, and everyone can comment on them.
    case "commit_comment":
      return "which does not say where the commit comes from";
    // GitHub shows no branch for a commit that is only in a fork.
    case "check_suite":
      return payload.check_suite?.head_branch ? undefined : "branch unknown";
    case "check_run":
      return payload.check_run?.check_suite?.head_branch ? undefined : "branch unknown";
    case "status":
      return (payload.branches ?? []).length > 0 ? undefined : "branch unknown";
    default:
      if (ref.startsWith("refs/pull/") && !hasHead) return UNKNOWN_PULL;
      // A deployment of a commit has no ref, and one of a pull request has the ref of the pull request.
      return ABOUT_FORKS.test(name) && !/^refs\/(?:heads|tags)\//.test(ref) ? "neither a branch nor a tag" : undefined;
  }
}

interface Heads {
  readonly heads: readonly Repository[];
  /** Whether the payload has a pull request, with or without its head. */
  readonly hasPull: boolean;
}

/**
 * Each repository that some code in the payload comes from: `head.repo` of a pull request and `head_repository` of a workflow
 * run, at any depth, because `client_payload` of `repository_dispatch` may hold a whole pull request. A deleted repository is `{}`.
 */
function findHeads(payload: unknown): Heads {
  const heads: Repository[] = [];
  let hasPull = false;
  const open: unknown[] = [payload];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    for (const [key, child] of Object.entries(value)) {
      const isMap = typeof child === "object" && child !== null;
      if (key === "head_repository") heads.push(parseRepository(child));
      if (key === "head" && isMap && "repo" in child) heads.push(parseRepository(child.repo));
      if (key === "pull_request" && isMap) hasPull = true;
      open.push(child);
    }
  }
  return { heads, hasPull };
}

function parseRepository(value: unknown): Repository {
  return repositorySchema.safeParse(value).data ?? {};
}

function isSame(a: Repository, b: Repository): boolean {
  if (a.id !== undefined && b.id !== undefined) return a.id === b.id;
  return Boolean(a.full_name) && a.full_name === b.full_name;
}
