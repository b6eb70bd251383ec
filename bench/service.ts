import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";

/** What the process of the emulator is asked. */
export type ServiceOrder = "figures" | "end";

/** What the service saw since it was asked last. */
export interface ServiceFigures {
  /** Requests by method and path, with `:id` for ids. */
  readonly methods: Readonly<Record<string, number>>;
  readonly requests: number;
  /** From the first request to the last answer. */
  readonly milliseconds: number;
  /** The sum of the milliseconds that each request was held: divided by `milliseconds`, the mean of requests in flight. */
  readonly heldMs: number;
  /** The most requests held at once. */
  readonly most: number;
  /** The mean of requests in flight in each tenth of a second. */
  readonly slices: readonly number[];
}

export interface BenchService extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** What the service saw since the last call. */
  figures(): Promise<ServiceFigures>;
}

/** Starts the emulator in a process of its own. `latencyMs`: before each answer. */
export async function startService(options: { latencyMs: number; pageSize?: number }): Promise<BenchService> {
  const program = path.join(import.meta.dirname, "emulator-process.ts");
  const child = fork(program, [JSON.stringify({ pageSize: 100, ...options })], { stdio: "inherit" });
  const ask = async <Answer>(order?: ServiceOrder): Promise<Answer> => {
    const answer = once(child, "message");
    if (order !== undefined) child.send(order);
    return (await answer)[0] as Answer;
  };
  const { url, token } = await ask<{ url: string; token: string }>();
  return {
    url,
    token,
    figures: () => ask<ServiceFigures>("figures"),
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.send("end" satisfies ServiceOrder);
      await ended;
    },
  };
}
