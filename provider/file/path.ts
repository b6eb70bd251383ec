import type { Path } from "../resources/schema-walk.ts";
/** `components.edgee/ga4.version`, `domains[1].name`; the root is empty. Keys are taken as they are. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? part : `${text}.${part}`;
  }, "");
}

/** Tells apart what reads the same: the key `a.b`, and `b` in `a`. */
export function pathKey(path: Path): string {
  return JSON.stringify(path);
}

/** Whether a path, as text, is `at` or stands in it. */
export function isIn(path: string, at: string): boolean {
  return path === at || path.startsWith(`${at}.`) || path.startsWith(`${at}[`);
}
