import type { Client } from "../provider/api/client.ts";
import { isServiceError, StoppedError } from "../provider/api/errors.ts";
import type { KindName } from "../provider/resources/kind.ts";
import { domainKind } from "../provider/resources/domain.ts";
import { LOOKS } from "../provider/resources/settle.ts";

/** An object that a run made. */
export interface Made {
  /** What to call it by. */
  readonly key: string;
  readonly kind: KindName;
  /** Organization of a project, project of the others. */
  readonly in: string;
  readonly id: string;
}

/**
 * Waits until the service's lists show what was made, at most the settle window, and gives the keys of what was not seen
 * in them. A list that is behind would hide it from the next run, which would make it again. Where the lists are up to date
 * this costs one reading of each list that something was added to.
 */
export async function unlisted(client: Client, made: readonly Made[]): Promise<ReadonlySet<string>> {
  let hidden = made;
  for (const wait of LOOKS) {
    if (hidden.length === 0) break;
    try {
      if (wait > 0) await client.pause(wait);
    } catch (error) {
      // The run was stopped while it waited.
      if (error instanceof StoppedError) break;
      throw error;
    }
    hidden = await stillHidden(client, hidden);
  }
  return new Set(hidden.map(({ key }) => key));
}

async function stillHidden(client: Client, made: readonly Made[]): Promise<readonly Made[]> {
  const lists = new Map<string, Promise<ReadonlySet<string>>>();
  const isHidden = await Promise.all(
    made.map(async (object) => {
      const name = `${object.kind} ${object.in}`;
      const reading = lists.get(name) ?? unlessUnreadable(idsIn(client, object));
      lists.set(name, reading);
      return !(await reading).has(object.id);
    }),
  );
  return made.filter((_object, index) => isHidden[index]);
}

/** A list that cannot be read shows nothing: the next look may be luckier. */
async function unlessUnreadable(reading: Promise<ReadonlySet<string>>): Promise<ReadonlySet<string>> {
  try {
    return await reading;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return new Set();
  }
}

async function idsIn(client: Client, { kind, in: owner }: Made): Promise<ReadonlySet<string>> {
  switch (kind) {
    case "project":
      return new Set((await client.projects.list({ organizationId: owner })).map(({ id }) => id));
    case "component":
      return new Set((await client.components.list(owner)).map(({ id }) => id));
    case "domain":
      return new Set((await client.domains.list(owner)).map((domain) => domainKind.idOf(domain)));
  }
}
