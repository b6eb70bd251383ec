import type { Buffer } from "node:buffer";
import { callbackify } from "node:util";
import type { sendUnaryData, ServerUnaryCall } from "@grpc/grpc-js";
import type { dynamic } from "@pulumi/pulumi";
import plugin from "@pulumi/pulumi/proto/plugin_pb.js";
import services, { type IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import { VERSION } from "../../core/api/user-agent.ts";
import type { Environment } from "../../core/file/file-environment.ts";
import type { KindName } from "../../core/resources/kind.ts";
import schema from "../../schema/pulumi-package.json" with { type: "json" };
import { openAccount } from "../account.ts";
import { parseGiven } from "../operations/check.ts";
import { checkArguments, failuresOf, readArguments, secretTexts } from "./provider-arguments.ts";
import { lookupOf } from "./lookups.ts";
import { kindOfType, openService, type Recorded, type Service } from "./service.ts";
import { Empty, failure, grpc, received, sent, type Marked } from "./wire.ts";

/*
 * Pulumi's provider protocol (proto/pulumi/provider.proto of the SDK), as a gRPC server. It only carries: what an operation does is in
 * service.ts.
 */

/** Starts a provider on a free port of this machine. `environment`: of the default account. */
export async function startServer(environment: Environment): Promise<{ readonly port: number; close(): void }> {
  const server = new grpc.Server({ "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 });
  server.addService(SERVICE, handlers(environment));
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    );
  });
  return { port, close: () => server.forceShutdown() };
}

/** The key `__proto__` of a map, as protobuf writes it. Its library for JavaScript loses it. */
const LOST_KEY = "\n\t__proto__";

/** Requests to check inputs that did not arrive whole. */
const incomplete = new WeakSet<object>();

const { check } = services.ResourceProviderService;
const requestDeserialize = (bytes: Buffer): messages.CheckRequest => {
  const request = check.requestDeserialize(bytes);
  if (bytes.includes(LOST_KEY)) incomplete.add(request);
  return request;
};
const SERVICE = { ...services.ResourceProviderService, check: { ...check, requestDeserialize } };

function handlers(environment: Environment) {
  let service: Service | undefined;
  const configured = (): Service => {
    if (service === undefined) throw new Error("The provider is not configured.");
    return service;
  };
  return {
    handshake: answering(async () => new messages.ProviderHandshakeResponse().setAcceptSecrets(true)),
    getPluginInfo: answering(async () => new plugin.PluginInfo().setVersion(VERSION)),
    getSchema: answering(async () => new messages.GetSchemaResponse().setSchema(JSON.stringify(schema))),
    cancel: answering(async () => new Empty()),
    attach: answering(async () => new Empty()),

    checkConfig: answering(async (request) => {
      const args = received(request.getNews());
      const inputs = { ...args, secrets: [...args.secrets, "token"] };
      return checkAnswer(inputs, checkArguments(args, isDefault(request)));
    }),
    diffConfig: answering(async () => new messages.DiffResponse()),
    configure: answering(async (request) => {
      const args = received(request.getArgs());
      const account = () => openAccount(readArguments(args, isDefault(request), environment));
      service = openService(account, secretTexts(args));
      return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    check: answering(async (request) => {
      if (incomplete.has(request)) throw new Error("__proto__ cannot be the name of a field or a setting. Remove it.");
      const [news, olds] = [received(request.getNews()), received(request.getOlds())];
      const { inputs, failures } = await configured().check(kindOf(request), news, olds);
      return checkAnswer(inputs, failures);
    }),
    diff: answering(async (request) => {
      const [state, news] = [recordedIn(request), received(request.getNews())];
      return differenceAnswer(await configured().diff(kindOf(request), request.getId(), state, news));
    }),
    create: answering(
      async (request) => {
        const news = received(request.getProperties());
        const { id, outputs } = await configured().create(kindOf(request), news, request.getPreview());
        return new messages.CreateResponse().setId(id).setProperties(sent(outputs));
      },
      (request) => received(request.getProperties()).secrets,
    ),
    update: answering(
      async (request) => {
        const [state, news] = [recordedIn(request), received(request.getNews())];
        const [kind, isPreview] = [kindOf(request), request.getPreview()];
        const outputs = await configured().update(kind, request.getId(), state, news, isPreview);
        return new messages.UpdateResponse().setProperties(sent(outputs));
      },
      (request) => received(request.getNews()).secrets,
    ),
    read: answering(async (request) => {
      const state = { outputs: received(request.getProperties()), inputs: received(request.getInputs()) };
      const found = await configured().read(kindOf(request), request.getId(), state);
      const answer = new messages.ReadResponse();
      if (found === undefined) return answer;
      return answer.setId(found.id).setProperties(sent(found.outputs)).setInputs(sent(found.inputs));
    }),
    delete: answering(async (request) => {
      await configured().remove(kindOf(request), request.getId(), received(request.getProperties()));
      return new Empty();
    }),
    invoke: answering(async (request) => {
      const [lookup, args] = [lookupOf(request.getTok()), received(request.getArgs())];
      const { problems } = parseGiven(lookup.args, args.fields);
      const answer = new messages.InvokeResponse().setFailuresList(failuresOf(problems, args).map(failureOf));
      if (problems.length > 0) return answer;
      const found = await configured().invoke(lookup, args.fields);
      return answer.setReturn(sent({ fields: { ...found }, secrets: [] }));
    }),
  } satisfies Partial<IResourceProviderServer>;
}

/** `secrets`: the paths of those in a request, for an error that carries properties. */
function answering<Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
  secrets: (request: Request) => readonly string[] = () => [],
) {
  const respond = callbackify(answer);
  return ({ request }: ServerUnaryCall<Request, Answer>, done: sendUnaryData<Answer>): void =>
    respond(request, (error: Error | null, result) =>
      error === null ? done(null, result) : done(failure(error, secrets(request))),
    );
}

/** The kind in an URN such as `urn:pulumi:stack::project::parent$type::name`. */
function kindOf(request: { getUrn(): string }): KindName {
  const [, , types = ""] = request.getUrn().split("::");
  return kindOfType(types.split("$").at(-1) ?? "");
}

/** True for the provider that the engine makes of a stack's configuration: `default`, or `default_1_2_3` where a program asks for a version. */
function isDefault(request: { getUrn(): string | undefined }): boolean {
  const name = request.getUrn()?.split("::").at(-1) ?? "default";
  return /^default(?:_\d+_\d+_\d+.*)?$/.test(name);
}

/** What the state has of the resource. */
function recordedIn(request: messages.DiffRequest | messages.UpdateRequest): Recorded {
  return { outputs: received(request.getOlds()), inputs: received(request.getOldInputs()) };
}

function failureOf({ property, reason }: dynamic.CheckFailure) {
  return new messages.CheckFailure().setProperty(property).setReason(reason);
}

function checkAnswer(inputs: Marked, failures: readonly dynamic.CheckFailure[]) {
  return new messages.CheckResponse().setInputs(sent(inputs)).setFailuresList(failures.map(failureOf));
}

function differenceAnswer({
  changes,
  replaces = [],
  deleteBeforeReplace = false,
  differences,
  stables,
}: Awaited<ReturnType<Service["diff"]>>) {
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  const answer = new messages.DiffResponse()
    .setChanges(changes === false ? DIFF_NONE : DIFF_SOME)
    .setReplacesList(replaces)
    .setStablesList(stables)
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(changes !== false);
  for (const [path, kind] of differences) {
    const difference = new messages.PropertyDiff().setKind(messages.PropertyDiff.Kind[kind]);
    answer.getDetaileddiffMap().set(path, difference);
  }
  return answer;
}
