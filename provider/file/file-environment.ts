import type { Environment } from "./references.ts";

/** What the tool and the runner are told for themselves: tokens, mostly. */
const OWN = /^(?:INPUT_.*|ACTIONS_.*|PROJECTSYNC_TOKEN|GITHUB_TOKEN)$/s;

/** The part of the environment that a project file may refer to: whoever writes one must not send our tokens anywhere. */
export function fileEnvironment(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isOwnVariable(name)));
}

/** Whether a variable is none that a file may refer to. */
export function isOwnVariable(name: string): boolean {
  return OWN.test(name);
}
