import type { Clock } from "./clock.ts";
import { describeFault, isHandled } from "./faults/describe-fault.ts";
import type { Faults } from "./faults/choose-fault.ts";
import { canFailAs, listAnswer } from "./faults/list-fault.ts";
import { replyTo } from "./faults/reply-to.ts";
import { answerWith, failureOf, refusalOf, resultOf, type HandlerResult } from "./http/answer.ts";
import { control, controlSegment } from "./http/control.ts";
import { statusOf, type Reply } from "./http/reply.ts";
import { bodyFields, parseBody, type RequestBody } from "./http/request-body.ts";
import { queryByName, type RequestLog } from "./http/request-log.ts";
import { parseTarget, type Target } from "./http/target.ts";
import type { ActiveHabits } from "./profile/active-habits.ts";
import { present } from "./profile/present.ts";
import { createRateLimit } from "./profile/rate-limit.ts";
import { refuse } from "./profile/refuse.ts";
import { childNames } from "./kinds/children.ts";
import { malformed, unauthenticated } from "./refusal.ts";
import { catalogueRoutes } from "./routes/catalogue.ts";
import { childRoutes } from "./routes/children.ts";
import { projectRoutes } from "./routes/projects.ts";
import { findRoute } from "./routes/route.ts";
import type { Store } from "./store/store.ts";

/** A complete HTTP request. */
export interface ServiceRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly body: Uint8Array;
}

/** A request, as `onRequest` gets it. */
export interface ObservedRequest {
  readonly method: string;
  /** The path as sent, without the query. */
  readonly path: string;
  /** The number of the request in the request log. */
  readonly sequence: number;
  /** The fault that the request meets, as in the request log. */
  readonly fault?: string;
}

export type RequestPhase = "received" | "handled";
export type OnRequest = (request: ObservedRequest, phase: RequestPhase) => void;

export interface ServiceOptions {
  /** By access token: the part of the store that the token can see. */
  readonly stores: ReadonlyMap<string, Store>;
  readonly log: RequestLog;
  readonly faults: Faults;
  /** Replaced by control requests. */
  readonly habits: ActiveHabits;
  readonly clock: Clock;
  /** Maximum number of items in a page of a list. */
  readonly pageSize: number;
  readonly onRequest: OnRequest | undefined;
}

const routes = [...projectRoutes, ...childNames.flatMap(childRoutes), ...catalogueRoutes];

/**
 * The service without its socket: a function from a request to its reply. It changes only the store and the log, and handles
 * one request at a time. If handling a request throws, also in `onRequest`, the reply is a 500, and the log says so.
 */
export function createService(options: ServiceOptions): (request: ServiceRequest) => Reply {
  const { stores, log, faults, habits, clock, pageSize, onRequest } = options;
  const rateLimit = createRateLimit();
  let started = 0;
  let controlled = 0;

  return function handle(request) {
    const target = parseTarget(request.target);
    const body = parseBody(request.body);
    if (target.segments[0] === controlSegment) {
      controlled += 1;
      const controls = { log, faults, habits };
      const result = resultOf(
        () => ({ status: 200, headers: {}, value: control(request.method, target.path, body, controls) }),
        refusalOf,
      );
      return { kind: "whole", answer: answerWith(`control_${controlled}`, result) };
    }
    started += 1;
    const sequence = started;
    const requestId = `req_${sequence}`;
    const receivedAt = clock.now();
    const { method } = request;
    const { path } = target;
    const store = storeFor(stores, request.authorization);

    const limited =
      store === undefined
        ? undefined
        : rateLimit.refusal(request.authorization ?? "", habits.current().rate, receivedAt);

    let result: HandlerResult | undefined;
    const handled = () =>
      (result ??= resultOf(
        () => answerRoute(request, target, body, store, pageSize),
        (refusal) => refuse(refusal, habits.current()),
      ));
    // A GET changes nothing, so reading its answer before faults are chosen has no effect.
    const list = () => (method === "GET" ? listAnswer(handled(), target.query ?? []) : undefined);
    // A request above the limit does not get as far as the faults.
    const fault =
      limited === undefined
        ? faults.faultFor({ method, path, canFailAs: (kind) => canFailAs(list(), kind) })
        : undefined;
    const faultName = fault === undefined ? {} : { fault: describeFault(fault) };
    const takesEffect = fault === undefined || isHandled(fault);
    const observe = target.segments[0] === "v1" ? onRequest : undefined;
    const observed = { method, path, sequence, ...faultName };
    const entry = {
      sequence,
      receivedAt,
      requestId,
      method,
      path,
      query: queryByName(target.query ?? []),
      body: store === undefined ? null : body.logged,
      authorized: store !== undefined,
      ...faultName,
    };
    let tookEffect = false;

    try {
      observe?.(observed, "received");
      if (limited !== undefined) {
        log.add({ ...entry, fault: "rate limit", handled: false, status: limited.status });
        return { kind: "whole", answer: { ...limited, headers: { ...limited.headers, "x-request-id": requestId } } };
      }
      tookEffect = takesEffect;
      if (takesEffect) handled();
      const reply = replyTo(fault, { requestId, handled, list });
      log.add({ ...entry, handled: takesEffect, status: statusOf(reply) });
      if (takesEffect) observe?.(observed, "handled");
      return reply;
    } catch (error) {
      const failure = failureOf(error);
      log.add({ ...entry, handled: tookEffect, status: failure.status });
      return { kind: "whole", answer: answerWith(requestId, failure) };
    }
  };
}

/** Whether the body of a request matters: it has a token that is known, or controls the emulator. */
export function takesBody(
  stores: ServiceOptions["stores"],
  { target, authorization }: Pick<ServiceRequest, "target" | "authorization">,
): boolean {
  return storeFor(stores, authorization) !== undefined || parseTarget(target).segments[0] === controlSegment;
}

function storeFor(stores: ServiceOptions["stores"], authorization: string | undefined): Store | undefined {
  const bearer = "Bearer ";
  return authorization?.startsWith(bearer) === true ? stores.get(authorization.slice(bearer.length)) : undefined;
}

function answerRoute(
  { method, contentType }: ServiceRequest,
  { path, segments, query }: Target,
  body: RequestBody,
  store: Store | undefined,
  pageSize: number,
): HandlerResult {
  // Check the token first, so that requests without a token learn nothing.
  if (segments[0] === "v1" && store === undefined) throw unauthenticated();
  const decoded = segments.filter((segment) => segment !== undefined);
  if (decoded.length < segments.length) throw malformed("The path has an invalid percent encoding");
  const { route, params } = findRoute(routes, method, decoded);
  // All routes are under /v1.
  if (store === undefined) throw unauthenticated();
  if (query === undefined) throw malformed("The query has an invalid percent encoding");
  const call = { path, params, query, body: bodyFields(method, contentType, body) };
  return present(route.handle(call, { store, pageSize }), store);
}
