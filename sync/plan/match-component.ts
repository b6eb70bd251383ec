import type { ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { ComponentDeclaration } from "../../provider/file/loaded-file.ts";
import type { View } from "../../provider/reconcile/view.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { compareComponent } from "../../provider/resources/component/compare.ts";
import {
  findComponent,
  hasComponentKey,
  mayBeComponent,
  mayBePinned,
  unnamedIn,
} from "../../provider/resources/component/identity.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { isShort } from "../../provider/resources/short-record.ts";
import type { Scope } from "./scope.ts";

/** The live component that a declaration means, and what the catalogue says about it. */
export interface ComponentMatch {
  readonly entry: CatalogueEntry;
  readonly live: ProjectComponentRecord | undefined;
  /** Why `live`, or its absence, may not be what the declaration means. Absent if it is certain. */
  readonly doubt?: string | undefined;
  /** Several live components have the key. Default: false. */
  readonly isDoubled?: boolean;
}

/**
 * Matches a declared component with the live ones of its project. `project` is `undefined` if it will be created. `declarations`: all
 * of the project.
 */
export function matchComponent(
  declaration: ComponentDeclaration,
  declarations: readonly ComponentDeclaration[],
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  scope: Scope,
): ComponentMatch {
  const match = matchIn(all, declaration, declarations, project, scope);
  if (match.doubt === undefined || match.live !== undefined) return match;
  // A live component that another declaration certainly means is not this one.
  const matched = matchAll(declarations, all, scope.view);
  const isCertain = (other: ComponentDeclaration): boolean =>
    matchIn(all, other, declarations, project, scope).doubt === undefined;
  const rest = all.filter((live) => {
    const other = matched.get(live) ?? declaration;
    return other === declaration || !isCertain(other);
  });
  return rest.length === all.length ? match : matchIn(rest, declaration, declarations, project, scope);
}

function matchIn(
  all: readonly ProjectComponentRecord[],
  declaration: ComponentDeclaration,
  declarations: readonly ComponentDeclaration[],
  project: ProjectRecord | undefined,
  { view }: Scope,
): ComponentMatch {
  const entry = view.catalogue(declaration.declared.component);
  try {
    const live = findLive(declaration, project, all, entry, view);
    return { entry, live, doubt: doubtOf(declaration, live, all, declarations, view) };
  } catch (error) {
    // Several live components have this key, or one may have it. The other components of the project can be planned.
    if (!(error instanceof AmbiguousError)) throw error;
    return { entry, live: undefined, doubt: error.message, isDoubled: error.ids.length > 1 };
  }
}

/** The declaration of each live component that certainly has one. For a removal, which needs no other knowledge. */
export function matchAll(
  declarations: readonly ComponentDeclaration[],
  components: readonly ProjectComponentRecord[],
  view: View,
): ReadonlyMap<ProjectComponentRecord, ComponentDeclaration> {
  // A pin of another component is wrong: nothing of it is removed.
  const pinned = new Map(
    components.flatMap((live) => {
      const pins = declarations.filter(({ id }) => id === live.id);
      const declaration = pins.find((each) => otherThan(each, live, declarations, view) === undefined);
      return declaration === undefined ? [] : [[live, declaration] as const];
    }),
  );
  const others = components.filter((live) => !pinned.has(live));
  const matched = declarations.flatMap((declaration) => {
    if (declaration.id !== undefined) return [];
    const { component } = declaration.declared;
    const bySlug = others.filter((live) => hasComponentKey(component, live));
    const similar = others.filter((live) => mayBeComponent(component, live));
    // The catalogue's id tells which of several similar ones has the key.
    const found =
      bySlug.length > 0 && similar.length === bySlug.length
        ? bySlug
        : others.filter((live) => hasComponentKey(component, live, view.catalogue(component)));
    return found.length === 1 && found[0] !== undefined ? [[found[0], declaration] as const] : [];
  });
  return new Map([...pinned, ...matched]);
}

/** The live component. If its record in the list lacks a declared field, the record that was read by its id. */
function findLive(
  { declared, id }: ComponentDeclaration,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
  view: View,
): ProjectComponentRecord | undefined {
  const found = id === undefined ? findComponent(all, declared.component, entry) : all.find((live) => live.id === id);
  if (project === undefined || found === undefined) return undefined;
  if (!isShort(declared, found, compareComponent(declared, found, entry))) return found;
  return view.component(project.id, found.id) ?? found;
}

/**
 * Which other component a live one is that was found or pinned: what another declaration has by its slug or the catalogue's id, or what its
 * slug says. `undefined`: it may be the declared one.
 */
function otherThan(
  declaration: ComponentDeclaration,
  live: ProjectComponentRecord,
  declarations: readonly ComponentDeclaration[],
  view: View,
): string | undefined {
  const isNamed = ({ declared: { component } }: ComponentDeclaration): boolean =>
    hasComponentKey(component, live) || hasComponentKey(component, live, view.catalogue(component));
  if (isNamed(declaration)) return undefined;
  const isPossible = mayBePinned(declaration.declared.component, live);
  return declarations.find(isNamed)?.declared.component ?? (isPossible ? undefined : String(live.component_slug));
}

function doubtOf(
  declaration: ComponentDeclaration,
  live: ProjectComponentRecord | undefined,
  all: readonly ProjectComponentRecord[],
  declarations: readonly ComponentDeclaration[],
  view: View,
): string | undefined {
  const { id, absent } = declaration;
  const { component } = declaration.declared;
  if (live !== undefined) {
    const other = otherThan(declaration, live, declarations, view);
    if (other === undefined) return undefined;
    return `${live.id} is ${other}, not ${component}. Correct \`id\`, or the name.`;
  }
  if (id !== undefined) {
    return absent ? undefined : `The project has no component with the id ${id}. Correct it, or remove \`id\`.`;
  }
  // A record without a slug is matched by the id of its component, if both sides have it.
  const [unnamed] = unnamedIn(all, view.catalogue(component));
  return unnamed === undefined
    ? undefined
    : `The service does not say which component ${unnamed.id} is, so it may be this one. If it is, pin it with \`id: ${unnamed.id}\`.`;
}
