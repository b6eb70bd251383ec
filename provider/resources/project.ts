import { z } from "zod";
import type { Body, Client, ProjectList, ReadClient } from "../api/client.ts";
import { asError, InvalidRequestError, isNotFound } from "../api/errors.ts";
import type { ProjectRecord } from "../api/records.ts";
import { defaultOf, sameJson, sameMeaning } from "./canonical.ts";
import { hasMask } from "./component/mask.ts";
import { keyForm } from "./compare-text.ts";
import { isObject, own } from "./json.ts";
import { OtherSlugError, SettingsNotAppliedError } from "./failures.ts";
import type { Change, Ensured, InOrganization, Kind } from "./kind.ts";
import { creationBody, settingsBody, updateBody } from "./project-body.ts";
import { declaredProject, fieldOf, type DeclaredProject } from "./project-fields.ts";
import { canonicalField, sideEffects } from "./project-side-effects.ts";
import { child, unwrap } from "./schema-walk.ts";
import { retryNotFound, settleCreate, settleRemoval, settleUpdate, stillThere } from "./settle.ts";
import { checkAnswer, isAsBefore, type Judgement } from "./check-answer.ts";
import { rememberedLists, type Lists } from "./lists.ts";
import { OtherObjectError } from "../api/errors.ts";
import { findProject, hasProjectKey, hasSlug, mayBeSlug, subjectOf, type ProjectKey } from "./project-identity.ts";

/** A project: a slug in an organization, with its settings. */
export const projectKind: Kind<InOrganization, DeclaredProject, ProjectRecord> = {
  name: "project",
  declared: declaredProject,
  idOf: ({ id }) => id,
  nameOf: ({ id }) => id,
  idFromKey: () => undefined,
  list: async (lists, { organizationId }) => (await lists.projects(organizationId)).records,
  find: (lists, _address, declared) => findListed(lists, declared),
  hasKey: hasProjectKey,
  read: (client, _address, id) => readProject(client, id),
  compare,
  ensure: async (client, _address, declared, live, lists) => {
    if (live !== undefined) return update(client, declared, live);
    const before = await lists?.projects(declared.organization_id);
    const created = await settleCreate(client, {
      subject: `the creation of ${subjectOf(declared)}`,
      create: async () => notAnother(await client.projects.create(creationBody(declared)), declared, before),
      readBack: async () => {
        const listed = await findListed(rememberedLists(client), declared);
        return stillThere(listed === undefined ? [] : [listed], ({ id }) => readProject(client, id));
      },
      idOf: ({ id }) => id,
      unique: false,
    });
    try {
      const converge = created.adopted ? updateAdopted : applySettings;
      // It was created a moment ago.
      const {
        live: made,
        notes,
        incomplete,
      } = await retryNotFound(client, `project ${created.live.id}`, () => converge(client, declared, created.live));
      return {
        ...created,
        live: made,
        notes: [...created.notes, ...notes],
        ...whatIsMissing(declared, made, incomplete),
      };
    } catch (error) {
      return { ...created, ...whatIsMissing(declared, created.live, asError(error)) };
    }
  },
  remove: (client, _address, id) =>
    settleRemoval({
      subject: `the deletion of project ${id}`,
      send: () => client.projects.delete(id),
      isGone: async () => (await readProject(client, id)) === undefined,
    }),
};

/** The only live project with a key. A record of the list without slug or organization is read by its id. */
export async function findListed(lists: Lists, key: ProjectKey): Promise<ProjectRecord | undefined> {
  const list = await lists.projects(key.organization_id);
  const short = list.records.filter(
    ({ slug, organization_id: owner }) => (slug ?? "") === "" || ((owner ?? "") === "" && hasSlug({ slug }, key.slug)),
  );
  const whole = new Map(
    await Promise.all(short.map(async (listed) => [listed.id, await lists.project(listed.id)] as const)),
  );
  return findProject(list, key, ({ id }) => whole.get(id));
}

/** The answer to a create, unless it is the record of another project. */
function notAnother(answer: ProjectRecord, key: ProjectKey, listed: ProjectList | undefined): ProjectRecord {
  const { id, organization_id: organization, slug } = answer;
  const isNew = listed?.records.every((project) => project.id !== id) ?? true;
  // The service may give a new one another slug.
  if (hasProjectKey(key, isNew ? { ...answer, slug: key.slug } : answer)) return answer;
  throw new OtherObjectError(
    `The service answered the creation of ${subjectOf(key)} with ${id}, which is project ${slug ?? id} of ` +
      `${organization ?? key.organization_id}. Nothing more was written. If it is this project, declare that slug and organization, or pin ` +
      `its id.`,
  );
}

/** Why a project that was just created is not as declared. `settings`: the failure of the update with its settings. */
function whatIsMissing(
  declared: DeclaredProject,
  { id, slug }: ProjectRecord,
  settings: Error | undefined,
): Pick<Ensured<ProjectRecord>, "incomplete"> {
  if ((slug ?? "") !== "" && !hasSlug({ slug }, declared.slug))
    return { incomplete: new OtherSlugError(id, String(slug), declared.slug, settings) };
  return settings === undefined ? {} : { incomplete: new SettingsNotAppliedError(id, settings) };
}

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
  if (typeof live.organization_id === "string" && keyForm(live.organization_id) !== keyForm(organization)) {
    changes.push({ path: "organization_id", from: live.organization_id, to: organization, replace: true });
  }
  for (const [name, to] of Object.entries(fields)) {
    if (name === "slug" && mayBeSlug(live.slug, declared.slug)) continue;
    if (to !== undefined) changes.push(...compareField(name, to, live[name]));
  }
  for (const [name, to] of Object.entries(extra)) {
    const from = own(live, name) ?? null;
    if (!sameJson(to, from)) changes.push({ path: name, from, to, replace: false });
  }
  return changes;
}

function compareField(name: string, to: unknown, from: unknown): Change[] {
  const field = fieldOf(name);
  if (field === undefined || sameMeaning(field, to, from) || isUnknownDefault(field, to)) return [];
  if (name !== "autocapture" || !isObject(to)) return [{ path: name, from: from ?? null, to, replace: false }];
  // Owned key by key, like a component's settings: keys that are not declared are not compared.
  const live = isObject(from) ? from : {};
  return Object.entries(to)
    .filter(
      ([key, value]) => value !== undefined && !sameMeaning(child(field, key) ?? z.unknown(), value, own(live, key)),
    )
    .map(([key, value]) => ({ path: `autocapture.${key}`, from: own(live, key) ?? null, to: value, replace: false }));
}

/** `null` asks for the default. Without a documented one, whatever the service shows may be it: no update could remove a difference. */
function isUnknownDefault(field: z.ZodType, declared: unknown): boolean {
  return declared === null && defaultOf(field) === undefined;
}

/** Notes on fields that are declared as `null`, have no documented default and have a live value. */
export function notesOnUnknownDefaults(declared: DeclaredProject, live: ProjectRecord): string[] {
  return Object.entries(declared).flatMap(([name, value]) => {
    const field = fieldOf(name);
    if (field === undefined || !isUnknownDefault(field, value) || sameMeaning(field, null, live[name])) return [];
    const empty = unwrap(field) instanceof z.ZodArray ? "[]" : '""';
    return [
      `${name}: null asks for the default, and none is documented: the live value stays. To clear it, declare ${empty}.`,
    ];
  });
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
  const body = updateBody(declared, live, changes);
  const { live: answer, notes } = await sendUpdate(client, declared, live.id, body);
  const checked = await checkAnswer(client, {
    subject: `project ${live.id}`,
    before: live,
    body,
    answer,
    read: () => readProject(client, live.id),
    judge: (whole, shown) => ({ ...judgeDeclared(declared, whole), ...sideEffects(declared, live, body, shown) }),
    isLate: (shown) => isAsBefore(body, live, shown),
  });
  return { ...checked, notes: [...notes, ...checked.notes] };
}

/** Reads the project again if it differs: somebody may have changed it since it was listed. */
async function updateAdopted(
  client: Client,
  declared: DeclaredProject,
  listed: ProjectRecord,
): Promise<Ensured<ProjectRecord>> {
  if (compare(declared, listed).length === 0) return { live: listed, notes: [] };
  const live = await client.projects.get(listed.id);
  if (!hasProjectKey(declared, live))
    throw new InvalidRequestError(`Project ${live.id} was renamed to ${live.slug} meanwhile: nothing was sent.`);
  return update(client, declared, live);
}

function judgeDeclared(declared: DeclaredProject, whole: ProjectRecord): Judgement {
  const left = compare(declared, whole);
  const masked = left.filter(({ from }) => hasMask(from)).map(({ path }) => path);
  return { left, masked, lost: [], changed: [], notes: [] };
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

/** Sends the settings of a project that was just created. */
async function applySettings(
  client: Client,
  declared: DeclaredProject,
  created: ProjectRecord,
): Promise<Ensured<ProjectRecord>> {
  const body = settingsBody(declared);
  const { live: answer, notes } =
    Object.keys(body).length === 0
      ? { live: created, notes: [] }
      : await sendUpdate(client, declared, created.id, body);
  // Checked without settings too: a slug that the service changed might not be found by the next run.
  const checked = await checkAnswer(client, {
    subject: `project ${created.id}`,
    before: undefined,
    body: { ...creationBody(declared), ...body },
    answer: { ...created, ...answer },
    read: () => readProject(client, created.id),
    judge: (whole) => judgeDeclared(declared, whole),
    // A new project has defaults until its settings show.
    isLate: (_shown, { left }) =>
      left.every(({ path, from }) =>
        path.startsWith("autocapture.") ? from !== true : canonicalField(path, from) === null,
      ),
  });
  return { ...checked, notes: [...notes, ...checked.notes] };
}
