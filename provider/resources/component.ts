import { z } from "zod";
import type { Client } from "../api/client.ts";
import { InvalidRequestError, isNotFound } from "../api/errors.ts";
import type { ProjectComponentRecord } from "../api/records.ts";
import { own, sameJson } from "./canonical.ts";
import { COMPONENT_SLUG, settingsOf, type CatalogueEntry } from "./catalogue.ts";
import {
  compareSettings,
  hiddenSettings,
  mergedSettings,
  secretsAtRisk,
  settingsChanged,
} from "./component-settings.ts";
import { NotAsDeclaredError, SecretAtRiskError, UndeclaredChangeError } from "./failures.ts";
import type { Change, Ensured, InProject, Kind } from "./kind.ts";
import { whileProjectAnswers } from "./project.ts";
import { settleCreate, settleRemoval, settleUpdate } from "./settle.ts";
import { only, refuseNotTaken, refuseUndeclared, unlessGone } from "./writes.ts";

/** What a user may declare of a component in a project. An absent field is not managed. */
export const declaredComponent = z.strictObject({
  component: z
    .string()
    .regex(COMPONENT_SLUG, "organization/component, as in the catalogue")
    .describe("`organization/component` in the catalogue; with the project the natural key. Cannot be changed."),
  version: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Version in the catalogue, or `latest`. A new component without one gets the version the service gives it.",
    ),
  active: z.boolean().nullish().meta({ default: true }).describe("Whether the component runs."),
  settings: z
    .record(z.string(), z.unknown())
    .nullish()
    .describe("Settings by the catalogue's names. Owned key by key: what is not declared stays as it is."),
  extra: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Fields that the service has and this version does not know, sent and compared as they are."),
});
export type DeclaredComponent = z.infer<typeof declaredComponent>;

export interface ComponentPlace extends InProject {
  /** What the catalogue says of the component; without it, secrets that the service leaves out cannot be told. */
  readonly entry?: CatalogueEntry | undefined;
  /** Sends declared secrets again that the service does not show. Default false. */
  readonly rewriteSecrets?: boolean | undefined;
}

/** A component integrated in a project. `version` is a concrete one here: `latest` is resolved before. */
export const componentKind: Kind<ComponentPlace, DeclaredComponent, ProjectComponentRecord> = {
  name: "component",
  declared: declaredComponent,
  idOf: ({ id }) => id,
  addressOf: () => undefined,
  find: async (lists, place, declared) => {
    const all = await lists.components(place.projectId);
    return only(subject(place, declared), withKey(all, place, declared), ({ id }) => id);
  },
  read: (client, { projectId }, id) => readComponent(client, projectId, id),
  compare,
  ensure: async (client, place, declared, live) => {
    if (live !== undefined) return update(client, place, declared, live);
    return create(client, place, declared);
  },
  remove: (client, { projectId }, id) =>
    settleRemoval({
      subject: `the removal of component ${id} from project ${projectId}`,
      where: `GET /v1/projects/${projectId}/components/${id}`,
      send: () => unlessGone(client.components.delete(projectId, id)),
      isGone: async () => (await readComponent(client, projectId, id)) === undefined,
    }),
};

async function readComponent(
  client: Client,
  projectId: string,
  id: string,
): Promise<ProjectComponentRecord | undefined> {
  try {
    return await client.components.get(projectId, id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return whileProjectAnswers(client, projectId, error);
  }
}

function subject(place: InProject, declared: DeclaredComponent): string {
  return `component ${declared.component} in project ${place.projectId}`;
}

function withKey(
  components: readonly ProjectComponentRecord[],
  place: ComponentPlace,
  declared: DeclaredComponent,
): ProjectComponentRecord[] {
  // A record that leaves out its slug is told by the id that the catalogue gives for it.
  const id = place.entry?.status === "found" ? place.entry.component.id : undefined;
  return components.filter(({ component_slug: slug, component_id: componentId }) =>
    typeof slug === "string" ? slug === declared.component : typeof id === "string" && componentId === id,
  );
}

function compare(
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  { entry, rewriteSecrets = false }: Omit<ComponentPlace, "projectId">,
): readonly Change[] {
  const { component, version, active, settings, extra = {} } = declared;
  const changes: Change[] = [];
  const differ = (path: string, from: unknown, to: unknown, replace = false): void => {
    changes.push({ path, from: from ?? null, to, replace });
  };
  const { component_slug: slug, component_version: liveVersion } = live;
  if (typeof slug === "string" && slug !== component) differ("component", slug, component, true);
  if (version !== undefined && version !== liveVersion) differ("version", liveVersion, version);
  if (active !== undefined && (active ?? true) !== (live.active ?? true)) differ("active", live.active, active);
  if (settings !== undefined) {
    changes.push(...compareSettings(settings, live.settings ?? {}, hiddenSettings(entry, live), rewriteSecrets));
  }
  for (const [name, to] of Object.entries(extra)) {
    const from = own(live, name);
    if (!sameJson(to, from)) differ(name, from, to);
  }
  return changes;
}

function creation({ component, version, active, settings, extra }: DeclaredComponent): Record<string, unknown> {
  return {
    component_slug: component,
    ...(version === undefined ? {} : { component_version: version }),
    ...(active === undefined || active === null ? {} : { active }),
    ...(settings === undefined || settings === null ? {} : { settings }),
    ...extra,
  };
}

async function create(
  client: Client,
  place: ComponentPlace,
  declared: DeclaredComponent,
): Promise<Ensured<ProjectComponentRecord>> {
  const at = subject(place, declared);
  const created = await settleCreate(client, {
    subject: `the integration of ${at}`,
    where: `GET /v1/projects/${place.projectId}/components`,
    create: () => client.components.create(place.projectId, creation(declared)),
    readBack: async () => withKey(await client.components.list(place.projectId), place, declared),
    idOf: ({ id }) => id,
    unique: false,
  });
  try {
    if (created.takenOver) {
      // Whose secrets it holds cannot be seen where they are hidden.
      const { live, notes } = await update(client, { ...place, rewriteSecrets: true }, declared, created.live);
      return { ...created, live, notes: [...created.notes, ...notes] };
    }
    refuseDifference(at, place, declared, { ...creation(declared), ...created.live });
    return created;
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    return { ...created, incomplete: new NotAsDeclaredError(at, created.live.id, cause) };
  }
}

const READ_ONLY = ["object", "id", "category", "subcategory", "created_at", "updated_at"];

async function update(
  client: Client,
  place: ComponentPlace,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
): Promise<Ensured<ProjectComponentRecord>> {
  const changes = compare(declared, live, place);
  if (changes.length === 0) return { live, notes: [] };
  const at = subject(place, declared);
  if (changes.some(({ replace }) => replace)) {
    throw new InvalidRequestError(
      `${live.id} in project ${place.projectId} is ${live.component_slug}, and cannot become ${declared.component}. ` +
        `Remove it, and integrate ${declared.component} anew.`,
    );
  }
  const body = changedFields(at, changes, place, declared, live);
  const { live: answer, notes } = await settleUpdate({
    subject: `the update of ${at}`,
    where: `GET /v1/projects/${place.projectId}/components/${live.id}`,
    send: () => client.components.update(place.projectId, live.id, body),
    read: () => readComponent(client, place.projectId, live.id),
    // A secret that was sent and is hidden cannot be seen to have arrived.
    isAsDeclared: (read) => compare(declared, read, { ...place, rewriteSecrets: "settings" in body }).length === 0,
  });
  const expected = new Set([...Object.keys(body), ...READ_ONLY, "settings"]);
  refuseUndeclared(at, live, answer, expected, (name, value) =>
    name === "active" ? (value ?? true) : (value ?? null),
  );
  refuseOtherSettings(at, place, declared, live, answer);
  // What the answer leaves out is taken to be as it was sent: every field of an answer is optional.
  const updated = { ...live, ...body, ...answer };
  refuseDifference(at, place, declared, updated);
  return { live: updated, notes };
}

function refuseDifference(
  at: string,
  { entry }: ComponentPlace,
  declared: DeclaredComponent,
  answer: ProjectComponentRecord,
): void {
  const left = compare(declared, answer, { entry });
  refuseNotTaken(
    at,
    left.filter(({ path }) => !leftOut(path, entry, answer)),
  );
}

function changedFields(
  at: string,
  changes: readonly Change[],
  { entry }: ComponentPlace,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    // `extra` first: a field of it may have any name, also one that starts like one of ours.
    if (Object.hasOwn(declared.extra ?? {}, path)) body[path] = to;
    else if (path === "version") body["component_version"] = to;
    // Not documented as nullable, unlike the settings: the default is sent as what it is.
    else if (path === "active") body["active"] = to ?? true;
    else {
      const hidden = hiddenSettings(entry, live);
      const lost = secretsAtRisk(declared.settings, hidden);
      if (lost.length > 0) throw new SecretAtRiskError(at, lost);
      body["settings"] = mergedSettings(declared.settings ?? null, live.settings ?? {}, hidden);
    }
  }
  return body;
}

function refuseOtherSettings(
  at: string,
  { entry }: ComponentPlace,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
  answer: ProjectComponentRecord,
): void {
  if (declared.settings === null || answer.settings === undefined) return;
  const changed = settingsChanged(declared.settings ?? {}, live.settings ?? {}, answer.settings ?? {}).filter(
    (name) => !leftOut(`settings.${name}`, entry, answer),
  );
  if (changed.length > 0)
    throw new UndeclaredChangeError(
      at,
      changed.map((name) => `settings.${name}`),
    );
}

/** A secret that is not in the answer was not refused: services leave secrets out. */
function leftOut(path: string, entry: CatalogueEntry | undefined, answer: ProjectComponentRecord): boolean {
  if (!path.startsWith("settings.")) return false;
  const name = path.slice("settings.".length);
  if ((own(answer.settings ?? {}, name) ?? null) !== null || entry === undefined) return false;
  const fields = settingsOf(entry, answer.component_version ?? undefined) ?? [];
  return fields.some((field) => field.name === name && field.secret === true);
}
