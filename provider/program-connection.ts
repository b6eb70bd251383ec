import * as pulumi from "@pulumi/pulumi";
import { readConfiguration } from "./configuration.ts";
import { openAccount, type Account } from "./account.ts";

/**
 * The connection that the environment and the running program's stack configure, for lookups that the program itself makes.
 * Throws if the address or the token is not set.
 */
export function programConnection(profile?: string): Account {
  return openAccount(readConfiguration(stackValue, profile));
}

/** Reads the stack of the running program. */
function stackValue(key: string): string | undefined {
  return pulumi.runtime.getConfig(`projectsync:${key}`);
}
