import type { DomainRecord, ProjectComponentRecord } from "../../provider/api/records.ts";
import { isIgnored as ignores } from "../../provider/file/ignored-names.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { NOT_ASKED } from "../../provider/resources/catalogue.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";
import { childKey } from "./project-items.ts";
import { newItem } from "./plan.ts";
import type { ChildWork } from "./work.ts";

/** A live object in a project. */
export type LiveChild =
  | { readonly kind: "component"; readonly live: ProjectComponentRecord }
  | { readonly kind: "domain"; readonly live: DomainRecord };

/** What becomes of a live object that no declaration converges. */
export type Undeclared = LiveChild & {
  readonly action: "delete" | "unmanaged";
  /** A line of the file means it, or may mean it: so the file does not ignore it. */
  readonly mayBeDeclared: boolean;
  /** It is not certain whether it is the declared object of its name: its key has its id. Default: false. */
  readonly isSimilar?: boolean;
  /** Why a project that declares the host name does not get it. */
  readonly stays?: string | undefined;
};

/** Plans live objects that the file does not converge. `all`: all of the project, also those that it does. */
export function planUndeclared(
  file: LoadedFile,
  all: readonly LiveChild[],
  undeclared: readonly Undeclared[],
): ChildWork[] {
  const named = Map.groupBy(all, nameOf);
  return undeclared.map((each) => {
    const name = nameOf(each);
    const alike = named.get(name) ?? [];
    const isKeyCertain = each.isSimilar !== true && alike.length < 2 && name !== undefined;
    const [plain, full] = possibleKeys(file, each);
    // An object without a name is never ignored.
    const isIgnored = !each.mayBeDeclared && name !== undefined && ignores(file.ignore, each.kind, name);
    const details = each.kind === "component" ? { id: each.live.id } : {};
    const item = newItem(each.kind, isKeyCertain ? plain : full, isIgnored ? "unmanaged" : each.action, details);
    const work = { item, ...(isIgnored ? { isIgnored } : {}) };
    if (each.kind === "component") return { ...work, kind: each.kind, live: each.live, entry: NOT_ASKED };
    const spellings = alike.flatMap((other) => (other.kind === "domain" ? [other.live.name] : [])).join(", ");
    const doubled = alike.length > 1 ? `it has several spellings there: ${spellings}` : undefined;
    const stays = isIgnored ? `${file.file} ignores it` : (each.stays ?? doubled);
    return { ...work, kind: each.kind, live: each.live, stays };
  });
}

/** The keys that an undeclared object may have: by its name, and one that no other object has. */
export function possibleKeys(file: LoadedFile, child: LiveChild): [plain: string, full: string] {
  const key = childKey(file, nameOf(child) ?? child.kind);
  return [key, child.kind === "component" ? `${key}#${child.live.id}` : childKey(file, child.live.name)];
}

/** The slug of a component, if it has one, and the host name of a domain. */
function nameOf(child: LiveChild): string | undefined {
  return child.kind === "component" ? (child.live.component_slug ?? undefined) : hostNameOf(child.live);
}
