import * as pulumi from "@pulumi/pulumi";
import type { ComponentFields } from "../schema/pulumi-arguments.ts";
import { resolveVersion } from "../core/resources/catalogue.ts";
import { type Fields, isObject, own } from "../core/resources/json.ts";
import { projectFields } from "../core/resources/project-fields.ts";
import { isSecretSetting } from "../core/resources/secret-settings.ts";
import { mayBeSensitive, textsIn } from "../core/resources/sensitive-values.ts";
import { programAccount, type Account } from "./account.ts";
import { camelCase } from "./naming.ts";
import type { AccountArgs } from "./resource.ts";

/*
 * Only the program knows what it marks as a secret, and only it can mark: Pulumi hands a provider secrets in clear, and does not say so
 * (docs/internals/decisions/0011-secrets-in-state.md).
 */

export const SENSITIVE_INPUTS: readonly string[] = Object.entries(projectFields)
  .filter(([, field]) => mayBeSensitive(field))
  .map(([name]) => camelCase(name));

/** Messages show these: they name the object. A domain has its `name` besides. */
export const NAMING_ARGUMENTS: readonly string[] = ["organizationId", "slug", "projectId", "component", "version"];

/**
 * The arguments of a project, with the sensitive ones marked as Pulumi secrets as a whole. A refresh writes the live value into the
 * state, and it is a secret there only if the declared one was. `null` is marked for that reason too.
 */
export function withSensitiveMarked(args: object): Fields {
  const marked = Object.entries(args).map(([name, value]: [string, unknown]) =>
    SENSITIVE_INPUTS.includes(name) && value !== undefined ? [name, pulumi.secret(value)] : [name, value],
  );
  return Object.fromEntries(marked);
}

/**
 * The settings of a component, with the secret ones marked. All are marked if they are given as one Output, if the component is not
 * known yet, and if the catalogue does not say or cannot be asked (`check` reports why).
 */
export function withSecretsMarked(args: ComponentFields & AccountArgs): ComponentFields["settings"] {
  const { component, version, settings, profile } = args;
  if (settings === undefined || settings === null) return settings;
  if (!isPlain(settings) || typeof component !== "string") return pulumi.secret(settings);
  const test = secretTest(() => programAccount(profile), component, version);
  const given = Object.entries(settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const marked = test.then((isSecret): unknown => (isSecret(name) ? pulumi.secret(value) : value));
      return [name, pulumi.output(marked)];
    }),
  );
}

/** Every setting is a secret if the component or its version is not known yet, and if the catalogue cannot be asked. */
export async function secretTest(
  open: () => Account,
  component: unknown,
  version: unknown,
): Promise<(name: string) => boolean> {
  try {
    if (typeof component !== "string" || (version !== undefined && typeof version !== "string")) return () => true;
    const entry = await open().inPreview().catalogue(component);
    const versions = [resolveVersion(entry, version)];
    return (name) => isSecretSetting(entry, versions, name);
  } catch {
    return () => true;
  }
}

/**
 * Paths of the arguments that the program marks as secrets, such as `description` and `settings.api_key`; `undefined` if there are
 * none. A refusal may quote them. A sensitive field of a project, such as a URL, is listed too: the provider itself hides only parts of it.
 */
export async function secretInputs(args: object): Promise<readonly string[] | undefined> {
  const values = Object.entries(args).flatMap(([name, value]: [string, unknown]): (readonly [string, unknown])[] => {
    if (NAMING_ARGUMENTS.includes(name) || value === undefined || value === null) return [];
    if (name !== "settings" || !isPlain(value)) return [[name, value]];
    return Object.entries(value).map(([key, setting]) => [`${name}.${key}`, setting]);
  });
  // Each output costs Pulumi a tenth of a millisecond, and a plain text or number is not marked.
  const mayBeMarked = values.filter(([, value]) => Object(value) === value);
  const marked = await Promise.all(
    mayBeMarked.map(async ([path, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [path] : [])),
  );
  const paths = marked.flat();
  return paths.length === 0 ? undefined : paths.toSorted();
}

function isPlain(value: unknown): value is Fields {
  return isObject(value) && !pulumi.Output.isInstance(value) && !(value instanceof Promise);
}

/** The texts among properties that a program marked as secrets: no message may show them. Variables have a profile in upper case. */
export function markedTexts({ __secretInputs: paths, ...properties }: Fields): string[] {
  if (!Array.isArray(paths)) return [];
  return paths.flatMap((path: unknown) => {
    const [name = "", ...rest] = String(path).split(".");
    const value = own(properties, name);
    const texts = textsIn(rest.length > 0 && isObject(value) ? own(value, rest.join(".")) : value);
    return name === "profile" ? [...texts, ...texts.map((text) => text.toUpperCase())] : texts;
  });
}

/** The names among a resource's properties: a secret that is a whole segment of one is no secret. */
export function namesIn(properties: Fields): string[] {
  const names = [...NAMING_ARGUMENTS, "name"].map((argument) => properties[argument]);
  return names.filter((name) => typeof name === "string");
}
