/** Whether a pattern is valid: it begins with a slash, `*` is a whole segment, and `**` is the last segment. */
export function isPathPattern(pattern: string): boolean {
  return /^(?:\/(?:\*|[^/*?]*))*(?:\/\*\*)?$/.test(pattern);
}

/**
 * A function that tests a path as it was sent, without the query. `*` matches one segment, `**` one or more. Neither matches
 * an empty segment: `/v1/projects/**` does not match `/v1/projects`.
 */
export function pathPattern(pattern: string): (path: string) => boolean {
  const literal = pattern.replace(/[.+^$()[\]{}|\\]/g, "\\$&");
  const source = literal.replace(/\*\*$/, ".+").replaceAll("/*", "/[^/]+");
  const expression = new RegExp(`^${source}$`, "s");
  return (path) => expression.test(path);
}
