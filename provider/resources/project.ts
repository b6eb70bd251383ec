import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Body, Client } from "../api/client.ts";
import { isNotFound } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { canonical, isObject, sameMeaning } from "./canonical.ts";
import { SettingsNotAppliedError } from "./failures.ts";
import type { Change, Kind } from "./kind.ts";
import {
  baseFields,
  declaredProject,
  projectFields,
  READ_ONLY,
  settingFields,
  type DeclaredProject,
} from "./project-fields.ts";
import { only, refuseNotTaken, refuseUndeclared, settleCreate } from "./writes.ts";

/** A project: a slug in an organization, with its settings. */
export const projectKind: Kind<undefined, DeclaredProject, ProjectRecord> = {
  name: "project",
  declared: declaredProject,
  idOf: ({ id }) => id,
  find: async (lists, _place, declared) => {
    const visible = await lists.projects(declared.organization_id);
    return only(subject(declared), withKey(visible, declared), ({ id }) => id);
  },
  read: async (client, _place, id) => {
    try {
      return await client.projects.get(id);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  },
  compare,
  ensure: async (client, _place, declared, live) => {
    if (live !== undefined) return update(client, declared, live);
    const created = await settleCreate(
      `the creation of ${subject(declared)}`,
      () => client.projects.create(creation(declared)),
      async () => withKey(await client.projects.list({ organizationId: declared.organization_id }), declared),
      ({ id }) => id,
    );
    try {
      return await applySettings(client, declared, created);
    } catch (error) {
      throw new SettingsNotAppliedError(created, error instanceof Error ? error : new Error(String(error)));
    }
  },
  remove: async (client, _place, id) => {
    try {
      await client.projects.delete(id);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
  },
};

/** "Not found" means that a child is gone only while its project answers; else it may be the address or the token. */
export async function whileProjectAnswers(client: Client, projectId: string, error: Error): Promise<undefined> {
  if ((await projectKind.read(client, undefined, projectId)) === undefined) throw error;
  return undefined;
}

function subject(declared: DeclaredProject): string {
  return `project ${declared.slug} of ${declared.organization_id}`;
}

function withKey(projects: readonly ProjectRecord[], declared: DeclaredProject): ProjectRecord[] {
  return projects.filter(
    ({ slug, organization_id: owner }) =>
      slug === declared.slug && (owner ?? declared.organization_id) === declared.organization_id,
  );
}

function compare(declared: DeclaredProject, live: ProjectRecord): readonly Change[] {
  const { organization_id: organization, extra = {}, ...fields } = declared;
  const changes: Change[] = [];
  if (typeof live.organization_id === "string" && live.organization_id !== organization) {
    changes.push({ path: "organization_id", from: live.organization_id, to: organization, replace: true });
  }
  for (const [name, to] of Object.entries(fields)) {
    if (to !== undefined) changes.push(...compareField(name, to, live[name]));
  }
  for (const [name, to] of Object.entries(extra)) {
    const from = live[name] ?? null;
    if (!isDeepStrictEqual(to, from)) changes.push({ path: name, from, to, replace: false });
  }
  return changes;
}

function compareField(name: string, to: unknown, from: unknown): Change[] {
  const field: z.ZodType | undefined = Object.entries(projectFields).find(([known]) => known === name)?.[1];
  if (field === undefined || sameMeaning(field, to, from)) return [];
  if (name !== "autocapture" || !isObject(to)) return [{ path: name, from: from ?? null, to, replace: false }];
  // Owned key by key, like a component's settings: what is not declared is not compared.
  const live = isObject(from) ? from : {};
  return Object.entries(to)
    .filter(([key, value]) => value !== undefined && value !== (live[key] ?? null))
    .map(([key, value]) => ({ path: `autocapture.${key}`, from: live[key] ?? null, to: value, replace: false }));
}

/** The body of a create: no settings (service description). `type` is required there; `proxy` is its documented default. */
function creation(declared: DeclaredProject): Body {
  const base = Object.keys(baseFields).map((name) => [
    name,
    Object.entries(declared).find(([key]) => key === name)?.[1],
  ]);
  const given = base.filter(([, value]) => value !== undefined && value !== null);
  return { type: "proxy", ...Object.fromEntries(given), organization_id: declared.organization_id };
}

async function update(client: Client, declared: DeclaredProject, live: ProjectRecord): Promise<ProjectRecord> {
  const changes = compare(declared, live);
  if (changes.length === 0) return live;
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    const [name = "", key] = path.split(".");
    if (key === undefined || name in (declared.extra ?? {})) body[path] = to;
    else if (isObject(declared.autocapture)) body[name] = { ...asObject(live[name]), ...declared.autocapture };
  }
  const answer = await client.projects.update(live.id, body);
  const expected = new Set([...Object.keys(body), ...READ_ONLY]);
  refuseUndeclared(`project ${live.id}`, live, answer, expected, canonicalField);
  const updated = { ...live, ...answer };
  refuseNotTaken(`project ${live.id}`, compare(declared, updated));
  return updated;
}

/** A new project's settings are whatever the service gives it, so all declared ones are sent. */
async function applySettings(
  client: Client,
  declared: DeclaredProject,
  created: ProjectRecord,
): Promise<ProjectRecord> {
  const settings = Object.entries(declared).filter(([name, value]) => name in settingFields && value !== undefined);
  const body = { ...Object.fromEntries(settings), ...declared.extra };
  if (Object.keys(body).length === 0) return created;
  const updated = { ...created, ...(await client.projects.update(created.id, body)) };
  refuseNotTaken(`project ${created.id}`, compare(declared, updated));
  return updated;
}

function canonicalField(name: string, value: unknown): unknown {
  const field: z.ZodType | undefined = Object.entries(projectFields).find(([known]) => known === name)?.[1];
  return field === undefined ? (value ?? null) : canonical(field, value);
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}
