import { listen } from "./http/listen.ts";
import { createRequestLog } from "./http/request-log.ts";
import type { LoggedRequest } from "./http/request-log.ts";
import { storeFromSeed } from "./seed.ts";
import type { Seed } from "./seed.ts";
import { createService } from "./service.ts";

export type { LoggedRequest } from "./http/request-log.ts";
export type { Seed } from "./seed.ts";

export interface EmulatorOptions {
  /** Where to listen on 127.0.0.1. Default: 0, which lets the system choose. */
  readonly port?: number;
  /** The access token that every request under /v1 has to bear. Default: "emulator-token". */
  readonly token?: string;
  /** What the service holds at first. Default: no projects, the default catalogue. */
  readonly seed?: Seed;
  /** Milliseconds to wait before each answer, after the request has taken effect. Default: 0. */
  readonly latencyMs?: number;
  /** The most items that a page of a list holds, 1 to 100, so that a few already make pages. Default: 100. */
  readonly pageSize?: number;
  /** The clock behind `created_at` and `updated_at`. Default: the system's. */
  readonly now?: () => Date;
}

export interface Emulator extends AsyncDisposable {
  /** Such as http://127.0.0.1:12345, without a slash at the end and without /v1. */
  readonly url: string;
  readonly token: string;
  /** The requests handled since the start or the last reset, oldest first. */
  requests(): readonly LoggedRequest[];
  /** Empties the request log; the projects stay. */
  reset(): void;
  /** Ends all connections at once and stops listening. */
  close(): Promise<void>;
}

/**
 * Starts an in-memory, strict emulator of the service on 127.0.0.1.
 *
 * ```ts
 * await using emulator = await startEmulator({ seed: { projects: [{ organization_id: "org_1", slug: "site" }] } });
 * await fetch(`${emulator.url}/v1/projects`, { headers: { authorization: `Bearer ${emulator.token}` } });
 * ```
 *
 * @throws Error for an invalid option or seed, and if the port is taken.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const { port = 0, token = "emulator-token", seed = {}, latencyMs = 0, pageSize = 100 } = options;
  const { now = () => new Date() } = options;
  if (!/^[\x21-\x7e]+$/.test(token))
    throw new RangeError("token must be printable ASCII without spaces, and not empty");
  assertWithin("latencyMs", latencyMs, 0, 600_000);
  assertWithin("pageSize", pageSize, 1, 100);

  const log = createRequestLog();
  const handle = createService({ token, log, store: storeFromSeed(seed, now), pageSize });
  const listener = await listen({ port, latencyMs, handle });
  return {
    url: listener.url,
    token,
    requests: () => log.all(),
    reset: () => log.clear(),
    close: () => listener.close(),
    [Symbol.asyncDispose]: () => listener.close(),
  };
}

function assertWithin(option: string, value: number, least: number, most: number): void {
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new RangeError(`${option} must be a whole number from ${least} to ${most}`);
  }
}
