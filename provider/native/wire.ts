import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import { runtime } from "@pulumi/pulumi";
import messages from "@pulumi/pulumi/proto/provider_pb.js";
import statuses from "@pulumi/pulumi/proto/status_pb.js";
import type * as AnyMessages from "google-protobuf/google/protobuf/any_pb.js";
import type * as EmptyMessages from "google-protobuf/google/protobuf/empty_pb.js";
import type * as StructMessages from "google-protobuf/google/protobuf/struct_pb.js";
import { isObject, type Fields } from "../../core/resources/json.ts";
import { PartlyDoneError } from "../operations/pulumi-error.ts";

/*
 * Pulumi's protocol between engine and provider: values and errors. Everything is loaded from the SDK: its messages are of its own
 * protobuf library, and another copy of that would not know them.
 */

const ofSdk = createRequire(createRequire(import.meta.url).resolve("@pulumi/pulumi"));
export const grpc: typeof Grpc = ofSdk("@grpc/grpc-js");
const { Struct }: typeof StructMessages = ofSdk("google-protobuf/google/protobuf/struct_pb.js");
const { Any }: typeof AnyMessages = ofSdk("google-protobuf/google/protobuf/any_pb.js");
export const { Empty }: typeof EmptyMessages = ofSdk("google-protobuf/google/protobuf/empty_pb.js");

export type Message = InstanceType<typeof Struct>;

/** Properties, and which of them are secrets. The engine sends both in one. */
export interface Marked {
  readonly fields: Fields;
  /** The paths of secrets: `description`, and `settings.api_key` for a key of a map at the top. */
  readonly secrets: readonly string[];
}

const { specialSigKey: MARK, specialSecretSig: SECRET } = runtime;
export const UNKNOWN: string = runtime.unknownValue;

/** The name of a resource or a function in Pulumi's programs and state. */
export function tokenOf(name: string): string {
  return `projectsync:index:${name}`;
}

export function received(message: Message | undefined): Marked {
  const secrets = new Set<string>();
  const plain = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => plain(item, path));
    if (!isObject(value)) return value;
    if (value[MARK] === SECRET) {
      secrets.add(path.slice(0, path[0] === "settings" ? 2 : 1).join("."));
      return plain(value["value"], path);
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, [...path, name])]));
  };
  const fields = plain(message?.toJavaScript() ?? {}, []);
  return { fields: isObject(fields) ? fields : {}, secrets: [...secrets] };
}

export function sent({ fields, secrets }: Marked): Message {
  const mark = (path: string, value: unknown): unknown =>
    secrets.includes(path) && value !== undefined ? { [MARK]: SECRET, value } : value;
  const markEach = (owner: string, inner: Fields): Fields =>
    Object.fromEntries(Object.entries(inner).map(([name, value]) => [name, mark(`${owner}${name}`, value)]));
  const { settings } = fields;
  const isByKey = isObject(settings) && !secrets.includes("settings");
  const withSettings = isByKey ? { ...fields, settings: markEach("settings.", settings) } : fields;
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(markEach("", withSettings))));
}

/** An error for the engine. One of an object that was written has its id and properties, so that they are not lost. */
export function failure(error: Error, secrets: readonly string[]) {
  const metadata = new grpc.Metadata();
  if (error instanceof PartlyDoneError) {
    const failed = new messages.ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(sent({ fields: error.properties, secrets }))
      .setReasonsList([...error.reasons]);
    const detail = new Any();
    detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
    const status = new statuses.Status()
      .setCode(grpc.status.UNKNOWN)
      .setMessage(error.message)
      .setDetailsList([detail]);
    // The form in which gRPC carries the details of an error.
    metadata.add("grpc-status-details-bin", Buffer.from(status.serializeBinary()));
  }
  return { code: grpc.status.UNKNOWN, details: error.message, metadata };
}
