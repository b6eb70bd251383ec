import type { ReadClient } from "../../core/api/client.ts";
import { isServiceError } from "../../core/api/errors.ts";
import type { ProjectRecord } from "../../core/api/records.ts";
import { createObserver } from "../../core/reconcile/observe.ts";
import { projectsPart, valueOf } from "../../core/reconcile/snapshot.ts";
import { hostNameOf } from "../../core/resources/domain.ts";

/** Which project has a host name, as far as the token sees. */
interface Owner {
  /** The project's id. Absent if none was found. */
  readonly id?: string;
  readonly sentence: string;
}

/** Projects whose domains are read. More would delay a run that only wants to say who has a host name. */
const MOST_PROJECTS = 200;

/** Finds who has a host name. Reads the visible projects at most once. What cannot be read is not fatal: then the sentence says less. */
export function ownerFinder(client: ReadClient, organizations: readonly string[]): (name: string) => Promise<Owner> {
  let reading: Promise<ReadonlyMap<string, ProjectRecord>> | undefined;
  return async (name) => {
    reading ??= readOwners(client, organizations);
    const owner = (await reading).get(name);
    if (owner === undefined) {
      const searched = `No project whose domains this token can read has it (at most ${MOST_PROJECTS} are searched).`;
      return { sentence: `${searched} If another project has it, detach it there.` };
    }
    const { id, organization_id: organization, slug } = owner;
    const shown = `project ${slug ?? id}${typeof organization === "string" ? ` of ${organization}` : ""} (${id})`;
    return {
      id,
      sentence: `It is attached to ${shown}. To move it, plan both projects together, without it in the other's \`domains\`.`,
    };
  };
}

/** A token may not list the projects of all organizations, but those of its own. */
async function readOwners(
  client: ReadClient,
  organizations: readonly string[],
): Promise<ReadonlyMap<string, ProjectRecord>> {
  const observer = createObserver(client);
  const { projects, domains } = observer.snapshot;
  const found = (): ProjectRecord[] => {
    const records = [...projects.values()].flatMap((list) => valueOf(list)?.records ?? []);
    return [...new Map(records.map((project) => [project.id, project])).values()].slice(0, MOST_PROJECTS);
  };
  try {
    await observer.read([projectsPart(), ...organizations.map(projectsPart)]);
    await observer.read(found().map(({ id: key }) => ({ of: "domains", key })));
  } catch (error) {
    // The token is refused by now. The sentence says what was read.
    if (!isServiceError(error)) throw error;
  }
  return new Map(
    found().flatMap((project) =>
      (valueOf(domains.get(project.id)) ?? []).map((domain) => [hostNameOf(domain), project] as const),
    ),
  );
}
