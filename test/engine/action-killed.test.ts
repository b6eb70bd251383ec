import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, it } from "vitest";
import { killApply, killsAt, openHooked, unlock } from "./harness/kills.ts";
import { useInstallation } from "./harness/scene.ts";
import { writes } from "./harness/writes.ts";

const installation = useInstallation();

const FILE = `version: 1
project: { organization_id: org_1, slug: site, description: Shop, force_https: false }
components:
  edgee/meta-capi: { settings: { pixel_id: px-1, access_token: { secret: META_TOKEN } } }
domains: [www.example.com]
`;
/** The project, its settings, a component and a domain. */
const WRITES = 4;

/** How often Pulumi saves its state. */
const saving = (checkpoints: string): Readonly<Record<string, string>> =>
  checkpoints === "end" ? { PULUMI_SKIP_CHECKPOINTS: "true" } : {};

async function openScene() {
  const opened = await openHooked(installation(), {});
  await opened.scene.write({ "site.yaml": FILE });
  return opened;
}

it("an apply of these objects makes the writes that the tests below kill it at", async () => {
  const { scene } = await openScene();
  await using _open = scene;
  expect((await scene.run("apply", {}, saving("end"))).outputs).toMatchObject({ result: "applied", create: "3" });
  expect(writes(scene.emulator)).toHaveLength(WRITES);
});

it("a run that is stopped cancels the engine, and reports what became of each object", async () => {
  const { scene, hook } = await openScene();
  await using _open = scene;
  const { child, ended } = await scene.start("apply");
  let isStopped = false;
  hook.run = (method, phase) => {
    if (isStopped || method === "GET" || phase !== "handled") return;
    isStopped = true;
    child.kill("SIGINT");
  };
  const { code, outputs, summary, stdout } = await ended();
  expect(code).toBe(130);
  expect(outputs).toMatchObject({ result: "stopped", "failure-reason": "stopped", changed: "true", create: "3" });
  expect(stdout).toContain("Stopping: no new write starts");
  expect(summary).toContain("not-started: The run was stopped.");
  hook.run = () => {};
  // The engine saved its state and released the stack.
  expect((await scene.run("apply")).outputs["result"]).toMatch(/^(?:applied|no-changes)$/);
  expect((await scene.run("plan")).outputs).toMatchObject({ result: "no-changes", unchanged: "3" });
});

// Where each write is saved, a kill before the next one is like a kill after this one.
const kills = ["end", "each"].flatMap((checkpoints) =>
  killsAt(WRITES)
    .filter(([phase]) => checkpoints === "end" || phase === "handled")
    .map((kill) => [checkpoints, ...kill] as const),
);

it.each(kills)(
  "with checkpoints %s, after a kill when the service has %s write %i, the next run converges",
  async (checkpoints, phase, nth) => {
    const opened = await openScene();
    const { scene } = opened;
    await using _open = scene;
    expect(await killApply(opened, phase, nth, saving(checkpoints))).toEqual({});

    const state = await readFile(path.join(scene.backend, ".pulumi/stacks/projectsync/dev.json"), "utf8");
    // With `each`, the project is saved when it is done: before the component and the domain are written.
    expect(state.includes('"prj_1"')).toBe(checkpoints === "each" && nth > 2);
    await unlock(scene);
    const next = await scene.run("apply");
    expect(next.outputs["result"], next.everything).toMatch(/^(?:applied|no-changes)$/);
    expect(next.outputs["blocked"]).toBe("0");
    const after = await scene.run("plan", { engine: "direct", stack: "" });
    expect(after.outputs).toMatchObject({ result: "no-changes", unchanged: "3", unmanaged: "0" });
    expect(scene.emulator.state()).toMatchObject([{ project: { slug: "site" }, components: [{}], domains: [{}] }]);
  },
);
