import { itemsOf, type Fields } from "../../resources/json.ts";
import { camelCase } from "../naming.ts";
import type { Binding } from "../shapes/shape.ts";
import { warn } from "../warnings.ts";
import { withDrift } from "./drift.ts";
import { PartlyDoneError } from "./failure.ts";
import { outputsOf, properties, type Ownership } from "./state.ts";
import type { Written } from "./write-one.ts";

/** A resource after a create or an update. */
export interface AfterWrite extends Ownership {
  /** The id in Pulumi. */
  readonly id: string;
  /** Its properties, as the program gives them. */
  readonly news: Fields;
  /** The inputs that it wrote before. None for a create. */
  readonly before: Fields;
  readonly live: object;
  /** Absent if nothing had to be written. */
  readonly written: Written | undefined;
}

/** The outputs of a resource that is as declared. Otherwise rejects with its id and with what the service has of it. */
export async function outputsAfter(binding: Binding, after: AfterWrite): Promise<Fields> {
  const { connection, inputs, shape } = binding;
  const { id, news, written } = after;
  // Besides the outputs the code of the provider: without that, the resource could never be changed again.
  const partlyDone = (outs: Fields, cause: Error): Error =>
    new PartlyDoneError(id, { __provider: news["__provider"], ...outs }, cause);
  if (written !== undefined) {
    const { became, error = new Error("It is not as declared.") } = written;
    // The notes of an unknown outcome are for an object without an id.
    if (became.status !== "unknown") became.notes.forEach(warn);
    if (became.status !== "done") {
      const proven = binding.withoutSecrets(after.live);
      const isUnproven = became.status === "unknown" && proven !== inputs;
      throw partlyDone(storedOutputs(binding, proven, after), isUnproven ? withAdvice(error) : error);
    }
  }
  const ready = await shape.awaitReady(connection, inputs, after.live);
  const outs = outputsOf(binding, news, ready.live, after);
  if (ready.missing !== undefined) throw partlyDone(outs, ready.missing);
  return outs;
}

/** The state holds what the service stored, so that the next update tries again. */
function storedOutputs(binding: Binding, proven: Fields, after: AfterWrite): Fields {
  const { inputs, shape } = binding;
  const stored = withDrift(shape, proven, binding.declare(inputs).drift(after.live));
  return outputsOf(binding, properties(shape, withoutUnmarked(stored, after.before)), after.live, after);
}

/** Without what the program no longer marks as a secret: what the service still has of it would be in clear. */
function withoutUnmarked(stored: Fields, before: Fields): Fields {
  const marked = itemsOf(stored["secret_inputs"]);
  const unmarked = itemsOf(before["secret_inputs"]).filter((path) => !marked.includes(path));
  const names = new Set(unmarked.map((path) => String(path).split(".")[0]));
  return Object.fromEntries(Object.entries(stored).filter(([name]) => !names.has(camelCase(name))));
}

/** The error's advice is to read the service, which may hide the secrets. */
function withAdvice({ message }: Error): Error {
  return new Error(`${message} The next \`pulumi up\` sends its secret settings again.`);
}
