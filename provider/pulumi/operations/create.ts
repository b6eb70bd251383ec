import type { dynamic } from "@pulumi/pulumi";
import { isConflict, messageOf } from "../../api/errors.ts";
import { FRESH } from "../../reconcile/fresh.ts";
import type { Entry } from "../../reconcile/ledger.ts";
import { planning, type View } from "../../reconcile/view.ts";
import { AmbiguousError, isOtherRecord } from "../../resources/failures.ts";
import { keyForm } from "../../resources/forms.ts";
import type { Fields } from "../../resources/json.ts";
import { SETTLE_WINDOW } from "../../resources/settle-window.ts";
import type { Connection } from "../connection.ts";
import {
  declaredFields,
  declaredOf,
  ifExistsOf,
  inputsOf,
  pinnedId,
  writeTarget,
  type Binding,
  type Shape,
} from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { adoptionNote, existsError } from "./existing.ts";
import { partlyDone } from "./failure.ts";
import { searchOf } from "./find.ts";
import { withDrift } from "./read.ts";
import { organizationFor, outputsOf, properties as propertiesOf } from "./state.ts";
import { writeOne, type Written } from "./write-one.ts";

/** Creates the object, or adopts the live one with the same natural key if the inputs allow it. */
export async function create<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  connection: Connection,
  properties: Fields,
): Promise<dynamic.CreateResult> {
  const inputs = inputsOf(shape, properties);
  const binding = await shape.bind(connection, inputs, {});
  // Read first: a failure after the create would lose the id.
  const organization = await organizationFor(connection, properties);
  const { claims, client } = connection;
  // Slugs that differ only in case name one project.
  const key = keyForm(shape.subject(inputs));
  const { live, written } = await claims.oneAtATime(key, async () => {
    const made = await createOrAdopt(shape, binding, connection, inputs, key);
    claims.ids.set(key, binding.idOf(made.live));
    return made;
  });
  // The notes of an unknown outcome are for an object without an id.
  if (written !== undefined && written.became.status !== "unknown") written.became.notes.forEach(warn);
  const id = binding.pulumiId(binding.idOf(live));
  if (shape.name === "project" && typeof properties["organizationId"] === "string") {
    connection.organizations.set(id, properties["organizationId"]);
    connection.guard?.nameProject(id, shape.nameIn(inputs));
    if (written?.entry.answers.get("create")?.became === "answered") startEmpty(connection, id);
  }
  const ownership = { organization, origin: client.origin, ownedSince: client.now() };
  if (written !== undefined && written.became.status !== "done") {
    const declared = declaredOf(shape, inputs);
    const proven = binding.withoutSecrets(inputs, live);
    // The state holds what the service stored, so that the next update tries again.
    const stored = propertiesOf(shape, withDrift(shape, proven, binding.drift(declared, live)));
    throw partlyDone(id, properties, outputsOf(shape, stored, live, ownership), written.error);
  }
  const ready = await shape.awaitReady(connection, inputs, live);
  const outs = outputsOf(shape, properties, ready.live, ownership);
  if (ready.missing !== undefined) throw partlyDone(id, properties, outs, ready.missing);
  return { id, outs };
}

/** Nothing is in a project that was just created, so nothing in it need be read. */
function startEmpty({ observer, newProjects }: Connection, id: string): void {
  newProjects.set(id, id);
  observer.take("components", id, [], Number.POSITIVE_INFINITY);
  observer.take("domains", id, [], Number.POSITIVE_INFINITY);
}

interface Made<Live> {
  readonly live: Live;
  /** Absent if nothing had to be written. */
  readonly written?: Written<Live>;
}

async function createOrAdopt<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  connection: Connection,
  inputs: Fields,
  key: string,
): Promise<Made<Live>> {
  const { claims, client, guard, observer } = connection;
  const declared = declaredOf(shape, inputs);
  const nameOf = (id: string): string => `${shape.name} ${binding.pulumiId(id)}`;
  const search = searchOf(shape, binding, inputs);
  const find = (view: View): Live | undefined => {
    const live = search(view);
    const removedAt = live && claims.removed.get(nameOf(binding.idOf(live)));
    // Reads may be late, too. What they show after the settle window is there: a create without an answer may have arrived.
    return removedAt !== undefined && client.now() - removedAt < SETTLE_WINDOW ? undefined : live;
  };
  const pinned = pinnedId(inputs);
  connection.forgetOlder(FRESH);
  const found = await explainSeveral(shape, inputs, () => observer.plan(planning(find)));
  if (found === undefined && pinned !== undefined) throw new Error(`There is no ${shape.name} ${pinned} to adopt.`);
  const own = claims.ids.get(key);
  if (own !== undefined && found === undefined) throw ownedError(shape, inputs, own);
  const adopts = ifExistsOf(inputs, connection) === "adopt" || pinned !== undefined;
  if (found !== undefined) {
    refuseAdoption(shape, binding, connection, inputs, found);
    // Before the write: also if it fails, the old resource of this object must not delete it.
    claims.made.add(nameOf(binding.idOf(found)));
  }
  binding.checkWrite(declared, found);
  if (found === undefined) guard?.checkCreate(writeTarget(shape, inputs), declaredFields(shape, inputs));
  else guard?.checkUpdate(writeTarget(shape, inputs, binding.idOf(found)), binding.compare(declared, found));
  const step = binding.step(declared, found, true);
  if (step === undefined && found !== undefined) return { live: found };
  if (step === undefined) throw new Error(`${shape.subject(inputs)} has nothing to create.`);
  const hostName = shape.name === "domain" ? shape.nameIn(inputs) : undefined;
  // An answer without a name: a domain has its key for an id.
  const idOfMade = ({ id = hostName, answers }: Entry): string | undefined =>
    answers.get("create")?.became === "answered" ? id : undefined;
  const written = await writeOne(connection, {
    approved: { ...step, adopts },
    binding,
    declared,
    find,
    onWritten: (entry) => {
      const made = idOfMade(entry);
      if (made !== undefined) claims.removed.delete(nameOf(made));
    },
    alone: { onLateRelease: lateRelease(connection, hostName) },
  });
  const { became, entry } = written;
  const id = became.id ?? idOfMade(entry);
  // What was sent of an object that cannot be read back.
  const live = written.live ?? (id === undefined ? undefined : binding.record({ ...step.body, ...step.settings }, id));
  if (written.isOfOthers && written.live !== undefined) throw existsError(shape, inputs, binding.idOf(written.live));
  // A project whose settings have no answer is there: its id must not be lost.
  const isMade = entry.answers.get("create")?.became === "answered" && written.live !== undefined;
  const isThere = became.status === "done" || became.status === "partial" || (became.status === "unknown" && isMade);
  if (!isThere || live === undefined)
    throw shape.name === "domain"
      ? explainDomain(connection, inputs, written)
      : (written.error ?? withoutId(shape, inputs, written));
  claims.made.add(nameOf(binding.idOf(live)));
  return { live, written };
}

/** The create was answered without an id, and no read shows the object. */
function withoutId<Declared, Live>(shape: Shape<Declared, Live>, inputs: Fields, { became }: Written<Live>): Error {
  return new Error(
    `${shape.subject(inputs)} was created, but its id is not known. ${became.notes.join(" ")} Declare \`ifExists: "adopt"\`, and ` +
      "run `pulumi up` again.",
  );
}

/** Pulumi replaces a domain by a deletion and a create, so the service may still hold a host name that this update has detached. */
function lateRelease({ claims: { detached } }: Connection, name: string | undefined): (() => void) | undefined {
  if (name === undefined || !detached.has(name)) return undefined;
  // Without the refusal: each has another request id, and would be a warning of its own.
  return () =>
    warn(`${name} is detached, and the service does not attach it again yet. Trying again for five minutes.`);
}

async function explainSeveral<Declared, Live, Found>(
  shape: Shape<Declared, Live>,
  inputs: Fields,
  search: () => Promise<Found>,
): Promise<Found> {
  try {
    return await search();
  } catch (error) {
    if (!(error instanceof AmbiguousError) || error.ids.length === 1) throw error;
    const pin = shape.name === "domain" ? "" : ", or adopt one with `adoptId`";
    throw new Error(
      `${shape.subject(inputs)} exists ${error.ids.length} times: ${error.ids.join(", ")}. Nothing was changed. Remove the ` +
        `ones that you do not want${pin}.`,
      { cause: error },
    );
  }
}

function refuseAdoption<Declared, Live>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  connection: Connection,
  inputs: Fields,
  found: Live,
): void {
  const { claims, redaction } = connection;
  const id = binding.idOf(found);
  const owned = `${shape.name} ${binding.pulumiId(id)}`;
  if (claims.made.has(owned) || (claims.kept.get(owned)?.size ?? 0) > 0) throw ownedError(shape, inputs, id);
  const pinned = pinnedId(inputs);
  if (ifExistsOf(inputs, connection) !== "adopt" && pinned === undefined) throw existsError(shape, inputs, id);
  redaction.add(binding.secretsIn(found));
  const fixed = binding.compare(declaredOf(shape, inputs), found).filter(({ replace }) => replace);
  if (pinned === undefined || fixed.length === 0) return warn(adoptionNote(shape, binding, inputs, found));
  const names = fixed.map(({ path }) => path).join(", ");
  throw new Error(`${pinned} cannot be adopted: its ${names} differs from what is declared, and cannot be changed.`);
}

function ownedError<Declared, Live>(shape: Shape<Declared, Live>, inputs: Fields, id: string): Error {
  return new Error(`${shape.subject(inputs)} belongs to another resource of this program: ${id}. Declare it once.`);
}

/** Why a host name is not attached. Says first if this update has detached it. */
function explainDomain({ claims: { detached } }: Connection, { name }: Fields, { became, error }: Written<unknown>) {
  const isElsewhere = isConflict(became.error) || isOtherRecord(became.error);
  const reason = isElsewhere ? attachedElsewhere(became.error) : error;
  if (became.status === "unknown" || !detached.has(String(name))) return reason;
  const message = `This update has detached ${String(name)} from its old project, and it is not attached to the new one.`;
  return new Error(`${message} ${messageOf(reason)}`, { cause: reason });
}

function attachedElsewhere(error: unknown): Error {
  const advice =
    "If another resource of this stack has it, and this one takes its place, name that one in `aliases`: then it is detached " +
    "first. If that one stays and gets another name, run `pulumi up --target` for it first. If the two exchange their names, " +
    "declare `deleteBeforeReplace: true` for both, and run `pulumi up` again if it fails once. Between two project files, remove " +
    "it from the one, run `pulumi up`, and add it to the other.";
  return new Error(`${messageOf(error)} ${advice}`, { cause: error });
}
