import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Declared } from "../oracle.ts";
import { ran, type Ran } from "./pinned.ts";

/* One life over the lab's service: validate, plan, apply, plan again. What was said is handed to the oracle. */

export interface Service {
  url: string;
  token: string;
}

export interface Told {
  /** What went wrong in the eyes of a user who knows nothing of the service. */
  faults: string[];
  /** All that was printed, for the search for secrets. */
  output: string;
  /** The report of the apply; undefined if there was none. */
  report: unknown;
}

const LIMIT = 25;

/** A project, a component and a domain of this name alone. */
export function declaredSite(slug: string): Declared {
  return {
    version: 1,
    project: { organization_id: "org_1", slug, description: "made in the lab", force_https: false },
    components: { "edgee/ga4": { settings: { measurement_id: "G-1" } } },
    domains: [`www.${slug}.example.com`],
  };
}

/** Returns the file's name. JSON is YAML too. */
export function writeSite(folder: string, slug: string): string {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "site.yaml"), `${JSON.stringify(declaredSite(slug), null, 2)}\n`);
  return "site.yaml";
}

export async function lifeOf(
  command: readonly string[],
  options: { folder: string; slug: string; service: Service; env?: Record<string, string> },
): Promise<Told> {
  const { folder, slug, service } = options;
  const file = writeSite(folder, slug);
  const env = {
    ...options.env,
    NO_COLOR: "1",
    PROJECTSYNC_BASE_URL: service.url,
    PROJECTSYNC_TOKEN: service.token,
  };
  const told: Told = { faults: [], output: "", report: undefined };
  const step = async (...args: string[]): Promise<Ran> => {
    const result = await ran([...command, ...args, file], { cwd: folder, env, limit: LIMIT });
    told.output += result.output;
    const fault = faultOf(result);
    if (fault !== undefined) told.faults.push(`${args[0]}: ${fault}`);
    told.faults.push(...lingered(result));
    return result;
  };
  await step("validate");
  await step("plan");
  told.report = reportIn((await step("apply", "--yes", "--json")).stdout);
  await step("plan", "--detailed-exitcode");
  return told;
}

/** It has five seconds to end after its last line. */
export function lingered({ idle }: Pick<Ran, "idle">): string[] {
  return idle > 5000 ? [`ends ${Math.round(idle / 1000)} s after its last line`] : [];
}

export function faultOf({ code, output }: Pick<Ran, "code" | "output">): string | undefined {
  if (code === 0) return undefined;
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  return code === null ? `did not end within ${LIMIT} s` : `exit code ${code}: ${lastLine.slice(0, 120)}`;
}

export function reportIn(text: string): unknown {
  const start = text.indexOf("{");
  if (start < 0) return undefined;
  try {
    return JSON.parse(text.slice(start));
  } catch {
    // Half a report: the oracle sees that there is none.
    return undefined;
  }
}
