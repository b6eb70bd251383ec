import type { Variable, LoadedFile } from "../file/loaded-file.ts";
import { pathKey } from "../file/position.ts";
import { HiddenValue, holds, SECRET } from "../resources/hidden-value.ts";
import { isObject, itemsOf } from "../resources/json.ts";
import { oncePerObject } from "../resources/once-per-object.ts";
import type { Path } from "../resources/schema-walk.ts";

/*
 * A secret hides no more than its own place: the other items of its list, and the other fields of its map, are shown and reviewed.
 */

/** A declared value with each part changed that the file takes from a variable. `places`: where the file may write the value. */
export function mapVariables(
  value: unknown,
  places: readonly Path[],
  variables: LoadedFile["variables"],
  change: (variable: Variable, value: unknown) => unknown,
): unknown {
  if (variables.size === 0) return value;
  const found = places.map((place) => variables.get(pathKey(place))).find((each) => each !== undefined);
  if (found !== undefined) return change(found, value);
  const inside = (content: unknown, name: string | number): unknown =>
    mapVariables(
      content,
      places.map((place) => [...place, name]),
      variables,
      change,
    );
  if (Array.isArray(value)) return value.map((item: unknown, index) => inside(item, index));
  if (!isObject(value) || value instanceof HiddenValue) return value;
  return Object.fromEntries(Object.entries(value).map(([name, content]) => [name, inside(content, name)]));
}

/**
 * A live value without what may be an earlier value of a secret: where the declared one has a secret, only what the declared one shows too is
 * shown. Of lists any item may be the one. A live value of another shape is hidden.
 */
export function hideLive(live: unknown, declared: unknown): unknown {
  return hideBeside(live, [declared]);
}

/** `declared`: what the declared value has at this place, or in any item of this list. */
function hideBeside(live: unknown, declared: readonly unknown[]): unknown {
  if (live === null || live === undefined) return live;
  const { hasSecret, isSecret, texts } = factsOf(declared);
  if (!hasSecret || texts.has(JSON.stringify(live))) return live;
  if (isSecret || live instanceof HiddenValue) return SECRET;
  if (Array.isArray(live)) {
    const items = itemsIn(declared);
    return factsOf(items).hasSecret ? live.map((item: unknown) => hideBeside(item, items)) : SECRET;
  }
  const fields = fieldsIn(declared);
  if (!isObject(live) || ![...fields.values()].some((each) => factsOf(each).hasSecret)) return SECRET;
  const inside = ([name, content]: [string, unknown]) =>
    [name, hideBeside(content, fields.get(name) ?? [SECRET])] as const;
  return Object.fromEntries(Object.entries(live).map(inside));
}

/* Cache: each item of a live list is compared with all the declared ones. */

const factsOf = oncePerObject((declared: readonly unknown[]) => ({
  hasSecret: declared.some((each) => holds(each, SECRET)),
  isSecret: declared.includes(SECRET),
  texts: new Set(declared.filter((each) => !holds(each, SECRET)).map((each) => JSON.stringify(each))),
}));
const itemsIn = oncePerObject((declared: readonly unknown[]) => declared.flatMap(itemsOf));
const fieldsIn = oncePerObject((declared: readonly unknown[]): ReadonlyMap<string, readonly unknown[]> => {
  const entries = declared.filter(isObject).flatMap((each) => Object.entries(each));
  return new Map(
    [...Map.groupBy(entries, ([name]) => name)].map(([name, all]) => [name, all.map(([, content]) => content)]),
  );
});
