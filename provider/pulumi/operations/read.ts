import type { dynamic } from "@pulumi/pulumi";
import type { z } from "zod";
import { isNotFound } from "../../api/errors.ts";
import { isObject } from "../../resources/canonical.ts";
import type { Change } from "../../resources/kind.ts";
import type { Connection } from "../connection.ts";
import { declaredOf, inputsOf, type Shape } from "../kinds/shape.ts";
import type { Fields } from "../naming.ts";
import { look } from "./look.ts";
import { organizationFor, organizationIn, outputsOf, properties, refuseOtherOrigin } from "./state.ts";

/**
 * Reads the live object into the state: what was declared, with the live value where that means something else. A
 * resource that is only looked at (`get`) has nothing declared: then it is all that may be shown.
 */
export async function read<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
): Promise<dynamic.ReadResult> {
  const { client } = connection;
  const subject = `${shape.kind.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const parsed = shape.parseId(id);
  // Inputs without an origin are those of a `get`, not of a state.
  const known = typeof state["origin"] === "string";
  const recorded = { ...(known ? inputsOf(shape, state) : {}), ...parsed.inputs };
  const place = await shape.place(connection, recorded);
  const live =
    (await listed(shape, connection, recorded, parsed.id)) ??
    (known
      ? await look(shape, connection, place, parsed.id, organizationIn(state))
      : await shape.kind.read(client, place, parsed.id));
  if (live === undefined) {
    if (known) return {};
    throw new Error(`There is no ${subject}.`);
  }
  const inputs = known
    ? withDrift(shape, recorded, shape.drift(declaredOf(shape, comparable(shape, recorded)), live, place))
    : await everything(shape, connection, place, parsed.inputs, live);
  const declared = properties(shape, inputs);
  const organization = await organizationFor(connection, { ...declared, organization: state["organization"] });
  return { id, props: outputsOf(shape, declared, live, { organization, origin: client.origin }), inputs: declared };
}

/** The list is read together with others of its like; only where it does not show the object is that one asked for. */
async function listed<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  inputs: Fields,
  id: string,
): Promise<Live | undefined> {
  try {
    return await shape.inList(connection, inputs, id);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    return undefined;
  }
}

/** An odd value that an earlier refresh found can be declared by nobody: it stays, and differs, until an update. */
function comparable(shape: { readonly inputs: z.ZodObject }, recorded: Fields): Fields {
  const { error } = shape.inputs.safeParse(recorded);
  const odd = new Set(error?.issues.map(({ path: [field] }) => field));
  return Object.fromEntries(Object.entries(recorded).filter(([name]) => !odd.has(name)));
}

function withDrift(shape: { readonly inputs: z.ZodObject }, inputs: Fields, changes: readonly Change[]): Fields {
  const drifted: Record<string, unknown> = { ...inputs };
  for (const { path, from } of changes) {
    const [name = "", ...rest] = path.split(".");
    const owner = drifted[name];
    const isField = Object.hasOwn(shape.inputs.shape, name) && Object.hasOwn(inputs, name);
    if (isField && rest.length === 0) drifted[name] = from;
    else if (isField && isObject(owner)) drifted[name] = { ...owner, [rest.join(".")]: from };
    else drifted["extra"] = { ...(isObject(drifted["extra"]) ? drifted["extra"] : {}), [path]: from };
  }
  return drifted;
}

async function everything<Place, Declared, Live>(
  shape: Shape<Place, Declared, Live>,
  connection: Connection,
  place: Place,
  fromId: Fields,
  live: Live,
): Promise<Fields> {
  // A second look, now that it is known what to look for in the catalogue.
  const observed = shape.observe(live, await shape.place(connection, { ...shape.observe(live, place), ...fromId }));
  const shown = Object.entries(observed).filter(([, value]) => value !== undefined && value !== null);
  return { ...fromId, ...Object.fromEntries(shown) };
}
