import { runtime } from "@pulumi/pulumi";
import { readConfiguration } from "./configuration.ts";
import { connect, type Connection } from "./connection.ts";

/**
 * The connection that the environment and the running program's stack configure, for lookups that the program itself makes.
 * Throws if the address or the token is not set.
 */
export function programConnection(): Connection {
  return connect(readConfiguration((key) => runtime.getConfig(`projectsync:${key}`)));
}
