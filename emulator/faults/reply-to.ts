import { answerWith, type Answer, type HandlerResult } from "../http/answer.ts";
import type { Reply } from "../http/reply.ts";
import { failingPage, type ListAnswer } from "./list-fault.ts";
import type { Fault } from "./schedule.ts";

const mebibyte = 1_048_576;

const page = `<!doctype html>
<html><head><title>Gateway</title></head><body><h1>This is not the service</h1></body></html>
`;

/** The request to reply to. */
interface Handling {
  readonly requestId: string;
  /** Handles the request and returns the result. Do not call it if the request must not take effect. */
  readonly handled: () => HandlerResult;
  /** The result as a page of a list. Undefined if it is not a list. */
  readonly list: () => ListAnswer | undefined;
}

/** The reply to a request: the answer, or what the fault makes of it. */
export function replyTo(fault: Fault | undefined, { requestId, handled, list }: Handling): Reply {
  const answer = () => answerWith(requestId, handled());
  switch (fault?.kind) {
    case undefined:
      return { kind: "whole", answer: answer() };
    case "reset":
      return fault.when === "body" ? { kind: "cut", answer: answer() } : { kind: "reset" };
    case "hang":
      return { kind: "hang" };
    case "slow-body":
      return { kind: "slow", answer: answer(), chunkBytes: fault.chunkBytes ?? 8, everyMs: fault.everyMs ?? 1000 };
    case "answer":
      return { kind: "whole", answer: configuredAnswer(fault, requestId) };
    case "html": {
      const headers = { "content-type": "text/html; charset=utf-8" };
      return { kind: "whole", answer: { status: fault.status ?? 200, headers, body: page } };
    }
    case "truncated":
      return { kind: "whole", answer: truncated(answer()) };
    case "huge":
      return { kind: "padded", answer: answer(), bytes: fault.bytes ?? 9 * mebibyte };
    case "list": {
      const healthy = list();
      const value = healthy === undefined ? handled().value : failingPage(healthy, fault.as);
      return { kind: "whole", answer: answerWith(requestId, { ...handled(), value }) };
    }
  }
}

function configuredAnswer(
  { status, headers = {}, body }: Extract<Fault, { kind: "answer" }>,
  requestId: string,
): Answer {
  const type = typeof body === "string" ? "text/plain; charset=utf-8" : "application/json; charset=utf-8";
  const lowerCase = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  return {
    status,
    headers: {
      ...(body === undefined ? {} : { "content-type": type }),
      "x-request-id": requestId,
      ...Object.fromEntries(lowerCase),
    },
    body: typeof body === "string" ? body : (JSON.stringify(body) ?? ""),
  };
}

function truncated(answer: Answer): Answer {
  return { ...answer, body: answer.body.slice(0, answer.body.length / 2) };
}
