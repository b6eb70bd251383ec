import { isJsonObject } from "../json-object.ts";
import type { JsonObject } from "../json-object.ts";
import { malformed } from "../refusal.ts";

/** A request body: none, JSON, or text that is not JSON. */
export type RequestBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "other"; readonly text: string };

export function parseBody(bytes: Uint8Array): RequestBody {
  if (bytes.length === 0) return { kind: "none" };
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    return { kind: "json", value };
  } catch {
    return { kind: "other", text: new TextDecoder().decode(bytes) };
  }
}

/**
 * The fields of a POST body. For other methods: `{}`.
 *
 * @throws Refusal 400 if a POST has no JSON object as its body, or another method has a body.
 */
export function bodyFields(method: string, contentType: string | undefined, body: RequestBody): JsonObject {
  if (method !== "POST") {
    if (body.kind !== "none") throw malformed(`A ${method} request takes no body`);
    return {};
  }
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    throw malformed("The content-type must be application/json");
  }
  if (body.kind !== "json") throw malformed("The body is not JSON");
  if (!isJsonObject(body.value)) throw malformed("The body must be a JSON object");
  return body.value;
}
