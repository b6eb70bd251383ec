import type { Fault } from "../../emulator/start.ts";
import { REPEATED, TOKEN } from "./secrets.ts";

const json = { "content-type": "application/json" };
/** In headers only what a header may have. */
const HEADERS = {
  "x-request-id": `Bearer ${TOKEN}`,
  "set-cookie": `session=${TOKEN}`,
  "www-authenticate": `Bearer realm="${TOKEN}"`,
  server: TOKEN,
};

type Headers = Readonly<Record<string, string>>;

/** The service's own refusal, with these texts and the token in every field of it. */
export const refusal = (status: number, type: string, texts = REPEATED, headers: Headers = {}): Fault =>
  answer(
    status,
    {
      error: {
        type,
        message: `Authorization: Bearer ${TOKEN}`,
        params: texts.map((text) => ({ param: text, message: `got ${text}` })),
      },
    },
    headers,
  );

export const answer = (status: number, body: unknown, headers: Headers = {}): Fault => ({
  kind: "answer",
  status,
  headers: { ...json, ...HEADERS, ...headers },
  body,
});

export const page = (status: number, texts = REPEATED): Fault =>
  answer(status, `<html>${texts.map((text) => `<p>${text}</p>`).join("")}</html>`, { "content-type": "text/html" });

/** What goes wrong, by name; each repeats secrets where it can. */
export const ANSWERS: Readonly<Record<string, Fault>> = {
  "400": refusal(400, "invalid_request_error"),
  "400 with the token as its type": refusal(400, TOKEN),
  "401": refusal(401, "authentication_error"),
  "403": refusal(403, "forbidden_error"),
  "404": refusal(404, "not_found_error"),
  "409": refusal(409, "conflict_error"),
  "429 to come back in days": refusal(429, "rate_limit_error", REPEATED, { "retry-after": "200000", date: TOKEN }),
  "500": refusal(500, "api_error"),
  "a redirection": answer(302, "", { location: `https://example.invalid/${TOKEN}?t=${encodeURIComponent(TOKEN)}` }),
  "a page with 200": page(200),
  "a page with 404": page(404),
  "a page with 502": page(502),
  "a page that is cut in the token": page(400, ["x".repeat(180) + TOKEN]),
  // White space is folded, so all of it fits, and only the first 64 KiB are searched for secrets.
  "a page that is cut in the token after 64 KiB": page(400, [`x${" ".repeat(64 * 1024 - 10 - TOKEN.length)} ${TOKEN}`]),
  "an error of another shape": answer(400, { authorization: TOKEN, errors: REPEATED }),
  "a record of another shape": answer(200, {
    id: REPEATED,
    [TOKEN]: TOKEN,
    settings: TOKEN,
    data: [{ [TOKEN]: TOKEN }],
  }),
  "a page's key that repeats": answer(200, { data: [], has_more: true, last_key: TOKEN }),
  "JSON that breaks off": answer(200, `{"id":${JSON.stringify(TOKEN)},`),
  "a reset after it": { kind: "reset", when: "after" },
  "a reset in the body": { kind: "reset", when: "body" },
  "a truncated answer": { kind: "truncated" },
};
