/** Throws if this version of Node.js lacks what the package needs: it would fail later, with a message that says nothing. */
export function refuseOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > 22 || (major === 22 && minor >= 19)) return;
  throw new Error(`projectsync needs Node.js 22.19 or newer. This is Node.js ${version}.`);
}

refuseOldNode(process.versions.node);
