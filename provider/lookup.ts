import * as pulumi from "@pulumi/pulumi";
import { isNotFound } from "../core/api/errors.ts";
import { mapTexts } from "../core/resources/json.ts";
import { createRedaction } from "../core/text/redaction.ts";
import type { View } from "../core/reconcile/snapshot-view.ts";
import { programAccount, type Account } from "./account.ts";
import { presentable } from "./operations/pulumi-error.ts";
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
      const connection = programAccount(args.profile);
      ({ redaction } = connection);
      connection.forgetOlder(0);
      return mapTexts(await find(connection, args), redaction.redactTokens);
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

/** The live object that a search finds. Rejects if there is none, and names `subject`. `projectId`: of the project that it is in. */
export async function findLive<Live>(
  { look }: Account,
  find: (view: View) => Live | undefined,
  subject: string,
  projectId?: string,
): Promise<Live> {
  try {
    const live = await look(find);
    if (live !== undefined) return live;
  } catch (error) {
    if (!isNotFound(error) || projectId === undefined) throw error;
    throw notFound(`Project ${projectId}`, error);
  }
  throw notFound(subject);
}

function notFound(subject: string, cause?: unknown): Error {
  return new Error(`${subject} is not found. Check its name or id, and that the token can see it.`, { cause });
}
