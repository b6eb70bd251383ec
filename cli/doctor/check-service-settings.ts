import { isLoopback, parseBaseUrl, checkToken } from "../../core/api/base-url.ts";
import { SettingError } from "../../core/api/errors.ts";
import { proxiesOf, proxySecrets, type Proxies } from "../../core/api/proxy.ts";
import { createRedaction, type Redaction } from "../../core/text/redaction.ts";
import { hideUserInfo } from "../../core/text/user-info.ts";
import { mapTexts } from "../../core/resources/json.ts";
import { tokensIn } from "../tokens.ts";
import type { Context } from "../terminal.ts";
import type { Check } from "../json-output.ts";

type Name = "address" | "proxy" | "token";

/** Checks what can be checked without a request. */
export function checkServiceSettings({ environment }: Pick<Context, "environment">): readonly Check[] {
  const { PROJECTSYNC_BASE_URL: baseUrl = "", PROJECTSYNC_TOKEN: token = "" } = environment;
  const redaction = createRedaction(tokensIn({ environment }));
  const proxies = proxiesOf(environment);
  const proxy = checkSetting("proxy", () => {
    redaction.add(proxySecrets(proxies));
    return describeProxy(proxies, URL.parse(baseUrl));
  });
  const checks = [
    checkNode(environment),
    checkSetting("address", () => parseAddress(baseUrl).href.replace(/\/$/, "")),
    withNetworks(proxy, proxies),
    checkSetting("token", () => describeToken(token)),
  ];
  return checks.map((check) => redactCheck(check, redaction));
}

/** One setting may repeat the secret of another, and a record of the service the token. A remedy may show an example of user info. */
export function redactCheck(check: Check, { redact }: Redaction): Check {
  return { ...mapTexts(check, redact), message: hideUserInfo(redact(check.message)) };
}

/** An older version of Node does not come this far: cli/main.ts refuses it. */
function checkNode({ NODE_TLS_REJECT_UNAUTHORIZED: isTlsChecked }: Context["environment"]): Check {
  const version = runtimeVersion(process.versions);
  if (isTlsChecked !== "0") return { check: "node", status: "ok", message: version };
  return {
    check: "node",
    status: "warning",
    message: `${version}; NODE_TLS_REJECT_UNAUTHORIZED=0 has no effect: certificates are always checked.`,
    remedy: "Remove the variable. For a private certificate authority, set NODE_EXTRA_CA_CERTS.",
  };
}

/** The runtime's own name and version: Bun and Deno also have the version of the Node.js that they stand in for. */
export function runtimeVersion({ node, bun, deno }: Readonly<Record<string, string | undefined>>): string {
  const own = bun === undefined ? deno && `Deno ${deno}` : `Bun ${bun}`;
  return own === undefined ? String(node) : `${own}, as Node.js ${node}`;
}

/** `describe` returns what is good about the setting, or throws SettingError. */
function checkSetting(check: Name, describe: () => string): Check {
  try {
    return { check, status: "ok", message: describe() };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return { check, status: "failed", message: error.problem, remedy: error.remedy };
  }
}

function parseAddress(baseUrl: string): URL {
  if (baseUrl !== "") return parseBaseUrl(baseUrl, "PROJECTSYNC_BASE_URL");
  throw new SettingError(
    "PROJECTSYNC_BASE_URL is not set.",
    "Set it to the address of the service, for example https://api.example.com.",
  );
}

/** Shows no user name and no password. */
function describeProxy(proxies: Proxies, address: URL | null): string {
  const proxy = proxies.https ?? proxies.http;
  if (proxy === undefined) return "none";
  if (address !== null && isLoopback(address)) return "not used, because the address is on loopback";
  const except = proxies.no === undefined ? "" : `, except for NO_PROXY: ${proxies.no}`;
  const use = address === null ? "" : `; ${isExempt(address, proxies) ? "not used" : "used"} for ${address.host}`;
  return `${proxies.https === undefined ? "HTTP_PROXY" : "HTTPS_PROXY"}: ${new URL(proxy).origin}${except}${use}`;
}

/** NO_PROXY names the host, one above it, or `*`, as undici reads it (source of 8.12). */
function isExempt({ hostname, port, protocol }: URL, { no = "" }: Proxies): boolean {
  const own = port || (protocol === "https:" ? "443" : "80");
  return no
    .toLowerCase()
    .split(/[,\s]/)
    .some((entry) => {
      const [, name = "", only = own] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
      const suffix = name.replace(/^\*?\./, "");
      const isNamed =
        name === "*" || (hostname === suffix && !name.startsWith("*.")) || hostname.endsWith(`.${suffix}`);
      return suffix !== "" && only === own && isNamed;
    });
}

/** Other programs know networks in NO_PROXY. */
function withNetworks(check: Check, { no = "" }: Proxies): Check {
  const networks = no.split(/[,\s]/).filter((entry) => /^[\da-f.:]+\/\d+$/i.test(entry));
  if (check.status !== "ok" || networks.length === 0) return check;
  const message = `${check.message}. NO_PROXY knows no networks: ${networks.join(", ")} has no effect.`;
  return { ...check, status: "warning", message, remedy: "Write the host of the service into NO_PROXY." };
}

function describeToken(token: string): string {
  if (token === "") {
    throw new SettingError("PROJECTSYNC_TOKEN is not set.", "Set it to an access token of the service.");
  }
  checkToken(token, "PROJECTSYNC_TOKEN");
  return `${token.length} characters`;
}
