import type { Client } from "../../api/client.ts";
import { asError, InvalidRequestError } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import { type Fields, own } from "../json.ts";
import { settingsOf } from "../catalogue.ts";
import { refuseNotAccepted, refuseUndeclaredChanges } from "../check-answer.ts";
import { NotAsDeclaredError, SecretAtRiskError, UndeclaredChangeError } from "../failures.ts";
import type { Change, Ensured, InProject } from "../kind.ts";
import { settleCreate, settleUpdate } from "../settle.ts";
import { compareComponent } from "./compare.ts";
import type { DeclaredComponent } from "./declared.ts";
import { READ_ONLY_FIELDS } from "./fields.ts";
import { readComponent, subjectOf, withKey } from "./identity.ts";
import type { ComponentKnowledge, WritePolicy } from "./knowledge.ts";
import { mergedSettings, secretsAtRisk, settingsChanged } from "./settings.ts";

/** One component to write: where it lives, what is declared, what is known about it, and what the run may do. */
interface ComponentTarget {
  readonly client: Client;
  readonly address: InProject;
  readonly declared: DeclaredComponent;
  readonly knowledge: ComponentKnowledge;
  readonly policy: WritePolicy;
}

/** Integrates a component in its project. */
export async function createComponent(target: ComponentTarget): Promise<Ensured<ProjectComponentRecord>> {
  const { client, address, declared, knowledge } = target;
  const { projectId } = address;
  const subject = subjectOf(address, declared);
  const body = creationBody(declared);
  const created = await settleCreate(client, {
    subject: `the integration of ${subject}`,
    create: () => client.components.create(projectId, body),
    readBack: async () => withKey(await client.components.list(projectId), knowledge, declared),
    idOf: ({ id }) => id,
    unique: false,
  });
  try {
    if (created.adopted) {
      // If its secrets are hidden, it is not known whether they are the declared ones: send them.
      const update = await updateComponent({ ...target, policy: { rewriteSecrets: true } }, created.live);
      return { ...created, live: update.live, notes: [...created.notes, ...update.notes] };
    }
    refuseDifference(target, { ...body, ...withoutUndefined(created.live) });
    return created;
  } catch (error) {
    const cause = asError(error);
    return { ...created, incomplete: new NotAsDeclaredError(subject, created.live.id, cause) };
  }
}

function creationBody({ component, version, active, settings, extra }: DeclaredComponent): Record<string, unknown> {
  return {
    component_slug: component,
    ...(version === undefined ? {} : { component_version: version }),
    ...(active === undefined || active === null ? {} : { active }),
    ...(settings === undefined || settings === null ? {} : { settings }),
    ...extra,
  };
}

/** Sends the declared fields that differ, and checks that nothing else changed. */
export async function updateComponent(
  target: ComponentTarget,
  live: ProjectComponentRecord,
): Promise<Ensured<ProjectComponentRecord>> {
  const { client, address, declared, knowledge, policy } = target;
  const { projectId } = address;
  const changes = compareComponent(declared, live, knowledge, policy);
  if (changes.length === 0) return { live, notes: [] };
  const subject = subjectOf(address, declared);
  if (changes.some(({ replace }) => replace)) {
    throw new InvalidRequestError(
      `${live.id} in project ${projectId} is ${live.component_slug} and cannot become ${declared.component}. ` +
        `Remove it, and integrate ${declared.component} as a new component.`,
    );
  }
  const body = updateBody(target, live, changes);
  const { live: answer, notes } = await settleUpdate({
    subject: `the update of ${subject}`,
    send: () => client.components.update(projectId, live.id, body),
    read: () => readComponent(client, projectId, live.id),
    // If a secret was sent and is hidden, reading back does not show that it arrived.
    isAsDeclared: (read) =>
      compareComponent(declared, read, knowledge, { rewriteSecrets: "settings" in body }).length === 0,
  });
  refuseSideEffects(target, live, answer, body);
  // Every field of an answer is optional: one that is missing is taken to be as it was sent.
  const updated = { ...live, ...body, ...withoutUndefined(answer) };
  refuseDifference(target, updated);
  return { live: updated, notes };
}

function updateBody(
  { address, declared, knowledge }: ComponentTarget,
  live: ProjectComponentRecord,
  changes: readonly Change[],
): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const { path, to } of changes) {
    // `extra` first: a field in it may have any name, also one that starts like one of ours.
    if (Object.hasOwn(declared.extra ?? {}, path)) body[path] = to;
    else if (path === "version") body["component_version"] = to;
    // Unlike settings, `active` is not documented as nullable: send the default itself.
    else if (path === "active") body["active"] = to ?? true;
    else {
      const hidden = knowledge.hiddenIn(live);
      const lost = secretsAtRisk(declared.settings, hidden);
      if (lost.length > 0) throw new SecretAtRiskError(subjectOf(address, declared), lost);
      body["settings"] = mergedSettings(declared.settings ?? null, live.settings ?? {}, hidden);
    }
  }
  return body;
}

/** Throws if the answer shows a change that the update did not ask for. */
function refuseSideEffects(
  { address, declared, knowledge }: ComponentTarget,
  live: ProjectComponentRecord,
  answer: ProjectComponentRecord,
  body: Fields,
): void {
  const subject = subjectOf(address, declared);
  const expected = new Set([...Object.keys(body), ...READ_ONLY_FIELDS, "settings"]);
  refuseUndeclaredChanges(subject, live, answer, expected, (name, value) =>
    name === "active" ? (value ?? true) : (value ?? null),
  );
  if (declared.settings === null || answer.settings === undefined) return;
  const hidden = new Set([...knowledge.hiddenIn(live), ...knowledge.hiddenIn({ ...live, ...answer })]);
  const changed = settingsChanged(declared.settings ?? {}, live.settings ?? {}, answer.settings ?? {}, hidden)
    .map((name) => `settings.${name}`)
    .filter((path) => !isLeftOutSecret(path, knowledge, answer));
  if (changed.length > 0) throw new UndeclaredChangeError(subject, changed);
}

/** Throws if a declared field differs from the answer. */
function refuseDifference({ address, declared, knowledge }: ComponentTarget, answer: ProjectComponentRecord): void {
  const left = compareComponent(declared, answer, knowledge, {});
  refuseNotAccepted(
    subjectOf(address, declared),
    left.filter(({ path }) => !isLeftOutSecret(path, knowledge, answer)),
  );
}

/** Services leave secrets out of answers: a secret that is not in one was not refused. */
function isLeftOutSecret(path: string, { entry }: ComponentKnowledge, answer: ProjectComponentRecord): boolean {
  if (!path.startsWith("settings.")) return false;
  const name = path.slice("settings.".length);
  if ((own(answer.settings ?? {}, name) ?? null) !== null) return false;
  const fields = settingsOf(entry, answer.component_version ?? undefined) ?? [];
  return fields.some((field) => field.name === name && field.secret === true);
}

/** A field that could not be understood counts as missing. */
function withoutUndefined(answer: ProjectComponentRecord): ProjectComponentRecord {
  return { ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)), id: answer.id };
}
