import { isServiceError } from "../../api/errors.ts";
import { FRESH } from "../../reconcile/fresh.ts";
import { deletionStep } from "../../reconcile/object-steps.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import type { Binding, Shape } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { readNow, readUnlessGone } from "./find.ts";
import { organizationIn, refuseOtherOrigin } from "./state.ts";
import { writeOne, type Written } from "./write-one.ts";

/**
 * Deletes the object. Success if it is already gone. Keeps an object that another resource has or looks up: the
 * resource was renamed or replaced by a lookup, and Pulumi deletes the old one after it, in this update or in a later one.
 */
export async function remove<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<void> {
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, connection.client);
  const parsed = shape.parseId(id);
  const { claims, guard, redaction } = connection;
  const keepers = claims.kept.get(subject) ?? new Set();
  keepers.delete(state["ownedSince"]);
  if (keepers.size > 0 || claims.made.has(subject) || claims.lookedUp.has(subject)) {
    warn(`${subject} was kept: another resource of this program has it.`);
    return;
  }
  // The address follows from the id; what the catalogue says does not matter any more.
  const binding = await shape.bind(connection, parsed.inputs);
  const { projectId } = parsed;
  guard?.checkDelete({ kind: shape.name, subject, name: parsed.id, id: parsed.id, projectId });
  connection.forgetOlder(FRESH);
  const organization = organizationIn(state);
  const read = async (): Promise<Live | undefined> => {
    const live = await readUnlessGone(shape, binding, connection, parsed.id, organization);
    if (live !== undefined) redaction.add(binding.secretsIn(live));
    return live;
  };
  const gone = new Set([...claims.removed.keys()].map((object) => object.slice(object.indexOf(" ") + 1)));
  const send = async (name: string): Promise<Written<Live>> => {
    const key = shape.name === "project" ? name : `${projectId}/${name}`;
    const frame = { key, project: projectId, slugs: [], projectId, organizationId: organization ?? "" };
    const approved = deletionStep(frame, shape.name, name);
    // A plan shows all that is deleted, one by one.
    const takesContent = state["forceDestroy"] === true && guard === undefined;
    const alone = { gone, takesContent };
    const written = await writeOne(connection, { approved, binding, find: () => undefined, alone });
    const { became, entry, error } = written;
    if (entry.held?.stays !== undefined) refuseContent(connection, parsed.id, entry.held.stays);
    if (became.status !== "done") {
      await learnSecrets(binding, connection, name);
      throw error;
    }
    for (const note of became.notes) warn(note);
    claims.removed.set(subject, connection.client.now());
    if (shape.name === "domain") claims.detached.add(parsed.id);
    return written;
  };
  // A component or domain is deleted without a read. Only if it is not found, it is read: is it gone, or out of the token's sight?
  if (shape.name === "project" && (await read()) === undefined) return;
  const { entry } = await send(parsed.id);
  const answer = entry.answers.get("delete");
  if (shape.name === "project" || answer?.became !== "answered" || answer.wasGone !== true) return;
  const live = await read();
  // The service knows the host name in another spelling.
  if (live !== undefined && "name" in live) await send(String(live.name));
}

/** A refusal may quote the live object. */
async function learnSecrets<Declared, Live>(
  binding: Binding<Declared, Live>,
  connection: Connection,
  id: string,
): Promise<void> {
  try {
    const live = await readNow(binding, connection, id);
    if (live !== undefined) connection.redaction.add(binding.secretsIn(live));
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
