import { z } from "zod";
import type { Refusal } from "./refusal.ts";
import { isTooDeep } from "./depth.ts";

/** Most messages and field problems of one refusal that are kept. */
const MAX_KEPT = 20;

const text = z.string().regex(/\S/);
const params = z
  .array(z.looseObject({ param: z.string().nullish(), message: z.string().nullish() }))
  .nullish()
  .catch(null);

/** With a type, nothing else matters: an odd message must not turn a "not found" into an unknown error. */
const typedError = z.looseObject({ type: z.string().min(1), message: z.string().nullish().catch(null), params });
/** Without a type, no other field: gateways answer 404 with an `error` that has a `code` or a `status`. */
const untypedError = z.strictObject({ type: z.null().optional(), message: text, params });
/** The service's error shape (docs/service.md, Errors). */
const documented = z.looseObject({ error: z.union([typedError, untypedError]) });

type Body = Pick<Refusal, "body" | "message" | "type" | "params">;

/** Reads the body of an answer outside 2xx. Accepts any text. `show` shortens a part of it and removes its secrets. */
export function readRefusal(body: string, show: (part: string) => string): Body {
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
  // Written again, because its own escapes, such as `\/`, would hide a secret from the search.
  return { body: "message", message: show(messageIn(content)) || show(JSON.stringify(content)) };
}

function parseIfJson(body: string): unknown {
  try {
    const content: unknown = JSON.parse(body);
    return isTooDeep(content) ? undefined : content;
  } catch {
    return undefined;
  }
}

const object = z.record(z.string(), z.unknown());

/**
 * The message of a body in another shape: `{message}`, `{error: "text", error_description}`, `{errors: [{message}]}`, or
 * `{title, detail}` (RFC 9457). Empty when there is none.
 */
function messageIn(content: unknown): string {
  if (typeof content === "string") return content.trim();
  if (Array.isArray(content)) return joined(content.slice(0, MAX_KEPT).map(messageIn), "; ");
  const { data: fields } = object.safeParse(content);
  if (fields === undefined) return "";
  const { message, detail, title, error, error_description: description, errors } = fields;
  const pair = (parts: readonly unknown[]): string => joined(parts.map(messageIn), ": ");
  return messageIn(message) || pair([title, detail]) || pair([error, description]) || messageIn(errors);
}

/** Each text without its full stop, because another follows. */
function joined(texts: readonly string[], separator: string): string {
  return texts
    .filter((part) => part !== "")
    .map((part) => part.replace(/\.$/, ""))
    .join(separator);
}
