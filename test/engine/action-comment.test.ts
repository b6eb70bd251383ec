import { expect, it } from "vitest";
import { COMMENT_INPUTS, MERGED, OPEN, pullEvent, PUSH, runnerEnvironment } from "../action/comment-world.ts";
import { startGitHub } from "../action/github-stand-in.ts";
import { openEngineScene, type Inputs } from "./harness/engine-run.ts";
import { SECRET, TOKEN, useInstallation } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

const installation = useInstallation();

const FILE = `version: 1
project: { organization_id: org_1, slug: site, description: Shop }
components:
  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }
domains: [www.example.com]
`;

/** What the comments hold after the plan of pull request 7, and after the apply of its merge. */
async function comments(engine: Inputs) {
  const pulls = [OPEN];
  await using github = await startGitHub({ pulls });
  await using scene = await openEngineScene(installation(), { ...engine, ...COMMENT_INPUTS });
  await scene.write({ "site.yaml": FILE });
  const pull = pullEvent();
  const plan = await scene.run("auto", {}, runnerEnvironment(github.url, pull), pull);
  expect(plan.code, plan.everything).toBe(0);
  expect(writes(scene.emulator)).toEqual([]);
  const planned = github.comments.map(({ body }) => body);
  pulls.splice(0, pulls.length, MERGED);
  const apply = await scene.run("auto", {}, runnerEnvironment(github.url, PUSH, { run: 101 }), PUSH);
  expect(apply.code, apply.everything).toBe(0);
  expect(scene.emulator.state()).toMatchObject([{ components: [{}], domains: [{}] }]);
  const applied = github.comments.map(({ body }) => body);
  return { planned, applied };
}

const NEW_STACK = "Stack dev is new: its first apply creates it, and adopts what exists.";

/** Without what a machine reads, as its digests depend on the address of the service, and without the warning of a new stack. */
const shown = (bodies: readonly string[]): string[] =>
  bodies.map((body) => body.replaceAll(/<!--.*?-->/gs, "").replace(/### Warnings \(1\)\n.*?(?=### Files)/s, ""));

it("the comment on a pull request is that of a run without the engine, in the plan and after the merge", async () => {
  const [direct, pulumi] = await Promise.all([comments({}), comments({ engine: "pulumi", stack: "dev" })]);
  expect(pulumi.planned).toHaveLength(1);
  expect(pulumi.applied).toHaveLength(1);
  for (const body of [...pulumi.planned, ...pulumi.applied]) expect(body).toContain(NEW_STACK);
  expect(pulumi.planned[0]).toContain("Plan: **3 to create");
  expect(pulumi.applied[0]).toContain("3 done");
  expect(shown(pulumi.planned)).toEqual(shown(direct.planned));
  expect(shown(pulumi.applied)).toEqual(shown(direct.applied));
  expect(JSON.stringify(pulumi)).not.toContain(SECRET);
  expect(JSON.stringify(pulumi)).not.toContain(TOKEN);
});
