import { itemsOf, type Fields } from "../../core/resources/json.ts";
import { inputsOf, type Resource } from "../kinds/resource-kind.ts";
import { camelCase } from "../naming.ts";
import { warn } from "../warnings.ts";
import { withDrift } from "./drift.ts";
import { PartlyDoneError } from "./pulumi-error.ts";
import { outputsOf, properties } from "./state.ts";
import type { WriteOneResult } from "./write-one.ts";

/** A resource after a create or an update. */
interface WrittenResource {
  /** In Pulumi. */
  readonly id: string;
  readonly news: Fields;
  /** Before, with its organization and with when it was created or adopted. */
  readonly state: Fields;
  readonly live: object;
  /** `undefined` if nothing had to be. */
  readonly written: WriteOneResult | undefined;
}

/** The outputs of a resource that is as declared. Otherwise rejects with its id and with what the service has of it. */
export async function outputsAfter(
  resource: Resource,
  { id, news, state, live, written }: WrittenResource,
): Promise<Fields> {
  const { connection, inputs, kind } = resource;
  // Besides the outputs the code of the provider: without that, the resource could never be changed again.
  const partlyDone = (outs: Fields, cause: Error): Error =>
    new PartlyDoneError(id, { __provider: news["__provider"], ...outs }, cause);
  if (written !== undefined) {
    const { outcome, error = new Error("It is not as declared.") } = written;
    // The notes of an unknown outcome are for an object without an id.
    if (outcome.status !== "unknown") for (const each of outcome.notes) warn(each, connection);
    if (outcome.status !== "done") {
      const open = resource.withoutSecrets?.(live) ?? inputs;
      // The state holds what the service stored, so that the next update tries again.
      const stored = withoutUnmarked(withDrift(open, resource.compare(live, false)), inputsOf(kind, state));
      // The error's advice is to read the service, which may hide the secrets.
      const advice = "The next `pulumi up` sends its secret settings again.";
      const isAdvised = outcome.status === "unknown" && open !== inputs;
      const cause = isAdvised ? new Error(`${error.message} ${advice}`) : error;
      throw partlyDone(outputsOf(resource, properties(kind, stored), live, state), cause);
    }
  }
  const ready = (await kind.awaitReady?.(connection, inputs, live)) ?? { live };
  const outs = outputsOf(resource, news, ready.live, state);
  if (ready.missing !== undefined) throw partlyDone(outs, ready.missing);
  return outs;
}

/** Without what the program no longer marks as a secret: what the service still has of it would be in clear. */
function withoutUnmarked(stored: Fields, before: Fields): Fields {
  const marked = itemsOf(stored["__secret_inputs"]);
  const unmarked = itemsOf(before["__secret_inputs"]).filter((path) => !marked.includes(path));
  const names = new Set(unmarked.map((path) => String(path).split(".")[0]));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.has(camelCase(name))));
}
