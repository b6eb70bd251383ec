import { isJsonObject, type JsonObject } from "../json-object.ts";
import { malformed, tooLarge, type Refusal } from "../refusal.ts";

/** The largest request body, in bytes. A larger one is refused with 413. */
export const maxBodyBytes = 1_048_576;

/**
 * The deepest JSON body, in levels of objects and lists. A deeper one is refused with 400: code that walks through a body
 * calls itself once for each level, and thousands of levels end the process.
 */
const maxLevels = 64;

/** A request body: none, JSON, text that is not JSON, or a body that exceeds a limit. */
export type RequestBody =
  | { readonly kind: "none" }
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "other"; readonly text: string }
  | { readonly kind: "too-deep"; readonly text: string }
  | { readonly kind: "too-large" };

export function parseBody(bytes: Uint8Array): RequestBody {
  if (bytes.length === 0) return { kind: "none" };
  if (bytes.length > maxBodyBytes) return { kind: "too-large" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isDeeper(value, maxLevels) ? { kind: "too-deep", text } : { kind: "json", value };
  } catch {
    return { kind: "other", text: new TextDecoder().decode(bytes) };
  }
}

/** The body in the request log: the parsed JSON, or the text. `null` if there is none, or if it is too large. */
export function loggedBody(body: RequestBody): unknown {
  switch (body.kind) {
    case "none":
    case "too-large":
      return null;
    case "json":
      return body.value;
    case "other":
    case "too-deep":
      return body.text;
  }
}

/**
 * The JSON of a body.
 *
 * @throws Refusal 400 if the body is not JSON or is too deep, 413 if it is too large.
 */
export function jsonOf(body: RequestBody): unknown {
  if (body.kind !== "json") throw refusalOf(body.kind);
  return body.value;
}

/**
 * The fields of a POST body. For other methods: `{}`.
 *
 * @throws Refusal 400 or 413 if a POST has no JSON object as its body, or another method has a body.
 */
export function bodyFields(method: string, contentType: string | undefined, body: RequestBody): JsonObject {
  if (method !== "POST") {
    if (body.kind !== "none") throw malformed(`A ${method} request takes no body`);
    return {};
  }
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    throw malformed("The content-type must be application/json");
  }
  const value = jsonOf(body);
  if (!isJsonObject(value)) throw malformed("The body must be a JSON object");
  return value;
}

function refusalOf(kind: Exclude<RequestBody["kind"], "json">): Refusal {
  switch (kind) {
    case "none":
    case "other":
      return malformed("The body is not JSON");
    case "too-deep":
      return malformed(`The body has more than ${maxLevels} levels`);
    case "too-large":
      return tooLarge(`The body is larger than ${maxBodyBytes / 1_048_576} MiB`);
  }
}

/** Whether a value has more levels of objects and lists than this. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
