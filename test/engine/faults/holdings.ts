import type { StoredState } from "../../../emulator/start.ts";
import { asObject, hostMeaning, projectMeaning } from "../../world/oracle/meaning.ts";

/** What a service holds, by key, without ids and times. Two objects with one key are two entries. */
export function holdingsOf(state: readonly StoredState[]): readonly (readonly [key: string, meaning: string])[] {
  const held = state.flatMap(({ project, components, domains }) => {
    const key = `${project.organization_id}/${project.slug}`;
    return [
      [key, JSON.stringify(projectMeaning({ ...project }))] as const,
      ...components.map(
        ({ component_slug: slug, component_version: version, active, settings }) =>
          [`${key}/${slug}`, JSON.stringify({ version, active, settings: plainSettings(settings) })] as const,
      ),
      ...domains.map(({ name }) => [`${key}/${hostMeaning(name)}`, ""] as const),
    ];
  });
  return held.toSorted(([a], [b]) => Number(a > b) - Number(a < b));
}

function plainSettings(settings: unknown): object {
  const held = Object.entries(asObject(settings)).filter(([, value]) => value !== null && value !== "");
  return Object.fromEntries(held.toSorted(([a], [b]) => Number(a > b) - Number(a < b)));
}
