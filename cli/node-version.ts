/** The oldest supported version of Node, as in package.json. */
export const MIN_NODE_VERSION = "22.19";

/** The message for a Node that is too old, where an import would fail with a stack trace. `undefined` if it is supported. */
export function unsupportedNodeMessage(running: string): string | undefined {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split(".").map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `Node ${running} is too old: projectsync needs Node ${MIN_NODE_VERSION} or later.`;
}
