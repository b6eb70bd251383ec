import type { ConfigurationField } from "../core/api/records.ts";
import { quote } from "../core/text/quoted.ts";
import { COMPONENT_SLUG, settingsOf, type FoundEntry } from "../core/resources/catalogue.ts";
import type { Account } from "./account.ts";
import { lookup, withInputs } from "./lookup.ts";
import { present } from "./naming.ts";
import type { AccountArgs } from "./resource.ts";

export interface GetCatalogueComponentArgs extends AccountArgs {
  /** `organization/component`. */
  component: string;
}

/** One setting that a version of a component takes. */
export interface ComponentSetting {
  /** Key in the `settings` of a `ProjectComponent`. */
  readonly name: string;
  /** string, bool or number. */
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  /** Allowed values. Empty: any value. */
  readonly options: readonly string[];
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

export interface ComponentVersion {
  /** The settings that the version takes. `undefined` if the catalogue does not describe them. */
  readonly settings?: readonly ComponentSetting[] | undefined;
}

/** A component of the catalogue. Fields that the service does not send are missing. */
export interface GetCatalogueComponentResult {
  /** `organization/component`. */
  readonly component: string;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly latestVersion?: string | undefined;
  /** By version number. */
  readonly versions?: Readonly<Record<string, ComponentVersion>> | undefined;
  readonly documentationLink?: string | undefined;
  readonly isPublic?: boolean | undefined;
  readonly isArchived?: boolean | undefined;
}

/**
 * Looks up a component in the catalogue of the service that the running program configures.
 *
 * ```ts
 * const { latestVersion } = await projectsync.getCatalogueComponent({ component: "edgee/ga4" });
 * ```
 *
 * Rejects if the component does not exist, if the token may not see it, or if the service is not configured.
 */
export const getCatalogueComponent = lookup(findCatalogueComponent);

/** Like `getCatalogueComponent`, but takes an Input, such as an output of another resource, and returns an Output. */
export const getCatalogueComponentOutput = withInputs(getCatalogueComponent);

/** @internal The search of the lookup, for the native provider too. Its types are not the package's. */
export async function findCatalogueComponent(
  { inPreview }: Account,
  { component }: GetCatalogueComponentArgs,
): Promise<GetCatalogueComponentResult> {
  if (!COMPONENT_SLUG.test(component)) {
    throw new Error(`${quote(component)} is not a component. Write organization/component, such as edgee/ga4.`);
  }
  const entry = await inPreview().catalogue(component);
  if (entry.status === "unavailable") throw entry.error ?? new Error(entry.reason);
  return resultOf(entry);
}

function resultOf(entry: FoundEntry): GetCatalogueComponentResult {
  const { id, name, description, versions } = entry.component;
  const { latest_version: latestVersion, documentation_link: documentationLink } = entry.component;
  const { is_public: isPublic, is_archived: isArchived } = entry.component;
  const described = Object.keys(versions ?? {}).map((version) => {
    const settings = settingsOf(entry, version);
    return [version, settings === undefined ? {} : { settings: settings.map(setting) }] as const;
  });
  return {
    component: entry.slug,
    ...present({ id, name, description, latestVersion, documentationLink, isPublic, isArchived }),
    ...(versions ? { versions: Object.fromEntries(described) } : {}),
  };
}

function setting({ name, type, required, secret, options, title, description }: ConfigurationField): ComponentSetting {
  const flags = { required: required === true, secret: secret === true };
  return { name, type, ...flags, options: options ?? [], ...present({ title, description }) };
}
