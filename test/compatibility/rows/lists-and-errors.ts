import { STATUS_CODES } from "node:http";
import { isList, isOk, JSON_TYPE, records, type Asked, type Habit } from "../../habit.ts";
import { asObject } from "../../world/oracle/meaning.ts";
import { emulated, form, type Row } from "../row.ts";

const withoutOrganization = (isMeant: (asked: Asked) => boolean): Habit =>
  records("project", ({ organization_id: id, ...record }, asked) =>
    isMeant(asked) ? record : { ...record, organization_id: id },
  );

const PIN = "blocked, with its id; pin it";

/** How lists differ from single reads. The profile `late` shows old ones. */
export const LISTS: readonly Row[] = [
  emulated("lists only ids and keys", { lists: { fields: "ids" } }),
  emulated("leaves out has_more and last_key on every last page", { lists: { end: "omitted", pageSize: 1 } }),
  form(
    "refuses a limit and an order where none is described",
    {
      ask: (asked) =>
        isList(asked) && asked.path.length > 1 && (asked.query.has("limit") || asked.query.has("order_direction"))
          ? { status: 400, headers: JSON_TYPE, body: { error: { message: "unknown parameter" } } }
          : asked,
    },
    { isUsual: true },
  ),
  emulated("ignores the organization when it lists projects", { lists: { allOrganizations: true } }),
  ...Object.entries({ "in lists": isList, everywhere: () => true }).map(([where, isMeant]) =>
    form(`leaves out the organization ${where}`, withoutOrganization(isMeant), {
      seed: [{ organization_id: "org_1", slug: "rich" }],
      ends: { says: PIN, message: /prj_\d+ is rich, listed without its organization, .* pin it with its `id`/ },
    }),
  ),
];

const RFC_9457 = "RFC 9457";

/** How services write a refusal: by its message and status. */
const SHAPES: readonly (readonly [name: string, body: (message: string, status: number) => object])[] = [
  ['{"error": {"message"}}', (message) => ({ error: { message } })],
  ['{"message"}', (message) => ({ message })],
  ['{"error": "…"}', (message) => ({ error: message })],
  [RFC_9457, (detail, status) => ({ type: "about:blank", title: STATUS_CODES[status], status, detail })],
  ['{"errors": […]}', (message) => ({ errors: [{ message }] })],
];

/** Changes refusals, but not of what is not there. */
const refusals = (change: Habit["answer"]): Habit => ({
  answer: (answered, asked, service) =>
    isOk(answered) || answered.status === 404 ? answered : (change?.(answered, asked, service) ?? answered),
});

const taken = [{ organization_id: "org_1", slug: "other-owner", domains: [{ name: "www.example.com" }] }];

/** Refusals and limits. The profile `gateway` has a limit for each second, and releases host names late. */
export const ERRORS: readonly Row[] = [
  ...SHAPES.map(([name, body]): Row => ({
    habit: `refuses a host name as ${name}`,
    between: () =>
      refusals((answered) => {
        const { message } = asObject(asObject(answered.body)["error"]);
        const type = name === RFC_9457 ? "application/problem+json" : "application/json";
        return { ...answered, headers: { "content-type": type }, body: body(String(message), answered.status) };
      }),
    seed: taken,
    ends: { says: "failed: the owner is named", message: /www\.example\.com.*other-owner/s },
  })),
  ...[400, 422].map((status): Row => ({
    habit: `refuses a taken host name with ${status}`,
    between: () =>
      refusals((answered) => {
        if (answered.status !== 409) return answered;
        // Its type does not tell what its status does not.
        const { message } = asObject(asObject(answered.body)["error"]);
        return { ...answered, status, body: { error: { type: "invalid_request_error", message } } };
      }),
    seed: taken,
    ends: { says: "failed: the host name is named", message: /www\.example\.com/ },
  })),
  emulated("handles 30 requests in 10 seconds, without Retry-After", { rate: { requests: 30, windowMs: 10_000 } }),
];
