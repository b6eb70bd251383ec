import type { DomainRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { hostNameOf, domainsByHostName, inOtherForm } from "../../provider/resources/domain.ts";
import { AmbiguousError, OtherFormError } from "../../provider/resources/failures.ts";
import { childKey } from "./project-items.ts";
import { prunes } from "./options.ts";
import type { Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { DomainWork } from "./work.ts";

/** Plans the domains of one project. `project` is `undefined` if it does not exist yet. */
export function planDomains(
  file: LoadedFile,
  project: ProjectRecord | undefined,
  scope: Scope,
): { work: readonly DomainWork[] } {
  if (file.domains === undefined) return { work: [] };
  const all = project === undefined ? [] : scope.view.domains(project.id);
  const byHostName = domainsByHostName(all);
  const planned = file.domains.map(({ declared, absent, position }): DomainWork => {
    const [live, ...others] = byHostName.get(hostNameOf(declared)) ?? [];
    const spellings = [live, ...others].flatMap((each) => each?.name ?? []);
    const [similar] = live === undefined ? inOtherForm(all, declared.name) : [];
    const doubt =
      others.length > 0
        ? new AmbiguousError(`domain ${declared.name}`, spellings)
        : similar && new OtherFormError(similar.name, declared.name);
    const item = {
      kind: "domain" as const,
      key: childKey(file, declared.name),
      action: doubt === undefined ? actionFor(live, absent) : ("blocked" as const),
      ...(doubt === undefined ? {} : { reason: doubt.message }),
      changes: [],
      source: position,
      notes: [],
    };
    return { kind: "domain", item, declared, live, isDoubled: others.length > 0 };
  });
  const declared = new Set(file.domains.map((domain) => hostNameOf(domain.declared)));
  // If a declared name is not known here, it can be any of the live ones: none is deleted.
  const complete = !file.missingVariables.some(({ path }) => path.startsWith("domains["));
  const similar = new Set(file.domains.flatMap((domain) => inOtherForm(all, domain.declared.name)));
  const prune = prunes(scope.options, "domains") && complete;
  const undeclared = all
    .filter((domain) => !declared.has(hostNameOf(domain)))
    .map((live) => unmanagedDomain(file, live, prune && !similar.has(live) ? "delete" : "unmanaged", all));
  return { work: [...planned, ...undeclared] };
}

/** `all`: the domains of the project. If several have the same host name, each is named as the service writes it. */
export function unmanagedDomain(
  file: LoadedFile,
  live: DomainRecord,
  action: Action,
  all: readonly DomainRecord[],
): DomainWork {
  const id = hostNameOf(live);
  const isDoubled = (domainsByHostName(all).get(id) ?? []).length > 1;
  const key = childKey(file, isDoubled ? live.name : id);
  return { kind: "domain", live, item: { kind: "domain", key, action, changes: [], source: null, notes: [] } };
}

function actionFor(live: DomainRecord | undefined, absent: boolean): Action {
  if (live === undefined) return absent ? "unchanged" : "create";
  return absent ? "delete" : "unchanged";
}
