import type { Environment } from "./references.ts";

/** Variables of the tool and of GitHub's runner. Most hold tokens. */
const RESERVED = /^(?:INPUT_.*|ACTIONS_.*|PROJECTSYNC_TOKEN|GITHUB_TOKEN)$/s;

/** The variables that a project file may refer to. Without this filter the author of a file could send our tokens to the service. */
export function fileEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isReservedVariable(name)));
}

/** Whether a project file must not refer to the variable. */
export function isReservedVariable(name: string): boolean {
  return RESERVED.test(name);
}
