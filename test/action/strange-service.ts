import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** What a service has that does not keep to the interface, and how it stores what it is sent. */
export interface StrangeRecords {
  readonly records: Readonly<Record<string, object>>;
  /** Lists by their path: the paths of their records. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  /** Stores a body in another form. Default: as it is. */
  readonly store?: (body: object) => object;
}

/** Starts a service that answers with these records, and takes updates of them. */
export async function startStrangeService({ records, lists, store = (body) => body }: StrangeRecords) {
  const stored = new Map(Object.entries(records));
  const writes: string[] = [];
  const read = (path: string): unknown => {
    const list = lists[path];
    return list === undefined ? stored.get(path) : { object: "list", data: list.map(read), has_more: false };
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [path = ""] = (request.url ?? "").split("?");
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += String(chunk);
    const record = stored.get(path);
    if (request.method !== "GET") writes.push(`${request.method} ${path}`);
    if (record !== undefined && request.method === "POST") {
      const sent: unknown = JSON.parse(body);
      if (typeof sent === "object" && sent !== null) stored.set(path, { ...record, ...store(sent) });
    }
    const found = read(path);
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { error: { type: "not_found_error", message: "not found" } }));
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    writes,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
