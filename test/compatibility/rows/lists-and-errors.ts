import type { Temperament } from "../../../emulator/temperament/temperament.ts";
import { rich } from "../declared.ts";
import { sets, type Row } from "../row.ts";

const row = (habit: string, temperament: Temperament, more: Partial<Row> = {}): Row => ({
  habit,
  temperament: () => temperament,
  ...more,
});

/** How lists differ from single reads. */
export const LISTS: readonly Row[] = [
  row("lists only ids and names", { lists: { fields: "ids" } }, { different: [sets("acme/all", "share", 0.6)] }),
  row(
    "lists components without settings",
    { lists: { without: ["settings"] } },
    {
      different: [sets("acme/all", "share", 0.6)],
    },
  ),
  row("lists projects without their settings", { lists: { without: ["cache", "trusted_ips", "rate_limiting"] } }),
  row("leaves out object", { lists: { withoutObject: true } }),
  row("shows has_more as null at the end", { lists: { hasMoreAtEnd: "null" } }),
  row("leaves out has_more at the end", { lists: { hasMoreAtEnd: "omitted" } }),
  row("shows last_key as a number", { lists: { lastKey: "number", pageSize: 2 } }),
  row("shows last_key as a number at the end", { lists: { lastKey: "number-at-end" } }),
  row("shows last_key as null at the end", { lists: { lastKey: "null-at-end" } }),
  row("leaves out last_key at the end", { lists: { lastKey: "omitted-at-end", pageSize: 1 } }),
  row("ignores the organization when it lists projects", { lists: { allOrganizations: true } }),
  row("leaves out the organization everywhere", { forms: { organizationIds: { as: "omitted" } } }),
  row(
    "leaves out the organization everywhere, and ignores it when it lists projects",
    { forms: { organizationIds: { as: "omitted" } }, lists: { allOrganizations: true } },
    {
      files: [rich],
      ends: { says: "blocked: the ids are named, and a pin helps", message: /\bid\b/ },
    },
  ),
  row(
    "shows ids of organizations in a form of its own",
    { forms: { organizationIds: { as: "path" } } },
    {
      ends: {
        says: "blocked: the id is named, and a pin helps",
        message: /prj_\d|organization_id/,
      },
    },
  ),
  {
    habit: "shows writes in lists only some seconds later",
    temperament: (staleMs) => ({ lists: { staleMs } }),
  },
  {
    habit: "shows old lists in turn with new ones",
    temperament: (goBackMs) => ({ lists: { goBackMs } }),
    settles: true,
  },
];

const SHAPES = {
  untyped: '{"error": {"message"}}',
  message: '{"message"}',
  text: '{"error": "…"}',
  problem: "RFC 9457",
  list: '{"errors": […]}',
} as const;

const conflict = { organization_id: "org_1", slug: "other-owner", domains: [{ name: "www.example.com" }] };

/** Refusals and limits. */
export const ERRORS: readonly Row[] = [
  ...(["untyped", "message", "text", "problem", "list"] as const).map((shape) =>
    row(
      `refuses a host name as ${SHAPES[shape]}`,
      { errors: { shape, typed: ["not_found_error"] } },
      {
        seed: [conflict],
        ends: { says: "failed: the owner is named", message: /www\.example\.com.*other-owner/s },
      },
    ),
  ),
  ...([400, 422] as const).map((status) =>
    row(
      `refuses a taken host name with ${status}`,
      { errors: { conflict: status } },
      {
        seed: [conflict],
        ends: { says: "failed: the host name is named", message: /www\.example\.com/ },
      },
    ),
  ),
  ...(
    [
      ["without Retry-After", {}],
      ["with Retry-After in seconds", { retryAfter: "seconds" }],
      ["with Retry-After as a date", { retryAfter: "date" }],
      ["without Retry-After, with an empty body", { body: "empty" }],
      ["without Retry-After, with HTML", { body: "html" }],
      ["and counts refused requests", { countsRefused: true }],
    ] as const
  ).map(([how, more]) =>
    row(`handles 15 requests a second, ${how}`, { rate: { requests: 15, windowMs: 1000, ...more } }),
  ),
  row("handles 50 requests in 10 seconds, without Retry-After", { rate: { requests: 50, windowMs: 10_000 } }),
  {
    habit: "releases host names some seconds after the detachment",
    temperament: (releaseMs) => ({ hostNames: { releaseMs } }),
  },
];
