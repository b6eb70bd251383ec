import { SettingError } from "./errors.ts";

/** HTTP proxies, as curl and other tools read them from the environment. */
export interface Proxies {
  /** URL of the proxy for https. Default: `http`. */
  readonly https?: string | undefined;
  /** URL of the proxy for http. Also used for https if `https` is absent, as undici's EnvHttpProxyAgent does. Default: none. */
  readonly http?: string | undefined;
  /** Hosts to connect to directly, separated by commas. `*` means all. Default: none. */
  readonly no?: string | undefined;
}

/** Reads `https_proxy`, `http_proxy` and `no_proxy`, or else the names in upper case. Empty counts as not set. */
export function proxiesOf(environment: Readonly<Record<string, string | undefined>>): Proxies {
  const [https, http, no] = ["https_proxy", "http_proxy", "no_proxy"].map(
    (name) => environment[name] || environment[name.toUpperCase()] || undefined,
  );
  return { https, http, no };
}

/**
 * The user names and passwords of the proxies, in each form that may be sent. No message may show them.
 * Throws {@link SettingError} when a proxy is not a URL of http or https, or goes on after the port. Its message names the
 * variable and does not show the value, which may hold a password.
 */
export function proxySecrets({ https, http }: Proxies): string[] {
  return [secretsOf("HTTPS_PROXY", https), secretsOf("HTTP_PROXY", http)].flat();
}

function secretsOf(variable: string, proxy: string | undefined): string[] {
  if (proxy === undefined || proxy === "") return [];
  const { protocol = "", username = "", password = "", pathname, search = "", hash = "" } = URL.parse(proxy) ?? {};
  try {
    // undici refuses more than these two, but only with the first request.
    const isEndedAfterPort = (pathname === "/" || pathname === "") && search === "" && hash === "";
    if (!/^https?:$/.test(protocol) || !isEndedAfterPort) throw new URIError(proxy);
    if (username === "" && password === "") return [];
    const decoded = [username, password].map((part) => decodeURIComponent(part));
    const basic = Buffer.from(decoded.join(":")).toString("base64");
    return [...new Set([username, password, ...decoded, basic])];
  } catch {
    throw new SettingError(
      `${variable} (or ${variable.toLowerCase()}) is not the address of a proxy.`,
      "Set it to an address such as http://proxy.example.com:3128, and write %25 for % in a password.",
    );
  }
}
