import type { DomainRecord, ProjectRecord } from "../api/records.ts";
import { unknownHostNames, type LoadedFile } from "../file/loaded-file.ts";
import { domainStep, type StepFrame } from "../reconcile/step.ts";
import type { View } from "../reconcile/snapshot-view.ts";
import { isAutomatic } from "../resources/automatic-domain.ts";
import { domainsByHostName, findDomain, hostNameOf, inOtherForm } from "../resources/domain.ts";
import { AmbiguousError, OtherFormError } from "../resources/failures.ts";
import { refuseOthers, UncertainOwnerError } from "../resources/owner.ts";
import { childKey } from "./project-items.ts";
import { planUndeclared, type LiveDomainChild, type LiveLine } from "./unmanaged-objects.ts";
import { prunes } from "./plan-options.ts";
import { newItem, type Action } from "./plan.ts";
import type { Scope } from "./select-objects.ts";
import type { PlannedChild, PlannedDomain } from "./planned-object.ts";

export function liveDomainLines({ domains = [] }: LoadedFile, projectId: string, view: View): LiveLine[] {
  const all = view.domains(projectId);
  const lines = new Map(domains.map((domain) => [domain.declared.name, domain]));
  return all.map(asChild).map((child) => {
    // As for components: of several with one key, it is not known which one is meant.
    const isOnly = domainsByHostName(all).get(child.name)?.length === 1;
    return { child, line: isOnly ? lines.get(child.name) : undefined };
  });
}

function asChild(live: DomainRecord): LiveDomainChild {
  return { kind: "domain", name: hostNameOf(live), live };
}

/** Plans the domains of one project. `project` is `undefined` if it does not exist yet. */
export function planDomains(file: LoadedFile, project: ProjectRecord | undefined, scope: Scope): PlannedChild[] {
  if (file.domains === undefined) return [];
  const all = project === undefined ? [] : scope.view.domains(project.id);
  const planned = file.domains.map(({ declared, absent, position }): PlannedDomain => {
    const found = domainsByHostName(all).get(declared.name) ?? [];
    const [live] = found;
    const doubt = doubtOf(declared.name, all, project?.id);
    const action = doubt === undefined ? actionFor(live, absent) : "blocked";
    const item = newItem("domain", childKey(file, declared.name), action, { reason: doubt, source: position });
    const { name } = declared;
    const write = (frame: StepFrame) => domainStep(frame, name, live);
    return { kind: "domain", name, item, declared, live, write, isDoubled: found.length > 1 };
  });
  const names = new Set(file.domains.map(({ declared }) => declared.name));
  const similar = new Set([...names].flatMap((name) => inOtherForm(all, name)));
  // If a declared name is not known here, it can be any of the live ones: none is deleted.
  const isComplete = unknownHostNames(file).length === 0;
  const prune = prunes(scope.options, "domains") && isComplete;
  const stays = isComplete ? undefined : `a host name in ${file.file} is not known: set its variable`;
  const children = all.map(asChild);
  const undeclared = children
    .filter(({ name, live }) => !names.has(name) && !isAutomatic(live))
    .map((child) => {
      const mayBeDeclared = similar.has(child.live);
      return { child, isDeleted: prune && !mayBeDeclared, mayBeDeclared, stays };
    });
  return [...planned, ...planUndeclared(file, project?.id ?? "", children, undeclared)];
}

/** The reason why it is not certain that the live domain with a declared name is the project's. `undefined` if it is, and if there is none. */
function doubtOf(name: string, all: readonly DomainRecord[], projectId = ""): string | undefined {
  try {
    const live = findDomain(all, name, `domain ${name}`);
    if (live !== undefined) refuseOthers("domain", live, projectId);
    return undefined;
  } catch (error) {
    const isDoubt =
      error instanceof AmbiguousError || error instanceof OtherFormError || error instanceof UncertainOwnerError;
    if (!isDoubt) throw error;
    return error.message;
  }
}

function actionFor(live: DomainRecord | undefined, absent: boolean): Action {
  if (live === undefined) return absent ? "unchanged" : "create";
  return absent ? "delete" : "unchanged";
}
