import type { ActionRun } from "./run-action.ts";

type Event = NonNullable<ActionRun["event"]>;

/** What the Action does for one kind of event. test/action/events.test.ts plays each, and docs/action.md has them as a table. */
export interface EventRow {
  /** In words, with Markdown. */
  readonly what: string;
  /** The mode that `auto` chooses. `refused`: none. */
  readonly auto: "validate" | "plan" | "apply" | "drift" | "refused";
  /** The most that a workflow may ask for. */
  readonly most: "validate" | "plan" | "apply" | "refused";
  readonly events: readonly Event[];
}

export const OWN = { id: 1, full_name: "acme/sites", default_branch: "main" };
export const FORK = { id: 2, full_name: "stranger/sites" };

/** An event of this repository with the fields of GitHub's webhook documentation that matter here. */
export const event = (name: string, payload: object = {}, ref = "refs/heads/main"): Event => ({
  name,
  ref,
  payload: { repository: OWN, ...payload },
});
export const pull = (repo: unknown, number = 7) => {
  return { number, head: { sha: "b".repeat(40), repo }, base: { repo: OWN } };
};
export const workflowRun = (head: object) => {
  return { workflow_run: { event: "pull_request", head_branch: "main", ...head } };
};

/** The head of a pull request. */
export const HEAD = "a".repeat(40);

export const PUSH = event("push");

/** What happens to a pull request to the branch `main`. */
export const pullEvent = (action = "synchronize", from: unknown = OWN, number = 7): Event => {
  const pull_request = {
    number,
    state: action === "closed" ? "closed" : "open",
    base: { ref: "main" },
    head: { sha: HEAD, repo: from },
    user: { login: "octocat", type: "User" },
  };
  return event("pull_request", { action, pull_request }, `refs/pull/${number}/merge`);
};
const bot = { pull_request: { ...pull(OWN), user: { login: "renovate[bot]", type: "Bot" } } };
/** As GitHub sends it for a deployment that no workflow made. */
const deployment = { deployment: { ref: "main" }, workflow: null, workflow_run: null };
/** Carries a comment on a pull request, and that pull request. */
const issue = { number: 7, pull_request: { url: "u" } };
const comment = { client_payload: { pull_request: pull(OWN), github: { payload: { issue } } } };
const after = (before: string) => event("workflow_run", workflowRun({ head_repository: OWN, event: before }));
const branch = { head_branch: "main" };

const OTHERS: Readonly<Record<string, object>> = {
  branch_protection_rule: {},
  check_run: { check_run: { check_suite: branch } },
  check_suite: { check_suite: branch },
  commit_comment: { comment: { commit_id: "b".repeat(40) } },
  create: { ref_type: "branch" },
  delete: { ref_type: "branch" },
  deployment_status: deployment,
  discussion: {},
  discussion_comment: {},
  fork: { forkee: FORK },
  gollum: {},
  image_version: {},
  issue_comment: { issue: { number: 7 } },
  issues: { issue: { number: 7 } },
  label: {},
  milestone: {},
  page_build: {},
  public: {},
  pull_request_review: { pull_request: pull(OWN) },
  pull_request_review_comment: { pull_request: pull(OWN) },
  registry_package: {},
  status: { branches: [{ name: "main" }] },
  watch: {},
};

/** Every event of GitHub's list. `workflow_call` is none: a reusable workflow has the event of its caller. */
export const EVENTS: readonly EventRow[] = [
  { what: "`push` to the default branch", auto: "apply", most: "apply", events: [PUSH] },
  {
    what: "`push` to another branch, or of a tag",
    auto: "plan",
    most: "apply",
    events: [event("push", {}, "refs/heads/topic"), event("push", {}, "refs/tags/v1")],
  },
  { what: "`schedule`", auto: "drift", most: "apply", events: [event("schedule")] },
  { what: "`pull_request` of this repository", auto: "plan", most: "apply", events: [pullEvent()] },
  {
    what: "`pull_request` by a bot, except that of `on-drift`",
    auto: "validate",
    most: "apply",
    events: [event("pull_request", bot)],
  },
  { what: "`pull_request` that was `closed`", auto: "validate", most: "apply", events: [pullEvent("closed")] },
  {
    what: "`workflow_dispatch`, `repository_dispatch`, `release`",
    auto: "plan",
    most: "apply",
    events: [
      ...["workflow_dispatch", "repository_dispatch", "release"].map((name) => event(name)),
      event("repository_dispatch", comment),
    ],
  },
  { what: "`deployment` of a branch", auto: "plan", most: "apply", events: [event("deployment", deployment)] },
  {
    what: "`workflow_run` of this repository, after `push`, `schedule`, `workflow_dispatch`, `merge_group`, `release` or `pull_request`",
    auto: "plan",
    most: "apply",
    events: ["push", "schedule", "workflow_dispatch", "merge_group", "release", "pull_request"].map(after),
  },
  {
    what: "`merge_group`",
    auto: "plan",
    most: "plan",
    events: [event("merge_group", {}, "refs/heads/gh-readonly-queue/main/pr-7-abc")],
  },
  {
    what: "one of these with the head of a fork anywhere in its payload",
    auto: "validate",
    most: "validate",
    events: [
      pullEvent("opened", FORK),
      event("workflow_run", workflowRun({ head_repository: FORK })),
      event("repository_dispatch", { client_payload: { pull_request: pull(FORK) } }),
      event("deployment", { ...deployment, ...workflowRun({ head_repository: FORK }) }),
      event("workflow_dispatch", { inputs: { deep: [{ head_repository: FORK }] } }),
    ],
  },
  {
    what: "`workflow_run` after any other event, or an event with such a run in its payload",
    auto: "validate",
    most: "validate",
    events: [
      ...[...Object.keys(OTHERS), "pull_request_target", "workflow_run", "deployment", "repository_dispatch"].map(
        after,
      ),
      event("deployment", { ...deployment, ...workflowRun({ event: "issue_comment", head_repository: OWN }) }),
    ],
  },
  {
    what: "`deployment` of a tag, a commit or a pull request",
    auto: "validate",
    most: "validate",
    events: ["", "refs/tags/v1", "refs/pull/7/merge"].map((ref) => event("deployment", deployment, ref)),
  },
  {
    what: `any other event: ${Object.keys(OTHERS)
      .map((name) => `\`${name}\``)
      .join(", ")}`,
    auto: "validate",
    most: "validate",
    events: [...Object.entries(OTHERS).map(([name, payload]) => event(name, payload)), event("brand_new"), event("")],
  },
  {
    what: "`pull_request_target`",
    auto: "refused",
    most: "refused",
    events: [event("pull_request_target", { pull_request: pull(OWN) })],
  },
];
