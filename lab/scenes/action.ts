import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { z } from "zod";
import { faultOf, reportIn, writeSite, type Service, type Told } from "./life.ts";
import { ran } from "./pinned.ts";

/* The Action as a runner starts it: its bundle, each input's default, an event file, and the runner's variables. */

// Nobody listens there: the Action must do without its forge.
export const NO_FORGE = "http://127.0.0.1:9";
const COMMIT = "1".repeat(40);

export async function actionOn(
  node: readonly string[],
  options: { checkout: string; folder: string; slug: string; service: Service },
): Promise<Told> {
  const { checkout, folder, slug, service } = options;
  const told: Told = { faults: [], output: "", report: undefined };
  const inputs = { files: writeSite(folder, slug), "base-url": service.url, token: service.token };
  for (const mode of ["validate", "plan", "auto"]) {
    const run = join(folder, `run-${mode}`);
    mkdirSync(run, { recursive: true });
    const event = { ref: "refs/heads/main", after: COMMIT, repository: { default_branch: "main", full_name: "o/r" } };
    writeFileSync(join(run, "event.json"), JSON.stringify(event));
    for (const name of ["output", "summary", "env"]) writeFileSync(join(run, name), "");
    const env = {
      CI: "true",
      GITHUB_ACTIONS: "true",
      GITHUB_EVENT_NAME: "push",
      GITHUB_EVENT_PATH: join(run, "event.json"),
      GITHUB_REPOSITORY: "o/r",
      GITHUB_SHA: COMMIT,
      GITHUB_REF: "refs/heads/main",
      GITHUB_WORKSPACE: folder,
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_API_URL: NO_FORGE,
      GITHUB_GRAPHQL_URL: `${NO_FORGE}/graphql`,
      GITHUB_RUN_ID: "1",
      GITHUB_RUN_ATTEMPT: "1",
      GITHUB_OUTPUT: join(run, "output"),
      GITHUB_STEP_SUMMARY: join(run, "summary"),
      GITHUB_ENV: join(run, "env"),
      RUNNER_TEMP: run,
      ...inputVariables(checkout, { ...inputs, mode }),
    };
    const result = await ran([...node, join(checkout, "dist/index.js")], { cwd: folder, env, limit: 25 });
    told.output += result.output + readFileSync(join(run, "summary"), "utf8");
    const fault = faultOf(result);
    if (fault !== undefined) told.faults.push(`action ${mode}: ${fault}`);
    if (mode === "auto") told.report = reportOf(readFileSync(join(run, "output"), "utf8"));
  }
  return told;
}

function inputVariables(checkout: string, given: Record<string, string>): Record<string, string> {
  const described = descriptionSchema.parse(parse(readFileSync(join(checkout, "action.yml"), "utf8")));
  const variables = Object.entries(described.inputs).map(([name, input]): [string, string] => {
    const value = given[name] ?? (name === "github-token" ? "" : (input.default ?? ""));
    return [`INPUT_${name.toUpperCase()}`, value];
  });
  return Object.fromEntries(variables);
}

const descriptionSchema = z.object({ inputs: z.record(z.string(), z.object({ default: z.string().optional() })) });

/** The report whose path an output file names. */
function reportOf(outputs: string): unknown {
  const path = /report-path<<\S+\n(\S+)/.exec(outputs)?.[1];
  return path !== undefined && existsSync(path) ? reportIn(readFileSync(path, "utf8")) : undefined;
}
