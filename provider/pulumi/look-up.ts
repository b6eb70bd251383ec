import * as pulumi from "@pulumi/pulumi";
import { createRedaction } from "../api/redaction.ts";
import type { Connection } from "./connection.ts";
import { presentable } from "./operations/failure.ts";
import { programConnection } from "./program-connection.ts";

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
