import * as pulumi from "@pulumi/pulumi";
import { isNotFound, messageOf } from "../core/api/errors.ts";
import { mapTexts } from "../core/resources/json.ts";
import { createRedaction, type Redaction } from "../core/text/redaction.ts";
import type { View } from "../core/reconcile/snapshot-view.ts";
import { programAccount, type Account } from "./account.ts";
import { presentable } from "./operations/pulumi-error.ts";
import type { AccountArgs, LookupInputs } from "./resource.ts";

/** A lookup that a program calls. It rejects with a RunError: Pulumi shows its message on one line, and no stack. */
export function lookup<Args extends AccountArgs, Result>(
  find: (connection: Account, args: Args) => Promise<Result>,
): (args: Args) => Promise<Result> {
  return async (args) => {
    try {
      return await lookUp(
        () => programAccount(args.profile),
        (connection) => find(connection, args),
      );
    } catch (error) {
      throw new pulumi.RunError(messageOf(error));
    }
  };
}

/**
 * Finds something in the service as it is now. Neither the result nor the message of an error holds a secret. `secrets`: besides those of the
 * account.
 */
export async function lookUp<Result>(
  open: () => Account,
  find: (connection: Account) => Promise<Result>,
  secrets: readonly string[] = [],
): Promise<Result> {
  let redaction: Redaction = createRedaction([]);
  redaction.add(secrets);
  try {
    const connection = open();
    ({ redaction } = connection);
    redaction.add(secrets);
    connection.forgetOlder(0);
    return mapTexts(await find(connection), redaction.redactTokens);
  } catch (error) {
    throw presentable(error, redaction.redact);
  }
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
