import type { Answer } from "../http/answer.ts";
import type { Temperament } from "./temperament.ts";

type Rate = NonNullable<Temperament["rate"]>;

/** Counts the requests of each token in a window that moves with the time. */
export interface RateLimit {
  /** Counts a request. Returns the answer that refuses it, or undefined if it may be handled. */
  refusal(token: string, rate: Rate | undefined, now: number): Answer | undefined;
}

const page = `<!doctype html>
<html><head><title>Too many requests</title></head><body><h1>Slow down</h1></body></html>
`;

export function createRateLimit(): RateLimit {
  const times = new Map<string, number[]>();
  return {
    refusal(token, rate, now) {
      if (rate === undefined) {
        times.delete(token);
        return undefined;
      }
      const recent = (times.get(token) ?? []).filter((time) => time > now - rate.windowMs);
      const isAllowed = recent.length < rate.requests;
      if (isAllowed || rate.countsRefused === true) recent.push(now);
      times.set(token, recent);
      if (isAllowed) return undefined;
      // The oldest request of those that must leave the window.
      const leaving = recent.at(-rate.requests) ?? now;
      return answer(rate, leaving + rate.windowMs, now);
    },
  };
}

function answer({ retryAfter, body, status }: Rate, freeAt: number, now: number): Answer {
  const seconds = Math.max(1, Math.ceil((freeAt - now) / 1000));
  const date = (time: number) => new Date(time).toUTCString();
  const after = {
    seconds: { "retry-after": String(seconds) },
    date: { "retry-after": date(now + seconds * 1000), date: date(now) },
    none: {},
  };
  return { status: status ?? 429, ...bodyOf(body, after[retryAfter ?? "none"]) };
}

function bodyOf(body: Rate["body"], headers: Readonly<Record<string, string>>): Pick<Answer, "headers" | "body"> {
  const message = "Too many requests";
  switch (body) {
    case "empty":
      return { headers, body: "" };
    case "html":
      return { headers: { ...headers, "content-type": "text/html; charset=utf-8" }, body: page };
    case "message":
      return { headers: withJson(headers), body: JSON.stringify({ message }) };
    case undefined:
      return {
        headers: withJson(headers),
        body: JSON.stringify({ error: { type: "invalid_request_error", message } }),
      };
  }
}

function withJson(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return { ...headers, "content-type": "application/json; charset=utf-8" };
}
