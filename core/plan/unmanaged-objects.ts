import type { DomainRecord, ProjectComponentRecord } from "../api/records.ts";
import { isIgnored as ignores } from "../file/ignored-names.ts";
import type { LoadedFile } from "../file/loaded-file.ts";
import { hasTwoParts } from "../resources/component/identity.ts";
import { whyOthers } from "../resources/owner.ts";
import { newItem } from "./plan.ts";
import type { PlannedChild, PlannedComponent, PlannedDomain } from "./planned-object.ts";
import { childKey } from "./project-items.ts";

/* Live objects that no line of the file converges: deleted, blocked, ignored, or shown as unmanaged. */

/** A live object in a project. */
export type LiveChild = LiveComponentChild | LiveDomainChild;
export type LiveComponentChild = Pick<PlannedComponent, "kind" | "name"> & { readonly live: ProjectComponentRecord };
export type LiveDomainChild = Pick<PlannedDomain, "kind" | "name"> & { readonly live: DomainRecord };

/** A live object, and the line of the file that certainly means it. */
export interface LiveLine {
  readonly child: LiveChild;
  readonly line: { readonly absent: boolean } | undefined;
  /** A removal without a pin means it, perhaps in doubt. Default: false. */
  readonly isMeant?: boolean;
}

/** The fate of a live object that no declaration converges. */
interface UnmanagedPlan extends Pick<PlannedChild, "stays"> {
  readonly child: LiveChild;
  readonly isDeleted: boolean;
  /** A line of the file means it, or may mean it: so the file does not ignore it. */
  readonly mayBeDeclared: boolean;
  /** It is not certain whether it is the declared object of its name: its key has its id. Default: false. */
  readonly isSimilar?: boolean;
  readonly notes?: readonly string[];
}

/**
 * Plans live objects that the file does not converge. One that the service shows in the project and names another's is blocked instead of
 * deleted. `all`: all of the project, also those that it does converge.
 */
export function planUndeclared(
  file: LoadedFile,
  projectId: string,
  all: readonly LiveChild[],
  undeclared: readonly UnmanagedPlan[],
): PlannedChild[] {
  const named = Map.groupBy(all, ({ name }) => name);
  return undeclared.map(({ child, isDeleted, mayBeDeclared, isSimilar = false, stays, notes = [] }) => {
    const { kind, name } = child;
    const alike = named.get(name) ?? [];
    const isKeyCertain = !isSimilar && alike.length < 2 && name !== "";
    const [plain, full] = possibleKeys(file, child);
    const isIgnored = !mayBeDeclared && name !== "" && ignores(file.ignore, kind, name);
    const isOdd = kind === "component" && !hasTwoParts(name);
    const mayBeIgnored = !mayBeDeclared && isOdd && file.ignore.components !== undefined;
    const other =
      whyOthers(kind, child.live, projectId) ??
      (mayBeIgnored ? "its name has another form, and may be one that the file ignores" : undefined);
    const wanted = other === undefined ? "delete" : "blocked";
    const action = isDeleted && !isIgnored ? wanted : "unmanaged";
    const details = {
      // The id of a domain is its name.
      ...(kind === "domain" ? {} : { id: idOf(child) }),
      notes,
      ...(action === "blocked" ? { reason: `It stays, because ${other}.` } : {}),
    };
    const item = newItem(kind, isKeyCertain ? plain : full, action, details);
    const doubled = alike.length > 1 ? `it has several spellings there: ${alike.map(idOf).join(", ")}` : undefined;
    return {
      ...child,
      item,
      ...(isIgnored ? { isIgnored, stays: `${file.file} ignores it` } : { stays: other ?? stays ?? doubled }),
    };
  });
}

/** The keys that an undeclared object may have: by its name, and one that no other object has. */
export function possibleKeys(file: LoadedFile, child: LiveChild): [plain: string, full: string] {
  const key = childKey(file, child.name || child.kind);
  return [key, child.kind === "domain" ? childKey(file, idOf(child)) : `${key}#${idOf(child)}`];
}

/** The id. That of a domain is its name, as the service spells it. */
function idOf(child: LiveChild): string {
  return child.kind === "domain" ? child.live.name : child.live.id;
}
