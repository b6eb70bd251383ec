import { openEmulator, type OpenEmulator, type OpenOptions } from "../../emulator/open-emulator.ts";
import type { FaultSchedule } from "../../emulator/start.ts";
import { createClient, type Client } from "../../provider/api/client.ts";
import { virtualClock, type VirtualClock } from "../virtual-clock.ts";

export interface Scene extends AsyncDisposable {
  readonly client: Client;
  readonly emulator: OpenEmulator;
  readonly clock: VirtualClock;
  /** Each request, with the seconds since the first. */
  log(): string[];
}

/** An emulator and its client, with one clock. Time passes only when no request is running. */
export async function openScene(options: OpenOptions): Promise<Scene> {
  const clock = virtualClock();
  const emulator = await openEmulator({ ...options, clock: clock.service });
  const client = createClient({
    baseUrl: emulator.url,
    token: emulator.token,
    userAgent: "test/1",
    clock: clock.client,
  });
  return {
    client,
    emulator,
    clock,
    log: () => {
      const [first] = emulator.requests();
      return emulator
        .requests()
        .map(({ method, path, receivedAt }) => `${(receivedAt - (first?.receivedAt ?? 0)) / 1000} ${method} ${path}`);
    },
    [Symbol.asyncDispose]: async () => {
      await client.close();
      await emulator.close();
      clock[Symbol.dispose]();
    },
  };
}

/** Loses POST requests, before or after they take effect. */
export const lose = (when: "before" | "after", path: string, more: object = {}): FaultSchedule => ({
  faults: [{ method: "POST", path, ...more, fault: { kind: "reset", when } }],
});
