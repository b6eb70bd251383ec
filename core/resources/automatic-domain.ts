import type { DomainRecord } from "../api/records.ts";
import { SettingError } from "../api/errors.ts";
import { hostNameOf } from "./domain.ts";
import { canonicalHostName } from "./host-name.ts";
import { quote } from "../text/quoted.ts";

/*
 * The host name that a service gives each project by itself: the project's own id and a suffix. It comes and goes with its project, so
 * it is not managed unless a file declares it: not reported, pruned, moved or exported, and never in the way of its project's deletion.
 */

const DEFAULT_SUFFIX = "edgee.app";

/** For a service with another suffix. A property of the service, as its address is, so no project file can set it. */
const VARIABLE = "PROJECTSYNC_AUTOMATIC_DOMAINS";

/** The suffix without its first dot. Throws SettingError if it is no host name. */
export function automaticSuffix({ [VARIABLE]: text = "" }: Readonly<Record<string, string | undefined>>): string {
  const suffix = canonicalHostName((text || DEFAULT_SUFFIX).replace(/^\./, ""));
  if (suffix !== undefined) return suffix;
  throw new SettingError(
    `${VARIABLE} is not a suffix of host names: ${quote(text)}.`,
    `Write one such as .${DEFAULT_SUFFIX}.`,
  );
}

/** Marks a record of a list. A symbol: no field of a service has it. */
const AUTOMATIC = Symbol("automatic");

/** The domains of a project as its list shows them, with its automatic one marked. */
export function markAutomatic(
  projectId: string,
  domains: readonly DomainRecord[],
  suffix = DEFAULT_SUFFIX,
): readonly DomainRecord[] {
  const name = hostNameOf({ name: `${projectId}.${suffix}` });
  return domains.map((domain) => (hostNameOf(domain) === name ? { ...domain, [AUTOMATIC]: true } : domain));
}

export function isAutomatic(live: object): boolean {
  return AUTOMATIC in live;
}
