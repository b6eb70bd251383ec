import { keyForm } from "../../core/resources/forms.ts";

/** Makes each name unique in its scope by a number at its end. Names that differ only in case count as the same. */
export function uniqueNames(separator: string): (wanted: string, scope?: string) => string {
  const used = new Set<string>();
  return (wanted, scope = "") => {
    const key = (name: string): string => `${scope}/${keyForm(name)}`;
    let name = wanted;
    for (let next = 2; used.has(key(name)); next += 1) name = `${wanted}${separator}${next}`;
    used.add(key(name));
    return name;
  };
}

/** Windows reserves these names for devices, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * A file name for each project: its slug, and its organization if several organizations have the slug. Names differ in more than case.
 * None leads out of the folder, is hidden, or looks like an option of a command.
 */
export function fileNames(projects: readonly { readonly organizationId: string; readonly slug: string }[]): string[] {
  const unique = uniqueNames(".");
  return projects.map(({ organizationId, slug }) => {
    const isShared = projects.filter((other) => other.slug === slug).length > 1;
    const safe =
      slug
        .replace(/[^\w.-]+/g, "-")
        .replace(/^[.-]+/, "")
        .slice(0, 63) || "project";
    const organization = organizationId.replace(/[^A-Za-z0-9_-]+/g, "-").slice(0, 64);
    const name = isShared ? `${safe}.${organization}` : safe;
    return `${unique(DEVICE.test(safe) ? `project-${name}` : name)}.yaml`;
  });
}
