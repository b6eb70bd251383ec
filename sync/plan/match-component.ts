import { isTransient, ProtocolError, RefusedError } from "../../provider/api/errors.ts";
import type { ProjectComponentRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { ComponentDeclaration } from "../../provider/file/loaded-file.ts";
import type { CatalogueEntry } from "../../provider/resources/catalogue.ts";
import { componentKind } from "../../provider/resources/component/kind.ts";
import { knowledgeOf, type ComponentKnowledge } from "../../provider/resources/component/knowledge.ts";
import { readWhole } from "../../provider/resources/read-whole.ts";
import type { Scope } from "./scope.ts";

/** The live component that a declaration means, and what is known about it. */
export interface ComponentMatch {
  readonly knowledge: ComponentKnowledge;
  /** Why the catalogue could not be asked about this component. Absent if it could. */
  readonly failure?: string;
  readonly live: ProjectComponentRecord | undefined;
  /** Why `live`, or its absence, may not be what the declaration means. Absent if it is certain. */
  readonly doubt?: string | undefined;
}

/** Matches a declared component with the live ones of its project. `project` is `undefined` if it will be created. */
export async function matchComponent(
  declaration: ComponentDeclaration,
  project: ProjectRecord | undefined,
  all: readonly ProjectComponentRecord[],
  scope: Scope,
): Promise<ComponentMatch> {
  const learned = await learn(declaration.declared.component, scope);
  const live = await findComponent(declaration, project, all, learned.knowledge, scope);
  return { ...learned, live, doubt: doubtOf(declaration, live, all, learned.knowledge.entry) };
}

/** Looks up what is known about a component. If the catalogue fails for this one, the others can still be planned. */
async function learn(slug: string, { lists }: Scope): Promise<Pick<ComponentMatch, "knowledge" | "failure">> {
  try {
    return { knowledge: knowledgeOf(await lists.catalogue(slug)) };
  } catch (error) {
    const concernsOnlyThis = error instanceof ProtocolError || (error instanceof RefusedError && isTransient(error));
    if (!concernsOnlyThis) throw error;
    const { message } = error;
    return {
      knowledge: knowledgeOf({ status: "unavailable", slug, reason: message }),
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
  live: ProjectComponentRecord | undefined,
  all: readonly ProjectComponentRecord[],
  entry: CatalogueEntry,
): string | undefined {
  if (live !== undefined) {
    const slug = live.component_slug;
    return typeof slug === "string" && slug !== component
      ? `${live.id} is ${slug}, not ${component}. Correct \`id\`, or the name.`
      : undefined;
  }
  if (id !== undefined) {
    return absent ? undefined : `The project has no component with the id ${id}. Correct it, or remove \`id\`.`;
  }
  // A record without a slug is matched by the id of its component, if both sides have it.
  const isIdKnown = entry.status === "found" && typeof entry.component.id === "string";
  const unnamed = all.find((other) => typeof other.component_slug !== "string" && !(isIdKnown && other.component_id));
  return unnamed === undefined
    ? undefined
    : `The service does not say which component ${unnamed.id} is, so it may be this one. If it is, pin it with \`id: ${unnamed.id}\`.`;
}
