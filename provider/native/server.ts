import type { sendUnaryData, ServerUnaryCall } from "@grpc/grpc-js";
import type { IResourceProviderServer } from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type { DiffRequest, UpdateRequest } from "@pulumi/pulumi/proto/provider_pb.js";
import { asError } from "../../core/api/errors.ts";
import { VERSION } from "../../core/api/user-agent.ts";
import type { Environment } from "../../core/file/file-environment.ts";
import type { KindName } from "../../core/resources/kind.ts";
import { printable } from "../../core/text/printable.ts";
import { createRedaction } from "../../core/text/redaction.ts";
import schema from "../../schema/pulumi-package.json" with { type: "json" };
import { accountSettings, checkArguments } from "./account-settings.ts";
import { checkLookup, lookupOf } from "./lookups.ts";
import { markedTexts } from "../secret-arguments.ts";
import { kindOfType, openService, type Difference, type Recorded, type Sent, type Service } from "./service.ts";
import { Empty, failure, grpc, messages, plugin, received, sent, services } from "./wire.ts";

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

const { check: checkMethod } = services.ResourceProviderService;
const SERVICE: typeof services.ResourceProviderService = {
  ...services.ResourceProviderService,
  check: {
    ...checkMethod,
    requestDeserialize: (bytes) => {
      const request = checkMethod.requestDeserialize(bytes);
      if (bytes.includes(LOST_KEY)) incomplete.add(request);
      return request;
    },
  },
};

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
      const { fields, secrets } = received(request.getNews());
      const { add, redact } = createRedaction([]);
      add(markedTexts({ ...fields, __secretInputs: secrets }));
      const failures = checkArguments(fields, isDefault(request)).map(({ property, reason }) =>
        // The engine shows the value of a property that is named apart.
        failureOf({ property: "", reason: printable(redact(`${property}: ${reason}`)) }),
      );
      const inputs = sent(fields, [...secrets, ...("token" in fields ? ["token"] : [])]);
      return new messages.CheckResponse().setInputs(inputs).setFailuresList(failures);
    }),
    diffConfig: answering(async () => new messages.DiffResponse()),
    configure: answering(async (request) => {
      service = openService(accountSettings(received(request.getArgs()), isDefault(request), environment));
      return new messages.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    check: answering(async (request) => {
      if (incomplete.has(request)) throw new Error("__proto__ cannot be the name of a field or a setting. Remove it.");
      const [news, olds] = [received(request.getNews()), received(request.getOlds())];
      const { inputs, failures } = await configured().check(kindOf(request), news, olds);
      return new messages.CheckResponse().setInputs(marked(inputs)).setFailuresList(failures.map(failureOf));
    }),
    diff: answering(async (request) => {
      const [state, news] = [recordedIn(request), received(request.getNews())];
      return differenceAnswer(await configured().diff(kindOf(request), request.getId(), state, news));
    }),
    create: answering(
      async (request) => {
        const { create, previewCreate } = configured();
        const news = received(request.getProperties());
        const { id = "", outputs } = await (request.getPreview() ? previewCreate : create)(kindOf(request), news);
        return new messages.CreateResponse().setId(id).setProperties(marked(outputs));
      },
      (request) => received(request.getProperties()).secrets,
    ),
    update: answering(
      async (request) => {
        const { update, previewUpdate } = configured();
        const [state, news] = [recordedIn(request), received(request.getNews())];
        const outputs = await (request.getPreview() ? previewUpdate : update)(
          kindOf(request),
          request.getId(),
          state,
          news,
        );
        return new messages.UpdateResponse().setProperties(marked(outputs));
      },
      (request) => received(request.getNews()).secrets,
    ),
    read: answering(async (request) => {
      const state = { outputs: received(request.getProperties()), inputs: received(request.getInputs()) };
      const found = await configured().read(kindOf(request), request.getId(), state);
      const answer = new messages.ReadResponse();
      if (found === undefined) return answer;
      return answer.setId(found.id).setProperties(marked(found.outputs)).setInputs(marked(found.inputs));
    }),
    delete: answering(async (request) => {
      await configured().remove(kindOf(request), request.getId(), received(request.getProperties()));
      return new Empty();
    }),
    invoke: answering(async (request) => {
      const [lookup, { fields }] = [lookupOf(request.getTok()), received(request.getArgs())];
      const failures = checkLookup(lookup, fields);
      if (failures.length > 0) return new messages.InvokeResponse().setFailuresList(failures.map(failureOf));
      return new messages.InvokeResponse().setReturn(sent({ ...(await configured().invoke(lookup, fields)) }, []));
    }),
  } satisfies Partial<IResourceProviderServer>;
}

/** What the state has of the resource. */
function recordedIn(request: DiffRequest | UpdateRequest): Recorded {
  return { outputs: received(request.getOlds()), inputs: received(request.getOldInputs()) };
}

/** `secrets`: the paths of those in a request, for an error that carries properties. */
function answering<Request, Answer>(
  answer: (request: Request) => Promise<Answer>,
  secrets: (request: Request) => readonly string[] = () => [],
) {
  const respond = async (request: Request, done: sendUnaryData<Answer>): Promise<void> => {
    let result: Answer;
    try {
      result = await answer(request);
    } catch (error) {
      done(failure(asError(error), secrets(request)));
      return;
    }
    done(null, result);
  };
  return ({ request }: ServerUnaryCall<Request, Answer>, done: sendUnaryData<Answer>): void => {
    void respond(request, done);
  };
}

function kindOf(request: { getType(): string; getUrn(): string }): KindName {
  // `urn:pulumi:stack::project::parent$type::name`, for an engine that sends no type.
  const [, , types = ""] = request.getUrn().split("::");
  return kindOfType(request.getType() || types.split("$").at(-1) || "");
}

/** True for the provider that the engine makes of a stack's configuration: `default`, or `default_1_2_3` where a program asks for a version. */
function isDefault(request: { getUrn(): string | undefined }): boolean {
  const name = request.getUrn()?.split("::").at(-1) ?? "default";
  return /^default(?:_\d+_\d+_\d+.*)?$/.test(name);
}

function marked({ fields, secrets }: Sent) {
  return sent(fields, secrets);
}

function failureOf({ property, reason }: { readonly property: string; readonly reason: string }) {
  return new messages.CheckFailure().setProperty(property).setReason(reason);
}

function differenceAnswer({ hasChanges, replaces, deleteBeforeReplace, differences }: Difference) {
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  const answer = new messages.DiffResponse()
    .setChanges(hasChanges ? DIFF_SOME : DIFF_NONE)
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setHasdetaileddiff(hasChanges);
  const { Kind } = messages.PropertyDiff;
  for (const [path, kind] of differences) {
    const [name = ""] = path.split(/[.[]/);
    const kindName = replaces.includes(name) ? (`${kind}_REPLACE` as const) : kind;
    answer.getDetaileddiffMap().set(path, new messages.PropertyDiff().setKind(Kind[kindName]));
  }
  return answer;
}
