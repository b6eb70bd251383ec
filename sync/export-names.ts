import { fileEnvironment } from "./file-environment.ts";

/** Gives each name once: the second that wants one gets the next number behind it. Capitals do not tell names apart. */
export function uniqueNames(separator: string): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    let name = wanted;
    for (let next = 2; taken.has(name.toLowerCase()); next += 1) name = `${wanted}${separator}${next}`;
    taken.add(name.toLowerCase());
    return name;
  };
}

const LONGEST = 120;

/** What GitHub, this tool and Pulumi keep for themselves. */
const RESERVED = /^(?:\d|GITHUB_|RUNNER_|PROJECTSYNC_|PULUMI_|NODE_|NPM_)/;

/**
 * The variable that a secret is taken from. It begins with the project, for two projects mostly have two secrets, also where
 * they are exported one by one.
 */
export function variableName(parts: readonly string[]): string {
  const words = parts.map((part) =>
    part
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, "_")
      .replace(/^_+|_+$/g, ""),
  );
  const name = words
    .filter((word) => word !== "")
    .join("_")
    .slice(0, LONGEST);
  const refused = RESERVED.test(name) || !Object.hasOwn(fileEnvironment({ [name]: "" }), name);
  return refused ? `SECRET_${name}` : name;
}

/** Names that Windows keeps for devices, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/**
 * A file for each project: its slug, with the organization where several have it. Names differ in more than capitals, and none leads out
 * of the folder.
 */
export function fileNames(projects: readonly { readonly organizationId: string; readonly slug: string }[]): string[] {
  const unique = uniqueNames(".");
  return projects.map(({ organizationId, slug }) => {
    const shared = projects.filter((other) => other.slug === slug).length > 1;
    const safe = slug.replace(/[^a-z0-9-]+/g, "-").slice(0, 63);
    const organization = organizationId.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64);
    const name = shared ? `${safe}.${organization}` : safe;
    return `${unique(DEVICE.test(safe) ? `project-${name}` : name)}.yaml`;
  });
}
