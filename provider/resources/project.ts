import type { z } from "zod";
import type { Body, Client, ReadClient } from "../api/client.ts";
import { asError, InvalidRequestError, isNotFound } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { canonical, sameJson, sameMeaning } from "./canonical.ts";
import { type Fields, isObject, own } from "./json.ts";
import { SettingsNotAppliedError, UndeclaredChangeError } from "./failures.ts";
import type { Change, Ensured, InOrganization, Kind } from "./kind.ts";
import {
  baseFields,
  declaredProject,
  projectFields,
  READ_ONLY,
  settingFields,
  type DeclaredProject,
} from "./project-fields.ts";
import { rememberedLists } from "./lists.ts";
import { findProject, findProjects, hasProjectKey, isSameSlug, isSameText, subjectOf } from "./project-identity.ts";
import { settleCreate, settleRemoval, settleUpdate } from "./settle.ts";
import { refuseNotAccepted, refuseUndeclaredChanges } from "./check-answer.ts";

/** A project: a slug in an organization, with its settings. */
export const projectKind: Kind<InOrganization, DeclaredProject, ProjectRecord> = {
  name: "project",
  declared: declaredProject,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  idFromKey: () => undefined,
  list: (lists, { organizationId }) => lists.projects(organizationId),
  find: (lists, _address, declared) => findProject(lists, declared),
  hasKey: hasProjectKey,
  read: (client, _address, id) => readProject(client, id),
  compare,
  ensure: async (client, _address, declared, live) => {
    if (live !== undefined) return update(client, declared, live);
    const created = await settleCreate(client, {
      subject: `the creation of ${subjectOf(declared)}`,
      create: () => client.projects.create(creation(declared)),
      readBack: () => findProjects(rememberedLists(client), declared),
      idOf: ({ id }) => id,
      unique: false,
    });
    try {
      // An adopted project is read whole, with settings that somebody may have given it.
      const converge = created.adopted ? update : applySettings;
      const { live: made, notes } = await converge(client, declared, created.live);
      return { ...created, live: made, notes: [...created.notes, ...notes] };
    } catch (error) {
      const cause = asError(error);
      return { ...created, incomplete: new SettingsNotAppliedError(created.live.id, cause) };
    }
  },
  remove: (client, _address, id) =>
    settleRemoval({
      subject: `the deletion of project ${id}`,
      send: () => client.projects.delete(id),
      isGone: async () => (await readProject(client, id)) === undefined,
    }),
};

async function readProject(client: ReadClient, id: string): Promise<ProjectRecord | undefined> {
  try {
    return await client.projects.get(id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}

/** "Not found" means that a child is gone only if its project answers. Otherwise the base URL or the token may be wrong. */
export async function whileProjectAnswers(client: ReadClient, projectId: string, error: Error): Promise<undefined> {
  if ((await readProject(client, projectId)) === undefined) throw error;
  return undefined;
}

function compare(declared: DeclaredProject, live: ProjectRecord): readonly Change[] {
  const { organization_id: organization, extra = {}, ...fields } = declared;
  const changes: Change[] = [];
  if (typeof live.organization_id === "string" && !isSameText(live.organization_id, organization)) {
    changes.push({ path: "organization_id", from: live.organization_id, to: organization, replace: true });
  }
  for (const [name, to] of Object.entries(fields)) {
    if (name === "slug" && isSameSlug(live.slug, declared)) continue;
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
  // Owned key by key, like a component's settings: keys that are not declared are not compared.
  const live = isObject(from) ? from : {};
  return Object.entries(to)
    .filter(([key, value]) => value !== undefined && value !== (own(live, key) ?? null))
    .map(([key, value]) => ({ path: `autocapture.${key}`, from: own(live, key) ?? null, to: value, replace: false }));
}

/** The body of a create: no settings (docs/service.md, "Endpoints"). `type` is required there; its default is `proxy`. */
function creation(declared: DeclaredProject): Body {
  const base = Object.keys(baseFields).map((name) => [
    name,
    Object.entries(declared).find(([key]) => key === name)?.[1],
  ]);
  const declaredFields = base.filter(([, value]) => value !== undefined && value !== null);
  return { type: "proxy", ...Object.fromEntries(declaredFields), organization_id: declared.organization_id };
}

async function update(client: Client, declared: DeclaredProject, live: ProjectRecord): Promise<Ensured<ProjectRecord>> {
  const changes = compare(declared, live);
  if (changes.length === 0) return { live, notes: [] };
  if (changes.some(({ replace }) => replace)) {
    throw new InvalidRequestError(
      `Project ${live.id} belongs to ${live.organization_id} and cannot move to ${declared.organization_id}. ` +
        `Remove it, and create it there.`,
    );
  }
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    const mergesKeys = path.startsWith("autocapture.") && !Object.hasOwn(declared.extra ?? {}, path);
    if (mergesKeys)
      body["autocapture"] = { ...presentFields(live["autocapture"]), ...presentFields(declared.autocapture) };
    else body[path] = to;
  }
  const { live: answer, notes } = await sendUpdate(client, declared, live.id, body);
  const expected = new Set([...Object.keys(body), ...READ_ONLY]);
  refuseUndeclaredChanges(`project ${live.id}`, live, answer, expected, canonicalField);
  refuseOtherEvents(`project ${live.id}`, declared, live, answer);
  // Every field of an answer is optional: one that is missing is taken to be as it was sent.
  const updated = { ...live, ...body, ...answer };
  refuseNotAccepted(`project ${live.id}`, compare(declared, updated));
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
    send: () => client.projects.update(id, body),
    read: () => readProject(client, id),
    isAsDeclared: (read) => compare(declared, read).length === 0,
  });
}

/** Sends every declared setting: it is not known which settings a new project has. */
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
  // Checked without settings too: a slug that the service changed would not be found by the next run, which would create it
  // again.
  refuseNotAccepted(`project ${created.id}`, compare(declared, updated));
  return { live: updated, notes };
}

function canonicalField(name: string, value: unknown): unknown {
  const field: z.ZodType | undefined = Object.entries(projectFields).find(([known]) => known === name)?.[1];
  return field === undefined ? (value ?? null) : canonical(field, value);
}

/** An object that is owned key by key and has no keys asks for nothing. */
function isEmpty(value: unknown): boolean {
  return isObject(value) && Object.keys(presentFields(value)).length === 0;
}

/** The keys of an object that have a value. */
function presentFields(value: unknown): Fields {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter(([, content]) => content !== undefined && content !== null));
}

/** `autocapture` is owned key by key: an event that is not declared must stay as it was. */
function refuseOtherEvents(
  subject: string,
  declared: DeclaredProject,
  live: ProjectRecord,
  answer: ProjectRecord,
): void {
  if (declared.autocapture === null || !("autocapture" in answer)) return;
  const [before, after] = [presentFields(live["autocapture"]), presentFields(answer["autocapture"])];
  const ours = presentFields(declared.autocapture);
  const changed = Object.keys(before).filter(
    (name) => !Object.hasOwn(ours, name) && !sameJson(before[name], own(after, name)),
  );
  if (changed.length > 0)
    throw new UndeclaredChangeError(
      subject,
      changed.map((name) => `autocapture.${name}`),
    );
}
