import { isServiceError } from "../../api/errors.ts";
import { FRESH } from "../../reconcile/fresh.ts";
import { deletionStep } from "../../reconcile/object-steps.ts";
import type { Sent } from "../../reconcile/sent.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import type { Binding, Shape } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { readNow, readUnlessGone } from "./read-live.ts";
import { organizationIn, refuseOtherOrigin } from "./state.ts";
import { writeOne } from "./write-one.ts";

/**
 * Deletes the object. Success if it is already gone. Keeps an object that another resource has or looks up: the
 * resource was renamed or replaced by a lookup, and Pulumi deletes the old one after it, in this update or in a later one.
 */
export async function remove(shape: Shape, connection: Connection, id: string, state: Fields): Promise<void> {
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, connection.client);
  const { id: serviceId, inputs, projectId } = shape.parseId(id);
  if (isAnothers(connection, subject, state)) {
    warn(`${subject} was kept: another resource of this program has it.`);
    return;
  }
  // The address follows from the id; what the catalogue says does not matter any more.
  const binding = await shape.bind(connection, inputs);
  connection.guard?.checkDelete({ kind: shape.name, subject, name: serviceId, id: serviceId, projectId });
  connection.forgetOlder(FRESH);
  const read = async (): Promise<object | undefined> => {
    const live = await readUnlessGone(binding, serviceId, organizationIn(state));
    if (live !== undefined) connection.redaction.add(binding.secretsIn(live));
    return live;
  };
  // A component or domain is deleted without a read. Only if it is not found, it is read: is it gone, or out of the token's sight?
  if (shape.name === "project" && (await read()) === undefined) return;
  const answer = await send(binding, id, serviceId, state);
  if (shape.name === "project" || answer?.became !== "answered" || answer.wasGone !== true) return;
  const live = await read();
  // The service knows the host name in another spelling.
  if (live !== undefined && "name" in live) await send(binding, id, String(live.name), state);
}

/** Whether another resource of the program has or looks up the object. */
function isAnothers({ claims }: Connection, subject: string, { ownedSince }: Fields): boolean {
  const keepers = claims.kept.get(subject) ?? new Set();
  keepers.delete(ownedSince);
  return keepers.size > 0 || claims.made.has(subject) || claims.lookedUp.has(subject);
}

/** Sends the deletion, and throws if the object is not gone after it. `id`: in Pulumi; `name`: as the service writes it. */
async function send(binding: Binding, id: string, name: string, state: Fields): Promise<Sent | undefined> {
  const { connection, shape } = binding;
  const { claims, client, guard } = connection;
  const { id: serviceId, projectId } = shape.parseId(id);
  const key = shape.name === "project" ? name : `${projectId}/${name}`;
  const frame = { key, project: projectId, slugs: [], projectId, organizationId: organizationIn(state) ?? "" };
  const alone = {
    gone: new Set([...claims.removed.keys()].map((object) => object.slice(object.indexOf(" ") + 1))),
    // A plan shows all that is deleted, one by one.
    takesContent: state["forceDestroy"] === true && guard === undefined,
  };
  const approved = deletionStep(frame, shape.name, name);
  const { became, entry, error } = await writeOne(binding, approved, { find: () => undefined, alone });
  if (entry.held?.stays !== undefined) refuseContent(connection, serviceId, entry.held.stays);
  if (became.status !== "done") {
    await learnSecrets(binding, name);
    throw error;
  }
  became.notes.forEach(warn);
  claims.removed.set(`${shape.name} ${id}`, client.now());
  if (shape.name === "domain") claims.detached.add(serviceId);
  return entry.answers.get("delete");
}

/** A refusal may quote the live object. */
async function learnSecrets(binding: Binding, id: string): Promise<void> {
  try {
    const live = await readNow(binding, id);
    if (live !== undefined) binding.connection.redaction.add(binding.secretsIn(live));
  } catch (error) {
    // The deletion says more than the read after it.
    if (!isServiceError(error)) throw error;
  }
}

/** Pulumi has already deleted what it manages: the rest was never declared, or is retained on purpose. */
function refuseContent({ guard }: Connection, id: string, children: readonly string[]): never {
  // A plan shows what is deleted one by one.
  guard?.checkEmpty(`project ${id}`, children);
  throw new Error(
    `Project ${id} is not deleted: it holds ${children.join(", ")}, which would be deleted with it. Delete or move them. ` +
      "Or set `forceDestroy: true` on the project, run `pulumi up`, and then delete it. Where a new project has replaced it, " +
      "that has no effect.",
  );
}
