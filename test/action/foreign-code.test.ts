import { describe, expect, it } from "vitest";
import type { ActionRun } from "./run-action.ts";
import { event, FORK, OWN, pull, workflowRun } from "./events.ts";
import { play, projectFile, startService } from "./service.ts";

type Event = NonNullable<ActionRun["event"]>;

const idOnly = (id: number, name: string) => ({ id, name, url: `https://api.github.com/repos/x/${name}` });

const REPOSITORY_FIELDS = {
  fork: true,
  forks: 3,
  forks_url: "https://api.example/forks",
  pulls_url: "https://api.example/pulls{/number}",
};
/** This repository's own pull request with what GitHub says of it besides. */
const WHOLE_PULL = {
  ...pull({ ...OWN, ...REPOSITORY_FIELDS }),
  base: { ref: "main", repo: { ...OWN, ...REPOSITORY_FIELDS } },
  head: { ref: "topic", sha: "b".repeat(40), label: "acme:topic", repo: { ...OWN, ...REPOSITORY_FIELDS } },
  milestone: { number: 3 },
  auto_merge: null,
  html_url: "https://github.com/acme/sites/pull/7",
  _links: { self: { href: "https://api.github.com/repos/acme/sites/pulls/7" } },
};

/** Payloads with the fields of GitHub's webhook documentation that matter here. */
const FOREIGN: readonly (readonly [string, Event])[] = [
  ["a pull request from a deleted fork", event("pull_request", { pull_request: pull(null) })],
  ["a pull request without a head", event("pull_request", { pull_request: { number: 7 } })],
  ["a pull request with an unreadable payload", { name: "pull_request", payload: "{" }],
  ["a fork with this repository's name", event("pull_request", { pull_request: pull({ ...OWN, id: 2 }) })],
  ["a dispatch with an unreadable payload", { name: "repository_dispatch", payload: "{" }],
  [
    "a repository without a name",
    { name: "pull_request", payload: { repository: { full_name: "" }, pull_request: pull({ full_name: "" }) } },
  ],
  [
    "a workflow run after an unknown event",
    event("workflow_run", workflowRun({ head_repository: OWN, event: undefined })),
  ],
  ["a workflow run of a deleted fork", event("workflow_run", workflowRun({ head_repository: null }))],
  ["a workflow run without a head repository", event("workflow_run", workflowRun({}))],
  [
    "a workflow run with a fork's pull request",
    event("workflow_run", workflowRun({ head_repository: OWN, pull_requests: [pull(idOnly(2, "sites"))] })),
  ],
  [
    "a dispatch with a fork's pull request beside this repository's own",
    event("repository_dispatch", { client_payload: { deep: [{ a: WHOLE_PULL }, { b: pull(FORK, 8) }] } }),
  ],
  ["a push whose payload has an odd head of a fork", event("push", { deep: { head: { ref: 5, repo: FORK } } })],
];

describe("code from a fork", () => {
  const modes = FOREIGN.flatMap(([name, foreign], index) =>
    (index === 0 ? ["apply", "plan", "drift"] : ["apply"]).map((mode) => ({ name, mode, foreign })),
  );
  it.concurrent.each(modes)("$name: mode $mode is refused", async ({ foreign, mode }) => {
    await using service = await startService();
    const { outputs, stdout, code, stderr } = await service.run({ event: foreign, mode });
    expect({ code, stderr, result: outputs["result"] }).toEqual({ code: 1, stderr: "", result: "failed" });
    expect(stdout).toContain(`::error::Mode ${mode} is refused: this may be code from a fork (${foreign.name}`);
    expect(service.emulator.requests()).toEqual([]);
  });

  it.concurrent("cannot read the environment of the run", async () => {
    const domains = "domains:\n  - name: { env: META_ACCESS_TOKEN }\n  - name: { env: CANARY }\n";
    const result = await play(
      { "a.yaml": projectFile("a", domains) },
      {
        event: event("workflow_run", workflowRun({ head_repository: FORK })),
        inputs: { "allow-env": "META_ACCESS_TOKEN, CANARY" },
        // Not host names: the message about such a value shows it.
        environment: { META_ACCESS_TOKEN: "https://canary-1.example/", CANARY: "https://canary-2.example/" },
      },
    );
    expect(result.outputs).toMatchObject({ mode: "validate", result: "valid" });
    expect(result.stdout).toContain("environment variable CANARY is not set (skipped here; apply requires it)");
  });

  it.concurrent("with a hostile name does not run a command", async () => {
    await using service = await startService();
    const repo = { ...FORK, full_name: "x\n::error::pwned ##[error]pwned" };
    const { stdout } = await service.run({ event: event("pull_request", { pull_request: pull(repo) }) });
    expect(stdout).not.toMatch(/^::error::pwned/m);
    expect(stdout).not.toContain("##[");
  });
});

it("a dispatch that carries all that GitHub says of a pull request of this repository is planned", async () => {
  await using service = await startService();
  const own = event("repository_dispatch", { client_payload: { pull_request: WHOLE_PULL, pr: 7 } });
  expect((await service.run({ event: own })).outputs).toMatchObject({ mode: "plan", result: "changes" });
});
