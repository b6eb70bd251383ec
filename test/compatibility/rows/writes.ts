import type { Temperament } from "../../../emulator/temperament/temperament.ts";
import { declares, sets, type Row } from "../row.ts";

const row = (habit: string, temperament: Temperament, more: Partial<Row> = {}): Row => ({
  habit,
  temperament: () => temperament,
  ...more,
});

const live = { organization_id: "org_1", slug: "rich" };

/** What writes store, answer and show. */
export const WRITES: readonly Row[] = [
  row(
    "merges settings",
    { changes: { settings: "merge" } },
    { isUsual: true, different: [sets("acme/all", "share", 0.6)] },
  ),
  row(
    "replaces settings",
    { changes: { settings: "replace" } },
    { isUsual: true, different: [sets("acme/all", "share", 0.6)] },
  ),
  row("merges settings and removes null", { changes: { settings: "merge-patch" } }, { isUsual: true }),
  row("drops settings that a new version does not have", { changes: { versionDropsSettings: true } }),
  row(
    "ignores external_project_url in an update",
    { changes: { ignored: ["external_project_url"] } },
    { isUsual: true },
  ),
  row(
    "ignores external_project_url in an update, and another URL is live",
    { changes: { ignored: ["external_project_url"] } },
    {
      seed: [{ ...live, external_project_url: "https://old.example.com" }],
      ends: {
        says: "partial: the field and what the service stored are named",
        message: /external_project_url.*old\.example\.com/s,
      },
    },
  ),
  row(
    "never stores a field",
    { changes: { dropped: ["cookie_domain"] } },
    { ends: { says: "partial: the field is named", message: /cookie_domain/ } },
  ),
  row(
    "changes one field with another",
    { changes: { coupled: [{ field: "inject_sdk", value: true, sets: { inject_sdk_position: "append" } }] } },
    {
      ends: {
        says: "partial: the field and what the service stored are named; the next run sets the field alone",
        heals: true,
        message: /inject_sdk_position.*append/s,
      },
    },
  ),
  row(
    "cuts texts",
    { changes: { limits: [{ field: "description", length: 6 }] } },
    {
      ends: {
        says: "partial: the field and what the service stored are named",
        message: /description.*A shop/s,
      },
    },
  ),
  row(
    "rounds numbers in rules",
    { changes: { limits: [{ field: "override_cache.*.ttl", step: 500 }] } },
    { ends: { says: "partial: the field is named", message: /override_cache/ } },
  ),
  row(
    "limits numbers in settings",
    { changes: { limits: [{ field: "settings.share", most: 0.25 }] } },
    {
      ends: {
        says: "partial: the setting and what the service stored are named",
        message: /share.*0\.25/s,
      },
    },
  ),
  row("answers a create with 204", { answers: { create: "none" } }),
  row("answers a create with {}", { answers: { create: "empty" } }),
  row("answers a create with the id only", { answers: { create: "id" } }),
  row("answers a create with what was sent", { answers: { create: "request" } }),
  row("answers an update with 204", { answers: { update: "none" } }, { different: [declares("cookie_name", "other")] }),
  row("answers an update with {}", { answers: { update: "empty" } }),
  row("answers an update with the id only", { answers: { update: "id" } }),
  row("answers an update with what was sent", { answers: { update: "request" } }),
  row(
    "answers an update with the record as it was before",
    { answers: { update: "old" } },
    {
      different: [declares("cookie_name", "other"), sets("acme/all", "share", 0.7)],
    },
  ),
  {
    habit: "shows a write in a GET by id only some seconds later",
    temperament: (readsMs) => ({ late: { readsMs } }),
  },
  {
    habit: "does not find what is below a new project for some seconds",
    temperament: (newProjectMs) => ({ late: { newProjectMs } }),
  },
  {
    habit: "does not find what is below a new project for some seconds, and answers a create with 204",
    temperament: (newProjectMs) => ({ late: { newProjectMs }, answers: { create: "none" } }),
  },
  {
    habit: "shows a write late, and answers an update with the record as it was before",
    temperament: (readsMs) => ({ late: { readsMs }, answers: { update: "old" } }),
  },
  row("counts reads in a field of its own", { extra: { counter: "reads" } }),
  row("counts writes in a field of its own", { extra: { counter: "writes" } }),
  row("has a status of its own", { extra: { status: true } }),
  row("has etags and times of its own", { extra: { etag: true, timestamp: true } }),
  row("gives domains an id", { extra: { domainIds: true } }),
  ...(["colon", "base64", "pipe", "space", "uuid", "digits"] as const).map((ids) =>
    row(
      `has ids such as ${{ colon: "prj:1", base64: "cHJqOjE=", pipe: "prj|1", space: "prj 1", uuid: "a UUID", digits: '"1001"' }[ids]}`,
      { ids },
    ),
  ),
  row("has numbers as ids", { ids: "number" }),
  row("answers a deletion with 204", { deletions: { answer: "none" } }),
  row("answers a deletion with {}", { deletions: { answer: "empty" } }),
  row("answers a deletion with deleted: false, and deletes", { deletions: { answer: "deleted-false" } }),
  row("deletes only empty projects", { deletions: { onlyEmptyProjects: true } }, { isUsual: true }),
  {
    habit: "answers a deletion with deleted: false, and does not delete",
    temperament: () => ({ deletions: { ineffective: ["domain"] } }),
    seed: [{ ...live, domains: [{ name: "old.example.com" }] }],
    ends: { says: "failed: the domain is named", message: /old\.example\.com/ },
  },
];
