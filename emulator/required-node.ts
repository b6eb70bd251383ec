/** @throws Error on an older Node.js, which would fail later with a message that says nothing. */
export function requireNode(): void {
  if ("withResolvers" in Promise) return;
  throw new Error(
    `The emulator of projectsync needs Node.js 22.19 or newer. This is Node.js ${process.versions.node}.`,
  );
}
