import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import type * as LanguageMessages from "@pulumi/pulumi/proto/language_pb.js";
import type * as Grpc from "@grpc/grpc-js";
import plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import { grpc } from "../../../provider/native/wire.ts";

/*
 * Stands for the hosts of languages, which cannot be had as modules: it gives a program the addresses of the engine and of its monitor, as they
 * do. All that the program does with them is its SDK's.
 */

const ofSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
const messages: typeof LanguageMessages = ofSdk("@pulumi/pulumi/proto/language_pb.js");
const { LanguageRuntimeService }: { LanguageRuntimeService: Grpc.ServiceDefinition } = ofSdk(
  "@pulumi/pulumi/proto/language_grpc_pb.js",
);

/** A program of a language. */
export interface LanguageProgram {
  readonly command: readonly [string, ...string[]];
  readonly folder: string;
}

/** Starts a host that runs a program for each operation, for the option `--client` of the engine. */
export async function startLanguageHost({
  command: [program, ...args],
  folder,
}: LanguageProgram): Promise<AsyncDisposable & { readonly address: string }> {
  const run = async (request: InstanceType<typeof messages.RunRequest>): Promise<string> => {
    const environment = {
      PULUMI_PROJECT: request.getProject(),
      PULUMI_STACK: request.getStack(),
      PULUMI_ORGANIZATION: request.getOrganization(),
      PULUMI_MONITOR: request.getMonitorAddress(),
      PULUMI_ENGINE: request.getArgsList()[0] ?? "",
      PULUMI_DRY_RUN: String(request.getDryrun()),
      PULUMI_PARALLEL: "4",
      PULUMI_CONFIG: JSON.stringify(Object.fromEntries(request.getConfigMap().getEntryList())),
      PULUMI_CONFIG_SECRET_KEYS: JSON.stringify(request.getConfigsecretkeysList()),
    };
    const child = spawn(program, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [out, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
    return code === 0 ? "" : `${program} exits with ${String(code)}: ${errors}${out}`;
  };
  const server = new grpc.Server();
  server.addService(LanguageRuntimeService, {
    getPluginInfo: answering(async () => {
      const info = new plugin.PluginInfo();
      info.setVersion("1.0.0");
      return info;
    }),
    getRequiredPlugins: answering(async () => new messages.GetRequiredPluginsResponse()),
    run: answering(async (request: InstanceType<typeof messages.RunRequest>) => {
      const answer = new messages.RunResponse();
      answer.setError(await run(request));
      return answer;
    }),
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { address: `127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => server.forceShutdown() };
}

function answering<Request, Answer>(answer: (request: Request) => Promise<Answer>) {
  const respond = async (request: Request, done: Grpc.sendUnaryData<Answer>): Promise<void> => {
    try {
      done(null, await answer(request));
    } catch (error) {
      done({ details: String(error) });
    }
  };
  return ({ request }: Grpc.ServerUnaryCall<Request, Answer>, done: Grpc.sendUnaryData<Answer>): void => {
    void respond(request, done);
  };
}
