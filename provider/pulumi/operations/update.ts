import type { dynamic } from "@pulumi/pulumi";
import type { z } from "zod";
import type { View } from "../../reconcile/view.ts";
import { sameJson, sameMeaning } from "../../resources/canonical.ts";
import { isObject, itemsOf, own, type Fields } from "../../resources/json.ts";
import type { Change } from "../../resources/kind.ts";
import { asType } from "../../resources/schema-walk.ts";
import type { Connection } from "../connection.ts";
import { camelCase } from "../naming.ts";
import { declaredOf, inputsOf, writeTarget, type Shape } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { partlyDone } from "./failure.ts";
import { comparable, withDrift } from "./read.ts";
import { readUnlessGone } from "./find.ts";
import { organizationFor, organizationIn, outputsOf, properties, refuseOtherOrigin } from "./state.ts";
import { writeOne } from "./write-one.ts";

/** Converges the object to what the program changed. No difference, no write. */
export async function update<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  connection: Connection,
  id: string,
  state: Fields,
  news: Fields,
): Promise<dynamic.UpdateResult> {
  const { client, redaction } = connection;
  const subject = `${shape.name} ${id}`;
  refuseOtherOrigin(subject, state, client);
  const inputs = inputsOf(shape, news);
  const declared = declaredOf(shape, inputs);
  const before = inputsOf(shape, state);
  const binding = await shape.bind(connection, inputs, before);
  const { id: serviceId } = shape.parseId(id);
  const find = (view: View): Live | undefined => binding.read(view, serviceId);
  const live = await readUnlessGone(shape, binding, connection, serviceId, organizationIn(state));
  if (live === undefined) {
    throw new Error(`${subject} no longer exists. Run \`pulumi refresh\`; then \`pulumi up\` creates it again.`);
  }
  redaction.add(binding.secretsIn(live));
  const organization = await organizationFor(connection, { ...news, organization: state["organization"] });
  const ownership = { organization, origin: client.origin, ownedSince: state["ownedSince"] };
  const planned = declaredOf(shape, plannedInputs(shape, inputs, before, binding.drift(declared, live)));
  binding.checkWrite(planned, live);
  connection.guard?.checkUpdate(writeTarget(shape, inputs, binding.idOf(live)), binding.compare(planned, live));
  const approved = binding.step(planned, live, true);
  let updated: Live = live;
  if (approved !== undefined) {
    const written = await writeOne(connection, {
      approved,
      binding,
      declared: planned,
      find,
    });
    const { became, error } = written;
    updated = written.live ?? live;
    const proven = binding.withoutSecrets(inputs, updated);
    const isUnproven = became.status === "unknown" && proven !== inputs;
    if (became.status === "partial" || isUnproven) {
      // The state holds what the service stored, so that the next update tries again.
      const stored = withDrift(shape, proven, binding.drift(declared, updated));
      const outs = outputsOf(shape, properties(shape, withoutUnmarked(stored, before)), updated, ownership);
      throw partlyDone(id, news, outs, isUnproven ? withAdvice(error) : error);
    }
    if (became.status !== "done") throw error;
    for (const note of became.notes) warn(note);
  }
  const ready = await shape.awaitReady(connection, inputs, updated);
  const outs = outputsOf(shape, news, ready.live, ownership);
  if (ready.missing !== undefined) throw partlyDone(id, news, outs, ready.missing);
  return { outs };
}

/** Without what the program no longer marks as a secret: what the service still has of it would be in clear. */
function withoutUnmarked(stored: Fields, before: Fields): Fields {
  const marked = itemsOf(stored["secret_inputs"]);
  const unmarked = itemsOf(before["secret_inputs"]).filter((path) => !marked.includes(path));
  const names = new Set(unmarked.map((path) => String(path).split(".")[0]));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.has(camelCase(name))));
}

/** The error's advice is to read the service, which may hide the secrets. */
function withAdvice(error: Error | undefined): Error {
  return new Error(`${error?.message ?? ""} The next \`pulumi up\` sends its secret settings again.`);
}

/**
 * The inputs to write: a declared value that the program did not change stays as it is live, also if somebody changed it
 * there. The preview does not show it, and with `ignoreChanges` it is not to be written at all. A refresh finds it.
 * `written`: the inputs that this resource wrote last. `drift`: how the live object differs from the inputs.
 */
function plannedInputs(
  shape: { readonly inputs: z.ZodObject },
  inputs: Fields,
  written: Fields,
  drift: readonly Change[],
): Fields {
  const unplanned = drift.filter(({ path }) => isUnchanged(shape, path, inputs, written));
  return unplanned.length === 0 ? inputs : comparable(shape, withDrift(shape, inputs, unplanned));
}

function isUnchanged(shape: { readonly inputs: z.ZodObject }, path: string, inputs: Fields, written: Fields): boolean {
  const [name = "", ...rest] = path.split(".");
  const isField = Object.hasOwn(shape.inputs.shape, name);
  const [now, before] = isField ? [inputs, written] : [inputs["extra"], written["extra"]];
  if (!isObject(now) || !isObject(before)) return false;
  const [value, old] = [own(now, name), own(before, name)];
  if (isField && rest.length > 0 && isObject(value) && isObject(old)) {
    const key = rest.join(".");
    return Object.hasOwn(old, key) && sameJson(own(value, key), own(old, key));
  }
  return Object.hasOwn(before, name) && sameMeaning(asType(shape.inputs.shape[name]), old, value);
}
