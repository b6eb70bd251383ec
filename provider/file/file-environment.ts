import { InvalidRequestError } from "../api/errors.ts";
import { createRedaction } from "../api/redaction.ts";

/** Variables by name, like `process.env`. The caller passes it in. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What a project file finds under the name of a variable. `refused`: why it must not read it, and what to do. */
export type FoundVariable =
  | { readonly value: string }
  | { readonly missing: "unset" | "empty" }
  | { readonly refused: string };

/** What project files may read of the environment. */
export interface VariableRules {
  /** Tokens of the run. A variable that holds one of them, in any usual encoding, is refused. Default: none. */
  readonly tokens?: readonly string[] | undefined;
  /** The only variables that files may read, credentials of other tools included. Default: all but credentials. */
  readonly allowEnv?: readonly string[] | undefined;
}

/** Finds the variables that a project file names. The file's author may be another person than the one who set them. */
export function variableFinder(
  environment: Environment,
  { tokens = [], allowEnv }: VariableRules,
): (name: string) => FoundVariable {
  const holdsToken = tokenTest(tokens);
  return (name) => {
    if (OWN.test(name)) return { refused: `project files cannot read ${name}; use another variable` };
    if (allowEnv !== undefined && !allowEnv.includes(name)) {
      return { refused: `project files cannot read ${name}: it is not in allow-env; add it there, or remove it here` };
    }
    if (allowEnv === undefined && isCredential(name)) {
      return {
        refused:
          `project files cannot read ${name}, because other tools keep credentials in it; use another variable, or ` +
          `list in allow-env all variables that files may read`,
      };
    }
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value === undefined || value === "") return { missing: value === undefined ? "unset" : "empty" };
    if (holdsToken(value)) {
      return { refused: `environment variable ${name} holds the token of this run; project files cannot read it` };
    }
    return { value };
  };
}

/** Whether a project file must not read the variable unless `allow-env` lists it. */
export function isReservedVariable(name: string): boolean {
  return OWN.test(name) || isCredential(name);
}

/** Reads names of variables, separated by commas or white space. Throws InvalidRequestError if one is not a name. */
export function variableNames(texts: readonly string[], option: string): string[] {
  const names = texts.flatMap((text) => text.split(/[\s,]+/)).filter((name) => name !== "");
  const wrong = names.find((name) => !VARIABLE_NAME.test(name));
  if (wrong !== undefined) {
    throw new InvalidRequestError(
      `${option} must list names of environment variables, separated by commas, not ${JSON.stringify(wrong.slice(0, 80))}.`,
    );
  }
  if (names.length === 0) throw new InvalidRequestError(`${option} lists no environment variable.`);
  return names;
}

export const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** The tool's tokens (Pulumi's profiles have their own), and the inputs of Actions. `allow-env` does not allow them. Names are compared without case everywhere. */
const OWN = /^(?:PROJECTSYNC_(?:.+_)?TOKEN|INPUT_.*)$/is;

/** Programs that keep credentials in variables: code hosts and their runners, registries, clouds, infrastructure tools, secret stores. */
const PROGRAMS = [
  "GH|GITHUB|GITLAB|CI|BITBUCKET|CIRCLE|BUILDKITE|AZP|SYSTEM|VSS|RUNNER|CODECOV|SONAR|SNYK",
  "NPM|NODE|YARN|PNPM|PYPI|TWINE|POETRY|UV|PIP|CARGO|GEM|RUBYGEMS|BUNDLE|NUGET|MAVEN|COMPOSER|DOCKER|DOCKERHUB|REGISTRY",
  "HOMEBREW|ARTIFACTORY|JFROG|JF",
  "AWS|AZURE|ARM|GCP|GCLOUD|CLOUDSDK|CLOUDFLARE|CF|DIGITALOCEAN|HCLOUD|FLY|HEROKU|VERCEL|NETLIFY|OCI|OS|ALICLOUD|IBMCLOUD|SCW",
  "PULUMI|TF|TFE|TERRAFORM|VAULT|CONSUL|NOMAD|KUBE|GPG|SOPS|ANSIBLE|OP|DOPPLER|INFISICAL|AKEYLESS|BWS",
].join("|");

/** Words of a variable's name that say that it holds a credential, or the path of one. */
const CREDENTIAL_WORDS =
  "TOKENS?|ACCESSTOKEN|PAT|JWT|SECRETS?|PASSWORD|PASSWD|PASS|PASSPHRASE|KEYS?|AUTH|CREDENTIALS?|CREDS|CONNECTION|ENDPOINTS";

const CREDENTIALS = [
  new RegExp(`^(?:${PROGRAMS})_(?:.*_)?(?:${CREDENTIAL_WORDS})(?:_.*)?$`, "is"),
  /** GitHub's runner: tokens and addresses of its own services. SSH: the agent and its key. Pulumi: its backend and its configuration. */
  /^(?:ACTIONS|SSH|PULUMI)_.*$/is,
  /** Google's tools. Other names with this prefix are common for analytics, so each is listed. */
  /^GOOGLE_(?:.*CREDENTIALS.*|GHA_CREDS_PATH|.*KEYFILE_JSON|OAUTH_.*|ACCESS_TOKEN|IMPERSONATE_.*)$/is,
  /** Addresses that may hold a user and a password. */
  /^(?:HTTPS?|FTP|ALL|SOCKS5?|WSS?|RSYNC|NPM_CONFIG(?:_HTTPS?)?)_PROXY$/is,
  /^(?:DATABASE_URL|PGPASS(?:FILE|WORD)|MINIO_ROOT_PASSWORD|CI_REPOSITORY_URL|KUBECONFIG|NETRC|GIT_CONFIG_(?:VALUE_\d+|PARAMETERS))$/is,
];

function isCredential(name: string): boolean {
  return CREDENTIALS.some((pattern) => pattern.test(name));
}

/** Whether a text holds one of the tokens: as it is, in a longer text, or encoded for a URL, JSON or base64. */
function tokenTest(tokens: readonly string[]): (text: string) => boolean {
  const trimmed = tokens.map((token) => token.trim()).filter((token) => token !== "");
  const { redact } = createRedaction(trimmed);
  return (text) => trimmed.includes(text.trim()) || redact(text) !== text;
}
