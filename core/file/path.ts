import type { Path } from "../resources/schema-walk.ts";

/** A path as text: `components.edgee/ga4.version`, `domains[1].name`. Empty for the root. Keys are not quoted. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** A path as the key of a map. Unlike `pathText` it tells the key `a.b` from the key `b` under `a`. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** Whether a path, as text, is the container itself or inside it. */
export function isWithin(path: string, container: string): boolean {
  return path === container || path.startsWith(`${container}.`) || path.startsWith(`${container}[`);
}
