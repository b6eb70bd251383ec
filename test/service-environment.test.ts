import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import config from "../vitest.config.ts";

const ROOT = path.resolve(import.meta.dirname, "..");

const CONFIGURED = (
  "PROJECTSYNC_BASE_URL PROJECTSYNC_TOKEN PROJECTSYNC_STAGING_TOKEN PROJECTSYNC_GONE GITHUB_TOKEN GITHUB_API_URL INPUT_BASE-URL " +
  "PULUMI_BACKEND_URL PULUMI_ACCESS_TOKEN HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy " +
  "NODE_USE_ENV_PROXY"
).split(" ");

it.each(["vitest.config.ts", "vitest.mutation.config.ts", "scripts/worker-pool.ts"])(
  "%s: no process of the tests sees a service that the shell configures",
  async (file) => {
    const env = { PATH: process.env["PATH"], ...Object.fromEntries(CONFIGURED.map((name) => [name, "0"])) };
    const program = `await import("./${file}"); process.stdout.write(Object.keys(process.env).join(" "));`;
    const child = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      cwd: ROOT,
      env,
    });
    const seen = child.stdout.split(" ");
    expect(seen).toContain("PATH");
    expect(seen.filter((name) => CONFIGURED.includes(name))).toEqual([]);
  },
);

it("each project refuses to run a test that would see one", () => {
  const projects = config.test?.projects?.map((project) =>
    typeof project === "object" && "test" in project ? project.test : undefined,
  );
  expect(projects).toHaveLength(5);
  for (const project of projects ?? []) expect(project?.setupFiles).toContain("test/refuse-configured.ts");
});
