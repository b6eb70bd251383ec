import { z } from "zod";
import { InvalidRequestError } from "../provider/api/errors.ts";
import type { Mode } from "../sync/report.ts";
import type { Event } from "./event.ts";

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
    .looseObject({
      head: z.looseObject({ repo: z.looseObject({ full_name: z.string() }).nullish() }),
      user: z.looseObject({ login: z.string().optional(), type: z.string().optional() }).nullish(),
    })
    .optional(),
});
type Payload = z.infer<typeof payloadSchema>;

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
    case "push":
      return onPush(payload, event.ref);
    case "schedule":
      return { mode: "drift", why: "on a schedule" };
    default:
      return { mode: "plan", why: `on ${event.name === "" ? "an unknown event" : event.name}` };
  }
}

function onPush({ repository, deleted }: Payload, ref: string): ChosenMode {
  const branch = repository?.default_branch;
  if (branch === undefined) return { mode: "plan", why: "push whose payload could not be read" };
  if (ref !== `refs/heads/${branch}`) return { mode: "plan", why: "push to something other than the default branch" };
  if (deleted === true) return { mode: "plan", why: "the default branch was deleted" };
  return { mode: "apply", why: `push to the default branch ${branch}` };
}

function onPullRequest(
  { action, repository, pull_request: pull }: Payload,
  actor: string,
  hasToken: boolean,
): ChosenMode {
  if (pull === undefined) return { mode: "validate", why: "pull request whose payload could not be read" };
  const from = pull.head.repo?.full_name;
  if (from === undefined || from !== repository?.full_name)
    return { mode: "validate", why: "pull request from a fork" };
  if (isBot(pull.user, actor)) return { mode: "validate", why: "pull request by a bot" };
  if (!hasToken) return { mode: "validate", why: "pull request without a token" };
  return { mode: "plan", why: action === "closed" ? "closed pull request" : "pull request" };
}

/** Whoever wrote it, and whoever set this run off: a person may reopen a bot's pull request. */
function isBot(user: NonNullable<Payload["pull_request"]>["user"], actor: string): boolean {
  return user?.type === "Bot" || [user?.login, actor].some((name) => name?.endsWith("[bot]") === true);
}
