import * as pulumi from "@pulumi/pulumi";
import { isNotFound } from "../api/errors.ts";
import { createRedaction } from "../api/redaction.ts";
import { readConfiguration, readFileVariables } from "./configuration.ts";
import { connect, type Connection } from "./connection.ts";
import { presentable } from "./operations/failure.ts";

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

/**
 * Runs a lookup that the program itself makes. Rejects with a RunError: Pulumi shows its message on one line, and no stack. The
 * message holds no secret. `profile`: the account to use.
 */
export async function lookUp<Result>(
  run: (connection: Connection) => Promise<Result>,
  profile?: string,
): Promise<Result> {
  let redaction = createRedaction([]);
  try {
    const connection = programConnection(profile);
    ({ redaction } = connection);
    return await run(connection);
  } catch (error) {
    throw new pulumi.RunError(presentable(error, redaction.redact).message);
  }
}

/** Runs a lookup below a project. If the project is not found, rejects with an error that says so. */
export async function explainMissingProject<Result>(projectId: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    throw new Error(`There is no project ${projectId}. Check the id, and that the token can see the project.`, {
      cause: error,
    });
  }
}
