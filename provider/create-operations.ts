import type { dynamic } from "@pulumi/pulumi";
import { isUnauthenticated, messageOf } from "../core/api/errors.ts";
import { createRedaction } from "../core/text/redaction.ts";
import type { KindName } from "../core/resources/kind.ts";
import { type Fields, isObject } from "../core/resources/json.ts";
import type { Account } from "./account.ts";
import { hideOutputs } from "./hide-outputs.ts";
import { markedTexts, namesIn } from "./secret-arguments.ts";
import { kinds } from "./kinds/all.ts";
import { check } from "./operations/check.ts";
import { create } from "./operations/create.ts";
import { remove } from "./operations/delete.ts";
import { diff } from "./operations/diff.ts";
import { PartlyDoneError, presentable, PrintedError } from "./operations/pulumi-error.ts";
import { read } from "./operations/read.ts";
import { recordedAs } from "./operations/state.ts";
import { update } from "./operations/update.ts";

export type Operations = Required<Omit<dynamic.ResourceProvider, "configure">>;

type Operation<Result> = (connection: Account) => Result | Promise<Result>;

/**
 * The operations of a kind, for both forms of the provider. `open`: the account of a resource with these properties. `secrets`: texts in its
 * configuration that no message shows.
 */
export function createOperations(
  name: KindName,
  open: (properties: Fields) => Account | Promise<Account>,
  secrets: readonly string[] = [],
): Operations {
  const kind = kinds[name];

  /** Runs with the connection of the account that the properties name. `earlier`: the properties before, if they change. */
  async function connected<Result>(properties: Fields, run: Operation<Result>, earlier: Fields = {}): Promise<Result> {
    let redaction = createRedaction([]);
    const hideSecrets = (): void => {
      redaction.add([...secrets, ...markedTexts(properties), ...markedTexts(earlier)]);
      redaction.addNames([...namesIn(properties), ...namesIn(earlier)]);
    };
    let advice = "";
    const hide = (outputs: Fields): Fields => hideOutputs(outputs, properties, redaction);
    try {
      // The configuration may be refused, with a profile that is a secret.
      hideSecrets();
      const connection = await open(properties);
      ({ redaction } = connection);
      if (connection.tokenVariable !== undefined) advice = rotated(connection.tokenVariable);
      // Before anything is sent: an answer that quotes a secret is shortened, and half a secret would not be found afterwards.
      hideSecrets();
      const result = await run(connection);
      return hideResult(result, hide);
    } catch (error) {
      if (error instanceof PartlyDoneError) error.properties = hide(error.properties);
      throw presentable(error, redaction.redact, isUnauthenticated(error) ? advice : "");
    }
  }

  /** For the calls whose errors Pulumi prints in addition to their message. */
  async function once<Result>(call: string, id: string, properties: Fields, run: Operation<Result>): Promise<Result> {
    try {
      return await connected(properties, run);
    } catch (error) {
      throw new PrintedError(messageOf(error), `${call} of ${name} ${id}`);
    }
  }

  return {
    // Pulumi shows a failed check as a sentence, and an error with its stack.
    check: (olds, news) =>
      connected(news, (connection) => check(kind, connection, olds, news), olds).catch((error: unknown) => ({
        inputs: news,
        failures: [{ property: "", reason: messageOf(error) }],
      })),
    diff: (id, olds, news) =>
      once("diff", id, news, (connection) => diff(recordedAs(kind, connection, id, olds), news)),
    create: (inputs) => connected(inputs, (connection) => connection.claims.noting(create(kind, connection, inputs))),
    read: (id, state) => once("read", id, state, (connection) => read(recordedAs(kind, connection, id, state))),
    update: (id, olds, news) =>
      connected(
        news,
        (connection) => connection.claims.noting(update(recordedAs(kind, connection, id, olds), news)),
        olds,
      ),
    delete: (id, state) => once("deletion", id, state, (connection) => remove(recordedAs(kind, connection, id, state))),
  };
}

/** `outs` of a create and an update; `props` of a read, and the `inputs` that the state gets with them. */
function hideResult<Result>(result: Result, hide: (outputs: Fields) => Fields): Result {
  if (!isObject(result)) return result;
  const names = "props" in result ? ["props", "inputs"] : ["outs"];
  const shown = names.flatMap((name) => {
    const outputs = result[name];
    return isObject(outputs) ? [[name, hide(outputs)] as const] : [];
  });
  return { ...result, ...Object.fromEntries(shown) };
}

/** A refresh and a destroy get the stack's configuration of the last update (observed): a token that was rotated since is not in it. */
function rotated(tokenVariable: string): string {
  return ` If the token was rotated since the last update of the stack, set ${tokenVariable} for this command.`;
}
