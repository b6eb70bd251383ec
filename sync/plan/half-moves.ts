import { isServiceError, isUnauthenticated } from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import type { DomainDeclaration, LoadedFile } from "../../provider/file/loaded-file.ts";
import { isWithin } from "../../provider/file/path.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";
import { mapAll } from "../../provider/reconcile/view.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { prunes, type PlanOptions } from "./options.ts";
import { blockedWork, nameOf } from "./moves.ts";
import { childKey, projectKey } from "./project-items.ts";
import { findLive } from "./project.ts";
import type { Scope } from "./scope.ts";
import type { DomainWork, ProjectWork } from "./work.ts";

/**
 * Blocks each domain whose move has a side that `only` leaves out. Alone, a release would take the host name offline, and an
 * attachment would be refused.
 */
export function blockHalfMoves(
  projects: readonly ProjectWork[],
  files: readonly LoadedFile[],
  scope: Scope,
): readonly ProjectWork[] {
  if (scope.options.only === undefined) return projects;
  const { covers } = scope.selection;
  const unnamed = files.filter((file) => !covers(projectKey(file)) && hasUnknownNames(file)).map(projectKey)[0];
  const reasonFor = (work: DomainWork): string | undefined => {
    const { action } = work.item;
    const name = nameOf(work);
    if (action !== "delete" && (action !== "create" || work.declared === undefined)) return undefined;
    const isLeftOut = (file: LoadedFile): boolean => !covers(childKey(file, name));
    if (action === "delete") {
      const target = files.find((file) => declarationOf(name, file)?.absent === false && isLeftOut(file));
      if (target !== undefined) {
        return `${name} moves to ${projectKey(target)}, and \`only\` leaves that out. Add ${childKey(target, name)} to only.`;
      }
      return unnamed && `${name} may move to ${unnamed}, where a host name is not known: set its variable.`;
    }
    const sources = files.filter((file) => wouldRelease(name, file, scope.options) && isLeftOut(file));
    const attached = mapAll(sources, (file) => isAttached(name, file, scope));
    const source = sources.find((_file, index) => attached[index]);
    return (
      source &&
      `${name} is attached to ${projectKey(source)}, and \`only\` leaves that out. To move it, add ${childKey(source, name)} to only.`
    );
  };
  return mapAll(projects, (project) => ({
    ...project,
    children: mapAll(project.children, (child) => {
      const reason = child.kind === "domain" ? reasonFor(child) : undefined;
      return reason === undefined ? child : blockedWork(child, reason);
    }),
  }));
}

function declarationOf(name: string, { domains }: LoadedFile): DomainDeclaration | undefined {
  return domains?.find(({ declared }) => declared.name === name);
}

/**
 * Whether the file's project would detach the name in a run of everything: it is declared as absent, or pruned. A file that only does
 * not list it is not asked: all projects would be read for each new host name, and the service refuses one that is taken.
 */
function wouldRelease(name: string, file: LoadedFile, options: PlanOptions): boolean {
  const declaration = declarationOf(name, file);
  if (declaration !== undefined) return declaration.absent;
  if (file.domains !== undefined) return prunes(options, "domains");
  return file.project.absent && options.prune?.includes("all") === true;
}

/** Whether a host name of the file is not known, because its variable is not set. */
function hasUnknownNames({ missingVariables }: LoadedFile): boolean {
  return missingVariables.some(({ path }) => isWithin(path, "domains"));
}

/** False also if the service does not answer, or if the project cannot be told from another: the service refuses a second attachment. */
function isAttached(name: string, file: LoadedFile, scope: Scope): boolean {
  try {
    const project = findLive(file, scope);
    const domains: readonly DomainRecord[] = project === undefined ? [] : scope.view.domains(project.id);
    return domains.some((domain) => hostNameOf(domain) === name);
  } catch (error) {
    const isUnknown = error instanceof AmbiguousError || (isServiceError(error) && !isUnauthenticated(error));
    if (!isUnknown) throw error;
    return false;
  }
}
