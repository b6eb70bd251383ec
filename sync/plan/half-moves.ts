import { isServiceError, isUnauthenticated } from "../../provider/api/errors.ts";
import type { DomainRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { isWithin } from "../../provider/file/path.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";
import { mapAll } from "../../provider/reconcile/view.ts";
import { AmbiguousError } from "../../provider/resources/failures.ts";
import { prunes } from "./options.ts";
import { blocked, nameOf } from "./moves.ts";
import { childKey, projectKey } from "./project-items.ts";
import { findLive } from "./project.ts";
import type { Scope } from "./scope.ts";
import type { DomainWork, ProjectWork } from "./work.ts";

/** A domain that a file declares, and that the run does not cover. */
interface LeftOutDomain {
  readonly file: LoadedFile;
  readonly key: string;
  readonly name: string;
  readonly absent: boolean;
}

/**
 * Blocks each domain whose move has a side that `only` leaves out. Alone, a release would take the host name offline, and an
 * attachment would be refused.
 */
export function blockHalfMoves(
  projects: readonly ProjectWork[],
  files: readonly LoadedFile[],
  scope: Scope,
): readonly ProjectWork[] {
  const { covers } = scope.selection;
  const leftOut = files.flatMap((file) => domainsOf(file).filter(({ key }) => !covers(key)));
  const byName = Map.groupBy(leftOut, ({ name }) => name);
  const unnamed = files.filter((file) => !covers(projectKey(file)) && hasUnknownNames(file)).map(projectKey)[0];
  const reasonFor = (work: DomainWork): string | undefined => {
    const { action } = work.item;
    if (action === "delete") {
      const name = nameOf(work);
      const target = byName.get(name)?.find(({ absent }) => !absent);
      if (target !== undefined) {
        return `${name} moves to ${projectKey(target.file)}, and \`only\` leaves that out. Add ${target.key} to only.`;
      }
      return unnamed && `${name} may move to ${unnamed}, where a host name is not known: set its variable.`;
    }
    if (action !== "create" || work.declared === undefined) return undefined;
    const { name } = work.declared;
    const sources = sourcesOf(name, byName.get(name) ?? [], files, scope);
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
      return reason === undefined ? child : blocked(child, reason);
    }),
  }));
}

/** Whether a host name of the file is not known, because its variable is not set. */
function hasUnknownNames({ missingVariables }: LoadedFile): boolean {
  return missingVariables.some(({ path }) => isWithin(path, "domains"));
}

function domainsOf(file: LoadedFile): LeftOutDomain[] {
  return (file.domains ?? []).map(({ declared: { name }, absent }) => ({
    file,
    key: childKey(file, name),
    name,
    absent,
  }));
}

/** The files whose project would release the name in a run of everything: they declare it as absent, or it is pruned. */
function sourcesOf(
  name: string,
  leftOut: readonly LeftOutDomain[],
  files: readonly LoadedFile[],
  { options, selection: { covers } }: Scope,
): LoadedFile[] {
  const declared = leftOut.filter(({ absent }) => absent).map(({ file }) => file);
  const isPruned = ({ domains, project }: LoadedFile): boolean =>
    domains === undefined
      ? project.absent && options.prune?.includes("all") === true
      : !domains.some((domain) => domain.declared.name === name);
  const mayRelease = (file: LoadedFile): boolean => !covers(childKey(file, name)) && isPruned(file);
  return [...declared, ...(prunes(options, "domains") ? files.filter(mayRelease) : [])];
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
