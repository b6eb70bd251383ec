import { InvalidRequestError } from "./errors.ts";

/** Through what the service is reached, as curl and others take it from the environment. */
export interface Proxies {
  /** URL of the proxy for https. Default: the one for http. */
  readonly https?: string;
  /** URL of the proxy for http, and for https where that has none (undici's EnvHttpProxyAgent). Default: none. */
  readonly http?: string;
  /** Hosts that are reached directly, with commas between them; `*` for all. Default: none. */
  readonly no?: string;
}

/** `https_proxy`, `http_proxy` and `no_proxy`, or else the same in upper case; what is empty is not set. */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies {
  const [https, http, no] = ["https_proxy", "http_proxy", "no_proxy"].map(
    (name) => environment[name] || environment[name.toUpperCase()] || undefined,
  );
  return {
    ...(https === undefined ? {} : { https }),
    ...(http === undefined ? {} : { http }),
    ...(no === undefined ? {} : { no }),
  };
}

/**
 * The user names and passwords in them, in each form that may be sent: what no message may show.
 * Throws {@link InvalidRequestError}, which names the variable and never its value, where a proxy is no URL, or one of
 * another scheme than http and https.
 */
export function proxySecrets({ https, http }: Proxies): string[] {
  return [secretsOf("HTTPS_PROXY", https), secretsOf("HTTP_PROXY", http)].flat();
}

function secretsOf(variable: string, proxy: string | undefined): string[] {
  if (proxy === undefined || proxy === "") return [];
  const url = URL.parse(proxy);
  if (url === null) throw refused(variable, "is not a URL");
  if (!["http:", "https:"].includes(url.protocol)) throw refused(variable, "must begin with http:// or https://");
  const { username, password } = url;
  if (username === "" && password === "") return [];
  const decoded = [username, password].map((part) => decode(variable, part));
  const basic = Buffer.from(decoded.join(":")).toString("base64");
  return [...new Set([username, password, ...decoded, basic])];
}

/** undici decodes them too, and would fail with an error of its own. */
function decode(variable: string, part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refused(variable, "has a user name or password with a % that begins no code (write %25)");
  }
}

function refused(variable: string, why: string): InvalidRequestError {
  return new InvalidRequestError(
    `The proxy in ${variable} (or ${variable.toLowerCase()}) ${why}. Give an address such as http://proxy.example.com:3128.`,
  );
}
