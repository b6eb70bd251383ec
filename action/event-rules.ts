interface EventRule {
  /** What must show that the code is this repository's own: the event itself, its payload, the branch of the run, or the head repository. */
  readonly proof: "event" | "payload" | "branch" | "head";
  /** What mode `auto` does. Default: `plan`. For `push` and `pull_request` the payload decides. */
  readonly auto?: "drift";
  /** The commit is not in a branch yet, so it may only be planned. */
  readonly isOnlyPlanned?: true;
  /** A person or a program starts it about whatever commit they mean, such as a bot that reads comments: only the checkout shows whose files these are. */
  readonly meansAnyCommit?: true;
  /** This repository is the head repository of a workflow run after it, also if the code is a fork's. */
  readonly hidesForks?: true;
}

/** The events that may do more than validate. */
export const EVENT_RULES: ReadonlyMap<string, EventRule> = new Map<string, EventRule>([
  ["push", { proof: "event" }],
  ["schedule", { proof: "event", auto: "drift" }],
  ["workflow_dispatch", { proof: "event", meansAnyCommit: true }],
  ["merge_group", { proof: "event", isOnlyPlanned: true }],
  ["repository_dispatch", { proof: "payload", meansAnyCommit: true, hidesForks: true }],
  ["release", { proof: "payload" }],
  ["deployment", { proof: "branch", meansAnyCommit: true, hidesForks: true }],
  ["pull_request", { proof: "head" }],
  ["workflow_run", { proof: "head", hidesForks: true }],
]);
