import type { z } from "zod";
import type { Body, Client } from "../api/client.ts";
import { InvalidRequestError, isNotFound } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { canonical, isObject, own, sameJson, sameMeaning } from "./canonical.ts";
import { SettingsNotAppliedError, UndeclaredChangeError } from "./failures.ts";
import type { Change, Ensured, Kind } from "./kind.ts";
import {
  baseFields,
  declaredProject,
  projectFields,
  READ_ONLY,
  settingFields,
  type DeclaredProject,
} from "./project-fields.ts";
import { settleCreate, settleRemoval, settleUpdate } from "./settle.ts";
import { only, refuseNotTaken, refuseUndeclared, unlessGone } from "./check-answer.ts";

/** A project: a slug in an organization, with its settings. */
export const projectKind: Kind<undefined, DeclaredProject, ProjectRecord> = {
  name: "project",
  declared: declaredProject,
  idOf: ({ id }) => id,
  addressOf: () => undefined,
  find: async (lists, _place, declared) => {
    const visible = await lists.projects(declared.organization_id);
    return only(subject(declared), withKey(visible, declared), ({ id }) => id);
  },
  read: (client, _place, id) => readProject(client, id),
  compare,
  ensure: async (client, _place, declared, live) => {
    if (live !== undefined) return update(client, declared, live);
    const created = await settleCreate(client, {
      subject: `the creation of ${subject(declared)}`,
      where: "GET /v1/projects",
      create: () => client.projects.create(creation(declared)),
      readBack: async () => withKey(await client.projects.list({ organizationId: declared.organization_id }), declared),
      idOf: ({ id }) => id,
      unique: false,
    });
    try {
      // What was taken over is seen whole, with settings that somebody may have given it.
      const bring = created.takenOver ? update : applySettings;
      const { live: made, notes } = await bring(client, declared, created.live);
      return { ...created, live: made, notes: [...created.notes, ...notes] };
    } catch (error) {
      const cause = error instanceof Error ? error : new Error(String(error));
      return { ...created, incomplete: new SettingsNotAppliedError(created.live.id, cause) };
    }
  },
  remove: (client, _place, id) =>
    settleRemoval({
      subject: `the deletion of project ${id}`,
      where: `GET /v1/projects/${id}`,
      send: () => unlessGone(client.projects.delete(id)),
      isGone: async () => (await readProject(client, id)) === undefined,
    }),
};

async function readProject(client: Client, id: string): Promise<ProjectRecord | undefined> {
  try {
    return await client.projects.get(id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** "Not found" means that a child is gone only while its project answers; else it may be the address or the token. */
export async function whileProjectAnswers(client: Client, projectId: string, error: Error): Promise<undefined> {
  if ((await readProject(client, projectId)) === undefined) throw error;
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
    const from = own(live, name) ?? null;
    if (!sameJson(to, from)) changes.push({ path: name, from, to, replace: false });
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
    .filter(([key, value]) => value !== undefined && value !== (own(live, key) ?? null))
    .map(([key, value]) => ({ path: `autocapture.${key}`, from: own(live, key) ?? null, to: value, replace: false }));
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

async function update(client: Client, declared: DeclaredProject, live: ProjectRecord): Promise<Ensured<ProjectRecord>> {
  const changes = compare(declared, live);
  if (changes.length === 0) return { live, notes: [] };
  if (changes.some(({ replace }) => replace)) {
    throw new InvalidRequestError(
      `Project ${live.id} belongs to ${live.organization_id}, and cannot move to ${declared.organization_id}. ` +
        `Remove it, and create it anew.`,
    );
  }
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    const mergesKeys = path.startsWith("autocapture.") && !Object.hasOwn(declared.extra ?? {}, path);
    if (mergesKeys) body["autocapture"] = { ...given(live["autocapture"]), ...given(declared.autocapture) };
    else body[path] = to;
  }
  const { live: answer, notes } = await sendUpdate(client, declared, live.id, body);
  const expected = new Set([...Object.keys(body), ...READ_ONLY]);
  refuseUndeclared(`project ${live.id}`, live, answer, expected, canonicalField);
  refuseOtherEvents(`project ${live.id}`, declared, live, answer);
  // What the answer leaves out is taken to be as it was sent: no field of an answer is certain.
  const updated = { ...live, ...body, ...answer };
  refuseNotTaken(`project ${live.id}`, compare(declared, updated));
  return { live: updated, notes };
}

function sendUpdate(
  client: Client,
  declared: DeclaredProject,
  id: string,
  body: Body,
): Promise<Ensured<ProjectRecord>> {
  return settleUpdate({
    subject: `the update of project ${id}`,
    where: `GET /v1/projects/${id}`,
    send: () => client.projects.update(id, body),
    read: () => readProject(client, id),
    isAsDeclared: (read) => compare(declared, read).length === 0,
  });
}

/** A new project's settings are whatever the service gives it, so all declared ones are sent. */
async function applySettings(
  client: Client,
  declared: DeclaredProject,
  created: ProjectRecord,
): Promise<Ensured<ProjectRecord>> {
  const settings = Object.entries(declared).filter(
    ([name, value]) => name in settingFields && value !== undefined && !isEmpty(value),
  );
  const body = { ...Object.fromEntries(settings), ...declared.extra };
  const { live: answer, notes } =
    Object.keys(body).length === 0 ? { live: {}, notes: [] } : await sendUpdate(client, declared, created.id, body);
  const updated = { ...creation(declared), ...created, ...body, ...answer };
  // Also without settings: a slug that the service made other than asked would not be found again, and created again.
  refuseNotTaken(`project ${created.id}`, compare(declared, updated));
  return { live: updated, notes };
}

function canonicalField(name: string, value: unknown): unknown {
  const field: z.ZodType | undefined = Object.entries(projectFields).find(([known]) => known === name)?.[1];
  return field === undefined ? (value ?? null) : canonical(field, value);
}

/** An object owned key by key that has no keys: it asks for nothing. */
function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(given(value)).length === 0;
}

/** The keys of an object that have a value. */
function given(value: unknown): Readonly<Record<string, unknown>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, content]) => content !== undefined && content !== null));
}

/** `autocapture` is owned key by key, so that an event nobody declares must stay as it was. */
function refuseOtherEvents(at: string, declared: DeclaredProject, live: ProjectRecord, answer: ProjectRecord): void {
  if (declared.autocapture === null || !("autocapture" in answer)) return;
  const [before, after] = [given(live["autocapture"]), given(answer["autocapture"])];
  const ours = given(declared.autocapture);
  const changed = Object.keys(before).filter(
    (name) => !Object.hasOwn(ours, name) && !sameJson(before[name], own(after, name)),
  );
  if (changed.length > 0)
    throw new UndeclaredChangeError(
      at,
      changed.map((name) => `autocapture.${name}`),
    );
}
