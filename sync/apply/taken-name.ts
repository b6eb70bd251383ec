import type { ReadClient } from "../../provider/api/client.ts";
import { isServiceError } from "../../provider/api/errors.ts";
import type { ProjectRecord } from "../../provider/api/records.ts";
import { hostNameOf } from "../../provider/resources/domain.ts";

/** Which project has a host name, as far as the token sees. */
interface Owner {
  /** The project's id. Absent if none was found. */
  readonly id?: string;
  readonly sentence: string;
}

/** Who has which host name, in all visible projects. */
interface Owners {
  readonly owners: ReadonlyMap<string, ProjectRecord>;
  /** Ids of projects whose domains were not read. */
  readonly unread: readonly string[];
}

/** Projects whose domains are read. More would delay a run that only wants to say who has a host name. */
const MOST_PROJECTS = 200;

/** Finds who has a host name. Reads the visible projects at most once. What cannot be read is not fatal: then the sentence says less. */
export function ownerFinder(client: ReadClient, organizations: readonly string[]): (name: string) => Promise<Owner> {
  let reading: Promise<Owners> | undefined;
  return async (name) => {
    reading ??= readOwners(client, organizations);
    const { owners, unread } = await reading;
    const owner = owners.get(name);
    if (owner === undefined) {
      const more = unread.length > 5 ? ` and ${unread.length - 5} more` : "";
      const seen =
        unread.length === 0
          ? "No project that this token sees has it."
          : `It may be attached to a project whose domains cannot be read: ${unread.slice(0, 5).join(", ")}${more}.`;
      return { sentence: `${seen} If another project has it, detach it there.` };
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
async function readOwners(client: ReadClient, organizations: readonly string[]): Promise<Owners> {
  const filters = [{}, ...organizations.map((organizationId) => ({ organizationId }))];
  const listed = await Promise.all(filters.map((filter) => undefinedIfUnreadable(client.projects.list(filter))));
  const projects = [...new Map(listed.flat().flatMap((project) => (project ? [[project.id, project]] : []))).values()];
  const read = projects.slice(0, MOST_PROJECTS);
  const lists = await Promise.all(read.map(({ id }) => undefinedIfUnreadable(client.domains.list(id))));
  const owners = read.flatMap((project, index) =>
    (lists[index] ?? []).map((domain) => [hostNameOf(domain), project] as const),
  );
  const unread = projects.filter((_project, index) => lists[index] === undefined).map(({ id }) => id);
  return { owners: new Map(owners), unread };
}

async function undefinedIfUnreadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}
