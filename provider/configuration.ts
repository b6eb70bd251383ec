import { parseBaseUrl } from "../core/api/base-url.ts";
import { InvalidRequestError } from "../core/api/errors.ts";
import { automaticSuffix } from "../core/resources/automatic-domain.ts";
import { proxiesOf } from "../core/api/proxy.ts";
import type { Environment } from "../core/file/file-environment.ts";
import { quote } from "../core/text/quoted.ts";

/** The settings that reach the service. */
export type Configuration = ReturnType<typeof readConfiguration>;

/** A run over Pulumi's engine sets it for the processes of the engine. */
const PLANNED_WRITES = "PROJECTSYNC_PLANNED_WRITES";
/** For one run, so only in the environment. */
const IF_EXISTS = "PROJECTSYNC_IF_EXISTS";
export const GONE = "PROJECTSYNC_GONE";

/** Reads a key of the namespace `projectsync`. */
export type StackValue = (key: string) => string | undefined;

/** Where an account is configured besides the stack. */
export interface ConfigurationPlace {
  /** Default: the process's. */
  readonly environment?: Environment;
  /** True if the stack's values are arguments of an explicit provider: no variable fills or replaces one. Default: false. */
  readonly isExplicit?: boolean;
}

/** Lower case, because the variable of the environment is in upper case. */
export const PROFILE = /^[a-z][a-z0-9_]*$/;
export const PROFILE_RULE = "must be lower-case letters, digits and _, and begin with a letter";

/**
 * Reads the environment first, then the stack's configuration (`projectsync:baseUrl`, `projectsync:token`). A refresh or a
 * destroy gets the configuration that the last update stored, so a token that was rotated since comes from the
 * environment. With a profile, its own variables and keys: `PROJECTSYNC_STAGING_TOKEN`, `projectsync:stagingToken`. Throws if
 * the address or the token is set in neither, and if the stack's token would go to another address than the stack's.
 */
export function readConfiguration(
  stack: StackValue,
  profile?: string,
  { environment = process.env, isExplicit = false }: ConfigurationPlace = {},
) {
  if (profile !== undefined && !PROFILE.test(profile)) {
    throw new InvalidRequestError(`The argument profile is not valid: it ${PROFILE_RULE}.`);
  }
  const variables = isExplicit ? {} : environment;
  const sources = [sourceOf("address", profile, isExplicit), sourceOf("token", profile, isExplicit)] as const;
  const [address, secret] = sources;
  // Many pipelines pass an unset secret as an empty text.
  const [baseUrl, token] = sources.map(({ variable, key }) => variables[variable] || stack(key) || undefined);
  if (baseUrl === undefined || token === undefined) {
    const missing = sources.filter((source) => (source === address ? baseUrl : token) === undefined);
    throw new InvalidRequestError(missing.map(({ missing: advice }) => advice).join(" "));
  }
  const ofStack = stack(address.key);
  // An environment's value that is not an address is the first error.
  const isOther = (other: string): boolean =>
    addressOf(URL.parse(other)) !== addressOf(parseBaseUrl(baseUrl, address.variable));
  if (!variables[secret.variable] && ofStack && ofStack !== baseUrl && isOther(ofStack)) {
    throw new InvalidRequestError(
      `${address.variable} leads to another service than projectsync:${address.key}, so projectsync:${secret.key} is not sent there. ` +
        `Set ${secret.variable}, or unset ${address.variable}.`,
    );
  }
  const { [IF_EXISTS]: ifExists = "", [GONE]: gone = "" } = environment;
  if (!["", "fail", "adopt"].includes(ifExists)) {
    throw new InvalidRequestError(`${IF_EXISTS} must be "adopt" or "fail", not ${quote(ifExists)}.`);
  }
  return {
    baseUrl,
    token,
    /** Where the two are set, for messages. */
    names: { baseUrl: address.name, token: secret.name },
    /** The variable for the token, if the token comes from the stack's configuration. An explicit provider has none. */
    tokenVariable: isExplicit || environment[secret.variable] ? undefined : secret.variable,
    proxies: proxiesOf(environment),
    automaticDomains: automaticSuffix(environment),
    /** The choice of a create if the object exists and its resource does not say. For one update after a kill. */
    ifExists: ifExists === "adopt" ? "adopt" : "fail",
    /** The ids of projects that the user knows to be deleted: if they are not found, they and what was in them are gone. */
    gone: new Set(gone.split(/[\s,]+/).filter((id) => id !== "")),
    /** The file with the only writes that this process may make. `undefined` in a program of a user: its update may make any. */
    plannedWrites: environment[PLANNED_WRITES],
  };
}

/** One host may have the services of several teams, each below a path of its own. */
function addressOf(url: URL | null): string | undefined {
  return url?.href.replace(/\/+$/, "");
}

/** The default account's, and each profile's. */
const TOKEN = /^projectsync:(?:token|.+Token)$/;

/** The environment, and the tokens of the stack, which no project file may read. `config`: all of the stack's, by its whole keys. */
export function readFileVariables(config: Readonly<Record<string, string>>) {
  const tokens = Object.entries(config).flatMap(([key, value]) => (TOKEN.test(key) ? [value] : []));
  return { environment: process.env, tokens };
}

function sourceOf(what: "address" | "token", profile: string | undefined, isExplicit: boolean) {
  const isToken = what === "token";
  const prefix = profile === undefined ? "PROJECTSYNC" : `PROJECTSYNC_${profile.toUpperCase()}`;
  const variable = `${prefix}_${isToken ? "TOKEN" : "BASE_URL"}`;
  const name = isToken ? "Token" : "BaseUrl";
  const key = profile === undefined ? `${name.charAt(0).toLowerCase()}${name.slice(1)}` : `${profile}${name}`;
  if (isExplicit) return { variable, key, name: `The argument ${key}`, missing: `The argument ${key} is not known.` };
  const owner = profile === undefined ? "the service" : `profile ${profile}`;
  const missing =
    `The ${isToken ? "access token" : "address"} of ${owner} is not set. Set ${variable}, or run \`pulumi config set ` +
    `${isToken ? "--secret " : ""}projectsync:${key}\`.`;
  return { variable, key, name: `${variable} or projectsync:${key}`, missing };
}
