import type { sendUnaryData, ServerUnaryCall, UntypedServiceImplementation } from "@grpc/grpc-js";
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
import { kindOfType, openService, type Difference, type Sent, type Service } from "./service.ts";
import { empty, failure, grpc, messages, plugin, received, sent, services, UNKNOWN } from "./wire.ts";

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

type Requests = typeof messages;
type InstanceOf<Name extends keyof Requests> = Requests[Name] extends new () => infer Instance ? Instance : never;

function handlers(environment: Environment): UntypedServiceImplementation {
  let service: Service | undefined;
  const configured = (): Service => {
    if (service === undefined) throw new Error("The provider is not configured.");
    return service;
  };

  async function configure(request: InstanceOf<"ConfigureRequest">) {
    const { fields, secrets } = received(request.getArgs());
    service = openService(accountSettings({ fields: known(fields), secrets }, isDefault(request), environment));
    const answer = new messages.ConfigureResponse();
    answer.setAcceptsecrets(true);
    answer.setSupportspreview(true);
    return answer;
  }

  async function checkConfig(request: InstanceOf<"CheckRequest">) {
    const { fields, secrets } = received(request.getNews());
    const answer = new messages.CheckResponse();
    answer.setInputs(sent(fields, new Set([...secrets, ...("token" in fields ? ["token"] : [])])));
    const { add, redact } = createRedaction([]);
    add(markedTexts({ ...fields, __secretInputs: secrets }));
    const failures = checkArguments(fields, isDefault(request)).map(({ property, reason }) =>
      // The engine shows the value of a property that is named apart.
      failureOf({ property: "", reason: printable(redact(`${property}: ${reason}`)) }),
    );
    answer.setFailuresList(failures);
    return answer;
  }

  async function check(request: InstanceOf<"CheckRequest">) {
    if (incomplete.has(request)) throw new Error("__proto__ cannot be the name of a field or a setting. Remove it.");
    const { inputs, failures } = await configured().check(
      kindOf(request),
      received(request.getNews()),
      received(request.getOlds()),
    );
    const answer = new messages.CheckResponse();
    answer.setInputs(sent(inputs.fields, inputs.secrets));
    answer.setFailuresList(failures.map(failureOf));
    return answer;
  }

  async function diff(request: InstanceOf<"DiffRequest">) {
    const [outputs, inputs] = [received(request.getOlds()), received(request.getOldInputs())];
    return differenceAnswer(
      await configured().diff(kindOf(request), request.getId(), outputs, inputs, received(request.getNews())),
    );
  }

  async function create(request: InstanceOf<"CreateRequest">) {
    const [kind, news] = [kindOf(request), received(request.getProperties())];
    const { id = "", outputs } = request.getPreview()
      ? await configured().previewCreate(kind, news)
      : await configured().create(kind, news);
    const answer = new messages.CreateResponse();
    answer.setId(id);
    answer.setProperties(sent(outputs.fields, outputs.secrets));
    return answer;
  }

  async function update(request: InstanceOf<"UpdateRequest">) {
    const [kind, id] = [kindOf(request), request.getId()];
    const [outputs, inputs] = [received(request.getOlds()), received(request.getOldInputs())];
    const news = received(request.getNews());
    const updated: Sent = request.getPreview()
      ? await configured().previewUpdate(kind, outputs, news)
      : await configured().update(kind, id, outputs, inputs, news);
    const answer = new messages.UpdateResponse();
    answer.setProperties(sent(updated.fields, updated.secrets));
    return answer;
  }

  async function read(request: InstanceOf<"ReadRequest">) {
    const [outputs, inputs] = [received(request.getProperties()), received(request.getInputs())];
    const found = await configured().read(kindOf(request), request.getId(), outputs, inputs);
    const answer = new messages.ReadResponse();
    if (found === undefined) return answer;
    answer.setId(found.id);
    answer.setProperties(sent(found.outputs.fields, found.outputs.secrets));
    answer.setInputs(sent(found.inputs.fields, found.inputs.secrets));
    return answer;
  }

  async function remove(request: InstanceOf<"DeleteRequest">) {
    await configured().remove(kindOf(request), request.getId(), received(request.getProperties()));
    return empty();
  }

  async function invoke(request: InstanceOf<"InvokeRequest">) {
    const [lookup, { fields }] = [lookupOf(request.getTok()), received(request.getArgs())];
    const failures = checkLookup(lookup, fields);
    const answer = new messages.InvokeResponse();
    answer.setFailuresList(failures.map(failureOf));
    if (failures.length === 0) answer.setReturn(sent({ ...(await configured().invoke(lookup, fields)) }, []));
    return answer;
  }

  return {
    handshake: answering(async () => {
      const answer = new messages.ProviderHandshakeResponse();
      answer.setAcceptSecrets(true);
      return answer;
    }),
    getPluginInfo: answering(async () => {
      const answer = new plugin.PluginInfo();
      answer.setVersion(VERSION);
      return answer;
    }),
    getSchema: answering(async () => {
      const answer = new messages.GetSchemaResponse();
      answer.setSchema(JSON.stringify(schema));
      return answer;
    }),
    checkConfig: answering(checkConfig),
    diffConfig: answering(async () => new messages.DiffResponse()),
    configure: answering(configure),
    check: answering(check),
    diff: answering(diff),
    create: answering(create, secretsOf),
    update: answering(update, secretsOf),
    read: answering(read),
    delete: answering(remove),
    invoke: answering(invoke),
    cancel: answering(async () => empty()),
    attach: answering(async () => empty()),
  };
}

/** The paths of the secrets in a request with inputs, for an error that carries properties. */
function secretsOf(request: InstanceOf<"CreateRequest"> | InstanceOf<"UpdateRequest">): readonly string[] {
  const inputs = request instanceof messages.CreateRequest ? request.getProperties() : request.getNews();
  return received(inputs).secrets;
}

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

/** Without what is only known after an update. */
function known(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== UNKNOWN));
}

function failureOf({ property, reason }: { readonly property: string; readonly reason: string }) {
  const failed = new messages.CheckFailure();
  failed.setProperty(property);
  failed.setReason(reason);
  return failed;
}

const { Kind } = messages.PropertyDiff;
const KINDS_OF_DIFFERENCES = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

function differenceAnswer({ hasChanges, replaces, deleteBeforeReplace, differences }: Difference) {
  const answer = new messages.DiffResponse();
  const { DIFF_NONE, DIFF_SOME } = messages.DiffResponse.DiffChanges;
  answer.setChanges(hasChanges ? DIFF_SOME : DIFF_NONE);
  answer.setReplacesList([...replaces]);
  answer.setDeletebeforereplace(deleteBeforeReplace);
  answer.setHasdetaileddiff(hasChanges);
  for (const [path, kind] of differences) {
    const [name = ""] = path.split(/[.[]/);
    const [plain, replacing] = KINDS_OF_DIFFERENCES[kind];
    const difference = new messages.PropertyDiff();
    difference.setKind(replaces.includes(name) ? replacing : plain);
    answer.getDetaileddiffMap().set(path, difference);
  }
  return answer;
}
