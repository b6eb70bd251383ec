import { z } from "zod";
import type { Redacted } from "../text/redaction.ts";
import { isTooDeep } from "./records.ts";
import { withoutStop, type Refusal } from "./refusal.ts";

/** Most messages and field problems of one refusal that are kept. */
const MAX_KEPT = 20;

const params = z
  .array(z.looseObject({ param: z.string().nullish(), message: z.string().nullish() }))
  .nullish()
  .catch(null);

/** With a type, nothing else matters: an odd message must not turn a "not found" into an unknown error. */
const typedError = z.looseObject({ type: z.string().min(1), message: z.string().nullish().catch(null), params });
/** Without a type, no other field: gateways answer 404 with an `error` that has a `code` or a `status`. */
const untypedError = z.strictObject({ type: z.null().optional(), message: z.string().regex(/\S/), params });
/** The service's error shape (docs/internals/service.md, Errors). */
const documented = z.looseObject({ error: z.union([typedError, untypedError]) });

/** Removes the secrets of a text, and shortens it. */
type Show = (text: string) => Redacted;

/** Reads the body of an answer outside 2xx. Accepts any text. */
export function readRefusal(body: string, show: Show): Omit<Refusal, "status"> {
  const content = parseIfJson(body);
  const parsed = documented.safeParse(content);
  if (parsed.success) {
    const { type, message, params: fields } = parsed.data.error;
    return {
      body: "documented",
      type: typeof type === "string" ? show(type) || "unnamed_error" : undefined,
      message: show(message ?? ""),
      params: (fields ?? []).slice(0, MAX_KEPT).map((field) => ({
        param: show(field.param ?? "") || "a field",
        message: show(field.message ?? "") || "no message",
      })),
    };
  }
  const isJson = typeof content === "object" && content !== null && Object.keys(content).length > 0;
  if (!isJson) return { body: "unexpected", message: show(body) };
  return { body: "message", message: show(messageIn(content, show)) || show(JSON.stringify(content)) };
}

function parseIfJson(body: string): unknown {
  try {
    const content: unknown = JSON.parse(body);
    return isTooDeep(content) ? undefined : content;
  } catch {
    return undefined;
  }
}

/** Where the message is in a body of another shape: `{message}`, `{detail}` (RFC 9457), `{error_description}`, `{errors: [{message}]}`. */
const MESSAGE_KEYS = ["message", "detail", "title", "error_description", "error", "errors"];

/** Joins texts that are redacted: a secret that ends with a full stop would lose it. */
function messageIn(content: unknown, show: Show): string {
  if (typeof content === "string") return withoutStop(show(content));
  if (typeof content !== "object" || content === null) return "";
  const parts = (values: readonly unknown[]): string[] => values.map((value) => messageIn(value, show)).filter(Boolean);
  if (Array.isArray(content)) return parts(content.slice(0, MAX_KEPT)).join("; ");
  const fields = new Map<string, unknown>(Object.entries(content));
  return parts(MESSAGE_KEYS.map((key) => fields.get(key)))[0] ?? "";
}
