/** Whether a pattern is valid: it begins with a slash, `*` is a whole segment, and `**` is the last segment. */
export function isPathPattern(pattern: string): boolean {
  const [before, ...segments] = pattern.split("/");
  return (
    before === "" &&
    !pattern.includes("?") &&
    segments.every(
      (segment, index) =>
        !segment.includes("*") || segment === "*" || (segment === "**" && index === segments.length - 1),
    )
  );
}

/**
 * A function that tests a path as it was sent, without the query. `*` matches one segment, `**` one or more. Neither matches
 * an empty segment: `/v1/projects/**` does not match `/v1/projects`.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const segments = pattern.split("/");
  const open = segments.at(-1) === "**";
  const fixed = open ? segments.slice(0, -1) : segments;
  return (path) => {
    const parts = path.split("/");
    const rest = parts.slice(fixed.length);
    return (
      (open ? rest.join("/") !== "" : rest.length === 0) &&
      fixed.every((segment, index) => (segment === "*" ? (parts[index] ?? "") !== "" : segment === parts[index]))
    );
  };
}
