import { proxiesOf, type Proxies } from "../api/proxy.ts";

/** Where the service is, and what opens it. */
export interface Configuration {
  readonly baseUrl: string;
  readonly token: string;
  /** Through what the service is reached. */
  readonly proxies: Proxies;
}

const VARIABLES = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" } as const;
export type ConfigurationKey = keyof typeof VARIABLES;

/**
 * Reads the environment first, then the stack's configuration (`projectsync:baseUrl`, `projectsync:token`): a refresh or
 * a destroy is given the configuration as the last update stored it, and a token that was rotated since must work.
 * Throws an Error that says what to set.
 */
export function readConfiguration(stack: (key: ConfigurationKey) => string | undefined): Configuration {
  return { baseUrl: required("baseUrl", stack), token: required("token", stack), proxies: proxiesOf(process.env) };
}

function required(key: ConfigurationKey, stack: (key: ConfigurationKey) => string | undefined): string {
  // An unset secret is an empty text in many a pipeline.
  const value = process.env[VARIABLES[key]] || stack(key);
  if (value) return value;
  const secret = key === "token" ? "--secret " : "";
  throw new Error(
    `projectsync does not know the service's ${key === "token" ? "access token" : "address"}. Set ${VARIABLES[key]}, ` +
      `or run \`pulumi config set ${secret}projectsync:${key}\`.`,
  );
}
