import type { ComponentRecord, ConfigurationField } from "../api/records.ts";
import { unquoted } from "../text/quoted.ts";
import { nearestName } from "./nearest-name.ts";
import type { Fields } from "./json.ts";

/** Made when it is needed: it takes as long as reading a file. */
let collator: Intl.Collator | undefined;

function inOrder(one: string, other: string): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(one, other);
}

const NUMBERED = /^(?<release>v?\d+(?:\.\d+)*)-(?<preRelease>.+)$/;

/** Sorts older versions first. Compares numbers as numbers, a release after its pre-releases, and everything else as text. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [parts(a), parts(b)];
  const byRelease = inOrder(one.release, other.release);
  if (byRelease !== 0 || one.preRelease === other.preRelease) return byRelease;
  if (one.preRelease === undefined) return 1;
  return other.preRelease === undefined ? -1 : inOrder(one.preRelease, other.preRelease);
}

/** The versions that the catalogue lists, the newest first. */
export function newestFirst(versions: Fields): string[] {
  return Object.keys(versions).toSorted((a, b) => compareVersions(b, a));
}

function parts(version: string): { readonly release: string; readonly preRelease?: string | undefined } {
  const { release = version, preRelease } = NUMBERED.exec(version)?.groups ?? {};
  return { release, preRelease };
}

/** The catalogue's answer about one component. `unavailable`: it does not exist, or the catalogue could not be asked. */
export type CatalogueEntry =
  | { readonly status: "found"; readonly slug: string; readonly component: ComponentRecord }
  | {
      readonly status: "unavailable";
      readonly slug: string;
      /** Sentences that say what is wrong and what to do. */
      readonly reason: string;
      /** Why the catalogue could not be asked. Absent: it says that the component does not exist. */
      readonly error?: Error;
    };

/** Stands for the entry if the catalogue was not asked: every setting may be a secret. */
export const NOT_ASKED: CatalogueEntry = { status: "unavailable", slug: "", reason: "The catalogue was not asked." };

export type FoundEntry = Extract<CatalogueEntry, { status: "found" }>;

/** `organization/component`. */
export const COMPONENT_SLUG = /^[A-Za-z0-9][A-Za-z0-9._-]*\/[A-Za-z0-9][A-Za-z0-9._-]*$/;

/** `latest` as the concrete version; any other version as it is. `undefined` if the catalogue does not say. */
export function resolveVersion(entry: CatalogueEntry, version: string | undefined): string | undefined {
  if (version !== undefined && version !== "latest") return version;
  return entry.status === "found" ? (entry.component.latest_version ?? undefined) : undefined;
}

/** The settings that a version takes. `undefined` if the catalogue does not describe them. */
export function settingsOf(
  entry: CatalogueEntry,
  version: string | undefined,
): readonly ConfigurationField[] | undefined {
  if (entry.status !== "found" || version === undefined) return undefined;
  return entry.component.versions?.[version]?.dynamic_fields ?? undefined;
}

/** Names the newest ten of the existing versions: a component may have hundreds. */
export function noSuchVersion(slug: string, version: string, versions: Fields): string {
  const known = newestFirst(versions);
  const near = nearestName(version, known);
  const shown = `${known.length > 10 ? "…, " : ""}${known.slice(0, 10).toReversed().join(", ")}`;
  const hint = near === undefined ? "" : ` Did you mean ${near}?`;
  const all = known.length === 0 ? "The catalogue lists no versions." : `Existing versions: ${shown}.`;
  return `${slug} has no version ${unquoted(version)}.${hint} ${all}`;
}
