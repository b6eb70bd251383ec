import * as pulumi from "@pulumi/pulumi";
import { readConfiguration, readFileVariables } from "./configuration.ts";
import { connect, type Connection } from "./connection.ts";

/**
 * The connection that the environment and the running program's stack configure, for lookups that the program itself makes.
 * Throws if the address or the token is not set.
 */
export function programConnection(profile?: string): Connection {
  return connect(readConfiguration(stackValue, profile));
}

/** What a project file of the running program may read. */
export function programVariables(profile?: string): ReturnType<typeof readFileVariables> {
  return readFileVariables(stackValue, profile);
}

function stackValue(key: string): string | undefined {
  return pulumi.runtime.getConfig(`projectsync:${key}`);
}
