import type { dynamic } from "@pulumi/pulumi";
import type { Connection } from "../connection.ts";
import { declaredOf, inputsOf, type Shape } from "../kinds/shape.ts";
import type { Fields } from "../naming.ts";
import { warn } from "../warnings.ts";
import { organizationFor, outputsOf, refuseOtherOrigin } from "./state.ts";

/** Brings the object to what is declared now. What is as declared already costs no write. */
export async function update<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
  news: Fields,
): Promise<dynamic.UpdateResult> {
  const { client } = connection;
  const subject = `${shape.kind.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const inputs = inputsOf(shape, news);
  const place = await shape.place(connection, inputs);
  const live = await shape.kind.read(client, place, shape.parseId(id).id);
  if (live === undefined)
    throw new Error(`There is no ${subject} any more. Run \`pulumi refresh\`, then \`pulumi up\` makes it anew.`);
  const organization = await organizationFor(connection, { ...news, organization: state["organization"] });
  const { live: updated, notes } = await shape.kind.ensure(client, place, declaredOf(shape, inputs), live);
  for (const note of notes) warn(note);
  return { outs: outputsOf(shape, news, updated, { organization, origin: client.origin }) };
}
