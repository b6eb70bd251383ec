import type { ReadClient } from "../../core/api/client.ts";
import { isServiceError } from "../../core/api/errors.ts";
import type { ProjectRecord } from "../../core/api/records.ts";
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
  const filters = [{}, ...organizations.map((organizationId) => ({ organizationId }))];
  const listed = await Promise.all(filters.map((filter) => undefinedIfUnreadable(client.projects.list(filter))));
  const projects = [...new Map(listed.flat().flatMap((project) => (project ? [[project.id, project]] : []))).values()];
  const read = projects.slice(0, MOST_PROJECTS);
  const lists = await Promise.all(read.map(({ id }) => undefinedIfUnreadable(client.domains.list(id))));
  return new Map(
    read.flatMap((project, index) => (lists[index] ?? []).map((domain) => [hostNameOf(domain), project] as const)),
  );
}

async function undefinedIfUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}
