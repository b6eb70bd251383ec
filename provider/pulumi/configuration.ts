import { proxiesOf, type Proxies } from "../api/proxy.ts";
import type { Environment } from "../file/file-environment.ts";

/** What it takes to reach the service. */
export interface Configuration {
  readonly baseUrl: string;
  readonly token: string;
  /** Where the two are set, for messages. */
  readonly names: { readonly baseUrl: string; readonly token: string };
  /** The variable for the token, if the token comes from the stack's configuration. */
  readonly tokenVariable?: string;
  /** The proxies that the environment sets. */
  readonly proxies: Proxies;
  /** What a create does if the object exists and its resource does not say. For one update after a kill. Default: `fail`. */
  readonly ifExists: "fail" | "adopt";
  /** The ids of projects that the user knows to be deleted: if they are not found, they and what was in them are gone. */
  readonly gone: ReadonlySet<string>;
  /** The file with the only writes that this process may make. Absent in a program of a user: its update may make any. */
  readonly plannedWrites?: string;
}

/** The variable that a run over Pulumi's engine sets for the processes of the engine. */
const PLANNED_WRITES = "PROJECTSYNC_PLANNED_WRITES";
/** For one run, so only in the environment. */
const IF_EXISTS = "PROJECTSYNC_IF_EXISTS";
export const GONE = "PROJECTSYNC_GONE";

/** Reads a key of the stack's configuration in the namespace `projectsync`. */
export type StackValue = (key: string) => string | undefined;

/** One account, so that a program may use several. Lower case, because the variable of the environment is in upper case. */
export const PROFILE = /^[a-z][a-z0-9_]*$/;
export const PROFILE_RULE = "must be lower-case letters, digits and _, and begin with a letter";

/** The address or the token is not set, or a setting is not valid. */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

/** Where one setting comes from. */
interface Source {
  readonly what: string;
  readonly variable: string;
  readonly key: string;
  readonly isSecret: boolean;
}

/**
 * Reads the environment first, then the stack's configuration (`projectsync:baseUrl`, `projectsync:token`). A refresh or a
 * destroy gets the configuration that the last update stored, so a token that was rotated since comes from the
 * environment. With a profile, its own variables and keys: `PROJECTSYNC_STAGING_TOKEN`, `projectsync:stagingToken`. Throws if
 * the address or the token is set in neither.
 */
export function readConfiguration(stack: StackValue, profile?: string): Configuration {
  if (profile !== undefined && !PROFILE.test(profile)) {
    throw new ConfigurationError(`The profile ${JSON.stringify(profile)} is not valid: it ${PROFILE_RULE}.`);
  }
  const { baseUrl: address, token: secret } = sourcesOf(profile);
  const baseUrl = valueOf(address, stack);
  const token = valueOf(secret, stack);
  if (baseUrl === undefined || token === undefined) {
    const missing = [...(baseUrl === undefined ? [address] : []), ...(token === undefined ? [secret] : [])];
    throw new ConfigurationError(missing.map(explainMissing).join(" "));
  }
  const plannedWrites = process.env[PLANNED_WRITES];
  return {
    baseUrl,
    token,
    names: { baseUrl: nameOf(address), token: nameOf(secret) },
    ...(process.env[secret.variable] ? {} : { tokenVariable: secret.variable }),
    proxies: proxiesOf(process.env),
    ifExists: readIfExists(process.env[IF_EXISTS]),
    gone: new Set((process.env[GONE] ?? "").split(/[\s,]+/).filter((id) => id !== "")),
    ...(plannedWrites === undefined ? {} : { plannedWrites }),
  };
}

function readIfExists(value = ""): "fail" | "adopt" {
  if (value === "adopt") return value;
  if (value === "" || value === "fail") return "fail";
  throw new ConfigurationError(`${IF_EXISTS} must be "adopt" or "fail", not ${JSON.stringify(value.slice(0, 80))}.`);
}

/** The environment, and the tokens in it and in the stack's configuration, for what a project file may read. */
export function readFileVariables(
  stack: StackValue,
  profile?: string,
): { readonly environment: Environment; readonly tokens: readonly string[] } {
  const inEnvironment = Object.entries(process.env).flatMap(([name, value]) => (TOKEN.test(name) ? [value] : []));
  const tokens = [...inEnvironment, stack(sourcesOf().token.key), stack(sourcesOf(profile).token.key)];
  return { environment: process.env, tokens: tokens.filter((token) => token !== undefined) };
}

/** The variables with tokens: the default account's, and each profile's. */
const TOKEN = /^PROJECTSYNC_(?:.+_)?TOKEN$/;

function sourcesOf(profile?: string): { readonly baseUrl: Source; readonly token: Source } {
  const owner = profile === undefined ? "the service" : `profile ${profile}`;
  const prefix = profile === undefined ? "PROJECTSYNC" : `PROJECTSYNC_${profile.toUpperCase()}`;
  return {
    baseUrl: {
      what: `The address of ${owner}`,
      variable: `${prefix}_BASE_URL`,
      key: profile === undefined ? "baseUrl" : `${profile}BaseUrl`,
      isSecret: false,
    },
    token: {
      what: `The access token of ${owner}`,
      variable: `${prefix}_TOKEN`,
      key: profile === undefined ? "token" : `${profile}Token`,
      isSecret: true,
    },
  };
}

function valueOf({ variable, key }: Source, stack: StackValue): string | undefined {
  // Many pipelines pass an unset secret as an empty text.
  return process.env[variable] || stack(key) || undefined;
}

function nameOf({ variable, key }: Source): string {
  return `${variable} or projectsync:${key}`;
}

function explainMissing({ what, variable, key, isSecret }: Source): string {
  return `${what} is not set. Set ${variable}, or run \`pulumi config set ${isSecret ? "--secret " : ""}projectsync:${key}\`.`;
}
