import { causeOf, type Cause } from "../../provider/api/cause.ts";
import { isServiceError, isUnauthenticated } from "../../provider/api/errors.ts";
import type { ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { ComponentDeclaration } from "../../provider/file/loaded-file.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import {
  hasIdOf,
  isShort,
  meansComponent,
  otherName,
  withoutSlug,
} from "../../provider/resources/component/identity.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { knowledgeOf, type ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { readWhole } from "../../provider/resources/read-whole.ts";
import type { Scope } from "./scope.ts";

/** The live component that a declaration means, and what is known about it. */
export interface ComponentMatch {
  readonly knowledge: ComponentKnowledge;
  /** Why the catalogue could not be asked about this component. Absent if it could. */
  readonly failure?: string;
  /** The kind of the failure. */
  readonly cause?: Cause | undefined;
  readonly live: ProjectComponentRecord | undefined;
  /** Why `live`, or its absence, may not be what the declaration means. Absent if it is certain. */
  readonly doubt?: string | undefined;
}

/**
 * Matches a declared component with the live ones of its project. `declarations`: all of the file. `project` is `undefined` if it
 * will be created. The catalogue is asked while the list is on its way.
 */
export async function matchComponent(
  declaration: ComponentDeclaration,
  declarations: readonly ComponentDeclaration[],
  project: ProjectRecord | undefined,
  listing: Promise<readonly ProjectComponentRecord[]>,
  scope: Scope,
): Promise<ComponentMatch> {
  const [learned, all] = await Promise.all([learn(declaration.declared.component, scope), listing]);
  const { entry } = learned.knowledge;
  try {
    const live = await findComponent(declaration, project, all, learned.knowledge, scope);
    return { ...learned, live, doubt: doubtOf(declaration, declarations, live, all, entry) };
  } catch (error) {
    // Several live components have this key, or one may have it. The other components of the project can be planned.
    if (!(error instanceof AmbiguousError)) throw error;
    return { ...learned, live: undefined, doubt: error.message };
  }
}

/** The declaration of each live component that certainly has one. For a removal, which needs no other knowledge. */
export async function matchAll(
  declarations: readonly ComponentDeclaration[],
  components: readonly ProjectComponentRecord[],
  lists: Scope["lists"],
): Promise<ReadonlyMap<ProjectComponentRecord, ComponentDeclaration>> {
  const bySlug = new Map(declarations.map((declaration) => [declaration.declared.component, declaration]));
  const byId = new Map(declarations.map((declaration) => [declaration.id, declaration]));
  const matched = await Promise.all(
    components.map(async (live) => {
      const declaration = byId.get(live.id) ?? bySlug.get(live.component_slug ?? "");
      return [live, declaration ?? (await matchByForm(declarations, live, lists))] as const;
    }),
  );
  return new Map(matched.flatMap(([live, declaration]) => (declaration === undefined ? [] : [[live, declaration]])));
}

/** The only declaration that a component shown in another form can mean. */
async function matchByForm(
  declarations: readonly ComponentDeclaration[],
  live: ProjectComponentRecord,
  lists: Scope["lists"],
): Promise<ComponentDeclaration | undefined> {
  const fitting = await Promise.all(
    declarations.map(async (declaration) => {
      if (declaration.id !== undefined) return [];
      const { component } = declaration.declared;
      const { knowledge } = await learn(component, { lists });
      const { entry } = knowledge;
      return meansComponent(component, live, entry) && !otherName(live, component, entry) ? [declaration] : [];
    }),
  );
  const [only, ...others] = fitting.flat();
  return others.length === 0 ? only : undefined;
}

/** Looks up what is known about a component. If the catalogue fails for this one, the others can still be planned. */
async function learn(
  slug: string,
  { lists }: Pick<Scope, "lists">,
): Promise<Pick<ComponentMatch, "knowledge" | "failure" | "cause">> {
  try {
    return { knowledge: knowledgeOf(await lists.catalogue(slug)) };
  } catch (error) {
    // A token that is refused is refused for everything.
    if (!isServiceError(error) || isUnauthenticated(error)) throw error;
    const { message } = error;
    return {
      knowledge: knowledgeOf({ status: "unavailable", slug, reason: message }),
      cause: causeOf(error),
      failure: `The catalogue could not be asked about ${slug}: ${message} Run this again.`,
    };
  }
}

async function findComponent(
  { declared, id }: ComponentDeclaration,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  knowledge: ComponentKnowledge,
  { client, lists }: Scope,
): Promise<ProjectComponentRecord | undefined> {
  if (project === undefined) return undefined;
  const kind = componentKind(knowledge);
  const address = { projectId: project.id };
  const found = id === undefined ? await kind.find(lists, address, declared) : all.find((live) => live.id === id);
  return found && readWhole(kind, client, address, declared, found);
}

function doubtOf(
  { declared: { component }, id, absent }: ComponentDeclaration,
  declarations: readonly ComponentDeclaration[],
  live: ProjectComponentRecord | undefined,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
): string | undefined {
  if (live !== undefined) {
    const slug = live.component_slug;
    if (typeof slug !== "string") return undefined;
    if (!meansComponent(component, live, entry)) {
      return `${live.id} is ${slug}, not ${component}. Correct \`id\`, or the name.`;
    }
    return id === undefined ? otherOwner(component, declarations, live, entry) : undefined;
  }
  if (id !== undefined) {
    return absent ? undefined : `The project has no component with the id ${id}. Correct it, or remove \`id\`.`;
  }
  // A record without a slug is matched by the id of its component, if both sides have it.
  const isIdKnown = entry.status === "found" && typeof entry.component.id === "string";
  const unnamed = withoutSlug(all).find((other) => !(isIdKnown && other.component_id));
  return unnamed === undefined
    ? undefined
    : `The service does not say which component ${unnamed.id} is, so it may be this one. If it is, pin it with \`id: ${unnamed.id}\`.`;
}

/** Why a live component may be another declared one, if the service shows it without its organization. */
function otherOwner(
  component: string,
  declarations: readonly ComponentDeclaration[],
  live: ProjectComponentRecord,
  entry: CatalogueEntry,
): string | undefined {
  const { id, component_slug: slug } = live;
  if (hasIdOf(entry, live) || typeof slug !== "string" || !isShort(slug)) return undefined;
  const other = declarations.find(
    (other) =>
      other.declared.component !== component &&
      (other.id === undefined ? meansComponent(other.declared.component, live) : other.id === id),
  );
  return other === undefined
    ? undefined
    : `${id} is ${slug} without an organization: it may be ${component} or ${other.declared.component}. Pin the right one with \`id: ${id}\`.`;
}
