import type { ProjectComponentRecord } from "../api/records.ts";
import type { ComponentDeclaration, LoadedFile } from "../file/loaded-file.ts";
import { mapAll, type View } from "../reconcile/snapshot-view.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import { compareComponent } from "../resources/component/compare.ts";
import { findComponent, hasComponentKey, mayBePinned, unnamedIn } from "../resources/component/identity.ts";
import { AmbiguousError } from "../resources/failures.ts";
import { whyOthers } from "../resources/owner.ts";
import { isPartial } from "../resources/partial-record.ts";
import { childKey } from "./project-items.ts";

/** The live component that a declaration means, and what the catalogue says about it. */
export interface ComponentMatch {
  readonly declaration: ComponentDeclaration;
  readonly entry: CatalogueEntry;
  readonly live: ProjectComponentRecord | undefined;
  /** Why `live`, or its absence, may not be what the declaration means. Absent if it is certain. */
  readonly doubt?: string | undefined;
  /** Several live components have the key. Default: false. */
  readonly isDoubled?: boolean;
}

interface MatchContext {
  readonly declarations: readonly ComponentDeclaration[];
  /** `undefined` if the project will be created. */
  readonly projectId: string | undefined;
  readonly view: View;
}

/** Matches each declared component of a file with the live ones of its project, in the order of the file. */
export function matchComponents(
  { components: declarations = [] }: LoadedFile,
  projectId: string | undefined,
  all: readonly ProjectComponentRecord[],
  view: View,
): ComponentMatch[] {
  const scene = { declarations, projectId, view };
  const matches = mapAll(declarations, (declaration) => matchIn(all, declaration, scene));
  // A live component that one declaration certainly means is not what another one may mean, unless it has the key of both.
  const meant = new Set(matches.flatMap(({ live, doubt }) => (doubt === undefined ? (live?.id ?? []) : [])));
  return mapAll(matches, (match) => {
    const { declaration, doubt, entry } = match;
    if (doubt === undefined || declaration.id !== undefined) return match;
    const candidates = all.filter(
      (live) => !meant.has(live.id) || hasComponentKey(declaration.declared.component, live, entry),
    );
    return matchIn(candidates, declaration, scene);
  });
}

/**
 * The same, with a doubt where another declaration of the file has the same live component. A wrong pin does not count, except against
 * a removal: nothing is deleted that another line pins, or names while its own pin is of nothing.
 */
export function doubtShared(file: LoadedFile, matches: readonly ComponentMatch[]): ComponentMatch[] {
  return matches.map((match) => {
    const { live, doubt, declaration } = match;
    if (live === undefined || doubt !== undefined) return match;
    const hasIt = (other: ComponentMatch): boolean =>
      other.live === undefined
        ? hasComponentKey(other.declaration.declared.component, live, other.entry)
        : other.live.id === live.id;
    const contradicts = (other: ComponentMatch): boolean =>
      other.doubt === undefined
        ? other.live?.id === live.id
        : declaration.absent && !other.declaration.absent && hasIt(other);
    const other = matches.find((each) => each !== match && contradicts(each));
    if (other === undefined) return match;
    const key = childKey(file, other.declaration.declared.component);
    return { ...match, doubt: `${key} matches the same live component, ${live.id}. Correct one of them.` };
  });
}

function matchIn(
  all: readonly ProjectComponentRecord[],
  declaration: ComponentDeclaration,
  scene: MatchContext,
): ComponentMatch {
  const entry = scene.view.catalogue(declaration.declared.component);
  try {
    const live = findLive(declaration, all, entry, scene);
    const doubt =
      live === undefined
        ? doubtOfPin(declaration)
        : (doubtOf(declaration, live, scene) ?? doubtOfRemoval(declaration, all, entry, live));
    return { declaration, entry, live, doubt };
  } catch (error) {
    // Several live components have this key, or one may have it. The other components of the project can be planned.
    if (!(error instanceof AmbiguousError)) throw error;
    return { declaration, entry, live: undefined, doubt: error.message, isDoubled: error.ids.length > 1 };
  }
}

/** A removal without a pin is blocked by every live component that may be the declared one too. */
function isUnpinnedRemoval({ absent, id }: ComponentDeclaration): boolean {
  return absent && id === undefined;
}

/** The live component. If its record in the list lacks a declared field, the record that was read by its id. */
function findLive(
  declaration: ComponentDeclaration,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
  { projectId, view }: MatchContext,
): ProjectComponentRecord | undefined {
  const { declared, id } = declaration;
  const found = id === undefined ? findComponent(all, declared.component, entry) : all.find((live) => live.id === id);
  if (projectId === undefined || found === undefined) return undefined;
  // Once the one with the catalogue's id is removed, the next run would take the one with the slug for it.
  const alike = all.filter((live) => hasComponentKey(declared.component, live, entry));
  if (isUnpinnedRemoval(declaration) && alike.length > 1) {
    throw new AmbiguousError(
      declared.component,
      alike.map((live) => live.id),
    );
  }
  if (!isPartial(declared, found, compareComponent(declared, found, entry))) return found;
  return view.component(projectId, found.id) ?? found;
}

/**
 * Why a live component that was found or pinned is another one: it has the key of another declaration and not of this one, or its slug
 * says so. `undefined`: it may be the declared one.
 */
function doubtOf(
  declaration: ComponentDeclaration,
  live: ProjectComponentRecord,
  { declarations, projectId = "", view }: MatchContext,
): string | undefined {
  const { component } = declaration.declared;
  const others = whyOthers("component", live, projectId);
  if (others !== undefined) return `${live.id} stays as it is, because ${others}.`;
  const isNamed = (name: string): boolean => hasComponentKey(name, live, view.catalogue(name));
  if (isNamed(component)) {
    // An earlier run, without the catalogue, may have removed the one with the slug.
    return isUnpinnedRemoval(declaration) && !mayBePinned(component, live)
      ? `${live.id} has the catalogue's id of ${component}, but is shown as ${live.component_slug}. If it is to be removed, pin it with \`id: ${live.id}\`.`
      : undefined;
  }
  const other = declarations.map(({ declared }) => declared.component).find(isNamed);
  if (other === undefined && mayBePinned(component, live)) return undefined;
  return `${live.id} is ${other ?? live.component_slug}, not ${component}. Correct \`id\`, or the name.`;
}

function doubtOfPin({ id, absent }: ComponentDeclaration): string | undefined {
  if (id === undefined || absent) return undefined;
  return `The project has no component with the id ${id}. Correct it, or remove \`id\`.`;
}

function doubtOfRemoval(
  declaration: ComponentDeclaration,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
  live: ProjectComponentRecord,
): string | undefined {
  if (!isUnpinnedRemoval(declaration)) return undefined;
  const [unnamed] = unnamedIn(all, declaration.declared.component, entry);
  return (
    unnamed &&
    `The service does not say which component ${unnamed.id} is, so it may be this one too. Pin the one that is to be removed, such as with \`id: ${live.id}\`.`
  );
}
