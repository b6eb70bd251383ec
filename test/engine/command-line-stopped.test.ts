import { expect, it } from "vitest";
import { startCli } from "../cli/run-cli.ts";
import { statuses } from "../signals/stopped-run.ts";
import { openHooked } from "./harness/kills.ts";
import { TOKEN } from "./harness/scene.ts";

/* Pulumi's Automation API brings listeners of its own for signals. */

const FILE = `version: 1
project: { organization_id: org_1, slug: site, description: Shop }
domains: [www.example.com]
`;

it("an apply of the command line that gets SIGTERM reports, and leaves no lock", async () => {
  const { scene, hook } = await openHooked({});
  await using _open = scene;
  await scene.write({ "site.yaml": FILE });
  const environment = { ...scene.variables, PROJECTSYNC_BASE_URL: scene.emulator.url, PROJECTSYNC_TOKEN: TOKEN };
  const words = ["apply", "--yes", "--json", "--engine", "pulumi", "--stack", "dev", "site.yaml"];
  const { child, ended } = startCli(words, environment, scene.folder);
  hook.run = (_request, phase) => {
    if (phase === "handled" && !child.killed) child.kill("SIGTERM");
  };
  const stopped = await ended();
  expect({ code: stopped.code, signal: child.signalCode }, stopped.stderr).toEqual({ code: 143, signal: null });
  expect(JSON.parse(stopped.stdout)).toMatchObject({ result: "stopped" });
  expect(Object.values(statuses(stopped)).reduce((sum, each) => sum + each)).toBe(2);
  hook.run = () => {};
  const again = await startCli(words, environment, scene.folder).ended();
  expect(again.code, again.stderr).toBe(0);
});
