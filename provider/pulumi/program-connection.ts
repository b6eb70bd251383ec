import { runtime } from "@pulumi/pulumi";
import { readConfiguration } from "./configuration.ts";
import { connect, type Connection } from "./connection.ts";

/**
 * The service as the running program's stack configures it, for lookups that the program itself makes. Throws an Error
 * that says what to set.
 */
export function programConnection(): Connection {
  return connect(readConfiguration((key) => runtime.getConfig(`projectsync:${key}`)));
}
