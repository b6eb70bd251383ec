import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NO_FORGE } from "./action.ts";
import { faultOf, reportIn, writeSite, type Service, type Told } from "./life.ts";
import { go, ran } from "./pinned.ts";
import { newestLongTerm } from "./runtimes.ts";

/* act runs a workflow on this machine, without containers, as a runner of GitHub does. */

const WORKFLOW = `name: lab
on: push
jobs:
  apply:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - id: sync
        uses: ./projectsync
        with:
          files: site.yaml
          base-url: \${{ vars.PROJECTSYNC_BASE_URL }}
          token: \${{ secrets.PROJECTSYNC_TOKEN }}
      - run: cp "\${{ steps.sync.outputs.report-path }}" "\${{ vars.REPORT }}"
`;

export async function pushUnderAct(options: {
  checkout: string;
  folder: string;
  slug: string;
  service: Service;
}): Promise<Told> {
  const { checkout, folder, slug, service } = options;
  const repository = join(folder, "repository");
  writeSite(repository, slug);
  mkdirSync(join(repository, ".github/workflows"), { recursive: true });
  writeFileSync(join(repository, ".github/workflows/lab.yml"), WORKFLOW);
  cpSync(join(checkout, "action.yml"), join(repository, "projectsync/action.yml"));
  cpSync(join(checkout, "dist"), join(repository, "projectsync/dist"), { recursive: true });
  const event = { ref: "refs/heads/main", repository: { default_branch: "main", full_name: "o/r" } };
  writeFileSync(join(folder, "event.json"), JSON.stringify(event));

  const act = await go({ module: "github.com/nektos/act", version: "v0.2.89", program: "act" });
  const env = { HOME: folder, PATH: `${dirname(await newestLongTerm())}:${process.env["PATH"] ?? ""}` };
  const git = async (...args: string[]): Promise<unknown> => ran(["git", ...args], { cwd: repository, env });
  await git("init", "-q", "-b", "main");
  await git("remote", "add", "origin", "https://github.com/o/r.git");
  await git("add", "-A");
  await git("-c", "user.name=lab", "-c", "user.email=lab@example.com", "commit", "-q", "-m", "A site");

  const told: Told = { faults: [], output: "", report: undefined };
  // The second push changes nothing.
  const actArguments = ["-P", "ubuntu-latest=-self-hosted", "--no-cache-server", "-e", join(folder, "event.json")];
  actArguments.push("--env", `GITHUB_API_URL=${NO_FORGE}`, "--env", `GITHUB_GRAPHQL_URL=${NO_FORGE}/graphql`);
  actArguments.push("--var", `PROJECTSYNC_BASE_URL=${service.url}`, "-s", "PROJECTSYNC_TOKEN");
  const report = join(folder, "report.json");
  actArguments.push("--var", `REPORT=${report}`);
  const environment = { ...env, PROJECTSYNC_TOKEN: service.token };
  // The second push changes nothing.
  for (const push of ["first", "second"]) {
    const result = await ran([act, "push", ...actArguments], { cwd: repository, env: environment, limit: 120 });
    told.output += result.output;
    const fault = faultOf(result);
    if (fault !== undefined) told.faults.push(`${push} push: ${fault}`);
    if (push === "first") told.report = existsSync(report) ? reportIn(readFileSync(report, "utf8")) : undefined;
    else if (!/result=no-changes/.test(result.output)) told.faults.push("the second push finds changes");
  }
  return told;
}
