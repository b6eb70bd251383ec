import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { installed } from "./harness/scene.ts";

const run = promisify(execFile);
it("a user's own tests run against the emulator of the installed package", async () => {
  const program = `
    import { startEmulator } from "projectsync/emulator";
    const emulator = await startEmulator({ seed: { organizations: ["org_1"] } });
    const ask = (token, path, request = {}) =>
      fetch(emulator.url + path, { ...request, headers: { authorization: "Bearer " + token, "content-type": "application/json" } });
    const body = JSON.stringify({ organization_id: "org_1", slug: "site", type: "proxy" });
    const created = await ask(emulator.token, "/v1/projects", { method: "POST", body });
    const { id } = await created.json();
    const { status: gone } = await ask(emulator.token, "/v1/projects/prj_9");
    const { status: refused } = await ask("wrong-token", "/v1/projects");
    console.log(JSON.stringify({ id, gone, refused, calls: emulator.requests().length }));
    process.exit(0);
  `;
  await writeFile(join(installed().folder, "own-tests.mjs"), program);
  const { stdout } = await run(process.execPath, ["own-tests.mjs"], { cwd: installed().folder });
  expect(JSON.parse(stdout)).toEqual({ id: "prj_1", gone: 404, refused: 401, calls: 3 });
});

it("the command of the installed package runs", async () => {
  const { stdout } = await run(process.execPath, ["node_modules/projectsync/lib/cli/main.js", "--version"], {
    cwd: installed().folder,
  });
  expect(stdout).toBe(`${manifest.version}\n`);
});

it("the package can be required from CommonJS", async () => {
  const { stdout } = await run(process.execPath, ["-p", "Object.keys(require('projectsync')).sort().join()"], {
    cwd: installed().folder,
  });
  expect(stdout).toBe(
    [
      "Domain,Project,ProjectComponent,ProjectFile,getCatalogueComponent,getCatalogueComponentOutput,getDomain,getDomainOutput,getProject",
      "getProjectComponent,getProjectComponentOutput,getProjectOutput,getProjects,getProjectsOutput\n",
    ].join(","),
  );
});
