import type { Client } from "../../api/client.ts";
import { InvalidRequestError } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import { own } from "../canonical.ts";
import { settingsOf, type CatalogueEntry } from "../catalogue.ts";
import { compareComponent } from "./compare.ts";
import { readComponent, subjectOf, withKey } from "./identity.ts";
import { hiddenSettings, mergedSettings, secretsAtRisk, settingsChanged } from "./settings.ts";
import type { ComponentPlace, DeclaredComponent } from "./kind.ts";
import { NotAsDeclaredError, SecretAtRiskError, UndeclaredChangeError } from "../failures.ts";
import type { Change, Ensured } from "../kind.ts";
import { settleCreate, settleUpdate } from "../settle.ts";
import { refuseNotTaken, refuseUndeclared } from "../check-answer.ts";

function creation({ component, version, active, settings, extra }: DeclaredComponent): Record<string, unknown> {
  return {
    component_slug: component,
    ...(version === undefined ? {} : { component_version: version }),
    ...(active === undefined || active === null ? {} : { active }),
    ...(settings === undefined || settings === null ? {} : { settings }),
    ...extra,
  };
}

/** Integrates a component in its project. */
export async function createComponent(
  client: Client,
  place: ComponentPlace,
  declared: DeclaredComponent,
): Promise<Ensured<ProjectComponentRecord>> {
  const at = subjectOf(place, declared);
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
      const { live, notes } = await updateComponent(client, { ...place, rewriteSecrets: true }, declared, created.live);
      return { ...created, live, notes: [...created.notes, ...notes] };
    }
    refuseDifference(at, place, declared, { ...creation(declared), ...said(created.live) });
    return created;
  } catch (error) {
    const cause = error instanceof Error ? error : new Error(String(error));
    return { ...created, incomplete: new NotAsDeclaredError(at, created.live.id, cause) };
  }
}

/** Fields that the service sets by itself: a change in them is nobody's doing. */
const READ_ONLY = ["object", "id", "category", "subcategory", "created_at", "updated_at"];

/** Sends what differs from what is declared, and sees to it that nothing else changed. */
export async function updateComponent(
  client: Client,
  place: ComponentPlace,
  declared: DeclaredComponent,
  live: ProjectComponentRecord,
): Promise<Ensured<ProjectComponentRecord>> {
  const changes = compareComponent(declared, live, place);
  if (changes.length === 0) return { live, notes: [] };
  const at = subjectOf(place, declared);
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
    isAsDeclared: (read) =>
      compareComponent(declared, read, { ...place, rewriteSecrets: "settings" in body }).length === 0,
  });
  const expected = new Set([...Object.keys(body), ...READ_ONLY, "settings"]);
  refuseUndeclared(at, live, answer, expected, (name, value) =>
    name === "active" ? (value ?? true) : (value ?? null),
  );
  refuseOtherSettings(at, place, declared, live, answer);
  // What the answer leaves out is taken to be as it was sent: every field of an answer is optional.
  const updated = { ...live, ...body, ...said(answer) };
  refuseDifference(at, place, declared, updated);
  return { live: updated, notes };
}

/** Without what could not be understood, and so counts as not said. */
function said(answer: ProjectComponentRecord): ProjectComponentRecord {
  return { ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)), id: answer.id };
}

function refuseDifference(
  at: string,
  { entry }: ComponentPlace,
  declared: DeclaredComponent,
  answer: ProjectComponentRecord,
): void {
  const left = compareComponent(declared, answer, { entry });
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
  const hidden = new Set([...hiddenSettings(entry, live), ...hiddenSettings(entry, { ...live, ...answer })]);
  const changed = settingsChanged(declared.settings ?? {}, live.settings ?? {}, answer.settings ?? {}, hidden).filter(
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
