import type { ProjectRecord } from "../../provider/api/records.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import { domainsByHostName, hostNameOf } from "../../provider/resources/domain.ts";
import { matchAll } from "./match-component.ts";
import type { Scope } from "./scope.ts";
import { type LiveChild, planUndeclared } from "./undeclared.ts";
import type { ChildWork } from "./work.ts";

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it and the file does not ignore it. Otherwise it is kept, and the project with it.
 */
export function planChildDeletions(file: LoadedFile, { id }: ProjectRecord, { view, options }: Scope): ChildWork[] {
  view.want({ of: "components", key: id }, { of: "domains", key: id });
  const components = view.components(id);
  const domains = view.domains(id);
  const componentLines = matchAll(file.components ?? [], components, view);
  const domainLines = new Map(file.domains?.map((domain) => [domain.declared.name, domain]));
  const lineOf = ({ kind, live }: LiveChild): { readonly absent: boolean } | undefined => {
    if (kind === "component") return componentLines.get(live);
    // As for components: of several with one key, it is not known which one is meant.
    const isOnly = domainsByHostName(domains).get(hostNameOf(live))?.length === 1;
    return isOnly ? domainLines.get(hostNameOf(live)) : undefined;
  };
  const all: readonly LiveChild[] = [
    ...components.map((live) => ({ kind: "component" as const, live })),
    ...domains.map((live) => ({ kind: "domain" as const, live })),
  ];
  const undeclared = all.map((child) => {
    const line = lineOf(child);
    const isDeleted = options.prune?.includes("all") === true || line?.absent === true;
    const action = isDeleted ? ("delete" as const) : ("unmanaged" as const);
    return { ...child, action, mayBeDeclared: line !== undefined };
  });
  return planUndeclared(file, all, undeclared);
}

/** Why a project is not deleted with what is in it. */
export function whyHeld(project: string, kept: readonly ChildWork[]): string {
  const keysOf = (children: readonly ChildWork[]): string => children.map(({ item }) => item.key).join(", ");
  const ignored = keysOf(kept.filter(({ isIgnored }) => isIgnored === true));
  const others = keysOf(kept.filter(({ isIgnored }) => isIgnored !== true));
  const sentences = [
    others !== "" &&
      `It still holds ${others}. Declare each with \`absent: true\`, or delete all that is in this project alone: ` +
        `--only ${project} --prune all.`,
    ignored !== "" && `It holds ${ignored}, which its file ignores. Delete that by hand, or take it out of \`ignore\`.`,
  ];
  return sentences.filter((sentence) => sentence !== false).join(" ");
}
