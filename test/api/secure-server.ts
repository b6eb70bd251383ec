import { createServer } from "node:https";
import { TLSSocket } from "node:tls";
import { listen, type Listening } from "../listen.ts";
import { selfSigned } from "./certificate.ts";
import { json } from "./fault-server.ts";

/** An address of this computer that is not one of those which are never proxied. */
export const HERE = "0.0.0.0";
export const HOST = "service.example";

/** A new one for each file of tests: they may share a process, and one of them makes its certificate a trusted one. */
export const newCertificate = () => selfSigned([HOST], [HERE, "127.0.0.1"]);

export const project = { id: "prj_1" };

interface SecureServer extends Listening {
  readonly received: readonly { line: string; authorization: string | undefined; protocol: unknown }[];
}

/** A server of https which answers each request with {@link project}. */
export async function startSecure(certificate: ReturnType<typeof newCertificate>): Promise<SecureServer> {
  const received: SecureServer["received"][number][] = [];
  const server = createServer({ ...certificate, ALPNProtocols: ["h2", "http/1.1"] }, (request, response) => {
    const alpnProtocol = request.socket instanceof TLSSocket && request.socket.alpnProtocol;
    const { authorization } = request.headers;
    received.push({ line: `${request.method} ${request.url}`, authorization, protocol: alpnProtocol });
    json(response, 200, project);
  });
  return { ...(await listen(server, "0.0.0.0")), received };
}
