import type { Client } from "../../api/client.ts";
import { asError, InvalidRequestError } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import { checkAnswer, isAsBefore, type AnsweredWrite } from "../check-answer.ts";
import { NotAsDeclaredError, SecretAtRiskError } from "../failures.ts";
import type { Change, Ensured, InProject } from "../kind.ts";
import { settleCreate, settleUpdate, stillThere } from "../settle.ts";
import { compareComponent } from "./compare.ts";
import type { DeclaredComponent } from "./declared.ts";
import { readComponent, subjectOf, withKey } from "./identity.ts";
import { judgeWrite } from "./judge-write.ts";
import type { ComponentKnowledge, WritePolicy } from "./knowledge.ts";
import { mergedSettings, secretsAtRisk, withoutNulls } from "./settings.ts";

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
    readBack: async () => {
      const listed = withKey(await client.components.list(projectId), knowledge, declared);
      return stillThere(listed, ({ id }) => readComponent(client, projectId, id));
    },
    idOf: ({ id }) => id,
    unique: false,
  });
  if (created.adopted) {
    try {
      // If its secrets are hidden, it is not known whether they are the declared ones: send them.
      const update = await updateComponent({ ...target, policy: { rewriteSecrets: true } }, created.live);
      return integrated(subject, { ...update, adopted: true }, created.notes);
    } catch (error) {
      return integrated(subject, { ...created, incomplete: asError(error) }, []);
    }
  }
  const checked = await checkAnswer(client, answered(target, { before: undefined, body, answer: created.live }));
  return integrated(subject, checked, created.notes);
}

function integrated(
  subject: string,
  { incomplete, ...ensured }: Ensured<ProjectComponentRecord>,
  notes: readonly string[],
): Ensured<ProjectComponentRecord> {
  const all = { ...ensured, notes: [...notes, ...ensured.notes] };
  return incomplete === undefined
    ? all
    : { ...all, incomplete: new NotAsDeclaredError(subject, ensured.live.id, incomplete) };
}

function creationBody({ component, version, active, settings, extra }: DeclaredComponent): Record<string, unknown> {
  return {
    component_slug: component,
    ...(version === undefined ? {} : { component_version: version }),
    ...(active === undefined || active === null ? {} : { active }),
    // `null` asks for the service's default.
    ...(settings === undefined || settings === null ? {} : { settings: withoutNulls(settings) }),
    ...extra,
  };
}

/** Sends the declared fields that differ, and checks what the service made of them. */
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
  const checked = await checkAnswer(client, answered(target, { before: live, body, answer }));
  return { ...checked, notes: [...notes, ...checked.notes] };
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
      const lost = secretsAtRisk(declared.settings, live, knowledge);
      if (lost.length > 0) throw new SecretAtRiskError(subjectOf(address, declared), lost);
      body["settings"] = mergedSettings(declared.settings, live, knowledge);
    }
  }
  return body;
}

function answered(
  target: ComponentTarget,
  { before, body, answer }: Pick<AnsweredWrite<ProjectComponentRecord>, "before" | "body" | "answer">,
): AnsweredWrite<ProjectComponentRecord> {
  const { client, address, declared } = target;
  return {
    subject: subjectOf(address, declared),
    before,
    body,
    answer: withoutUndefined(answer),
    read: async () => {
      const read = await readComponent(client, address.projectId, answer.id);
      return read === undefined ? undefined : withoutUndefined(read);
    },
    judge: (whole, shown) => judgeWrite(target, before, body, whole, shown),
    isLate: (shown) => before !== undefined && isAsBefore(body, before, shown),
  };
}

/** A field that could not be understood counts as missing. */
function withoutUndefined(answer: ProjectComponentRecord): ProjectComponentRecord {
  return { ...Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)), id: answer.id };
}
