import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { ask } from "../ask.ts";
import { runCli } from "../cli/run-cli.ts";
import { liveProject } from "../live-project.ts";
import { startWorld, type Step } from "./comment-world.ts";
import { event } from "./events.ts";
import { projectFile } from "./service.ts";

/* A user's afternoon: the service was changed by hand, and the changes are to stay. */

const SLUGS = ["site", "shop", "blog"];
const declared = (slug: string): string =>
  projectFile(
    slug,
    `  description: Declared # for ${slug}\n  blocked_ips: [192.0.2.1] # bots\ndomains:\n  # main\n  - www.${slug}.example\n`,
  );
const WORDS = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"];

it("brings changes of three projects from a drift into the files by a branch, and the plan is empty at the end", async () => {
  await using world = await startWorld({
    files: Object.fromEntries(SLUGS.map((slug) => [`sites-${slug}.yaml`, declared(slug)])),
    service: {
      seed: {
        projects: SLUGS.map((slug) => ({
          ...liveProject(slug, [`www.${slug}.example`]),
          description: "Declared",
          blocked_ips: ["192.0.2.1"],
        })),
      },
    },
  });
  const { emulator } = world.service;
  const git = async (...words: string[]): Promise<string> => {
    const { stdout } = await promisify(execFile)("git", [...WORDS, ...words], { cwd: world.folder });
    return stdout;
  };
  const cli = (...words: string[]) => {
    const { url, token } = emulator;
    return runCli(words, { PROJECTSYNC_BASE_URL: url, PROJECTSYNC_TOKEN: token }, world.folder);
  };
  const commit = async (): Promise<NonNullable<Step["environment"]>> => ({
    GITHUB_SHA: (await git("rev-parse", "HEAD")).trim(),
  });
  const drift = async (run: number) => {
    const environment = await commit();
    return world.run(event("schedule"), { run, environment, inputs: { "on-drift": "issue" } });
  };
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "The files");
  expect(await drift(101)).toMatchObject({ code: 0, outputs: { result: "no-changes" } });

  await ask(emulator, "POST /v1/projects/prj_site", { description: "By hand" });
  await ask(emulator, "POST /v1/projects/prj_shop", { blocked_ips: ["192.0.2.1", "192.0.2.2"] });
  await ask(emulator, "DELETE /v1/projects/prj_blog/domains/www.blog.example");
  await ask(emulator, "POST /v1/projects/prj_blog/domains", { name: "new.blog.example" });
  const changed = emulator.requests().length;
  expect(await drift(102)).toMatchObject({ code: 1, outputs: { result: "drift" } });
  const { issues } = world.github.repo;
  expect(issues).toMatchObject([{ state: "open" }]);
  for (const slug of SLUGS) expect(issues[0]?.body).toContain(`org&#95;1/${slug}`);

  await git("switch", "-qc", "by-hand");
  const pulled = await cli("pull", "--yes", "--prune", "domains", "--include-unmanaged", "*.yaml");
  expect(pulled).toMatchObject({ code: 0, stderr: "" });
  const lines = await git("diff", "--unified=0", "--no-color");
  expect(lines.match(/^[-+](?![-+]).*$/gm)).toEqual([
    "-  # main",
    "-  - www.blog.example",
    "+  - new.blog.example",
    "-  blocked_ips: [192.0.2.1] # bots",
    "+  blocked_ips: [192.0.2.1, 192.0.2.2] # bots",
    "-  description: Declared # for site",
    "+  description: By hand # for site",
  ]);
  await git("commit", "-qam", "What was changed by hand");
  expect(await world.plan({ run: 103, environment: await commit() })).toMatchObject({
    outputs: { result: "no-changes" },
  });
  await git("switch", "-q", "main");
  await git("merge", "-q", "by-hand");

  const applied = await world.push({ run: 104, environment: await commit() });
  expect(applied).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
  expect(await drift(105)).toMatchObject({ code: 0, outputs: { result: "no-changes" } });
  expect(issues).toMatchObject([{ state: "closed" }]);
  expect(await cli("plan", "--detailed-exitcode", "*.yaml")).toMatchObject({ code: 0 });
  expect(await git("status", "--porcelain")).toBe("");
  const sent = emulator.requests().slice(changed);
  expect(sent.filter(({ method }) => method !== "GET")).toEqual([]);
});
