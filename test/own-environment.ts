/*
 * Vitest's configuration clears these before it starts a worker: no test, and no process that a test starts, may reach the service, the
 * forge or the proxy that the developer's shell names.
 */

const CONFIGURED = /^(?:PROJECTSYNC|GITHUB|PULUMI|INPUT)_|^(?:https?|all|no)_proxy$|^NODE_USE_ENV_PROXY$/i;

/** The names of variables that configure the product, its forge, its engine or a proxy. */
export function configuredIn(environment: NodeJS.ProcessEnv): string[] {
  return Object.keys(environment).filter((name) => CONFIGURED.test(name));
}

export function clearConfiguration(environment: NodeJS.ProcessEnv): void {
  for (const name of configuredIn(environment)) delete environment[name];
}
