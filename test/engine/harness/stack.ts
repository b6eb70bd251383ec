import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { COMPILE_CACHE } from "../../compile-cache.ts";
import type { Options, Reply, Request } from "./driver.ts";
import type { Installed } from "./install.ts";
import { killTree } from "./process-tree.ts";
import { node, repository } from "./repository.ts";

export interface Program {
  /** A file of the installation's folder. */
  readonly file: string;
  readonly parameters?: unknown;
  /** Configuration of the stack, besides the service's. */
  readonly config?: Request["config"];
  /** Variables of the program, besides the service's. They stay set for the operations after it. */
  readonly environment?: Request["environment"];
}

/** One stack, kept in a temporary folder by the real engine. What fails is a reply, too: `failed`. */
export interface Stack extends AsyncDisposable {
  up(program: Program, options?: Options): Promise<Reply>;
  preview(program: Program, options?: Options): Promise<Reply>;
  refresh(environment?: Program["environment"], options?: Options): Promise<Reply>;
  destroy(environment?: Program["environment"], options?: Options): Promise<Reply>;
  /** Removes the lock that a killed operation left. */
  cancel(): Promise<Reply>;
  /** Kills the engine and every process under it, at once. The stack takes no more operations. */
  kill(): void;
  /** The folder of the stack: another process may continue with it. */
  readonly folder: string;
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

/** `continued`: the folder of an earlier stack. Default: a new one. */
export async function openStack({ folder, bin }: Installed, first: Service, continued?: string): Promise<Stack> {
  const own = continued ?? (await mkdtemp(join(folder, "stack-")));
  await mkdir(join(own, "backend"), { recursive: true });
  const driver = fork(join(folder, "driver.ts"), [own, continued === undefined ? "new" : "continued"], {
    cwd: folder,
    env: {
      ...COMPILE_CACHE,
      PATH: `${bin}:${process.env["PATH"]}`,
      HOME: own,
      PULUMI_HOME: join(own, "home"),
      PULUMI_BACKEND_URL: `file://${join(own, "backend")}`,
      PULUMI_CONFIG_PASSPHRASE: "test",
      PULUMI_SKIP_UPDATE_CHECK: "true",
    },
    execArgv: [],
    execPath: node,
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
    up: (program, options) => ask({ operation: "up", ...program, options }),
    preview: (program, options) => ask({ operation: "preview", ...program, options }),
    refresh: (environment = {}, options = {}) => ask({ operation: "refresh", environment, options }),
    destroy: (environment = {}, options = {}) => ask({ operation: "destroy", environment, options }),
    cancel: () => ask({ operation: "cancel" }),
    kill: () => {
      if (driver.pid === undefined) throw new Error("The driver does not run.");
      killTree(driver.pid);
    },
    folder: own,
    state: () => readFile(join(own, "backend/.pulumi/stacks/program/test.json"), "utf8"),
    configure: (next) => {
      service = next;
    },
    [Symbol.asyncDispose]: async () => {
      if (driver.exitCode === null && driver.signalCode === null) {
        const exit = once(driver, "exit");
        driver.kill();
        await exit;
      }
      await rm(own, { recursive: true, force: true });
    },
  };
}
