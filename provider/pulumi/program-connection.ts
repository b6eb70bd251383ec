import { runtime } from "@pulumi/pulumi";
import { readConfiguration, readFileVariables, type ConfigurationKey } from "./configuration.ts";
import { connect, type Connection } from "./connection.ts";

/**
 * The connection that the environment and the running program's stack configure, for lookups that the program itself makes.
 * Throws if the address or the token is not set.
 */
export function programConnection(): Connection {
  return connect(readConfiguration(stackValue));
}

/** What a project file of the running program may read. */
export function programVariables(): ReturnType<typeof readFileVariables> {
  return readFileVariables(stackValue);
}

function stackValue(key: ConfigurationKey): string | undefined {
  return runtime.getConfig(`projectsync:${key}`);
}
