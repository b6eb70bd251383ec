import type { ComponentRecord, ConfigurationField } from "../../../core/api/records.ts";
import type { FoundEntry } from "../../../core/resources/catalogue.ts";

/** The settings of each version; `undefined`: the catalogue does not describe them. */
type Versions = Readonly<Record<string, readonly ConfigurationField[] | undefined>>;

/** What the catalogue says about `acme/box`. */
export const entryOf = (versions: Versions, more: ComponentRecord = {}): FoundEntry => ({
  status: "found",
  slug: "acme/box",
  component: {
    ...more,
    versions: Object.fromEntries(
      Object.entries(versions).map(([version, fields]) => [
        version,
        fields === undefined ? {} : { dynamic_fields: [...fields] },
      ]),
    ),
  },
});

/** A setting of type text. */
export const text = (name: string, more: Partial<ConfigurationField> = {}): ConfigurationField => ({
  name,
  type: "string",
  ...more,
});

export const secret = (name: string, more: Partial<ConfigurationField> = {}): ConfigurationField =>
  text(name, { secret: true, ...more });
