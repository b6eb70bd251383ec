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

/** Names that Windows keeps for devices, whatever follows the dot. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A file for each project: its slug, with the organization where several have it. Names differ in more than capitals, none leads out of
 * the folder or is hidden in it, and none looks like an option of a command.
 */
export function fileNames(projects: readonly { readonly organizationId: string; readonly slug: string }[]): string[] {
  const unique = uniqueNames(".");
  return projects.map(({ organizationId, slug }) => {
    const shared = projects.filter((other) => other.slug === slug).length > 1;
    const safe =
      slug
        .replace(/[^\w.-]+/g, "-")
        .replace(/^[.-]+/, "")
        .slice(0, 63) || "project";
    const organization = organizationId.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64);
    const name = shared ? `${safe}.${organization}` : safe;
    return `${unique(DEVICE.test(safe) ? `project-${name}` : name)}.yaml`;
  });
}
