import * as pulumi from "@pulumi/pulumi";
import { isNotFound } from "../core/api/errors.ts";
import { createRedaction } from "../core/text/redaction.ts";
import type { Fields } from "../core/resources/json.ts";
import type { Account } from "./account.ts";
import type { ResourceKind } from "./kinds/resource-kind.ts";
import { describe } from "./kinds/names.ts";
import { presentable } from "./operations/pulumi-error.ts";
import { programConnection } from "./program-connection.ts";
import type { AccountArgs, LookupInputs } from "./resource.ts";

/**
 * A lookup that a program calls. It sees the service as it is now, and rejects with a RunError: Pulumi shows its message on one line, and
 * no stack. The message holds no secret.
 */
export function lookup<Args extends AccountArgs, Result>(
  find: (connection: Account, args: Args) => Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    let redaction = createRedaction([]);
    try {
      const connection = programConnection(args.profile);
      ({ redaction } = connection);
      connection.forgetOlder(0);
      return await find(connection, args);
    } catch (error) {
      throw new pulumi.RunError(presentable(error, redaction.redact).message);
    }
  };
}

/** The same lookup, with Inputs as arguments and an Output as the result. */
export function withInputs<Args, Result>(
  look: (args: Args) => Promise<Result>,
): (args: LookupInputs<Args>) => pulumi.Output<Result>;
export function withInputs(look: (args: object) => Promise<unknown>): (args: object) => pulumi.Output<unknown> {
  return (args) => pulumi.output(args).apply(look);
}

/** The live object with the key that the inputs tell, or with the id. Rejects if there is none. */
export async function findLive<Live extends object>(
  kind: ResourceKind<Live>,
  connection: Account,
  inputs: Fields,
  id?: string,
): Promise<Live> {
  const resource = await kind.open(connection, inputs, {});
  try {
    const live = await connection.look((view) => (id === undefined ? resource.find(view) : resource.read(view, id)));
    if (live !== undefined) return live;
  } catch (error) {
    const { project_id: projectId } = inputs;
    if (!isNotFound(error) || typeof projectId !== "string") throw error;
    throw notFound(`Project ${projectId}`, error);
  }
  throw notFound(kind.name === "project" && id !== undefined ? `Project ${id}` : describe({ kind, inputs }));
}

export function notFound(subject: string, cause?: unknown): Error {
  return new Error(`${subject} is not found. Check its name or id, and that the token can see it.`, { cause });
}
