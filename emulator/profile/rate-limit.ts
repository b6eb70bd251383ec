import type { Answer } from "../http/answer.ts";
import type { Habits } from "./habits.ts";

const refused: Answer = {
  status: 429,
  headers: { "content-type": "text/html; charset=utf-8" },
  body: "<!doctype html>\n<html><head><title>429 Too Many Requests</title></head><body></body></html>\n",
};

/** Counts the requests of each token in a window that moves with the time. */
export function createRateLimit() {
  const times = new Map<string, readonly number[]>();
  return {
    /** Counts a request. Returns the answer that refuses it, or undefined if it may be handled. */
    refusal(token: string, rate: Habits["rate"], now: number): Answer | undefined {
      if (rate === undefined) {
        times.delete(token);
        return undefined;
      }
      const recent = (times.get(token) ?? []).filter((time) => time > now - rate.windowMs);
      const isAllowed = recent.length < rate.requests;
      times.set(token, isAllowed ? [...recent, now] : recent);
      return isAllowed ? undefined : refused;
    },
  };
}
