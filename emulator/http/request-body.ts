import { isJsonObject, type JsonObject } from "../json-object.ts";
import { malformed, tooLarge, type Refusal } from "../refusal.ts";

/** The largest request body, in bytes. A larger one is refused with 413. */
export const maxBodyBytes = 1_048_576;

/**
 * The deepest JSON body, in levels of objects and lists. A deeper one is refused with 400: code that walks through a body
 * calls itself once for each level, and thousands of levels end the process.
 */
const maxLevels = 64;

/** A request body. */
export interface RequestBody {
  readonly isEmpty: boolean;
  /** As the request log shows it: the JSON, or the text if it is not used. `null` if there is none, or if it is too large. */
  readonly logged: unknown;
  /** Why it is not used as JSON. Undefined if it is. */
  readonly refusal?: Refusal;
}

export function parseBody(bytes: Uint8Array): RequestBody {
  const isEmpty = bytes.length === 0;
  if (isEmpty) return { isEmpty, logged: null, refusal: malformed("The body is not JSON") };
  if (bytes.length > maxBodyBytes) {
    const refusal = tooLarge(`The body is larger than ${maxBodyBytes / 1_048_576} MiB`);
    return { isEmpty, logged: null, refusal };
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (!isDeeper(value, maxLevels)) return { isEmpty, logged: value };
    return { isEmpty, logged: text, refusal: malformed(`The body has more than ${maxLevels} levels`) };
  } catch {
    return { isEmpty, logged: new TextDecoder().decode(bytes), refusal: malformed("The body is not JSON") };
  }
}

/**
 * The JSON of a body.
 *
 * @throws Refusal 400 if the body is not JSON or is too deep, 413 if it is too large.
 */
export function jsonOf({ refusal, logged }: RequestBody): unknown {
  if (refusal !== undefined) throw refusal;
  return logged;
}

/**
 * The fields of a POST body. For other methods: `{}`.
 *
 * @throws Refusal 400 or 413 if a POST has no JSON object as its body, or another method has a body.
 */
export function bodyFields(method: string, contentType: string | undefined, body: RequestBody): JsonObject {
  if (method !== "POST") {
    if (!body.isEmpty) throw malformed(`A ${method} request takes no body`);
    return {};
  }
  if (!/^application\/json\s*(?:;|$)/i.test(contentType ?? "")) {
    throw malformed("The content-type must be application/json");
  }
  const value = jsonOf(body);
  if (!isJsonObject(value)) throw malformed("The body must be a JSON object");
  return value;
}

/** Whether a value has more levels of objects and lists than this. */
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1));
}
