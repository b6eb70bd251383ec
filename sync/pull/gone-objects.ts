import type { Client } from "../../core/api/client.ts";
import type { Observer } from "../../core/reconcile/observe.ts";
import { poll } from "../../core/reconcile/poll.ts";
import { partName, type Part } from "../../core/reconcile/snapshot.ts";
import { domainNamed, mapAll, orIfRefused, planning } from "../../core/reconcile/snapshot-view.ts";
import type { MissingObject } from "./pull.ts";

/**
 * The keys of the missing objects that are gone. A list may be late or short: a domain is gone if the service does not find it by its name.
 * Nothing tells the ID of a component that its list lacks, so it is gone if each read of the list in a settle window lacks it.
 */
export async function goneObjects(
  missing: () => Promise<readonly MissingObject[]>,
  client: Client,
  observer: Observer,
): Promise<ReadonlySet<string>> {
  const { domain: domains = [], component: components = [] } = Object.groupBy(await missing(), ({ kind }) => kind);
  const notFound = await observer.plan(
    planning((view) =>
      mapAll(domains, ({ key, projectId, name }) =>
        orIfRefused(false, () => domainNamed(view, projectId, name) === undefined) ? [key] : [],
      ),
    ),
  );
  const { last, end } = await poll<readonly MissingObject[]>(
    client,
    { reason: (left) => `for a list to show ${left.length} missing component(s)` },
    async (before) => {
      if (before === undefined) return components;
      await observer.read(before.map(listOf));
      const stillMissing = new Set((await missing()).map(({ key }) => key));
      return before.filter((each) => stillMissing.has(each.key) && !observer.unread.has(partName(listOf(each))));
    },
    (left) => left.length === 0,
  );
  return new Set([...notFound.flat(), ...(end === "stopped" ? [] : last.map(({ key }) => key))]);
}

function listOf({ projectId }: MissingObject): Part {
  return { of: "components", key: projectId };
}
