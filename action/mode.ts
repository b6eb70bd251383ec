import { z } from "zod";
import { InvalidRequestError } from "../provider/api/errors.ts";
import type { Mode } from "../sync/run.ts";

/** The event that started the workflow, as GitHub gives it. */
export interface Event {
  readonly name: string;
  /** For a push: the branch or tag, in full (`refs/heads/main`). */
  readonly ref: string;
  readonly payload: unknown;
  readonly actor: string;
}

export interface ChosenMode {
  readonly mode: Mode;
  readonly why: string;
}

/** The few fields that the choice depends on. Everything else in a payload, and its absence, is let pass. */
const payloadSchema = z.looseObject({
  action: z.string().optional(),
  deleted: z.boolean().optional(),
  repository: z.looseObject({ full_name: z.string().optional(), default_branch: z.string().optional() }).optional(),
  pull_request: z
    .looseObject({ head: z.looseObject({ repo: z.looseObject({ full_name: z.string() }).nullish() }) })
    .optional(),
});

/**
 * What the run is to do. Nothing but a push to the default branch, or `apply` asked for by name, ever writes.
 * `pull_request_target` is refused in every mode: it gives a stranger's change this repository's secrets.
 */
export function chooseMode(asked: Mode | "auto", event: Event, hasToken: boolean): ChosenMode {
  if (event.name === "pull_request_target") {
    throw new InvalidRequestError(
      "pull_request_target gives a stranger's change this repository's secrets, so it is refused. Use pull_request.",
    );
  }
  if (asked !== "auto") return { mode: asked, why: "as asked for" };
  const parsed = payloadSchema.safeParse(event.payload);
  const payload = parsed.success ? parsed.data : {};
  switch (event.name) {
    case "pull_request":
      return onPullRequest(payload, event.actor, hasToken);
    case "push": {
      const branch = payload.repository?.default_branch;
      if (branch !== undefined && event.ref === `refs/heads/${branch}` && payload.deleted !== true) {
        return { mode: "apply", why: `push to the default branch ${branch}` };
      }
      return { mode: "plan", why: "push to something other than the default branch" };
    }
    case "schedule":
      return { mode: "drift", why: "on a schedule" };
    default:
      return { mode: "plan", why: `on ${event.name === "" ? "an unknown event" : event.name}` };
  }
}

function onPullRequest(payload: z.infer<typeof payloadSchema>, actor: string, hasToken: boolean): ChosenMode {
  const from = payload.pull_request?.head.repo?.full_name;
  const own = from !== undefined && from === payload.repository?.full_name;
  if (!own) return { mode: "validate", why: "pull request from a fork" };
  if (actor.endsWith("[bot]")) return { mode: "validate", why: "pull request by a bot" };
  if (!hasToken) return { mode: "validate", why: "pull request without a token" };
  return { mode: "plan", why: payload.action === "closed" ? "closed pull request" : "pull request" };
}
