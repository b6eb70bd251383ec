import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Reply, Request } from "./driver.ts";
import { processesUnder } from "./processes-under.ts";
import type { Installation } from "./install.ts";
import { repository } from "./repository.ts";

export interface Program {
  /** A file of the installation's folder. */
  readonly file: string;
  readonly parameters?: unknown;
  /** Configuration of the stack, besides the service's. */
  readonly config?: Request["config"];
  /** Variables of the program, besides the service's. They stay set for the operations after it. */
  readonly environment?: Request["environment"];
}

export interface Options {
  readonly targets?: readonly string[];
  readonly replace?: readonly string[];
  /** A file: a preview writes it, and an up keeps to it. */
  readonly plan?: string;
  /** Go on with the other resources after a failure. */
  readonly continueOnError?: boolean;
  /** Variables, besides the service's, for an operation without a program. */
  readonly environment?: Request["environment"];
}

/** One stack, kept in a temporary folder by the real engine. What fails is a reply, too: `failed`. */
export interface Stack extends AsyncDisposable {
  up(program: Program, options?: Options): Promise<Reply>;
  preview(program: Program, options?: Options): Promise<Reply>;
  refresh(options?: Options): Promise<Reply>;
  destroy(options?: Pick<Options, "targets" | "continueOnError" | "environment">): Promise<Reply>;
  /** Removes the lock that a killed operation left. */
  cancel(): Promise<Reply>;
  /** Kills the engine and every process under it, at once. The stack takes no more operations. */
  kill(): void;
  /** The folder of the state: another stack may continue with it. */
  readonly backend: string;
  /** The state as it is kept, secrets encrypted: the Automation API's export decrypts them. */
  state(): Promise<string>;
  /** Where the next operations go, and with what token. */
  configure(service: Service): void;
}

export interface Service {
  readonly url: string;
  readonly token: string;
  /** Where the two are given. Default: the environment. */
  readonly through?: "environment" | "stack";
}

export async function openStack({ folder, bin }: Installation, first: Service, continued?: string): Promise<Stack> {
  const backend = continued ?? (await mkdtemp(join(folder, "backend-")));
  await mkdir(join(folder, "home"), { recursive: true });
  const driver = fork(join(folder, "driver.ts"), {
    cwd: folder,
    env: {
      PATH: `${bin}:${process.env["PATH"]}`,
      HOME: folder,
      PULUMI_BACKEND_URL: `file://${backend}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    },
    execArgv: [],
  });
  const ended = new AbortController();
  driver.once("exit", () => ended.abort());
  let service = first;

  async function ask(request: Pick<Request, "operation"> & Partial<Request>): Promise<Reply> {
    const { url, token, through = "environment" } = service;
    const reply = once(driver, "message", { signal: ended.signal });
    driver.send({
      ...request,
      engine: join(repository, "test/engine"),
      environment: {
        ...request.environment,
        PROJECTSYNC_BASE_URL: through === "environment" ? url : "",
        PROJECTSYNC_TOKEN: through === "environment" ? token : "",
      },
      config: {
        ...request.config,
        ...(through === "stack"
          ? { "projectsync:baseUrl": { value: url }, "projectsync:token": { value: token, secret: true } }
          : {}),
      },
    } satisfies Request);
    // Only the driver answers here, and only with replies.
    const [message]: Reply[] = await reply;
    if (message === undefined) throw new Error("The driver gave no reply.");
    return message;
  }

  return {
    up: (program, options) => ask({ operation: "up", ...program, ...options }),
    preview: (program, options) => ask({ operation: "preview", ...program, ...options }),
    refresh: (options) => ask({ operation: "refresh", ...options }),
    destroy: (options) => ask({ operation: "destroy", ...options }),
    cancel: () => ask({ operation: "cancel" }),
    kill: () => {
      if (driver.pid === undefined) throw new Error("The driver does not run.");
      for (const pid of processesUnder(driver.pid)) process.kill(pid, "SIGKILL");
    },
    backend,
    state: () => readFile(join(backend, ".pulumi/stacks/program/test.json"), "utf8"),
    configure: (next) => {
      service = next;
    },
    [Symbol.asyncDispose]: async () => {
      if (driver.exitCode === null && driver.signalCode === null) {
        const exit = once(driver, "exit");
        driver.kill();
        await exit;
      }
      await rm(backend, { recursive: true, force: true });
    },
  };
}
