import { Buffer } from "node:buffer";
import type { Reply } from "../emulator/http/reply.ts";
import type { ServiceRequest } from "../emulator/service.ts";
import { asObject, type Fields } from "./world/oracle/meaning.ts";

/*
 * Habits that stand between the socket and the emulator, for those that the emulator does not have: they change JSON
 * requests and JSON answers.
 */

export interface Asked {
  readonly method: string;
  /** Path without query, decoded: `["projects", "prj_1"]`. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed JSON. `undefined`: no body. A text is sent as it is. */
  readonly body: unknown;
}

export interface Habit {
  /** The request that the service gets, or an answer without asking it. */
  ask?(asked: Asked, service: (asked: Asked) => Answered): Asked | Answered;
  /** The answer that the client gets. */
  answer?(answered: Answered, asked: Asked, service: (asked: Asked) => Answered): Answered;
}

export const JSON_TYPE = { "content-type": "application/json" };

type Handle = (request: ServiceRequest) => Reply;
export type Between = (request: ServiceRequest, handle: Handle) => Reply;

/** A function for `openEmulator` and `startService`. Each service needs its own, because habits remember. */
export function between(habit: Habit): Between {
  return (request, handle) => {
    const asked = read(request);
    const service = (again: Asked): Answered => answerOf(handle(write(request, again)));
    const given = habit.ask?.(asked, service) ?? asked;
    if ("status" in given) return reply(given);
    const raw = handle(write(request, given));
    if (raw.kind !== "whole" || habit.answer === undefined) return raw;
    return reply(habit.answer(answerOf(raw), asked, service));
  };
}

function read({ method, target, body }: ServiceRequest): Asked {
  const { pathname, searchParams } = new URL(target, "http://service");
  const path = pathname.split("/").slice(2).map(decodeURIComponent);
  const text = Buffer.from(body).toString();
  return { method, path, query: searchParams, body: text === "" ? undefined : JSON.parse(text) };
}

function write(request: ServiceRequest, { method, path, query, body }: Asked): ServiceRequest {
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return {
    ...request,
    method,
    target: `/v1/${path.map(encodeURIComponent).join("/")}${search}`,
    contentType: body === undefined ? undefined : request.contentType,
    body: Buffer.from(body === undefined ? "" : JSON.stringify(body)),
  };
}

function answerOf(given: Reply): Answered {
  if (given.kind !== "whole") throw new Error("habits and faults do not go together");
  const { status, headers, body } = given.answer;
  const isJson = headers["content-type"]?.includes("json") === true;
  return { status, headers, body: body === "" ? undefined : isJson ? JSON.parse(body) : body };
}

function reply({ status, headers, body }: Answered): Reply {
  const text = body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body);
  return { kind: "whole", answer: { status, headers, body: text } };
}

export function isOk({ status }: Answered): boolean {
  return status >= 200 && status < 300;
}

export function isWrite({ method }: Asked): boolean {
  return method === "POST";
}

/** Whether the request is for the list of projects, of components or of domains. */
export function isList({ method, path }: Asked): boolean {
  return method === "GET" && path[0] === "projects" && path.length % 2 === 1;
}

/** Refuses the lists of projects whose `organization_id` in the query is this one. `null`: the list of all that the token sees. */
export function refusesProjects(
  organization: string | null,
  status: number,
  type: string,
): Required<Pick<Habit, "ask">> {
  const headers = { "content-type": "application/json" };
  const refusal = { status, headers, body: { error: { type, message: "so it is" } } };
  return {
    ask: (asked) => {
      const isMeant = isList(asked) && asked.path.length === 1 && asked.query.get("organization_id") === organization;
      return isMeant ? refusal : asked;
    },
  };
}

type ObjectName = "project" | "project_component" | "domain" | "component";

/** Changes each record of one sort, in lists and in single answers. */
export function records(
  sort: ObjectName | "any",
  change: (record: Fields, asked: Asked) => Fields,
): Required<Pick<Habit, "answer">> {
  return {
    answer: (answered, asked) => {
      if (!isOk(answered) || typeof answered.body !== "object") return answered;
      const body = asObject(answered.body);
      const one = (record: unknown): unknown => {
        const fields = asObject(record);
        return sort === "any" || fields["object"] === sort ? change(fields, asked) : record;
      };
      if (body["deleted"] !== undefined) return answered;
      const { data } = body;
      return { ...answered, body: Array.isArray(data) ? { ...body, data: data.map(one) } : one(body) };
    },
  };
}

/** The record without some of its fields. */
export function without(record: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)));
}

/** The section that a path is in: `/projects/prj_1/domains/x` is in `domains`. */
export function sectionOf({ path }: Asked): string {
  return path[2] ?? path[0] ?? "";
}
