import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { z } from "zod";

const options = z.object({
  /** Milliseconds before each answer. */
  latencyMs: z.number().default(0),
  pageSize: z.number().default(100),
  /** The components that exist: those of bench/scene.ts, or those that the emulator has by itself. */
  catalogue: z.enum(["scene", "emulator"]).default("scene"),
  /** What the service has at the start: projects, and domains in each. */
  projects: z.number().default(0),
  domains: z.number().default(0),
});

export function readOptions(text = "{}"): z.infer<typeof options> {
  return options.parse(JSON.parse(text));
}

const figures = z.object({
  /** Requests by method and path, with `:id` for ids. */
  methods: z.record(z.string(), z.number()),
  requests: z.number(),
  /** From the first request to the last answer. */
  milliseconds: z.number(),
  /** The sum of the milliseconds that each request was held: divided by `milliseconds`, the mean of requests in flight. */
  heldMs: z.number(),
});
export type ServiceFigures = z.infer<typeof figures>;

const address = z.object({ url: z.string(), token: z.string() });

export interface BenchService extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** The process that it runs in. */
  readonly pid: number;
  /** What the service saw since the last call. */
  figures(): Promise<ServiceFigures>;
}

/** Starts the emulator in a process of its own. */
export async function startService(wanted: z.input<typeof options>): Promise<BenchService> {
  const program = path.join(import.meta.dirname, "emulator-process.ts");
  const child = fork(program, [JSON.stringify(wanted)], { stdio: "inherit" });
  const { url, token } = address.parse(await next());
  if (child.pid === undefined) throw new Error("The emulator has no process.");
  return {
    url,
    token,
    pid: child.pid,
    figures: async () => {
      const answer = next();
      child.send("figures");
      return figures.parse(await answer);
    },
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };

  async function next(): Promise<unknown> {
    const [message] = await once(child, "message");
    return message;
  }
}
