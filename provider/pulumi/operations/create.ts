import type { dynamic } from "@pulumi/pulumi";
import { isConflict } from "../../api/errors.ts";
import { AmbiguousError } from "../../resources/failures.ts";
import type { Ensured } from "../../resources/kind.ts";
import { rememberedLists, type Lists } from "../../resources/lists.ts";
import type { Connection } from "../connection.ts";
import { declaredOf, inputsOf, type Shape } from "../kinds/shape.ts";
import type { Fields } from "../naming.ts";
import { warn } from "../warnings.ts";
import { PartlyDoneError } from "./failure.ts";
import { organizationFor, outputsOf } from "./state.ts";

/** Makes the object, or adopts the one that answers to the same natural key where the inputs allow it. */
export async function create<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  properties: Fields,
): Promise<dynamic.CreateResult> {
  const { client } = connection;
  const inputs = inputsOf(shape, properties);
  const place = await shape.place(connection, inputs);
  // Before anything is made: after that, nothing may come between the object and its id.
  const organization = await organizationFor(connection, properties);
  const { live, notes, incomplete } = await make(shape, connection, place, inputs);
  for (const note of notes) warn(note);
  const id = shape.idOf(place, live);
  // All properties, for `__provider` is among them, without which the resource could not be touched again.
  const { origin } = client;
  const partly = { ...properties, ...(organization === undefined ? {} : { organization }), origin };
  if (incomplete !== undefined) throw new PartlyDoneError(id, partly, incomplete);
  return { id, outs: outputsOf(shape, properties, live, { organization, origin }) };
}

async function make<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  place: Place,
  inputs: Fields,
): Promise<Ensured<Live>> {
  const { client, lists } = connection;
  const { kind } = shape;
  const declared = declaredOf(shape, inputs);
  const adopt = (found: Live): Promise<Ensured<Live>> => {
    const pinned = shape.pinned(inputs);
    refuseUnlessAdopted(shape, inputs, kind.idOf(found));
    const fixed = kind.compare(declared, found, place).filter(({ replace }) => replace);
    if (pinned !== undefined && fixed.length > 0) {
      throw new Error(
        `${pinned} cannot be adopted: its ${fixed.map(({ path }) => path).join(", ")} is another than declared.`,
      );
    }
    return kind.ensure(client, place, declared, found);
  };

  const found = await find(shape, connection, place, inputs, lists);
  if (found !== undefined) return adopt(found);
  try {
    return await kind.ensure(client, place, declared, undefined);
  } catch (error) {
    if (!isConflict(error)) throw error;
    // Somebody made it since the list was read. Where it is not there still, something else is in the way.
    const since = await find(shape, connection, place, inputs, rememberedLists(client));
    if (since === undefined) throw error;
    return adopt(since);
  }
}

async function find<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  { client }: Connection,
  place: Place,
  inputs: Fields,
  lists: Lists,
): Promise<Live | undefined> {
  const pinned = shape.pinned(inputs);
  if (pinned !== undefined) {
    const live = await shape.kind.read(client, place, pinned);
    if (live === undefined) throw new Error(`There is no ${shape.kind.name} ${pinned} to adopt.`);
    return live;
  }
  try {
    return await shape.kind.find(lists, place, declaredOf(shape, inputs));
  } catch (error) {
    if (!(error instanceof AmbiguousError)) throw error;
    const pin = shape.kind.name === "project" ? " or adopt one with `adoptId`" : "";
    throw new Error(
      `${shape.subject(inputs)} exists ${error.ids.length} times: ${error.ids.join(", ")}. Nothing was changed. Remove the ` +
        `ones that are not wanted${pin}.`,
      { cause: error },
    );
  }
}

function refuseUnlessAdopted<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  inputs: Fields,
  id: string,
): void {
  if (inputs["if_exists"] === "adopt" || shape.pinned(inputs) !== undefined) return;
  const pin = shape.kind.name === "project" ? ` or \`adoptId: "${id}"\`` : "";
  throw new Error(
    `${shape.subject(inputs)} exists already: ${id}. To manage it with this resource, declare \`ifExists: "adopt"\`${pin}.`,
  );
}
