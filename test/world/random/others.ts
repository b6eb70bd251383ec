import type { Seen } from "../oracle/service.ts";
import type { LiveObject, Truth } from "../oracle/truth.ts";
import { isDeepStrictEqual } from "node:util";
import { childOf } from "./observed-run.ts";

/** What somebody else changed while a run was under way: an edit by hand, or a request of another run. */
export interface ByOthers {
  /** The number of the request that it came after; with a half if it came between that one and the next. */
  readonly sequence: number;
  /** Milliseconds of virtual time. */
  readonly at: number;
  readonly before: Truth;
  readonly after: Truth;
  /** `project` or `project/name` of everything that it changed. */
  readonly ids: ReadonlySet<string>;
}

export function byOthers(sequence: number, at: number, before: Truth, after: Truth): ByOthers {
  const all = new Set([...before.keys(), ...after.keys()]);
  const ids = [...all].filter(
    (id) => before.get(id) !== after.get(id) && !isDeepStrictEqual(before.get(id)?.record, after.get(id)?.record),
  );
  return { sequence, at, before, after, ids: new Set(ids) };
}

/** A run among others. */
interface Watched {
  readonly seen: readonly Seen[];
  readonly others: readonly ByOthers[];
  readonly staleListsMs: number;
  readonly readsAreLate: boolean;
}

/**
 * Whether somebody else changed this object, or its project, after the run last read it and before this request: no
 * client can know of such a change.
 */
export function cameBetween(run: Watched, request: Seen, object: LiveObject): boolean {
  const concerned = run.others.filter(
    ({ sequence, ids, before, after }) =>
      sequence < request.sequence && [...ids].some((id) => concerns(id, before.get(id) ?? after.get(id), object)),
  );
  const last = concerned.at(-1);
  if (last === undefined) return false;
  if (run.readsAreLate) return true;
  return !run.seen.some(
    (read) =>
      read.sequence > last.sequence &&
      read.sequence < request.sequence &&
      read.method === "GET" &&
      read.status === 200 &&
      read.fault === undefined &&
      [...last.ids].some((id) => shows(read, id, last, run.staleListsMs > 0)),
  );
}

function concerns(id: string, changed: LiveObject | undefined, object: LiveObject): boolean {
  if (id === object.project || changed?.key === object.key) return true;
  // The run itself may have renamed the project since, and with it every key in it.
  if (changed?.project === object.project && childOf(changed.key) === childOf(object.key)) return true;
  return changed?.kind === "domain" && object.kind === "domain" && changed.name === object.name;
}

/**
 * Whether the answer shows what became of the object. A list that lags does not, and a page of one may show others. The list without an
 * organization serves a hint alone: a project that was read in the five seconds before is not read again for it.
 */
function shows(read: Seen, id: string, { before, after }: ByOthers, isStale: boolean): boolean {
  const object = after.get(id) ?? before.get(id);
  if (object === undefined) return false;
  const path = decodeURIComponent(read.path);
  const isInAnswer = !after.has(id) || read.answer.includes(JSON.stringify(object.name));
  const inside = `/v1/projects/${object.project}`;
  const isOwnList = path === "/v1/projects" && read.query["organization_id"] !== undefined;
  if (object.kind === "project") return path === inside || (!isStale && isInAnswer && isOwnList);
  const section = `${inside}/${object.kind === "component" ? "components" : "domains"}`;
  return path === `${section}/${object.name}` || (!isStale && isInAnswer && path === section);
}

/** Whether somebody else had a hand in this object, in its project, or in its host name. */
export function touchedByOthers({ others }: Pick<Watched, "others">, keys: readonly string[]): boolean {
  return others.some(({ ids, before, after }) =>
    [...ids].some((id) =>
      [before.get(id), after.get(id)].some((object) => {
        if (object === undefined) return false;
        const project = object.key.split("/", 2).join("/");
        return keys.some(
          (key) => key.startsWith(project) || (object.kind === "domain" && key.endsWith(`/${object.name}`)),
        );
      }),
    ),
  );
}
