import { listen } from "../../../emulator/http/listen.ts";
import { watchService, type ServiceOptions, type WatchedService } from "./service.ts";

export interface SocketService extends WatchedService, AsyncDisposable {
  readonly url: string;
}

/** The watched service on a real socket. */
export async function startService(options: ServiceOptions): Promise<SocketService> {
  const service = watchService(options);
  const listener = await listen({ port: 0, latencyMs: 0, clock: options.clock, handle: service.handle });
  return { ...service, url: listener.url, [Symbol.asyncDispose]: () => listener.close() };
}
