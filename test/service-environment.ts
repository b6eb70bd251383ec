/** Variables that lead to a service, a forge, an engine or a proxy, and the inputs of the Action. */
const CONFIGURED = /^(?:PROJECTSYNC_|GITHUB_|PULUMI_|INPUT_|(?:https?|all|no)_proxy$|NODE_USE_ENV_PROXY$)/i;

/** The names of the variables that a test must not see: it would create and delete at a service that somebody configured. */
export function configuredNames(environment: NodeJS.ProcessEnv = process.env): string[] {
  return Object.keys(environment).filter((name) => CONFIGURED.test(name));
}

/** Call it before any test, in the process that starts the others: they inherit what is left. */
export function clearConfigured(): void {
  for (const name of configuredNames()) delete process.env[name];
}
