import type { DomainRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { domainKind } from "../../provider/resources/domain.ts";
import { childKey } from "./project-items.ts";
import { prunes } from "./options.ts";
import type { Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { DomainWork } from "./work.ts";

/** Plans the domains of one project. `project` is `undefined` if it does not exist yet. */
export async function planDomains(
  file: LoadedFile,
  project: ProjectRecord | undefined,
  scope: Scope,
): Promise<{ work: readonly DomainWork[] }> {
  if (file.domains === undefined) return { work: [] };
  const all = project === undefined ? [] : await scope.lists.domains(project.id);
  const planned = await Promise.all(
    file.domains.map(async ({ declared, absent, position }): Promise<DomainWork> => {
      const live = project && (await domainKind.find(scope.lists, { projectId: project.id }, declared));
      const key = childKey(file, declared.name);
      const item = {
        kind: "domain" as const,
        key,
        action: actionFor(live, absent),
        changes: [],
        source: position,
        notes: [],
      };
      return { kind: "domain", item, declared, live };
    }),
  );
  const declared = new Set(planned.map(({ live }) => live?.name));
  // If a declared name is not known here, it can be any of the live ones: none is deleted.
  const complete = !file.missingVariables.some(({ path }) => path.startsWith("domains["));
  const undeclared = all
    .filter(({ name }) => !declared.has(name))
    .map((live) => unmanagedDomain(file, live, prunes(scope.options, "domains") && complete ? "delete" : "unmanaged"));
  return { work: [...planned, ...undeclared] };
}

export function unmanagedDomain(file: LoadedFile, live: DomainRecord, action: Action): DomainWork {
  const key = childKey(file, domainKind.idOf(live));
  return { kind: "domain", live, item: { kind: "domain", key, action, changes: [], source: null, notes: [] } };
}

function actionFor(live: DomainRecord | undefined, absent: boolean): Action {
  if (live === undefined) return absent ? "unchanged" : "create";
  return absent ? "delete" : "unchanged";
}
