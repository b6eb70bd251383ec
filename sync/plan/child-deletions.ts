import type { DomainRecord, ProjectRecord } from "../../provider/api/records.ts";
import type { DomainDeclaration, LoadedFile } from "../../provider/file/loaded-file.ts";
import { matchAll } from "./match-component.ts";
import { domainsByHostName, hostNameOf } from "../../provider/resources/domain.ts";
import { doubledSlugs, ignoredComponent, unmanagedComponent } from "./unmanaged-components.ts";
import { ignoredDomain, unmanagedDomain } from "./domains.ts";
import { ignoresComponent, ignoresDomain } from "./ignored.ts";
import type { Action } from "./plan.ts";
import type { Scope } from "./scope.ts";
import type { ChildWork } from "./work.ts";

/**
 * Everything in a project that is to be deleted. Each object is deleted too if the file says so (`absent`), or if `prune: all`
 * covers it and the file does not ignore it. Otherwise it is kept, and the project with it.
 */
export function planChildDeletions(file: LoadedFile, project: ProjectRecord, { view, options }: Scope): ChildWork[] {
  const { id } = project;
  view.want({ of: "components", key: id }, { of: "domains", key: id });
  const components = view.components(id);
  const domains = view.domains(id);
  const everything = options.prune?.includes("all") === true;
  const actionFor = (declaration: { readonly absent: boolean } | undefined): Action =>
    everything || declaration?.absent === true ? "delete" : "unmanaged";
  const byName = new Map(file.domains?.map((domain) => [domain.declared.name, domain]));
  const byHostName = domainsByHostName(domains);
  // As for components: of several with one key, it is not known which one is meant.
  const meantBy = (live: DomainRecord): DomainDeclaration | undefined =>
    byHostName.get(hostNameOf(live))?.length === 1 ? byName.get(hostNameOf(live)) : undefined;
  const doubled = doubledSlugs(components);
  const declarationOf = matchAll(file.components ?? [], components, view);
  return [
    ...components.map((live) => {
      const declaration = declarationOf.get(live);
      const withId = doubled.has(live.component_slug);
      return declaration === undefined && ignoresComponent(file, live)
        ? ignoredComponent(file, live, withId)
        : unmanagedComponent(file, live, actionFor(declaration), withId);
    }),
    ...domains.map((live) => {
      const declaration = meantBy(live);
      return declaration === undefined && ignoresDomain(file, hostNameOf(live))
        ? ignoredDomain(file, live, domains)
        : unmanagedDomain(file, live, actionFor(declaration), domains);
    }),
  ];
}

/** Why a project is not deleted with what is in it. */
export function whyHeld(project: string, kept: readonly ChildWork[]): string {
  const [ignored, others] = [true, false].map((isIgnored) =>
    kept
      .filter((child) => (child.isIgnored === true) === isIgnored)
      .map(({ item }) => item.key)
      .join(", "),
  );
  return [
    ...(others === ""
      ? []
      : [
          `It still holds ${others}. Declare each with \`absent: true\`, or delete all that is in this project alone: ` +
            `--only ${project} --prune all.`,
        ]),
    ...(ignored === ""
      ? []
      : [`It holds ${ignored}, which its file ignores. Delete that by hand, or take it out of \`ignore\`.`]),
  ].join(" ");
}
