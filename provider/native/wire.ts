import { Buffer } from "node:buffer";
import { createRequire } from "node:module";
import type * as Grpc from "@grpc/grpc-js";
import { runtime } from "@pulumi/pulumi";
import type * as EngineMessages from "@pulumi/pulumi/proto/engine_pb.js";
import type * as EngineServices from "@pulumi/pulumi/proto/engine_grpc_pb.js";
import type * as PluginMessages from "@pulumi/pulumi/proto/plugin_pb.js";
import type * as ProviderMessages from "@pulumi/pulumi/proto/provider_pb.js";
import type * as ProviderServices from "@pulumi/pulumi/proto/provider_grpc_pb.js";
import type * as StatusMessages from "@pulumi/pulumi/proto/status_pb.js";
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
export const messages: typeof ProviderMessages = ofSdk("@pulumi/pulumi/proto/provider_pb.js");
export const services: typeof ProviderServices = ofSdk("@pulumi/pulumi/proto/provider_grpc_pb.js");
export const plugin: typeof PluginMessages = ofSdk("@pulumi/pulumi/proto/plugin_pb.js");
export const engine: { readonly messages: typeof EngineMessages; readonly services: typeof EngineServices } = {
  messages: ofSdk("@pulumi/pulumi/proto/engine_pb.js"),
  services: ofSdk("@pulumi/pulumi/proto/engine_grpc_pb.js"),
};
const statuses: typeof StatusMessages = ofSdk("@pulumi/pulumi/proto/status_pb.js");
const { Struct }: typeof StructMessages = ofSdk("google-protobuf/google/protobuf/struct_pb.js");
const { Any }: typeof AnyMessages = ofSdk("google-protobuf/google/protobuf/any_pb.js");
export const { Empty }: typeof EmptyMessages = ofSdk("google-protobuf/google/protobuf/empty_pb.js");

export type Message = InstanceType<typeof Struct>;

/** Properties as the engine sends them, without its marks. */
export interface Received {
  readonly fields: Fields;
  /** The paths of the values that it marks as secrets: `description`, and `settings.api_key` for a key of a map at the top. */
  readonly secrets: readonly string[];
}

/** The key of Pulumi's marks on values, and the mark of a secret (sdk/go/common/resource/sig). */
const MARK = "4dabf18193072939515e22adb298388d";
const SECRET = "1b47061264138c4ac30d75fd1eb44270";

export function received(message: Message | undefined): Received {
  const secrets: string[] = [];
  const plain = (value: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((item: unknown) => plain(item, path));
    if (!isObject(value)) return value;
    if (value[MARK] === SECRET) {
      secrets.push(path.slice(0, path[0] === "settings" ? 2 : 1).join("."));
      return plain(value["value"], path);
    }
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each, [...path, name])]));
  };
  const fields = plain(message?.toJavaScript() ?? {}, []);
  return { fields: isObject(fields) ? fields : {}, secrets: [...new Set(secrets)] };
}

/** Properties for the engine. `secrets`: paths as in `Received`. */
export function sent(fields: Fields, secrets: Iterable<string>): Message {
  const hidden = new Set(secrets);
  const mark = (path: string, value: unknown): unknown =>
    hidden.has(path) && value !== undefined ? { [MARK]: SECRET, value } : value;
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    const isByKey = name === "settings" && isObject(value) && !hidden.has(name);
    const inner = isByKey ? Object.entries(value).map(([key, each]) => [key, mark(`${name}.${key}`, each)]) : [];
    return [name, isByKey ? Object.fromEntries(inner) : mark(name, value)];
  });
  return Struct.fromJavaScript(JSON.parse(JSON.stringify(Object.fromEntries(entries))));
}

export const UNKNOWN: string = runtime.unknownValue;

/** An error for the engine. One of an object that was written has its id and properties, so that they are not lost. */
export function failure(error: Error, secrets: Iterable<string>) {
  const metadata = new grpc.Metadata();
  if (error instanceof PartlyDoneError) {
    const failed = new messages.ErrorResourceInitFailed()
      .setId(error.id)
      .setProperties(sent(error.properties, secrets))
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
