import { startEmulator, type Emulator, type EmulatorOptions } from "../../emulator/start.ts";
import { cut, startFaultServer, type Received } from "../api/fault-server.ts";

/** What becomes of a request: `before`: it never arrives; `after`: it takes effect, and its answer is lost. */
export type Loss = "before" | "after" | undefined;

export interface LossyService extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Behind the connection that loses answers; its log has what arrived. */
  readonly emulator: Emulator;
}

/**
 * An emulator behind a connection that loses requests or their answers. `change` may rewrite the JSON of an answer, for
 * a service that answers something else than the emulator does.
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

/** The requests that change something, as the emulator logged them. */
export function writes(
  emulator: Emulator,
): { readonly line: string; readonly body: unknown; readonly status: number }[] {
  return emulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body, status }) => ({ line: `${method} ${path}`, body, status }));
}
