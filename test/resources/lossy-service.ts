import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/start.ts";
import { cut, startFaultServer, type Received } from "../api/fault-server.ts";

/** How a request is lost. `before`: it never arrives. `after`: it takes effect, and its answer is lost. */
export type Loss = "before" | "after" | undefined;

export interface LossyService extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** The service behind the connection. Its log has the requests that arrived. */
  readonly emulator: Emulator;
}

/**
 * An emulator behind a connection that loses requests or their answers. `change` may rewrite the JSON of an answer, to
 * imitate a service that answers differently.
 */
export async function startLossyService(
  options: EmulatorOptions,
  lose: (request: Received, emulator: Emulator) => Loss | Promise<Loss>,
  change: (answer: unknown, request: Received) => unknown = (answer) => answer,
): Promise<LossyService> {
  const emulator = await startEmulator(options);
  const server = await startFaultServer((response, request) => {
    void pass();
    async function pass(): Promise<void> {
      const loss = await lose(request, emulator);
      if (loss === "before") return cut(response);
      const { method, path, headers, body } = request;
      const answer = await fetch(emulator.url + path, {
        method,
        headers: { authorization: headers.authorization ?? "", "content-type": headers["content-type"] ?? "" },
        ...(body === "" ? {} : { body }),
      });
      const json: unknown = await answer.json();
      if (loss === "after") return cut(response);
      response.writeHead(answer.status, { "content-type": "application/json" });
      response.end(JSON.stringify(answer.ok ? change(json, request) : json));
    }
  });
  return {
    url: server.url,
    token: emulator.token,
    emulator,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await emulator.close();
    },
  };
}

/** The writes that the emulator logged. */
export function writes(
  emulator: Emulator,
): { readonly line: string; readonly body: unknown; readonly status: number }[] {
  return emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body, status }) => ({ line: `${method} ${path}`, body, status }));
}
