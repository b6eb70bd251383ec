import type { DomainRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { hostNameOf, domainsByHostName, inOtherForm } from "../../provider/resources/domain.ts";
import { AmbiguousError, OtherFormError } from "../../provider/resources/failures.ts";
import { ignoresDomain } from "./ignored.ts";
import { childKey } from "./project-items.ts";
import { prunes } from "./options.ts";
import { newItem, type Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { DomainWork } from "./work.ts";

/** Plans the domains of one project. `project` is `undefined` if it does not exist yet. */
export function planDomains(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): readonly DomainWork[] {
  if (file.domains === undefined) return [];
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
    const action = doubt === undefined ? actionFor(live, absent) : "blocked";
    const item = newItem("domain", childKey(file, declared.name), action, { reason: doubt?.message, source: position });
    return { kind: "domain", item, declared, live, isDoubled: others.length > 0 };
  });
  const declared = new Set(file.domains.map((domain) => hostNameOf(domain.declared)));
  // If a declared name is not known here, it can be any of the live ones: none is deleted.
  const complete = !file.missingVariables.some(({ path }) => path.startsWith("domains["));
  const similar = new Set(file.domains.flatMap((domain) => inOtherForm(all, domain.declared.name)));
  const prune = prunes(scope.options, "domains") && complete;
  const undeclared = all
    .filter((domain) => !declared.has(hostNameOf(domain)))
    .map((live): DomainWork => {
      if (!similar.has(live) && ignoresDomain(file, hostNameOf(live))) return ignoredDomain(file, live, all);
      const work = unmanagedDomain(file, live, prune && !similar.has(live) ? "delete" : "unmanaged", all);
      const stays = complete
        ? whyDoubledStays(byHostName.get(hostNameOf(live)))
        : `a host name in ${file.file} is not known: set its variable`;
      return stays === undefined ? work : { ...work, stays };
    });
  return [...planned, ...undeclared];
}

/** Why a host name in several spellings does not move to another project. `undefined` if there is only one. */
function whyDoubledStays(spellings: readonly DomainRecord[] = []): string | undefined {
  return spellings.length > 1
    ? `it has several spellings there: ${spellings.map(({ name }) => name).join(", ")}`
    : undefined;
}

/** A live domain that the file ignores: it stays, and no plan shows it. `all`: as below. */
export function ignoredDomain(file: LoadedFile, live: DomainRecord, all: readonly DomainRecord[]): DomainWork {
  return { ...unmanagedDomain(file, live, "unmanaged", all), isIgnored: true, stays: `${file.file} ignores it` };
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
  return { kind: "domain", live, item: newItem("domain", key, action) };
}

function actionFor(live: DomainRecord | undefined, absent: boolean): Action {
  if (live === undefined) return absent ? "unchanged" : "create";
  return absent ? "delete" : "unchanged";
}
