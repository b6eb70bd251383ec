import type { SideEffects } from "./kind.ts";

/** Sorts the paths of fields that an update changed. `isLost`: the field has no value any more. */
export function lostAndChanged(all: readonly { readonly path: string; readonly isLost: boolean }[]): SideEffects {
  const paths = (areLost: boolean): string[] => all.filter(({ isLost }) => isLost === areLost).map(({ path }) => path);
  return { lost: paths(true), changed: paths(false) };
}
