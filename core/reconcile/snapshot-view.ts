import { asError, isServiceError } from "../api/errors.ts";
import type { ProjectList } from "../api/client.ts";
import type { ProjectRecord, DomainRecord, ProjectComponentRecord } from "../api/records.ts";
import type { CatalogueEntry } from "../resources/catalogue.ts";
import type { Planning } from "./observe.ts";
import { inProject, readingOf, type Part, type Parts, type ReadResult, type Snapshot } from "./snapshot.ts";
import { domainsByHostName, hostNameOf } from "../resources/domain.ts";
import { requireOwn } from "../resources/owner.ts";
import { findProject, type ProjectKey } from "../resources/project-identity.ts";

/** A plan needs a part of the service that was not read yet. */
export class UnreadError extends Error {
  override readonly name = "UnreadError";

  constructor() {
    super("A part of the service was not read yet.");
  }
}

/**
 * A snapshot as a plan sees it. Each function throws the error of a failed read, and UnreadError for a part that was not read:
 * then the view remembers that the plan needs it.
 */
export interface View {
  projects(organizationId: string | undefined): ProjectList;
  project(id: string): ProjectRecord | undefined;
  components(projectId: string): Parts["components"];
  component(projectId: string, id: string): Parts["component"];
  domains(projectId: string): Parts["domains"];
  domain(projectId: string, name: string): Parts["domain"];
  catalogue(slug: string): CatalogueEntry;
  /** Says that parts will be needed, so that they are read together. */
  want(...parts: readonly Part[]): void;
  /** The parts that were not read, and are needed. */
  needs(): readonly Part[];
  /** True if everything that this view was asked for is the same in another snapshot. */
  isSameIn(other: Snapshot): boolean;
}

export function viewOf(snapshot: Snapshot): View {
  const used: { readonly part: Part; readonly reading: ReadResult<unknown> | undefined }[] = [];
  const readOf = (part: Part): ReadResult<unknown> | undefined => {
    const reading = readingOf(snapshot, part);
    used.push({ part, reading });
    return reading;
  };
  const valueOf = <Of extends keyof Parts>(of: Of, key: string): Parts[Of] => {
    const reading = snapshot[of].get(key);
    readOf({ of, key });
    if (reading === undefined) throw new UnreadError();
    if ("error" in reading) throw reading.error;
    return reading.value;
  };
  return {
    projects: (organizationId = "") => valueOf("projects", organizationId),
    project: (id) => valueOf("project", id),
    components: (projectId) => valueOf("components", projectId),
    domains: (projectId) => valueOf("domains", projectId),
    component: (projectId, id) => valueOf("component", inProject(projectId, id)),
    domain: (projectId, name) => valueOf("domain", inProject(projectId, name)),
    catalogue: (slug) => valueOf("catalogue", slug),
    want: (...parts) => {
      for (const part of parts) readOf(part);
    },
    needs: () => used.filter(({ reading }) => reading === undefined).map(({ part }) => part),
    isSameIn: (other) => used.every(({ part, reading }) => saysTheSame(reading, readingOf(other, part))),
  };
}

/** True if two readings have one value. A part that is read again and has not changed keeps it. */
function saysTheSame(one: ReadResult<unknown> | undefined, other: ReadResult<unknown> | undefined): boolean {
  if (one === other) return true;
  return one !== undefined && other !== undefined && "value" in one && "value" in other && one.value === other.value;
}

/** A plan that is the answer to a question about a view. It throws the error of a failed read that it needs. */
export function planning<Plan>(question: (view: View) => Plan): (snapshot: Snapshot) => Planning<Plan> {
  return (snapshot) => planIn(viewOf(snapshot), question);
}

/** The answer to a question about this view. */
export function planIn<Plan>(view: View, question: (view: View) => Plan): Planning<Plan> {
  try {
    return { plan: question(view) };
  } catch (error) {
    if (!(error instanceof UnreadError)) throw error;
    return { needs: view.needs() };
  }
}

/** Plans each item, so that all that they need is read together. Throws UnreadError if one needs what was not read. */
export function mapAll<Item, Result>(items: readonly Item[], plan: (item: Item) => Result): Result[] {
  const results: Result[] = [];
  let unread: UnreadError | undefined;
  for (const item of items) {
    try {
      results.push(plan(item));
    } catch (error) {
      if (!(error instanceof UnreadError)) throw error;
      unread = error;
    }
  }
  if (unread !== undefined) throw unread;
  return results;
}

/** The only live project with a key. Throws as `findProject` does. */
export function projectWithKey(view: View, key: ProjectKey): ProjectRecord | undefined {
  return findProject(view.projects(key.organization_id), key);
}

/** The project with an id. Throws UncertainOwnerError unless it is certain that it is the organization's. */
export function projectWithId(view: View, id: string, organizationId: string): ProjectRecord | undefined {
  const live = view.project(id);
  if (live !== undefined)
    requireOwn("project", live, organizationId, () =>
      view.projects(organizationId).records.find((each) => each.id === id),
    );
  return live;
}

/** A domain of a project, read by its host name. Some services know a name only in the spelling of their list. */
export function domainNamed(view: View, projectId: string, name: string): DomainRecord | undefined {
  const single = view.domain(projectId, name);
  if (single !== undefined) return single;
  const listed = domainsByHostName(view.domains(projectId)).get(hostNameOf({ name })) ?? [];
  const spelled = listed.find((domain) => domain.name !== name);
  // The list may be late, and show what is detached.
  return spelled && view.domain(projectId, spelled.name);
}

/** A component with its settings: a list may leave them out, or show `null` in each row, and then it is read by its id. */
export function wholeComponent(view: View, projectId: string, listed: ProjectComponentRecord): ProjectComponentRecord {
  const isShown =
    listed.settings !== undefined &&
    view.components(projectId).some(({ settings }) => typeof settings === "object" && settings !== null);
  if (isShown) return listed;
  return orIfRefused(undefined, () => view.component(projectId, listed.id)) ?? listed;
}

/** The result of a read. `refused`: counts instead after an error that `isExpected`. Default: if the service did not answer it. */
export function unlessRefused<Found, Instead>(
  read: () => Found,
  refused: (error: Error) => Instead,
  isExpected: (error: unknown) => boolean = isServiceError,
): Found | Instead {
  try {
    return read();
  } catch (error) {
    if (!isExpected(error)) throw error;
    return refused(asError(error));
  }
}

/** The result of a read, or this value. */
export function orIfRefused<Found, Instead>(
  instead: Instead,
  read: () => Found,
  isExpected?: (error: unknown) => boolean,
): Found | Instead {
  return unlessRefused(read, () => instead, isExpected);
}
