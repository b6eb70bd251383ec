import type { dynamic } from "@pulumi/pulumi";
import { isConflict, isNotFound, mayBeThere, messageOf } from "../../api/errors.ts";
import type { Ensured } from "../../resources/kind.ts";
import { isObject } from "../../resources/json.ts";
import { whileProjectAnswers } from "../../resources/project.ts";
import { retryNotFound, SETTLE_WINDOW } from "../../resources/settle.ts";
import { rememberedLists, type Lists } from "../../resources/lists.ts";
import { oncePerKey } from "../../resources/once-per-key.ts";
import type { Connection } from "../connection.ts";
import {
  declaredFields,
  declaredOf,
  inputsOf,
  writeTarget,
  type Binding,
  type Created,
  type Shape,
} from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { partlyDone } from "./failure.ts";
import { findLive } from "./find-live.ts";
import { withDrift } from "./read.ts";
import { organizationFor, outputsOf, properties as propertiesOf } from "./state.ts";
import { unprovenSecrets, without } from "./unproven.ts";
import type { Fields } from "../../resources/json.ts";

/** Creates the object, or adopts the live one with the same natural key if the inputs allow it. */
export async function create<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  connection: Connection,
  properties: Fields,
): Promise<dynamic.CreateResult> {
  const inputs = inputsOf(shape, properties);
  const binding = await shape.bind(connection, inputs, {});
  // Before anything is sent: an answer that quotes a secret is shortened, and half a secret would not be found afterwards.
  connection.redaction.add(await shape.secrets(connection, inputs));
  // Read first: a failure after the create would lose the id.
  const organization = await organizationFor(connection, properties);
  const { claims } = connection;
  // What an earlier try of this create claimed is its own.
  const own = new Set<string>();
  // Slugs that differ only in case name one project.
  const { live, notes, incomplete } = await claims.oneAtATime(shape.subject(inputs).toLowerCase(), () =>
    whileProjectAppears(connection, binding.address, async () => {
      let created: Created<Live> | undefined;
      try {
        const ensured = await createOrAdopt(shape, binding, connection, inputs, own);
        const subject = `${shape.name} ${binding.pulumiId(ensured.live)}`;
        claims.made.add(subject);
        claims.removed.delete(subject);
        created = { live: ensured.live, isNew: own.size === 0 && ensured.adopted !== true };
        return ensured;
      } finally {
        for (const lists of claims.lists) shape.wrote(lists, binding.address, created);
      }
    }),
  );
  for (const note of notes) warn(note);
  const id = binding.pulumiId(live);
  if (shape.name === "project" && typeof properties["organizationId"] === "string") {
    connection.organizations.set(id, properties["organizationId"]);
    connection.guard?.nameProject(id, shape.nameIn(inputs));
  }
  const { client } = connection;
  const ownership = { organization, origin: client.origin, ownedSince: client.now() };
  if (incomplete !== undefined) {
    const declared = declaredOf(shape, inputs);
    const proven = without(inputs, unprovenSecrets(binding, declared, live, inputs, {}));
    // The state holds what the service stored, so that the next update tries again.
    const stored = propertiesOf(shape, withDrift(shape, proven, binding.drift(declared, live)));
    throw partlyDone(id, properties, outputsOf(shape, stored, live, ownership), incomplete);
  }
  return { id, outs: outputsOf(shape, properties, live, ownership) };
}

/** A project that another resource just created may answer a moment before what is below it is found. */
async function whileProjectAppears<Result>(
  { client, claims: { made } }: Connection,
  address: unknown,
  run: () => Promise<Result>,
): Promise<Result> {
  const projectId = isObject(address) ? address["projectId"] : undefined;
  if (typeof projectId !== "string") return run();
  try {
    return await run();
  } catch (error) {
    if (!isNotFound(error)) throw error;
    // A project that this update created is there, also if a read does not show it yet.
    if (!made.has(`project ${projectId}`)) await whileProjectAnswers(client, projectId, error);
    return retryNotFound(client, `project ${projectId}`, run);
  }
}

/**
 * Milliseconds: the age of the oldest list that a create relies on. Many creates of one moment share a list. What somebody
 * else created since the list was read would be created twice.
 */
const LOOK_AGE = 500;
/**
 * The same for an object whose key is its address. It cannot exist twice, but a service may take a second create, and then an object of
 * somebody else would become this resource's. An update may take an hour.
 */
const LOOK_AGE_BY_KEY = SETTLE_WINDOW;
/** The same in a project that this update created: others hardly know it yet. */
const LOOK_AGE_IN_NEW_PROJECT = Number.POSITIVE_INFINITY;

async function createOrAdopt<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  binding: Binding<Address, Declared, Live>,
  { client, recent, claims: { made, kept, removed }, redaction, guard }: Connection,
  inputs: Fields,
  own: Set<string>,
): Promise<Ensured<Live>> {
  const { kind, address } = binding;
  const declared = declaredOf(shape, inputs);
  const ensure = (live: Live | undefined, lists?: Lists): Promise<Ensured<Live>> => {
    binding.checkWrite(declared, live);
    if (live === undefined) guard?.checkCreate(writeTarget(shape, inputs), declaredFields(shape, inputs));
    else guard?.checkUpdate(writeTarget(shape, inputs, kind.idOf(live)), kind.compare(declared, live));
    return kind.ensure(client, address, declared, live, lists);
  };
  const adopt = async (found: Live): Promise<Ensured<Live>> => {
    const owned = `${shape.name} ${binding.pulumiId(found)}`;
    if (!own.has(owned) && (made.has(owned) || kept.has(owned))) {
      throw new Error(
        `${shape.subject(inputs)} belongs to another resource of this program: ${kind.idOf(found)}. Declare it once.`,
      );
    }
    refuseUnlessAdopted(shape, inputs, kind.idOf(found));
    redaction.add(binding.secretsIn(found));
    const pinned = shape.pinnedId(inputs);
    const fixed = kind.compare(declared, found).filter(({ replace }) => replace);
    if (pinned !== undefined && fixed.length > 0) {
      const names = fixed.map(({ path }) => path).join(", ");
      throw new Error(
        `${pinned} cannot be adopted: its ${names} differs from what is declared, and cannot be changed.`,
      );
    }
    // Before the write: also if it fails, the old resource of this object must not delete it.
    made.add(owned);
    own.add(owned);
    return ensure(found);
  };

  // Reads may be late, too.
  const isRemoved = (live: Live): boolean => removed.has(`${shape.name} ${binding.pulumiId(live)}`);
  const pinned = shape.pinnedId(inputs);
  if (pinned !== undefined) {
    const live = await kind.read(client, address, pinned);
    if (live === undefined || isRemoved(live)) throw new Error(`There is no ${shape.name} ${pinned} to adopt.`);
    return adopt(live);
  }
  const within =
    kind.idFromKey(declared) === undefined
      ? recent.within(LOOK_AGE)
      : recent.within(LOOK_AGE_BY_KEY, LOOK_AGE_IN_NEW_PROJECT);
  // The create asks for what was listed before it.
  const lists = {
    ...within,
    projects: oncePerKey((organization: string | undefined) => within.projects(organization)),
  };
  const found = await findLive(shape, binding, inputs, client, lists);
  if (found !== undefined && !isRemoved(found)) return adopt(found);
  try {
    return await ensure(undefined, lists);
  } catch (error) {
    if (!mayBeThere(error) || (!isConflict(error) && kind.idFromKey(declared) === undefined)) throw error;
    // Somebody created it since the list was read. If it still is not listed, the conflict is with something else.
    const since = await findLive(shape, binding, inputs, client, rememberedLists(client));
    if (since === undefined || isRemoved(since))
      throw shape.name === "domain" && isConflict(error) ? attachedElsewhere(error) : error;
    return adopt(since);
  }
}

function attachedElsewhere(error: unknown): Error {
  const advice =
    "If another resource of this stack has it, and this one takes its place, name that one in `aliases`: then it is detached " +
    "first. If that one stays and gets another name, run `pulumi up --target` for it first. If the two exchange their names, " +
    "declare `deleteBeforeReplace: true` for both, and run `pulumi up` again if it fails once. Between two project files, remove " +
    "it from the one, run `pulumi up`, and add it to the other.";
  return new Error(`${messageOf(error)} ${advice}`, { cause: error });
}

function refuseUnlessAdopted<Address, Declared, Live>(
  shape: Shape<Address, Declared, Live>,
  inputs: Fields,
  id: string,
): void {
  if (inputs["if_exists"] === "adopt" || shape.pinnedId(inputs) !== undefined) return;
  const pin = shape.name === "project" ? ` or \`adoptId: "${id}"\`` : "";
  throw new Error(
    `${shape.subject(inputs)} already exists: ${id}. If another resource of this stack has it, and was renamed, give this one ` +
      `the old name in \`aliases\`. To take what no resource has, what another one gives up, or what this one had before, declare ` +
      `\`ifExists: "adopt"\`${pin}. To replace the object with \`--replace\`, declare \`deleteBeforeReplace: true\`.`,
  );
}
