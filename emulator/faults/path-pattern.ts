/** Whether a pattern is one: it begins with a slash, a star is a whole segment, and two stars are the last one. */
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
 * A test for paths as they were sent, without the query. `*` stands for one segment, `**` for one or more: neither for
 * nothing, so `/v1/projects/**` leaves `/v1/projects` alone.
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
