import { z } from "zod";
import { InvalidRequestError } from "../core/api/errors.ts";
import type { Mode } from "../sync/report/report.ts";
import { driftBranch } from "./drift/drift-names.ts";
import { type Event, EVENT_RULES } from "./event-rules.ts";
import { whyForeign } from "./foreign-code.ts";
import type { Inputs } from "./inputs.ts";

/** The mode does more than the event may. */
export class RefusedEventError extends InvalidRequestError {}

export interface ChosenMode {
  readonly mode: Mode;
  /** The reason for the choice, for the log. */
  readonly why: string;
  /** This may be code from a fork. Its files must not read the environment of the run. */
  readonly isForeign?: true;
}

/** The fields that the choice depends on. All are optional, and other fields are accepted. */
const payloadSchema = z.looseObject({
  action: z.string().optional(),
  deleted: z.boolean().optional(),
  repository: z.looseObject({ default_branch: z.string().optional() }).optional(),
  pull_request: z
    .looseObject({
      user: z.looseObject({ login: z.string().optional(), type: z.string().optional() }).nullish(),
      head: z.looseObject({ ref: z.string().optional() }).optional(),
      base: z.looseObject({ ref: z.string().optional() }).optional(),
    })
    .optional(),
});
type Payload = z.infer<typeof payloadSchema>;

/**
 * Chooses the mode of the run. Only an explicit `apply` or `sweep` and a push to the default branch write. Throws RefusedEventError
 * for `pull_request_target`, in every mode: it gives code from a fork this repository's secrets. Also throws if what may be code from a
 * fork asks for more than `validate`: `plan` and `drift` send the token too, and show what is live. And if a merge queue asks for `apply` or `sweep`.
 */
export function chooseMode(inputs: Inputs, event: Event): ChosenMode {
  const { mode: requested } = inputs;
  if (event.name === "pull_request_target") {
    throw new RefusedEventError(
      "Event pull_request_target is refused: it gives code from a fork this repository's secrets. Use pull_request.",
    );
  }
  const isWriting = requested === "apply" || requested === "sweep";
  const advice = (does: string): string =>
    requested === "sweep" ? "Sweep on a schedule." : `Use mode auto, which ${does}.`;
  const foreign = whyForeign(event);
  if (foreign !== undefined) {
    if (requested === "auto" || requested === "validate") return { mode: "validate", why: foreign, isForeign: true };
    throw new RefusedEventError(
      `Mode ${requested} is refused: this may be code from a fork (${foreign}). ${advice("only validates it")} Or skip this step for forks.`,
    );
  }
  const rule = EVENT_RULES.get(event.name);
  if (rule?.isOnlyPlanned === true && isWriting) {
    throw new RefusedEventError(
      `Mode ${requested} is refused: the commit of a merge queue is not in the branch yet. ${advice("plans it")}`,
    );
  }
  if (requested !== "auto") return { mode: requested, why: "input mode" };
  const payload = payloadSchema.safeParse(event.payload).data ?? {};
  if (event.name === "pull_request") return onPullRequest(payload, event.actor, inputs);
  if (event.name === "push") return onPush(payload, event.ref);
  return rule?.auto === undefined ? { mode: "plan", why: `event ${event.name}` } : { mode: rule.auto, why: event.name };
}

function onPush({ repository, deleted }: Payload, ref: string): ChosenMode {
  const branch = repository?.default_branch;
  if (branch === undefined) return { mode: "plan", why: "push, payload unreadable" };
  if (ref !== `refs/heads/${branch}`) return { mode: "plan", why: `push, not to the default branch ${branch}` };
  if (deleted === true) return { mode: "plan", why: "push that deletes the default branch" };
  return { mode: "apply", why: `push to the default branch ${branch}` };
}

function onPullRequest({ action, pull_request: pull }: Payload, actor: string, inputs: Inputs): ChosenMode {
  if (pull === undefined) return { mode: "validate", why: "pull request, payload unreadable" };
  // Its workflow runs for the app that opened it.
  const isDrift = pull.head?.ref === driftBranch(inputs, pull.base?.ref ?? "") && pull.user?.login === actor;
  if (!isDrift && isBot(pull.user, actor)) return { mode: "validate", why: "pull request by a bot" };
  if (inputs.token === undefined) return { mode: "validate", why: "pull request without a token" };
  // The last word of the comment needs no plan.
  if (action === "closed") return { mode: "validate", why: "closed pull request" };
  return { mode: "plan", why: "pull request" };
}

/** A bot opened the pull request or started this run. Both count: a person may reopen a bot's pull request. */
function isBot(user: NonNullable<Payload["pull_request"]>["user"], actor: string): boolean {
  return user?.type === "Bot" || [user?.login, actor].some((name) => name?.endsWith("[bot]") === true);
}
