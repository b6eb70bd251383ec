import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { useInstallation } from "./harness/scene.ts";

const run = promisify(execFile);
const installation = useInstallation();

test("a user's own tests run against the emulator of the installed package, through its client", async () => {
  const program = `
    import { createClient, isNotFound, isUnauthenticated } from "projectsync/client";
    import { startEmulator } from "projectsync/emulator";
    const emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
    const of = (token) => createClient({ baseUrl: emulator.url, token, userAgent: "test" });
    const client = of(emulator.token);
    const project = await client.projects.create({ organization_id: "org_1", slug: "site", type: "proxy" });
    const gone = await client.projects.get("prj_9").catch(isNotFound);
    const refused = await of("wrong-token").projects.list().catch(isUnauthenticated);
    console.log(JSON.stringify({ id: project.id, gone, refused, calls: emulator.requests().length }));
    process.exit(0);
  `;
  await writeFile(join(installation().folder, "own-tests.mjs"), program);
  const { stdout } = await run(process.execPath, ["own-tests.mjs"], { cwd: installation().folder });
  expect(JSON.parse(stdout)).toEqual({ id: "prj_1", gone: true, refused: true, calls: 3 });
});

test("the command of the installed package runs", async () => {
  const { stdout } = await run(process.execPath, ["node_modules/projectsync/lib/cli/main.js", "--version"], {
    cwd: installation().folder,
  });
  expect(stdout).toBe(`${manifest.version}\n`);
});

test("the package can be required from CommonJS", async () => {
  const { stdout } = await run(process.execPath, ["-p", "Object.keys(require('projectsync')).sort().join()"], {
    cwd: installation().folder,
  });
  expect(stdout).toBe(
    [
      "Domain,Project,ProjectComponent,ProjectFile,getComponent,getComponentOutput,getDomain,getDomainOutput,getProject",
      "getProjectOutput,listProjects,listProjectsOutput\n",
    ].join(","),
  );
});
