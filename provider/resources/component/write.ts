import type { Client } from "../../api/client.ts";
import { asError, InvalidRequestError } from "../../api/errors.ts";
import type { ProjectComponentRecord } from "../../api/records.ts";
import { checkAnswer, isAsBefore, type AnsweredWrite } from "../check-answer.ts";
import { NotAsDeclaredError } from "../failures.ts";
import type { Ensured, InProject } from "../kind.ts";
import { settleCreate, settleUpdate, stillThere } from "../settle.ts";
import { creationBody, updateBody } from "./body.ts";
import { compareComponent } from "./compare.ts";
import type { DeclaredComponent } from "./declared.ts";
import { findComponent, readComponent, subjectOf } from "./identity.ts";
import { judgeWrite } from "./judge-write.ts";
import type { ComponentKnowledge, WritePolicy } from "./knowledge.ts";

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
      const listed = findComponent(await client.components.list(projectId), declared.component, knowledge.entry);
      return stillThere(listed === undefined ? [] : [listed], ({ id }) => readComponent(client, projectId, id));
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
  const body = updateBody(subject, declared, live, changes, knowledge);
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
