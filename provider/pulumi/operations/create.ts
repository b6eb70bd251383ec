import type { dynamic } from "@pulumi/pulumi";
import { FRESH } from "../../reconcile/fresh.ts";
import { idOf as idInEntry, isAnswered } from "../../reconcile/ledger.ts";
import { planning, type View } from "../../reconcile/view.ts";
import { keyForm } from "../../resources/forms.ts";
import type { Fields } from "../../resources/json.ts";
import type { Connection } from "../connection.ts";
import { claimOf, inputsOf, pinnedId, type Binding, type Declaration, type Shape } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { adoptionNote, existsError, explainSeveral, ownedError, refuseAdoption, searchOf } from "./adoption.ts";
import { outputsAfter } from "./after-write.ts";
import { explainDomain, lateRelease } from "./detached.ts";
import { organizationFor } from "./state.ts";
import { writeDeclared, type Written } from "./write-one.ts";

/** Creates the object, or adopts the live one with the same natural key if the inputs allow it. */
export async function create(shape: Shape, connection: Connection, news: Fields): Promise<dynamic.CreateResult> {
  const inputs = inputsOf(shape, news);
  const binding = await shape.bind(connection, inputs, {});
  // Read first: a failure after the create would lose the id.
  const organization = await organizationFor(connection, news);
  const { claims, client } = connection;
  // Slugs that differ only in case name one project.
  const key = keyForm(shape.subject(inputs));
  const { live, written } = await claims.oneAtATime(key, async () => {
    const made = await createOrAdopt(binding, key);
    claims.ids.set(key, binding.idOf(made.live));
    return made;
  });
  const id = binding.pulumiId(binding.idOf(live));
  if (shape.name === "project") rememberProject(binding, id, written);
  const ownedSince = client.now();
  const outs = await outputsAfter(binding, { id, news, before: {}, live, written, organization, ownedSince });
  return { id, outs };
}

/** Nothing is in a project that was just created, so nothing in it need be read. */
function rememberProject({ shape, connection, inputs }: Binding, id: string, written: Written | undefined): void {
  const { guard, newProjects, observer, organizations } = connection;
  organizations.set(id, String(inputs["organization_id"]));
  guard?.nameProject(id, shape.nameIn(inputs));
  if (written === undefined || !isAnswered(written.entry, "create")) return;
  newProjects.set(id, id);
  observer.take("components", id, [], Number.POSITIVE_INFINITY);
  observer.take("domains", id, [], Number.POSITIVE_INFINITY);
}

interface Made {
  readonly live: object;
  /** Absent if nothing had to be written. */
  readonly written: Written | undefined;
}

async function createOrAdopt(binding: Binding, key: string): Promise<Made> {
  const { claims } = binding.connection;
  const declaration = binding.declare(binding.inputs);
  const find = searchOf(binding, declaration);
  const found = await findToAdopt(binding, declaration, find, key);
  const written = await writeDeclared(binding, declaration, found, {
    find,
    onWritten: (entry) => {
      const made = isAnswered(entry, "create") ? idInEntry(entry) : undefined;
      if (made !== undefined) claims.removed.delete(claimOf(binding, made));
    },
    alone: { onLateRelease: lateRelease(binding) },
  });
  const live = written === undefined ? found : liveAfter(binding, written);
  if (live === undefined) throw new Error(`${binding.shape.subject(binding.inputs)} has nothing to create.`);
  claims.made.add(claimOf(binding, binding.idOf(live)));
  return { live, written };
}

/** The live object that the create adopts. `undefined` if there is none. Throws if it may not be adopted. */
async function findToAdopt(
  binding: Binding,
  declaration: Declaration,
  find: (view: View) => object | undefined,
  key: string,
): Promise<object | undefined> {
  const { connection, inputs, shape } = binding;
  const { claims, observer, redaction } = connection;
  connection.forgetOlder(FRESH);
  const found = await explainSeveral(binding, () => observer.plan(planning(find)));
  if (found === undefined) {
    const pinned = pinnedId(inputs);
    if (pinned !== undefined) throw new Error(`There is no ${shape.name} ${pinned} to adopt.`);
    const own = claims.ids.get(key);
    if (own !== undefined) throw ownedError(binding, own);
    return undefined;
  }
  redaction.add(binding.secretsIn(found));
  refuseAdoption(binding, declaration, found);
  warn(adoptionNote(binding, declaration, found));
  // Before the write: also if it fails, the old resource of this object must not delete it.
  claims.made.add(claimOf(binding, binding.idOf(found)));
  return found;
}

/** The object after its create. Throws if it is not there, and if it is somebody else's. */
function liveAfter(binding: Binding, written: Written): object {
  const { inputs, shape } = binding;
  const { became, entry, error, isOfOthers } = written;
  const id = became.id ?? (isAnswered(entry, "create") ? idInEntry(entry) : undefined);
  const { body, settings } = entry.approved;
  // What was sent of an object that cannot be read back.
  const live = written.live ?? (id === undefined ? undefined : binding.record({ ...body, ...settings }, id));
  if (isOfOthers && written.live !== undefined) throw existsError(binding, binding.idOf(written.live));
  // A project whose settings have no answer is there: its id must not be lost.
  const isMade = isAnswered(entry, "create") && written.live !== undefined;
  const isThere = became.status === "done" || became.status === "partial" || (became.status === "unknown" && isMade);
  if (isThere && live !== undefined) return live;
  if (shape.name === "domain") throw explainDomain(binding, written);
  // The create was answered without an id, and no read shows the object.
  const withoutId =
    `${shape.subject(inputs)} was created, but its id is not known. ${became.notes.join(" ")} Declare ` +
    '`ifExists: "adopt"`, and run `pulumi up` again.';
  throw error ?? new Error(withoutId);
}
