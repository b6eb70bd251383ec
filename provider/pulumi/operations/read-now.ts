import { planning } from "../../reconcile/view.ts";
import type { Connection } from "../connection.ts";
import type { Binding } from "../shapes/shape.ts";

/** Reads an object by its id or name, also if this process has read it before. `undefined` if it is gone. */
export function readNow<Declared, Live>(
  binding: Binding<Declared, Live>,
  { observer }: Connection,
  id: string,
): Promise<Live | undefined> {
  observer.forget([binding.part(id)]);
  return observer.plan(planning((view) => binding.read(view, id)));
}

/** The same for an object that no resource has. */
export function readForeign<Declared, Live>(
  binding: Binding<Declared, Live>,
  { observer }: Connection,
  id: string,
): Promise<Live | undefined> {
  observer.forget([binding.part(id)]);
  return observer.plan(planning((view) => binding.foreign(view, id)));
}
