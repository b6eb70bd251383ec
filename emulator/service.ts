import { answerWith } from "./http/answer.ts";
import type { Answer } from "./http/answer.ts";
import { control, controlSegment } from "./http/control.ts";
import { bodyFields, parseBody } from "./http/request-body.ts";
import type { RequestBody } from "./http/request-body.ts";
import { queryByName } from "./http/request-log.ts";
import type { RequestLog } from "./http/request-log.ts";
import { parseTarget } from "./http/target.ts";
import type { Target } from "./http/target.ts";
import { malformed, unauthenticated } from "./refusal.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { domainRoutes } from "./routes/domains.ts";
import { projectComponentRoutes } from "./routes/project-components.ts";
import { projectRoutes } from "./routes/projects.ts";
import { findRoute } from "./routes/route.ts";
import type { Context } from "./routes/route.ts";

/** A whole request, as the socket received it. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

export interface ServiceOptions extends Context {
  readonly token: string;
  readonly log: RequestLog;
}

const routes = [...projectRoutes, ...projectComponentRoutes, ...domainRoutes, ...catalogueRoutes];

/**
 * The service without its socket: a function from a request to its answer, which touches nothing but the store and the
 * log, and handles one request after the other.
 */
export function createService({ token, log, ...context }: ServiceOptions): (request: ServiceRequest) => Answer {
  let started = 0;
  let controlled = 0;

  return function handle(request) {
    const target = parseTarget(request.target);
    if (target.segments[0] === controlSegment) {
      controlled += 1;
      return answerWith(`control_${controlled}`, () => control(request.method, target, log));
    }
    started += 1;
    const requestId = `req_${started}`;
    const authorized = request.authorization === `Bearer ${token}`;
    const body = parseBody(request.body);
    const answer = answerWith(requestId, () => answerRoute(request, target, body, authorized, context));
    log.add({
      sequence: started,
      requestId,
      method: request.method,
      path: target.path,
      query: queryByName(target.query ?? []),
      body: loggedBody(body),
      authorized,
      status: answer.status,
    });
    return answer;
  };
}

function answerRoute(
  { method, contentType }: ServiceRequest,
  { path, segments, query }: Target,
  body: RequestBody,
  authorized: boolean,
  context: Context,
): object {
  // Before everything else, so that nothing can be learned without a token.
  if (segments[0] === "v1" && !authorized) throw unauthenticated();
  const decoded = segments.filter((segment) => segment !== undefined);
  if (decoded.length < segments.length) throw malformed("The path has a bad percent encoding");
  const { route, params } = findRoute(routes, method, decoded);
  if (query === undefined) throw malformed("The query has a bad percent encoding");
  return route.answer({ path, params, query, body: bodyFields(method, contentType, body) }, context);
}

function loggedBody(body: RequestBody): unknown {
  if (body.kind === "none") return null;
  return body.kind === "json" ? body.value : body.text;
}
