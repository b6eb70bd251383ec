/** The oldest supported version of Node.js, as in package.json. */
export const MIN_NODE_VERSION = "22.19";

/**
 * The message for a version of Node.js that lacks what the package needs: it would fail later, with a message that says nothing.
 * `undefined` if it is supported.
 */
export function unsupportedNodeMessage(running: string): string | undefined {
  const [major = 0, minor = 0] = running.split(".").map(Number);
  const [minMajor = 0, minMinor = 0] = MIN_NODE_VERSION.split(".").map(Number);
  if (major > minMajor || (major === minMajor && minor >= minMinor)) return undefined;
  return `projectsync needs Node.js ${MIN_NODE_VERSION} or newer. This is Node.js ${running}.`;
}
