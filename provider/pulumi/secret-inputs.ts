import * as pulumi from "@pulumi/pulumi";
import { isObject } from "../resources/json.ts";
import { NAMING_ARGUMENTS } from "./naming-arguments.ts";

/**
 * Paths of the arguments that the program marks as secrets, such as `description` and `settings.api_key`; `undefined` if there are
 * none. Pulumi hands a provider secrets in clear and does not say so, but the service may quote them in an error. `except`:
 * arguments that the provider treats as secrets anyway.
 */
export async function secretInputs(
  args: object,
  except: readonly string[] = [],
): Promise<readonly string[] | undefined> {
  const values = Object.entries(args).flatMap(([name, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (NAMING_ARGUMENTS.has(name) || except.includes(name) || value === undefined || value === null) return [];
    if (name !== "settings" || !isPlain(value)) return [[name, value]];
    return Object.entries(value).map(([key, setting]) => [`${name}.${key}`, setting]);
  });
  const marked = await Promise.all(
    values.map(async ([path, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [path] : [])),
  );
  const paths = marked.flat();
  return paths.length === 0 ? undefined : paths.toSorted();
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObject(value) && !pulumi.Output.isInstance(value) && !(value instanceof Promise);
}
