import { proxiesOf, type Proxies } from "../api/proxy.ts";
import type { Environment } from "../file/file-environment.ts";

/** What it takes to reach the service. */
export interface Configuration {
  readonly baseUrl: string;
  readonly token: string;
  /** The proxies that the environment sets. */
  readonly proxies: Proxies;
}

const VARIABLES = { baseUrl: "PROJECTSYNC_BASE_URL", token: "PROJECTSYNC_TOKEN" } as const;
export type ConfigurationKey = keyof typeof VARIABLES;

/**
 * Reads the environment first, then the stack's configuration (`projectsync:baseUrl`, `projectsync:token`). A refresh or a
 * destroy gets the configuration that the last update stored, so a token that was rotated since comes from the
 * environment. Throws if the address or the token is set in neither.
 */
export function readConfiguration(stack: (key: ConfigurationKey) => string | undefined): Configuration {
  return { baseUrl: required("baseUrl", stack), token: required("token", stack), proxies: proxiesOf(process.env) };
}

/** The environment, and the service's token in it or in the stack's configuration, for what a project file may read. */
export function readFileVariables(stack: (key: ConfigurationKey) => string | undefined): {
  readonly environment: Environment;
  readonly tokens: readonly string[];
} {
  const tokens = [process.env[VARIABLES.token], stack("token")];
  return { environment: process.env, tokens: tokens.filter((token) => token !== undefined) };
}

function required(key: ConfigurationKey, stack: (key: ConfigurationKey) => string | undefined): string {
  // Many pipelines pass an unset secret as an empty text.
  const value = process.env[VARIABLES[key]] || stack(key);
  if (value) return value;
  const secret = key === "token" ? "--secret " : "";
  throw new Error(
    `The service's ${key === "token" ? "access token" : "address"} is not set. Set ${VARIABLES[key]}, ` +
      `or run \`pulumi config set ${secret}projectsync:${key}\`.`,
  );
}
