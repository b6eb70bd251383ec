import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type * as automation from "@pulumi/pulumi/automation/index.js";
import { codeOf, InvalidRequestError } from "../../core/api/errors.ts";
import type * as projectsync from "../../provider/index.ts";
import { compareVersions } from "../../core/resources/catalogue.ts";

/** Modules of the user's workspace that the engine needs. */
export interface WorkspaceModules {
  readonly automation: typeof automation;
  readonly projectsync: typeof projectsync;
}

/** Earlier versions ignore what a dynamic provider finds in a refresh (observed): no outside change would be seen. */
const OLDEST_PULUMI = "3.216.0";

/**
 * Loads Pulumi's Automation API and this package as the user's workspace has them: the engine's own processes load both from
 * there too, so they must be installed. Throws InvalidRequestError if one is not.
 */
export async function loadWorkspaceModules(folder: string): Promise<WorkspaceModules> {
  const load = createRequire(path.resolve(folder, "package.json"));
  const missing = ["@pulumi/pulumi", "projectsync"].filter((name) => !isInstalled(load, name));
  if (missing.length > 0) {
    throw new InvalidRequestError(
      `Engine pulumi needs ${missing.join(" and ")} in ${path.resolve(folder)}. Install it there before this step: ` +
        "npm install @pulumi/pulumi projectsync",
    );
  }
  const { version }: { version: string } = load("@pulumi/pulumi/package.json");
  if (compareVersions(version, OLDEST_PULUMI) < 0) {
    throw new InvalidRequestError(
      `Engine pulumi needs @pulumi/pulumi ${OLDEST_PULUMI} or newer, and ${path.resolve(folder)} has ${version}. Earlier ` +
        "versions do not see changes that were made outside of the stack. Run: npm install @pulumi/pulumi@latest",
    );
  }
  const loaded: typeof projectsync = await import(pathToFileURL(load.resolve("projectsync")).href);
  return { automation: load("@pulumi/pulumi/automation/index.js"), projectsync: loaded };
}

function isInstalled(load: NodeJS.Require, name: string): boolean {
  try {
    load.resolve(name);
    return true;
  } catch (error) {
    if (codeOf(error) === "MODULE_NOT_FOUND") return false;
    throw error;
  }
}
