import { InvalidRequestError } from "../../api/errors.ts";
import type { View } from "../../reconcile/view.ts";
import type { Fields } from "../../resources/json.ts";
import { declaredOf, type Binding, type Shape } from "../shapes/shape.ts";

/** How a create finds the live object that its inputs mean. */
export interface Search<Live> {
  /** What the lists show of it: the pinned one, or the one with the natural key, also with the one that it had before. */
  readonly listed: (view: View) => Live | undefined;
  /** The same, read by its id: a list may lag, so what is gone or has another key by now is not it. */
  readonly live: (view: View) => Live | undefined;
  /** The name for a read by id. */
  readonly nameOf: (live: Live) => string;
}

export function searchOf<Declared, Live extends object>(
  shape: Shape<Declared, Live>,
  binding: Binding<Declared, Live>,
  inputs: Fields,
): Search<Live> {
  const nameOf = (live: Live): string =>
    shape.name === "domain" && "name" in live ? String(live.name) : binding.idOf(live);
  const pinned = shape.pinnedId(inputs);
  if (pinned !== undefined) {
    const live = (view: View): Live | undefined => binding.foreign(view, pinned);
    return { listed: live, live, nameOf };
  }
  const previous = shape.previousKey(inputs);
  const keys = [inputs, ...(previous === undefined ? [] : [previous])].map((key) => declaredOf(shape, key));
  const listed = (view: View): Live | undefined => {
    const [found, renamed] = keys.map((key) => binding.find(view, key));
    if (found === undefined || renamed === undefined || binding.idOf(found) === binding.idOf(renamed))
      return found ?? renamed;
    throw new InvalidRequestError(
      `${shape.subject(inputs)} is ${binding.idOf(found)}, and ${binding.idOf(renamed)} still has the previous slug. If they ` +
        "are two projects, remove `previousSlug`.",
    );
  };
  const live = (view: View): Live | undefined => {
    const found = listed(view);
    const read = found && binding.foreign(view, nameOf(found));
    const whole = found && read && withNames(found, read);
    return whole !== undefined && keys.some((key) => binding.hasKey(key, whole)) ? whole : undefined;
  };
  return { listed, live, nameOf };
}

/** A record that was read by its id. The names that it leaves out, the list shows. */
function withNames<Live extends object>(listed: Live, read: Live): Live {
  const names = Object.entries(listed).filter(([name]) => NAMES.has(name) && isBlank(read, name));
  return { ...read, ...Object.fromEntries(names) };
}

function isBlank(record: object, name: string): boolean {
  const value: unknown = Reflect.get(record, name);
  return value === undefined || value === null || value === "";
}

const NAMES: ReadonlySet<string> = new Set(["slug", "organization_id", "component_slug", "component_id"]);
