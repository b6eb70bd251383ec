import { ignoredBy } from "../../provider/file/ignored-names.ts";
import type { LoadedFile } from "../../provider/file/loaded-file.ts";
import type { ProjectComponentRecord } from "../../provider/api/records.ts";
import { oncePerObject } from "../../provider/resources/once-per-object.ts";

const namesOf = oncePerObject(({ ignore }: LoadedFile) => ignoredBy(ignore));

/** Whether a file ignores a live component, if it does not declare it. One without a slug is never ignored. */
export function ignoresComponent(file: LoadedFile, { component_slug: slug }: ProjectComponentRecord): boolean {
  return typeof slug === "string" && namesOf(file)("component", slug);
}

/** Whether a file ignores a live domain, if it does not declare it. */
export function ignoresDomain(file: LoadedFile, hostName: string): boolean {
  return namesOf(file)("domain", hostName);
}
