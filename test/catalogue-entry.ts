import type { Seed } from "../emulator/seed.ts";

type Entry = NonNullable<Seed["catalogue"]>[number];
type Field = NonNullable<NonNullable<Entry["versions"]>[string]["dynamic_fields"]>[number];

/** A setting in the catalogue. Unless it says otherwise, an optional text. */
export type Setting = Partial<Field> & Pick<Field, "name">;

/** An entry of the catalogue with the versions "1", "2", …, each with these settings. The last one is the latest. */
export function catalogueEntry(slug: string, ...versions: readonly (readonly Setting[])[]): Entry {
  const fieldsOf = (settings: readonly Setting[]): Field[] =>
    settings.map((setting) => ({ title: setting.name, type: "string", required: false, ...setting }));
  const numbered = versions.map((settings, index) => {
    const version = String(index + 1);
    return [version, { version, dynamic_fields: fieldsOf(settings) }] as const;
  });
  return {
    id: `cmp_${slug.replace("/", "_")}`,
    slug,
    latest_version: String(versions.length),
    versions: Object.fromEntries(numbered),
  };
}
